"""Methods of lists and dicts that arrive."""

from __future__ import annotations

from typing import Any

from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import has_symbol


class ReadingMethod:
    """A method that reads an arriving container."""

    def __init__(self, proxy: Any, items: Any, name: str) -> None:
        self._proxy = proxy
        self._items = items
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if has_symbol((*args, *kwargs.values())):
            self._proxy._ag_becomes_dynamic()
        made = on_behalf(getattr(self._items, self._name), *args, **kwargs)
        return self._proxy._ag_trace.part(MadeContainers).result(
            made, (self._items, *args)
        )


class UpdateMethod:
    """``d.update`` of an arriving dict."""

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy

    def __call__(self, other: Any = (), **more: Any) -> None:
        for key, value in {**dict(other), **more}.items():
            self._proxy[key] = value

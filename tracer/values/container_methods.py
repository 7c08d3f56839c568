"""Methods of lists and dicts that arrive."""

from __future__ import annotations

from typing import Any

from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import has_symbol
from tracer.values.container_iteration import DictView


class ReadingMethod:
    """A method that reads an arriving container."""

    def __init__(self, proxy: Any, kind: type, name: str) -> None:
        self._proxy = proxy
        self._kind = kind
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if has_symbol((*args, *kwargs.values())):
            self._proxy._ag_becomes_dynamic()
        items = self._kind(self._proxy)
        made = on_behalf(getattr(items, self._name), *args, **kwargs)
        return self._proxy._ag_trace.part(MadeContainers).result(made, (items, *args))


class GetMethod:
    """``d.get`` of an arriving dict."""

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if has_symbol(args[:1]):
            self._proxy._ag_becomes_dynamic()
        if len(args) not in (1, 2) or kwargs:
            return on_behalf({}.get, *args, **kwargs)
        key, *default = args
        if key in self._proxy:
            return self._proxy[key]
        return default[0] if default else None


class ViewMethod:
    """``d.items`` and its like of an arriving dict."""

    def __init__(self, proxy: Any, name: str) -> None:
        self._proxy = proxy
        self._name = name

    def __call__(self) -> Any:
        return DictView(self._proxy, self._name)


class UpdateMethod:
    """``d.update`` of an arriving dict."""

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy

    def __call__(self, other: Any = (), **more: Any) -> None:
        for key, value in {**dict(other), **more}.items():
            self._proxy[key] = value

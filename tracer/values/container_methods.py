"""Methods of lists and dicts that arrive."""

from __future__ import annotations

from functools import partial
from typing import Any

from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import for_the_run
from tracer.values.bound_methods import BoundMethod
from tracer.values.container_iteration import DictView


def reading(proxy: Any, kind: type, name: str) -> BoundMethod:
    """Return a method that reads an arriving container of this class."""
    trace = proxy._ag_trace

    def do(*args: Any, **kwargs: Any) -> Any:
        if for_the_run(trace, *args, *kwargs.values()):
            proxy._ag_becomes_dynamic()
        items = kind(proxy)
        made = on_behalf(getattr(items, name), *args, **kwargs)
        return trace.part(MadeContainers).result(made, (items, *args))

    return BoundMethod(trace, proxy, name, do)


def getting(proxy: Any) -> BoundMethod:
    """Return ``proxy.get`` of an arriving dict."""

    def do(*args: Any, **kwargs: Any) -> Any:
        if for_the_run(proxy._ag_trace, *args[:1]):
            proxy._ag_becomes_dynamic()
        if len(args) not in (1, 2) or kwargs:
            return on_behalf({}.get, *args, **kwargs)
        key, *default = args
        if key in proxy:
            return proxy[key]
        return default[0] if default else None

    return BoundMethod(proxy._ag_trace, proxy, "get", do)


def viewing(proxy: Any, name: str) -> BoundMethod:
    """Return ``proxy.items``, or its like, of an arriving dict."""
    return BoundMethod(proxy._ag_trace, proxy, name, partial(DictView, proxy, name))


def updating(proxy: Any) -> BoundMethod:
    """Return ``proxy.update`` of an arriving dict."""

    def do(other: Any = (), /, **more: Any) -> None:
        for key, value in {**dict(other), **more}.items():
            proxy[key] = value

    return BoundMethod(proxy._ag_trace, proxy, "update", do)

"""Methods of lists and dicts that arrive."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

from tracer.errors import on_behalf
from tracer.flow.alternatives import Alternatives
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.lazy_iterations import is_recipe, put_in_turn
from tracer.iteration.taking import is_surely_pair
from tracer.record.contents import for_the_run
from tracer.values.bound_methods import BoundMethod
from tracer.values.container_items import _never_changes
from tracer.values.container_iteration import DictView
from tracer.values.proxies import ObjectProxy
from tracer.values.tables_of_functions import functions_in


def reading(proxy: Any, kind: type, name: str) -> BoundMethod:
    """Return a method that reads an arriving container of this class."""
    trace = proxy._ag_trace

    def do(*args: Any, **kwargs: Any) -> Any:
        items = kind(proxy)
        compared = [] if name == "copy" else items
        if for_the_run(trace, *compared, *args, *kwargs.values()):
            proxy._ag_becomes_dynamic()
        made = on_behalf(getattr(items, name), *args, **kwargs)
        return trace.part(MadeContainers).result(made, (items, *args))

    return BoundMethod(trace, proxy, name, do)


def getting(proxy: Any) -> BoundMethod:
    """Return ``proxy.get`` of an arriving dict."""

    def do(*args: Any, **kwargs: Any) -> Any:
        if for_the_run(proxy._ag_trace, *args[:1]):
            return _got(proxy, args, kwargs)
        if len(args) not in (1, 2) or kwargs:
            return on_behalf({}.get, *args, **kwargs)
        key, *default = args
        if key in proxy:
            return proxy[key]
        return default[0] if default else None

    return BoundMethod(proxy._ag_trace, proxy, "get", do)


def _got(proxy: Any, args: Any, kwargs: Any) -> Any:
    """Return what `dict.get` gives by a key of the run."""
    trace = proxy._ag_trace
    found = trace.emit("call_method", proxy, "get", *args, **kwargs)
    functions = functions_in(trace, proxy, found, *(args[1:] or [None]))
    if not functions:
        proxy._ag_becomes_dynamic()
    trace.part(Alternatives).note_item(found, functions)
    return found


def viewing(proxy: Any, name: str) -> BoundMethod:
    """Return ``proxy.items``, or its like, of an arriving dict."""
    return BoundMethod(proxy._ag_trace, proxy, name, partial(DictView, proxy, name))


def updating(proxy: Any) -> BoundMethod:
    """Return ``proxy.update`` of an arriving dict."""
    trace = proxy._ag_trace

    def put(pairs: Any) -> None:
        for key, value in on_behalf(dict, pairs).items():
            proxy[key] = value

    def put_pair(pair: Any) -> None:
        if is_surely_pair(pair):
            proxy[pair[0]] = pair[1]
        else:
            put([pair])

    def do(other: Any = (), /, **more: Any) -> None:
        if isinstance(other, ObjectProxy):
            if other._ag_needs_run or hasattr(type(other._ag_real), "keys"):
                proxy._ag_becomes_dynamic()
            other = other._ag_opened()
        if is_recipe(other):
            put_in_turn(trace, other, put_pair)
        elif hasattr(type(other), "__next__") or isinstance(other, ObjectProxy):
            for pair in other:  # what makes it may look at the dict
                put_pair(pair)
        else:
            put(other)
        put(more)

    return BoundMethod(trace, proxy, "update", do)


def deep_copy(proxy: Any) -> Any:
    """Return a deep copy of an arriving list or dict.

    Several items that may change could be one object: those the run copies.
    """
    is_dict = type(proxy._ag_real) is dict
    keys = proxy if is_dict else range(len(proxy))
    items = [proxy[key] for key in keys]
    changing = [item for item in items if not _never_changes(item)]
    if len(changing) > 1 or any(isinstance(one, ObjectProxy) for one in changing):
        proxy._ag_becomes_dynamic()
    copied = list(map(copy.deepcopy, items))
    return dict(zip(keys, copied, strict=True)) if is_dict else copied

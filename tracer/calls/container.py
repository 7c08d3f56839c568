"""What the classes of Python's containers do when they are called in a trace."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy

Handler = Callable[..., Any]


def _plain_one(kind: type) -> Handler:
    """Make a container that is Python's as long as nothing in it is a symbol."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(_maps, args)):
            return trace.asked.call_back(kind, args, kwargs)
        args = tuple([_gone_through(trace, value) for value in args])
        if any(map(_is_run_time, args)) or (kind is not dict and _has_symbols(args)):
            return _made(trace, kind, args, kwargs)
        if kind is dict and args and _has_symbolic_keys(args[0]):
            return _made(trace, kind, args, kwargs)
        return trace.part(MadeContainers).mutable(on_behalf(kind, *args, **kwargs))

    return handler


def _run_time_one(kind: type) -> Handler:
    """Make a container whose class does more than a trace could follow."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(_maps, args)):
            return trace.asked.call_back(kind, args, kwargs)
        args = tuple([_gone_through(trace, value) for value in args])
        return _made(trace, kind, args, kwargs)

    return handler


def _maps(value: Any) -> bool:
    """Say whether a value is an object that Python asks for its keys."""
    return isinstance(value, ObjectProxy) and hasattr(type(value._ag_real), "keys")


def _gone_through(trace: Trace, value: Any) -> Any:
    """Give the items of an iterator, which are read once."""
    if isinstance(value, ObjectProxy):
        value = trace.part(Objects).iterable(value)
    if is_recipe(value):
        return collected(trace, value)
    return list(value) if isinstance(value, Iterator) else value


def _made(trace: Trace, kind: type, args: Any, kwargs: Any) -> Any:
    return trace.emit(f"{kind.__name__}_new", *args, **kwargs)


def _is_run_time(value: Any) -> bool:
    """Say whether a value is one that Python cannot go through in a trace."""
    return type(value) is Symbol


def _has_symbols(args: tuple[Any, ...]) -> bool:
    """Say whether a hash of something known only at run time would be asked."""
    return any(
        type(item) is Symbol or (type(item) is tuple and _has_symbols(item))
        for items in args
        if isinstance(items, (list, tuple))
        for item in items
    )


def _has_symbolic_keys(pairs: Any) -> bool:
    if isinstance(pairs, (dict, Proxy)) or not isinstance(pairs, (list, tuple)):
        return False
    return any(
        type(pair) is Symbol or (isinstance(pair, tuple) and _has_symbols((pair[:1],)))
        for pair in pairs
    )


CONTAINER_CLASSES: dict[Any, Handler] = {
    **{kind: _plain_one(kind) for kind in (dict, set, frozenset)},
    **{
        kind: _run_time_one(kind) for kind in (deque, defaultdict, Counter, OrderedDict)
    },
}
"""What their calls do; the first argument is the trace."""

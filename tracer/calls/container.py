"""The classes of Python's containers, called in a trace."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from functools import partial
from typing import Any

from tracer.calls.handlers import FIRST, Builtin, source
from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.lazy_iterations import is_recipe
from tracer.iteration.taking import taken_in_turn, takes
from tracer.policy import is_opaque
from tracer.record.causes import ANSWER_OF_OBJECT
from tracer.record.contents import for_the_run
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import dict_of_keys
from tracer.values.proxies import ObjectProxy, is_set


def _new(kind: type, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Return a handler that makes a Python container, unless it needs a symbol."""
    if issubclass(kind, dict) and any(map(asks_keys, args)):
        return trace.asked.call_back(kind, args, kwargs, cause=ANSWER_OF_OBJECT)
    if kind in HASHING:
        args = tuple([dict_of_keys(value) for value in args])
    args = tuple([_held_items(trace, value, kind) for value in args])
    if kind not in PYTHONS or _for_the_run(trace, kind, args):
        return trace.emit(f"{kind.__name__}_new", *args, **kwargs)
    made = on_behalf(kind, *args, **kwargs)
    in_turn = args[0] if args and type(args[0]) in (list, tuple) else None
    return trace.part(MadeContainers).mutable(made, in_turn)


def asks_keys(value: Any) -> bool:
    """Whether a value is an object that Python asks for its keys."""
    if not isinstance(value, ObjectProxy):
        return False
    return any(hasattr(type(value._ag_real), name) for name in ("keys", "__getattr__"))


def asks_users_keys(value: Any) -> bool:
    """Whether a value is an object whose own code says what its keys are."""
    return asks_keys(value) and not is_opaque(type(value._ag_real))


def _held_items(trace: Trace, value: Any, kind: type) -> Any:
    """Return the items of an iterator, which can be read only once."""
    if is_set(value):
        return value
    value = source(value)
    if not (is_recipe(value) or isinstance(value, Iterator)):
        return value
    return taken_in_turn(trace, value, takes(kind))


def _for_the_run(trace: Trace, kind: type, args: tuple[Any, ...]) -> bool:
    """Whether only the run can iterate over the items, or ask for their hashes."""
    if any(type(value) is Symbol or is_set(value) for value in args):
        return True
    if kind is dict:
        return bool(args) and _has_symbolic_keys(trace, args[0])
    items = [each for each in args if isinstance(each, (list, tuple))]
    return any(for_the_run(trace, list(each)) for each in items)


def _has_symbolic_keys(trace: Trace, pairs: Any) -> bool:
    """Whether Python would need the hash of a value known only at run time."""
    if isinstance(pairs, (dict, Proxy)) or not isinstance(pairs, (list, tuple)):
        return False
    return any(
        type(pair) is Symbol
        or (isinstance(pair, tuple) and for_the_run(trace, pair[:1]))
        for pair in pairs
    )


HASHING = (set, frozenset)
"""Those that iterate over sets and dicts in the order of their tables."""
PYTHONS = (dict, set, frozenset)
"""Those of which a trace can follow what they do."""
CONTAINER_CLASSES = (
    *[
        Builtin(kind, handler=partial(_new, kind))
        for kind in (dict, defaultdict, Counter, OrderedDict)
    ],
    Builtin(deque, handler=partial(_new, deque), through=FIRST),
    *[Builtin(kind, handler=partial(_new, kind)) for kind in HASHING],
)
"""What calls of these classes do in a trace."""

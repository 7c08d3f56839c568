"""Calls of methods and operators of containers that only Python sees, watched."""

from __future__ import annotations

import operator
from typing import Any

from tracer.calls.arrays import WIDENING_METHODS
from tracer.calls.container import asks_keys, asks_users_keys
from tracer.calls.gathering import is_of_the_run, opened, taken
from tracer.calls.ordering import sort_by_key
from tracer.calls.stances import is_hashable
from tracer.errors import on_behalf
from tracer.flow.alternatives import Alternatives
from tracer.flow.container_contents import PLAIN
from tracer.flow.container_uses import put_into
from tracer.flow.lazy_logic import not_
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import add_note, with_traceback
from tracer.iteration.lazy_iterations import collected, fold, is_recipe, put_in_turn
from tracer.iteration.taking import is_advanced, is_iterator, take_key, taken_in_turn
from tracer.record.contents import for_the_run, has_symbol
from tracer.record.late_restarts import LateRestarts
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import DictProxy, ListProxy, dict_of_keys
from tracer.values.functions_and_classes import CHANGING_OPERATORS
from tracer.values.proxies import ObjectProxy


def operate(trace: Trace, function: Any, /, *args: Any) -> Any:
    """Call an operator of a container, or the like, as a method."""
    receiver, name = function.__self__, function.__name__
    if name == "__iadd__" and type(receiver) is list and any(map(is_recipe, args)):
        _one_by_one(trace, receiver, "extend", args, {})
        return receiver
    if name == "__iadd__":
        args = tuple([taken(trace, one) for one in args])
    elif name not in CHOOSING:
        args = tuple([_contents(one) for one in args])
    if _is_of_the_run(trace, receiver, name, args):
        if name in CHANGING_OPERATORS:
            trace.part(MadeContainers).must_exist(receiver)
        return trace.emit("call_method", receiver, name, *args)
    made = on_behalf(function, *args)
    return trace.part(MadeContainers).result(made, (receiver, *args))


def _contents(value: Any) -> Any:
    """Return what an operator of Python's finds in a list or dict that arrives."""
    if type(value) is ListProxy:
        return list(value)
    return dict(value) if type(value) is DictProxy else value


def _is_a_container(value: Any) -> bool:
    """Whether a value is a container that Python's own operators look into."""
    return isinstance(value, ObjectProxy) and isinstance(value._ag_real, CONTAINERS)


def _is_of_the_run(trace: Trace, receiver: Any, name: str, args: Any) -> bool:
    """Whether only the run can apply an operator of a container."""
    if name in CHOOSING:
        return has_symbol(args[:1])
    if name != "__contains__" and any(map(_is_a_container, args)):
        return True
    if name in COMPARING:
        return for_the_run(trace, *map(_compared, (receiver, *args)))
    if name == "__iadd__":
        return any(map(is_of_the_run, args))
    return any(type(one) is Symbol for one in args)


def _compared(value: Any) -> Any:
    """Return what comparisons of a container compare."""
    return list(value.values()) if type(value) is dict else value


CONTAINERS = (list, tuple, dict, set, frozenset)
"""The classes whose operators take one another."""
COMPARING = frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __contains__".split())
"""Operators that compare the items of a container."""
CHOOSING = frozenset("__getitem__ __setitem__ __delitem__".split())
"""Operators that choose an item by their first argument."""
SEARCHING = frozenset(
    "index count remove insert pop get setdefault add discard __contains__".split()
)
"""Methods that search for their first argument, or look at its value."""


TAKING = frozenset(
    "update union intersection difference symmetric_difference intersection_update "
    "difference_update symmetric_difference_update issubset issuperset "
    "isdisjoint".split()
)
"""Methods that take, and search for, each item of their arguments."""


OF_EXCEPTIONS = {"add_note": add_note, "with_traceback": with_traceback}
"""Methods of exceptions."""


DECIDING = ("issuperset", "isdisjoint")
"""Methods of sets that stop at the item that decides."""


READING = frozenset(
    "index count get copy __contains__ union intersection difference "
    "symmetric_difference issubset issuperset isdisjoint".split()
)
"""Methods that leave their container unchanged."""


def watched(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a container or iterator that only Python sees."""
    receiver, name = function.__self__, function.__name__
    if isinstance(receiver, BaseException) and name in OF_EXCEPTIONS:
        return on_behalf(OF_EXCEPTIONS[name], trace, receiver, *args, **kwargs)
    turns = is_advanced if type(receiver) is set else is_recipe
    if name in ONE_BY_ONE.get(type(receiver), ()):
        keyed = type(receiver) is dict
        args = tuple([a if keyed and asks_keys(a) else opened(a) for a in args])
    if name in ONE_BY_ONE.get(type(receiver), ()) and any(map(turns, args)):
        return _one_by_one(trace, receiver, name, args, kwargs)
    if type(receiver) in (set, frozenset) and name in DECIDING:
        if len(args) == 1 and is_advanced(args[0]):
            return _decided(trace, receiver, name == "issuperset", args[0])
    args = tuple([_taken_from(trace, receiver, name, one) for one in args])
    if _looks_at_symbols(trace, receiver, name, args):
        return _left_to_the_run(trace, receiver, name, args, kwargs)
    by_key = name == "sort" and type(receiver) is list and not args
    if by_key and kwargs.get("key") is not None:
        sort_by_key(trace, receiver, **kwargs)
        return None
    if name not in READING and not _finds_it_so(receiver, name, args):
        added = args[-1:] if name in WIDENING_METHODS else ()
        trace.part(MadeContainers).changing(receiver, name, added)
        put_into(trace, receiver, (*args, *kwargs.values()))
    if name == "extend" and type(receiver) is list and any(map(is_of_the_run, args)):
        trace.part(MadeContainers).must_exist(receiver)
    if type(receiver) is set:
        args = tuple([dict_of_keys(one) for one in args])
    made = on_behalf(function, *args, **kwargs)
    held = (receiver, *args, *kwargs.values())
    return trace.part(MadeContainers).result(made, held)


def _left_to_the_run(
    trace: Trace, receiver: Any, name: str, args: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call that compares what only the run knows."""
    if name not in READING:
        with trace.part(LateRestarts).wait(trace.stack.site()):
            trace.part(MadeContainers).must_exist(receiver)
    if type(receiver) is list:
        return trace.emit(f"list_{name}", receiver, *args, **kwargs)
    found = trace.emit("call_method", receiver, name, *args, **kwargs)
    if name == "get":
        items = (*receiver.values(), *(args[1:] or [None]))
        trace.part(Alternatives).note_item(found, items)
    return found


def _finds_it_so(receiver: Any, name: str, args: Any) -> bool:
    """Whether a method of a dict or set has nothing to change."""
    absent = name == "discard" or (name == "pop" and len(args) == 2)
    if type(receiver) not in (dict, set) or not (absent or name == "setdefault"):
        return False
    if not args or not is_hashable(args[0]):
        return False  # as Python says
    return (args[0] in receiver) is not absent


def _taken_from(trace: Trace, receiver: Any, name: str, items: Any) -> Any:
    """Return what a method takes items from."""
    is_set = type(receiver) in (set, frozenset)
    if is_set and name in TAKING and is_advanced(items):
        return taken_in_turn(trace, items, take_key)
    if name == "extend" or (is_set and name in TAKING):
        return taken(trace, items)
    return collected(trace, items) if is_recipe(items) else items


def _decided(trace: Trace, receiver: Any, superset: bool, items: Any) -> Any:
    """Whether a set holds all of the items, or none."""

    def body(item: Any) -> Any:
        take_key(trace, item, ())
        if for_the_run(trace, item) or has_symbol(receiver):
            found = trace.emit("contains", item, receiver)
        else:
            found = on_behalf(operator.contains, receiver, item)
        return not_(trace, found) if superset else found

    return not_(trace, fold(trace, items, body, (), breaks=True))


ONE_BY_ONE: dict[type, dict[str, str]] = {
    list: {"extend": "append"},
    set: {"update": "add", "difference_update": "discard"},
    dict: {"update": ""},
}
"""Methods that take items while they are made, and those that take a single one."""


def _one_by_one(
    trace: Trace, receiver: Any, name: str, args: Any, kwargs: dict[str, Any]
) -> None:
    """Take items as they are made: what makes them may look at the container."""
    kind = type(receiver)
    if (len(args) > 1 and kind is not set) or (kwargs and kind is not dict):
        on_behalf(getattr(kind, name), receiver, *args, **kwargs)  # takes none, it says
    single = ONE_BY_ONE[kind][name]

    def put(item: Any) -> None:
        if kind is set:
            take_key(trace, item, ())  # `discard` takes another set, too
        if single:
            watched(trace, getattr(receiver, single), item)
        else:
            watched(trace, receiver.update, [item])

    for items in args:
        if is_recipe(items):
            put_in_turn(trace, items, put)
        elif is_iterator(items) and kind is set:
            for item in items:
                put(item)
        else:
            watched(trace, getattr(receiver, name), items)
    if kwargs:
        watched(trace, getattr(receiver, name), **kwargs)


def _looks_at_symbols(trace: Trace, receiver: Any, name: str, args: Any) -> bool:
    """Whether only the run can make this call, since it compares symbols."""
    if type(receiver) not in (*PLAIN, frozenset, range) and not issubclass(
        type(receiver), tuple
    ):
        return False
    compares = name in ("sort", "index", "count", "remove")
    if compares and for_the_run(trace, receiver, *args):
        return len(receiver) > 1 or name != "sort"
    if name in SEARCHING:
        return for_the_run(trace, *args[:1])
    if type(receiver) is dict and name == "update" and any(map(asks_users_keys, args)):
        return True
    return name in TAKING and any(_holds_symbols(trace, each) for each in args)


def _holds_symbols(trace: Trace, items: Any) -> bool:
    """Whether only the run can iterate over items, or ask for their hashes."""
    if type(items) in (*PLAIN, tuple):
        return for_the_run(trace, list(items))
    return has_symbol(items)

"""Calls of methods that converted code writes, of containers and of texts."""

from __future__ import annotations

import enum
import operator
import sys
from collections.abc import Callable
from functools import partial
from types import (
    BuiltinMethodType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from tracer.calls.arrays import WIDENING_METHODS
from tracer.calls.gathering import is_of_the_run, taken
from tracer.calls.named_operators import named_operator
from tracer.calls.ordering import sort_by_key
from tracer.calls.stances import is_hashable
from tracer.calls.texts import text_method
from tracer.errors import on_behalf
from tracer.flow.container_contents import PLAIN
from tracer.flow.container_uses import put_into
from tracer.flow.lazy_logic import not_
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions, add_note, with_traceback
from tracer.flow.raising import looks_at_arguments
from tracer.iteration.lazy_iterations import collected, fold, is_recipe, put_in_turn
from tracer.iteration.taking import is_advanced, is_iterator, take_key, taken_in_turn
from tracer.policy import is_convertible
from tracer.record.contents import for_the_run, has_symbol, holds_staged
from tracer.record.late_restarts import LateRestarts
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.record.value_classes import VALUES
from tracer.serve.origins import Fixed
from tracer.values.bound_methods import BoundMethod
from tracer.values.containers import dict_of_keys
from tracer.values.functions_and_classes import (
    ASKING,
    StagedBoundFunction,
    StagedOperator,
    StandIn,
)
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods

PLAIN_VALUES = (int, float, complex, str, bytes, np.generic)


def call(trace: Trace, function: Any) -> Any:
    """Return the callable for a method, watched if it may change a container."""
    if is_staged(function):
        return function
    if issubclass(type(function), type):  # an exception's, or of a value: `dtype.type`
        return _class(trace, function)
    if isinstance(function, partial):
        return _partial(trace, function)
    if type(function) is FunctionType:
        return _users(trace, function) or function
    if isinstance(function, (MethodDescriptorType, WrapperDescriptorType)):
        if issubclass(function.__objclass__, BaseException):
            return partial(_of_an_exception, trace, function)
        if function.__name__ in ASKING:
            return StagedOperator(function, trace)
    found = _method(trace, function) if isinstance(function, MethodType) else None
    if found is not None:
        return found
    do = _done_by(trace, function)
    if do is None:
        return named_operator(trace, function)
    do = partial(do, function)
    return BoundMethod(trace, function.__self__, function.__name__, do)


def _method(trace: Trace, function: MethodType) -> Any:
    """Return the callable for a bound method, if it is no value's."""
    receiver = function.__self__
    if isinstance(receiver, (ObjectProxy, tuple)):
        named = trace.part(SpecialMethods).by_name(receiver, function.__name__)
        return function if named is None else named
    if isinstance(receiver, StandIn):
        return function  # `f.__get__`, which the stand-in answers as functions do
    if _is_of_exceptions(receiver):
        users = _users(trace, function.__func__)
        return function if users is None else StagedBoundFunction(users, receiver)
    if _is_librarys(receiver):
        return partial(_of_the_library, trace, function)
    return None


def _partial(trace: Trace, function: partial[Any]) -> Any:
    """Return the callable for a partial function, whose own one is called so too."""
    within = call(trace, function.func)
    if within is function.func:
        return function
    return partial(within, *function.args, **function.keywords)


def _class(trace: Trace, kind: type) -> Any:
    """Return the callable for a class, which stays itself where it is not called."""
    if looks_at_arguments(kind):
        return trace.asked.stand_in(kind)
    if issubclass(kind, BaseException):
        return partial(trace.part(MadeExceptions).make, kind)
    return trace.asked.stage_class(kind)


def _done_by(trace: Trace, function: Any) -> Callable[..., Any] | None:
    """Return what calls a method in a trace; None if Python does."""
    receiver = getattr(function, "__self__", None)
    if isinstance(function, (BuiltinMethodType, MethodType)):
        if type(receiver) in VALUES:
            return trace.asked.ask
    if isinstance(function, MethodWrapperType):
        if isinstance(receiver, PLAIN_VALUES):
            return trace.asked.call_plain_method
        if type(receiver) in (*PLAIN, tuple):
            return partial(_operate, trace)
    if isinstance(function, BuiltinMethodType):
        if isinstance(receiver, (str, bytes)):
            return partial(text_method, trace)
        if isinstance(receiver, slice):
            return partial(_slice_method, trace)
        if not isinstance(receiver, (*PLAIN_VALUES, type, type(None))):
            return partial(_watched, trace)
    return None


def _is_librarys(receiver: Any) -> bool:
    """Whether an object that Python has while tracing is of a class of its library."""
    kind = type(receiver)
    return kind not in VALUES and (
        kind.__module__.partition(".")[0] in sys.stdlib_module_names
        and not isinstance(receiver, (type, enum.Enum))
    )


def _of_the_library(
    trace: Trace, function: MethodType, /, *args: Any, **kwargs: Any
) -> Any:
    """Call a method written in Python, which takes values of the trace for others."""
    if holds_staged((*args, *kwargs.values())):
        return trace.asked.call_back(function, args, kwargs)
    return on_behalf(function, *args, **kwargs)


def _is_of_exceptions(receiver: Any) -> bool:
    """Whether a method is bound to an exception, or to a class of exceptions."""
    kind = receiver if isinstance(receiver, type) else type(receiver)
    return issubclass(kind, BaseException)


def _users(trace: Trace, function: Any) -> Any:
    """Return the stand-in for a function that Python found; None for one to run."""
    if not is_convertible(function) or is_made_here(function):
        return None
    return trace.asked.stage(function, Fixed(function, function.__name__))


def _of_an_exception(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call what Python's classes of exceptions define: the run has one that arrives."""
    if args and isinstance(args[0], ObjectProxy):
        return trace.asked.call(function, args, kwargs)
    return on_behalf(function, *args, **kwargs)


def _slice_method(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call `slice.indices`, whose length or slice may be known by the run alone."""
    whole = function.__self__
    if holds_staged((whole.start, whole.stop, whole.step, *args)) and not kwargs:
        return trace.emit("pure_method", whole, function.__name__, *args)
    return on_behalf(function, *args, **kwargs)


def _operate(trace: Trace, function: Any, /, *args: Any) -> Any:
    """Call an operator of a container, or the like, as a method."""
    receiver, name = function.__self__, function.__name__
    if name == "__iadd__" and type(receiver) is list and any(map(is_recipe, args)):
        _one_by_one(trace, receiver, "extend", args, {})
        return receiver
    if name == "__iadd__":
        args = tuple([taken(trace, one) for one in args])
    if _is_of_the_run(trace, receiver, name, args):
        if name in CHANGING:
            trace.part(MadeContainers).must_exist(receiver)
        return trace.emit("call_method", receiver, name, *args)
    made = on_behalf(function, *args)
    return trace.part(MadeContainers).result(made, (receiver, *args))


def _is_of_the_run(trace: Trace, receiver: Any, name: str, args: Any) -> bool:
    """Whether only the run can apply an operator of a container."""
    if name in COMPARING:
        return for_the_run(trace, *map(_compared, (receiver, *args)))
    if name in CHOOSING:
        return has_symbol(args[:1])
    if name == "__iadd__":
        return any(map(is_of_the_run, args))
    return any(type(one) is Symbol for one in args)


def _compared(value: Any) -> Any:
    """Return what comparisons of a container compare."""
    return list(value.values()) if type(value) is dict else value


COMPARING = frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __contains__".split())
"""Operators that compare the items of a container."""
CHOOSING = frozenset("__getitem__ __setitem__ __delitem__".split())
"""Operators that choose an item by their first argument."""
CHANGING = frozenset(
    "__setitem__ __delitem__ __iadd__ __imul__ __ior__ __iand__ __isub__ "
    "__ixor__".split()
)
"""Operators that change their container."""


SEARCHING = frozenset(
    "index count remove insert pop get setdefault add discard __contains__".split()
)
"""Methods that search for their first argument, or look at its value."""


TAKING = frozenset(
    "update union intersection difference symmetric_difference intersection_update "
    "difference_update symmetric_difference_update issubset issuperset "
    "isdisjoint".split()
)
"""Methods that search for each item of their arguments."""


OF_EXCEPTIONS = {"add_note": add_note, "with_traceback": with_traceback}
"""Methods of exceptions."""


DECIDING = ("issuperset", "isdisjoint")
"""Methods of sets that stop at the item that decides."""


READING = frozenset(
    "index count get copy __contains__ union intersection difference "
    "symmetric_difference issubset issuperset isdisjoint".split()
)
"""Methods that leave their container unchanged."""


def _watched(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a container or iterator that only Python sees."""
    receiver, name = function.__self__, function.__name__
    if isinstance(receiver, BaseException) and name in OF_EXCEPTIONS:
        return on_behalf(OF_EXCEPTIONS[name], trace, receiver, *args, **kwargs)
    turns = is_advanced if type(receiver) is set else is_recipe
    if name in ONE_BY_ONE.get(type(receiver), ()) and any(map(turns, args)):
        return _one_by_one(trace, receiver, name, args, kwargs)
    if type(receiver) in (set, frozenset) and name in DECIDING:
        if len(args) == 1 and is_advanced(args[0]):
            return _decided(trace, receiver, name == "issuperset", args[0])
    args = tuple([_taken_from(trace, receiver, name, one) for one in args])
    if _looks_at_symbols(trace, receiver, name, args):
        if name not in READING:
            with trace.part(LateRestarts).once(trace.stack.site()):
                trace.part(MadeContainers).must_exist(receiver)
        if type(receiver) is list:
            return trace.emit(f"list_{name}", receiver, *args, **kwargs)
        return trace.emit("call_method", receiver, name, *args, **kwargs)
    by_key = name == "sort" and type(receiver) is list and not args
    if by_key and kwargs.get("key") is not None:
        sort_by_key(trace, receiver, **kwargs)
        return None
    if name not in READING and not _finds_it_so(receiver, name, args):
        added = args[-1:] if name in WIDENING_METHODS else ()
        trace.part(MadeContainers).changing(receiver, name, added)
        put_into(trace, receiver, args)
    if name == "extend" and type(receiver) is list and any(map(is_of_the_run, args)):
        trace.part(MadeContainers).must_exist(receiver)
    if type(receiver) is set:
        args = tuple([dict_of_keys(one) for one in args])
    made = on_behalf(function, *args, **kwargs)
    held = (receiver, *args, *kwargs.values())
    return trace.part(MadeContainers).result(made, held)


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
    if name == "extend" or (type(receiver) is set and name in TAKING):
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
            _watched(trace, getattr(receiver, single), item)
        else:
            _watched(trace, receiver.update, [item])

    for items in args:
        if is_recipe(items):
            put_in_turn(trace, items, put)
        elif is_iterator(items) and kind is set:
            for item in items:
                put(item)
        else:
            _watched(trace, getattr(receiver, name), items)
    if kwargs:
        _watched(trace, getattr(receiver, name), **kwargs)


def _looks_at_symbols(trace: Trace, receiver: Any, name: str, args: Any) -> bool:
    """Whether only the run can make this call, since it compares symbols."""
    if type(receiver) not in (*PLAIN, tuple, frozenset):
        return False
    compares = name in ("sort", "index", "count", "remove")
    if compares and for_the_run(trace, receiver, *args):
        return len(receiver) > 1 or name != "sort"
    if name in SEARCHING:
        return for_the_run(trace, *args[:1])
    return name in TAKING and any(_holds_symbols(trace, each) for each in args)


def _holds_symbols(trace: Trace, items: Any) -> bool:
    """Whether only the run can iterate over items, or ask for their hashes."""
    if type(items) in (*PLAIN, tuple):
        return for_the_run(trace, list(items))
    return has_symbol(items)

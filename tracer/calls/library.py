"""Calls of Python's own library whose functions touch nothing but their arguments."""

from __future__ import annotations

from functools import partial
from inspect import isgeneratorfunction
from types import BuiltinFunctionType, FunctionType
from typing import Any

from runtime.ops import OPS
from runtime.types import NONE, AnyType, List
from tracer.calls.arguments import errs_here, is_plain, may_be_object, run_plainly
from tracer.calls.callbacks import call_back
from tracer.calls.gathering import listed
from tracer.calls.made_iterators import iterators
from tracer.calls.stances import RESULTS, full_name
from tracer.errors import on_behalf
from tracer.flow.container_uses import put_into
from tracer.flow.iterators import iterator
from tracer.flow.list_copies import ListCopies
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import value_type
from tracer.iteration.taking import is_advanced
from tracer.policy import attribute_of, is_opaque, makes_changing
from tracer.record import causes
from tracer.record.contents import for_the_run
from tracer.record.decisions import ONLY_READS, OPERATION
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import HEEDING, VALUES, never_changes
from tracer.serve.origins import Fixed
from tracer.values.containers import Containers, ListProxy
from tracer.values.lasting import is_constant
from tracer.values.lookup import in_class
from tracer.values.staging import Stager

SILENT = frozenset("heapify heappush insort insort_left insort_right".split())
"""Functions that change a list and return None."""
OF_ITEMS = (bytes, bytearray)
"""Classes that say of an iterator's own error that they cannot convert it."""


def pure(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Call a function of Python's library at each run: it only reads values."""
    trace.decide("call", ONLY_READS)
    if any(map(may_be_object, (*args, *kwargs.values()))):
        return _asking(trace, "call", function, *args, **kwargs)
    positional = tuple([trace.lift(value) for value in (function, *args)])
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    of = RESULTS.get(full_name(function))
    return trace.record(OPS["call_pure"], positional, named, of=of, sure=False)


def call_operator(trace: Trace, function: Any, *args: Any) -> Any:
    """Call an operator of a plain value by the name of its method."""
    receiver, name = function.__self__, function.__name__
    if is_plain(args) and not errs_here(trace):
        return on_behalf(function, *args)
    if not any(map(may_be_object, args)):
        return trace.emit("pure_method", receiver, name, *args)
    return _asking(trace, "call_method", receiver, name, *args)


def _asking(trace: Trace, row: str, /, *args: Any, **kwargs: Any) -> Any:
    """Record a call that may ask the user's object, whose methods may do anything."""
    result = trace.emit(row, *args, **kwargs)
    trace.clobber(replaces=False)
    return result


def ask(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a function of Python's library that only reads values.

    Objects that never change get a proxy: their operators would not know a symbol,
    nor report it.
    """
    args = _values(args)
    kwargs = dict(zip(kwargs, _values(tuple(kwargs.values())), strict=True))
    given = (getattr(function, "__self__", None), *args, *kwargs.values())
    heeds = any(type(one) in HEEDING for one in given)
    if heeds or not is_plain(args) or not is_plain(kwargs):
        return pure(trace, function, args, kwargs)
    result = run_plainly(trace, function, args, kwargs)
    if _has_hidden_state(result) or _holds_objects(result):
        return pure(trace, function, args, kwargs)
    if type(result) in VALUES:
        return trace.part(Stager).stage(result, Fixed(result))
    if type(result) is list:
        return [_class_or(trace, each) for each in result]
    return iterator(trace, result) if hasattr(type(result), "__next__") else result


def _has_hidden_state(value: Any) -> bool:
    """Whether methods change a value in a way that only its class in C knows.

    A hash of hashlib has such a state: the run makes it, and each change.
    """
    kind = type(value)
    asked = ("__iter__", "__next__", "__getitem__", "__call__", "__fspath__")
    return (
        is_opaque(kind)
        and not (never_changes(value) or isinstance(value, Exception))
        and all(in_class(kind, name) is None for name in asked)
        and attribute_of(value, "__dict__") is None
    )


def _holds_objects(value: Any) -> bool:
    """Whether a value is, or a list or tuple holds, an object of a class in Python."""
    if type(value) in (list, tuple):
        return any(map(_holds_objects, value))
    if never_changes(value) or isinstance(value, (Exception, list, dict, set)):
        return False
    bases = type(value).__mro__
    return any(
        type(each) is FunctionType for base in bases for each in vars(base).values()
    )


def _class_or(trace: Trace, value: Any) -> Any:
    """Return the stand-in for a class, or the value itself."""
    return trace.asked.stage_class(value) if isinstance(value, type) else value


def _values(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Replace proxies of objects that never change by the objects themselves."""
    return tuple([one._ag_real if is_constant(one) else one for one in given])


def change(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Call a function of Python's library that changes the list it is given."""
    target = args[0] if args else None
    if type(target) is ListProxy:
        trace.part(Containers).becomes_dynamic(target)
    if type(target) is list:
        if for_the_run(trace, args):
            trace.part(MadeContainers).must_exist(target)
        trace.part(MadeContainers).changing(target, function.__name__)
        put_into(trace, target, args[1:])
        return on_behalf(function, *args, **kwargs)
    of = trace.type_of(target)
    if type(target) is not Symbol or not isinstance(of, List):
        return call_back(trace, function, args, kwargs, cause=causes.ANSWER_OF_OBJECT)
    trace.part(ListCopies).check_change(function.__name__)
    for value in args[1:2]:
        trace.part(ListTypes).widen(target, value_type(trace, value))
    trace.decide("call", OPERATION)
    gives = NONE if function.__name__ in SILENT else of.element
    lifted = [trace.lift(value) for value in (function, *args)]
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    result = trace.record(OPS["call_changing"], tuple(lifted), named, of=gives)
    if isinstance(of.element, AnyType):
        trace.clobber(replaces=False)  # objects of the user's compare as they like
    return result


def make(trace: Trace, kind: type, args: Any, kwargs: Any) -> Any:
    """Make an instance of a class of Python's library that may change."""
    trace.decide("call", OPERATION)
    if not any(map(may_be_object, (*args, *kwargs.values()))):
        return trace.emit("instance_new", kind, *args, **kwargs)
    return _asking(trace, "call", kind, *args, **kwargs)


def only_reads(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Call what only reads values, of Python's library."""
    if isgeneratorfunction(function) and any(map(is_advanced, args)):
        # It takes items as it is asked for them, such as `heapq.merge`.
        return call_back(trace, function, args, kwargs, cause=causes.ITERATOR)
    if function in OF_ITEMS or not isinstance(function, type):
        args = tuple([listed(trace, one) for one in args])
    kind = _made_by_new(trace, function, args)
    if makes_changing(function) or (kind is not None and not is_opaque(kind)):
        return make(trace, function, args, kwargs)
    make_plainly = partial(ask, trace, function, *args, **kwargs)
    return iterators(trace, function, make_plainly, args, kwargs)


def _made_by_new(trace: Trace, function: Any, args: Any) -> type | None:
    """Return the class for which ``__new__`` of a class of C is called, if it is."""
    if type(function) is not BuiltinFunctionType or function.__name__ != "__new__":
        return None
    kind = trace.asked.original(args[0]) if args else None
    return kind if isinstance(kind, type) else None

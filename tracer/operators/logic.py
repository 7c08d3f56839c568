"""Comparisons, ``is`` and ``in`` on symbols."""

from __future__ import annotations

import operator
from functools import partial
from types import FunctionType
from typing import Any
from weakref import ref

import numpy as np

from runtime.ops import BY_INFIX, OPS
from runtime.types import (
    BOOL,
    NONE,
    AnyType,
    Array,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Union,
    members,
)
from tracer.errors import NotStaged, on_behalf
from tracer.flow.branches import NoneTests, is_symbolic, tested
from tracer.flow.lazy_logic import not_, or_
from tracer.flow.list_copies import ListCopies
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.lazy_iterations import fold
from tracer.iteration.taking import is_advanced
from tracer.operators.plain_operators import (
    are_numbers,
    computed,
    is_numpys,
    keys_compare,
)
from tracer.policy import is_opaque
from tracer.record.contents import for_the_run, has_symbol, holds_staged
from tracer.record.signs import COMPARISONS
from tracer.record.staged import Proxy, is_asked
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import PLAIN_TYPES
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.bound_methods import BoundMethod
from tracer.values.containers import DictProxy, ListProxy
from tracer.values.functions_and_classes import (
    StagedBoundFunction,
    StagedClass,
    StandIn,
)
from tracer.values.identity import Identities
from tracer.values.proxies import ObjectProxy, is_of_a_child
from tracer.values.special_methods import SpecialMethods
from tracer.values.staging import Stager
from tracer.values.variables import VariableProxy, Variables


def is_(trace: Trace, left: Any, right: Any) -> Any:
    """Whether both are the same object."""
    itself = trace.part(Identities).itself
    left, right = itself(left, right), itself(right, left)
    answer = _known_identity(trace, left, right)
    if answer is not None:
        return answer
    trace.part(ListCopies).check_identity(left, right)
    result = trace.emit("is_", _told(trace, left), _told(trace, right))
    _note_test(trace, result, left, right, True)
    return result


def is_not(trace: Trace, left: Any, right: Any) -> Any:
    """Whether they are two objects."""
    itself = trace.part(Identities).itself
    left, right = itself(left, right), itself(right, left)
    answer = _known_identity(trace, left, right)
    if answer is not None:
        return not answer
    trace.part(ListCopies).check_identity(left, right)
    result = trace.emit("is_not", _told(trace, left), _told(trace, right))
    _note_test(trace, result, left, right, False)
    return result


def _told(trace: Trace, value: Any) -> Any:
    """Return an operand of `is`, of which the run needs the identity alone."""
    if value is not NotImplemented:
        return value
    return trace.wrap(trace.capture(value), trace.builder.regions[0])


def _note_test(
    trace: Trace, result: Symbol, left: Any, right: Any, none_if_true: bool
) -> None:
    """Record what a test shows, so that branches see the narrower type."""
    for symbol, other in ((left, right), (right, left)):
        if type(symbol) is Symbol and other is None:
            known = trace.part(NoneTests).known
            told = ref(symbol), none_if_true
            trace.builder.note(known, result._ag_value, told)


def _arrived(trace: Trace, value: Any) -> Any:
    """Return the function or method that arrived so, or a value itself."""
    if type(value) in (StagedBoundFunction, BoundMethod) and value._ag_arrived:
        return value._ag_arrived[0]
    return trace.part(Stager).original(value, by_identity=False)


def _known_identity(trace: Trace, left: Any, right: Any) -> bool | None:
    """Whether two staged values are the same object, where types can tell."""
    same = _known_tuple(trace, left, right)
    if same is not None:
        return same
    if type(left) is not Symbol and type(right) is not Symbol:
        if isinstance(left, Proxy) and isinstance(right, Proxy):
            return trace.part(Identities).same(left, right)
        one, other = (_arrived(trace, each) for each in (left, right))
        arrived = trace.part(ArrivedFunctions)
        if arrived.has_arrived(one) and arrived.has_arrived(other):
            return arrived.same(one, other)
        arrived.depends_on_identity(one)
        arrived.depends_on_identity(other)
        return one is other
    if (
        type(left) is Symbol
        and type(right) is Symbol
        and left._ag_value == right._ag_value
    ):
        return True
    for symbol, other in ((left, right), (right, left)):
        if type(symbol) is Symbol and trace.part(MadeContainers).only_here(other):
            return False
        single = other is None or other is NotImplemented
        if type(symbol) is Symbol and (single or isinstance(other, Proxy)):
            of = symbol._ag_value.type
            options = of.members if isinstance(of, Union) else (of,)
            surely_not = (Array, NumpyScalar, PythonScalar)
            if other is not None:
                surely_not = (NumpyScalar, PythonScalar)  # type: ignore[assignment]
            if all(isinstance(each, surely_not) for each in options):
                return False
            if other is None and all(each == NONE for each in options):
                return True
    return None


def _known_tuple(trace: Trace, left: Any, right: Any) -> bool | None:
    """Whether two tuples that arrived are the same; refuse where that is not known."""
    identities = trace.part(Identities)
    same = identities.same_tuple(left, right)
    if same is not None:
        return same
    pairs = (left, right), (right, left)
    unsure = any(_put_together(trace, *pair) for pair in pairs)
    if unsure or identities.may_be_same(left, right):
        trace.refuse(
            NotStaged(
                "tuples of values known only when the function runs are compared with "
                "`is`: branches and loops make new tuples",
                hint="compare them with ==",
            )
        )
    return None


def _put_together(trace: Trace, value: Any, other: Any) -> bool:
    """Whether a tuple may have been the other one before a branch or loop."""
    if type(value) is Symbol and value._ag_value in trace.whole.values():
        return False  # the object that arrived
    if value is other or not issubclass(type(value), tuple) or not has_symbol(value):
        return False
    if type(other) is Symbol:
        kinds = members(other._ag_value.type)
        return any(isinstance(kind, (Tuple, AnyType)) for kind in kinds)
    return issubclass(type(other), tuple) and len(other) == len(value)


def compare(trace: Trace, left: Any, comparison: str, right: Any) -> Any:
    """Compare two operands, which may be containers of symbols."""
    function, row = COMPARISONS[comparison], BY_INFIX[comparison]
    if are_numbers(left, right):
        if type(left) is Symbol or type(right) is Symbol:
            return trace.emit(row, left, right)
        return on_behalf(function, left, right)
    if isinstance(left, np.dtype) or isinstance(right, np.dtype):
        left, right = _class_for_dtype(left), _class_for_dtype(right)
    symbolic = type(left) is Symbol or type(right) is Symbol
    asks = isinstance(left, Proxy) or isinstance(right, Proxy)
    if symbolic and asks:
        return trace.applied(comparison, function, left, right)
    if symbolic:
        return trace.emit(row, left, right)
    if comparison in _IDENTITY and _are_apart(left, right):
        return _IDENTITY[comparison](trace, left, right)
    if is_numpys(left, right):
        known = computed(function, left, right)
        return trace.emit(row, left, right) if known is None else known
    names = METHODS[comparison][: 1 if type(left) is type(right) else 2]
    one, two = _compared(left, names), _compared(right, names)
    if type(one) is type(two) and type(one) in (tuple, list, dict):
        if holds_staged(one) or holds_staged(two):
            return trace.emit(row, one, two)
    if keys_compare(trace, one, two):
        return trace.emit(row, one, two)
    if is_of_a_child(left, right):
        return trace.emit(row, left, right)
    return trace.applied(comparison, on_behalf, function, left, right)


_IDENTITY = {"==": is_, "!=": is_not}


def _are_apart(left: Any, right: Any) -> bool:
    """Whether one operand is a function, and both are equal to themselves alone."""
    kinds: list[Any] = [type(_real(each)) for each in (left, right)]
    if FunctionType not in kinds:
        return False
    usual = object.__eq__, object.__ne__
    return all((kind.__eq__, kind.__ne__) == usual for kind in kinds)


def _real(value: Any) -> Any:
    """Return the user's object behind a value."""
    if isinstance(value, ObjectProxy):
        return value._ag_real
    return value._ag_original if isinstance(value, StandIn) else value


def _class_for_dtype(value: Any) -> Any:
    """Return the class itself: NumPy finds the dtype that it names."""
    return value._ag_original if isinstance(value, StagedClass) else value


def _compared(operand: Any, names: tuple[str, ...]) -> Any:
    if type(operand) is ListProxy:
        return list(operand)
    if isinstance(operand, DictProxy):
        return {key: operand[key] for key in operand}
    if issubclass(type(operand), tuple) and _has_pythons(type(operand), names):
        return tuple(operand)
    return operand


def _has_pythons(kind: type, names: tuple[str, ...]) -> bool:
    """Whether a class of tuples compares by Python's own methods."""
    return all(getattr(kind, name) is getattr(tuple, name) for name in names)


METHODS = {
    "==": ("__eq__",),
    "!=": ("__ne__",),
    "<": ("__lt__", "__gt__"),
    "<=": ("__le__", "__ge__"),
    ">": ("__gt__", "__lt__"),
    ">=": ("__ge__", "__le__"),
}
"""The methods of a comparison: of the left operand, and of one of another class."""


def in_(trace: Trace, item: Any, items: Any) -> Any:
    """Whether `items` contains `item`."""
    return _contains(trace, "contains", item, items)


def not_in(trace: Trace, item: Any, items: Any) -> Any:
    """Whether `items` does not contain `item`."""
    return _contains(trace, "contains_not", item, items)


def _asks_users(item: Any, items: Any) -> bool:
    """Whether looking for an item calls a user's method."""
    each = [one for one in (item, *items) if isinstance(one, ObjectProxy)]
    return any(not is_opaque(type(one._ag_real)) for one in each)


def _is_found(trace: Trace, item: Any, each: Any) -> Any:
    """Whether an item is, or equals, what it is compared with."""

    def equal() -> Any:
        test = tested(each == item)
        return trace.emit("truth", test) if is_symbolic(test) else test

    return or_(trace, is_(trace, each, item), equal)


def _is_iterable(items: ObjectProxy) -> bool:
    """Whether Python looks for an item of an object by iterating over it."""
    ways = any(hasattr(type(items), name) for name in ("__iter__", "__getitem__"))
    return ways and not is_opaque(type(items._ag_real))


def _contains(trace: Trace, row: str, item: Any, items: Any) -> Any:
    if type(items) is ListProxy:
        items = list(items)
    if isinstance(items, VariableProxy):
        items = trace.part(Variables).read(items)
    if is_asked(items) and hasattr(type(items._ag_real), "__contains__"):
        kind = type(items._ag_real)
        if is_opaque(kind) or kind.__contains__ is None:
            return trace.emit(row, item, items)
        answer = trace.part(SpecialMethods).special(items, "__contains__", (item,), {})
        if row == "contains_not":
            return not_(trace, answer)
        return trace.emit("truth", answer) if type(answer) is Symbol else bool(answer)
    if is_advanced(items) or (is_asked(items) and _is_iterable(items)):
        found = fold(
            trace,
            items,
            lambda each: tested(in_(trace, item, (each,))),
            (),
            breaks=True,
        )
        return found if row == "contains" else not_(trace, found)
    if type(items) in (list, tuple) and _asks_users(item, items):
        options = [partial(_is_found, trace, item, each) for each in items]
        found = or_(trace, False, *options)
        return found if row == "contains" else not_(trace, found)
    if type(items) in (set, dict) and _is_hashable(item):
        if PLAIN_TYPES.issuperset(map(type, items)):  # an array is made of a tuple
            items = tuple(items)
    if is_asked(items) and hasattr(type(items._ag_real), "__next__"):
        given = tuple([trace.lift(each) for each in (operator.contains, items, item)])
        found = trace.record(OPS["call"], given, of=BOOL)  # it takes items
        trace.clobber(replaces=False)
        return found if row == "contains" else not_(trace, found)
    if not (for_the_run(trace, item) or has_symbol(items)):
        found = on_behalf(operator.contains, items, item)
        return found == (row == "contains")
    return trace.emit(row, item, items)


def _is_hashable(item: Any) -> bool:
    """Whether a symbol is surely hashable, so that a set or dict can look for it."""
    scalar = (NumpyScalar, PythonScalar, NoneType)
    return type(item) is Symbol and all(
        isinstance(one, scalar) for one in members(item._ag_value.type)
    )

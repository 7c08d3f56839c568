"""What calls iterate over: in Python, in a loop of the graph, or collected first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any

from runtime.types import (
    AnyType,
    Array,
    Iterable,
    List,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    members,
)
from tracer.calls.arguments import called
from tracer.calls.handlers import not_yet, source
from tracer.calls.lengths import is_countable, static_length
from tracer.errors import on_behalf
from tracer.flow.branches import branch_on, is_symbolic
from tracer.flow.iterators import is_python_iterator, iterator
from tracer.flow.loops import LONG_LIST, count, is_long
from tracer.iteration.lazy_iterations import (
    Outcome,
    Recipe,
    Turn,
    collected,
    is_recipe,
    recipe,
)
from tracer.iteration.user_iterators import Stepping
from tracer.record.contents import is_single
from tracer.record.effects import has_effects_since
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import ListProxy
from tracer.values.proxies import ObjectProxy

_DATA: tuple[Any, ...] = (
    *([], (), range(1), range(2**70), "", "\u3042", b""),
    *({}, {}.values(), {}.items(), set()),
)
OF_DATA = tuple(
    {type(iter(each)) for each in _DATA} | {type(reversed(each)) for each in _DATA[:3]}
)
"""Iterators that Python may consume in advance: they run no code, and have an end."""


def is_short(value: Any) -> bool:
    """Whether Python can iterate over a value while tracing, in a few steps."""
    length = static_length(value) if type(value) is Symbol else None
    if length is not None and length > LONG_LIST:
        return False
    return known_length(value)


def known_length(value: Any) -> bool:
    """Whether Python can iterate over a value while tracing."""
    if is_recipe(value):
        return False
    return type(value) is not Symbol or is_countable(value)


def gathered(trace: Trace, items: Any) -> Any:
    """Return the items of an iterable: a list, or the symbol of an iterable."""
    items = source(items)
    if type(items) is Symbol:
        return items
    if is_recipe(items):
        return collected(trace, items)
    return list(on_behalf(iter, items))


def taken(trace: Trace, items: Any) -> Any:
    """Return what a container takes items from.

    Those of lazy iterations and of the user's objects are gathered first: the run may
    have to count them.
    """
    users = isinstance(items, ObjectProxy) and not items._ag_needs_run
    if is_recipe(items) or (users and source(items) is not items):
        return gathered(trace, items)
    return items


def opened(items: Any) -> Any:
    """Return the iteration over an object whose own code makes its items, or these."""
    if not isinstance(items, ObjectProxy) or items._ag_needs_run:
        return items
    iteration = source(items)
    in_turn = is_recipe(iteration) or is_python_iterator(iteration)
    return iteration if in_turn else items


def is_of_the_run(items: Any) -> bool:
    """Whether only the run can take items from a value."""
    if isinstance(items, ObjectProxy):
        return items._ag_needs_run
    return type(items) is Symbol and not is_countable(items)


def listed(trace: Trace, items: Any) -> Any:
    """Return the items of an iterator made while tracing, else the value itself."""
    if is_recipe(items):
        return collected(trace, items)
    made = type(items) is GeneratorType or is_python_iterator(items)
    return list(items) if made else items


def held(trace: Trace, items: Any) -> Any:
    """Return gathered items as something that can be iterated over twice."""
    if type(items) is Symbol and not isinstance(items._ag_value.type, (List, Tuple)):
        return trace.emit("list_new", items)
    return items


def mapped(trace: Trace, function: Any, items: Any) -> Any:
    """Return a function's results for gathered items, as a list."""
    if type(items) is not Symbol:
        return [called(function, item) for item in items]
    return collected(trace, each_mapped(trace, function, items))


def each_mapped(trace: Trace, function: Any, items: Any) -> Recipe:
    """Return the lazy iteration of a function's results."""

    def step(turn: Turn, item: Any) -> Outcome:
        return turn.give(called(function, item))

    return recipe(trace, map, iterated(trace, items), step)


def iterated(trace: Trace, items: Any) -> Any:
    """Return what to iterate over; raise at once if it is not iterable."""
    items = source(items)
    if type(items) is Symbol or is_recipe(items):
        if type(items) is Symbol and _has_no_items(items._ag_value.type):
            return trace.emit("iter", items)
        return items
    if type(items) in (list, tuple, range, frozenset, ListProxy):
        return items
    return iterator(trace, on_behalf(iter, items))


def _has_no_items(of: Type) -> bool:
    return is_single(of) or (isinstance(of, Array) and of.shape == ())


def lasts(items: Sequence[Any]) -> bool:
    """Whether the run can iterate over values as well, as often as it wants."""
    return all(
        type(one) in (list, tuple, range, str, bytes, ListProxy, Symbol)
        for one in items
    )


def are_many(items: Sequence[Any]) -> bool:
    """Whether a loop through plain values in step is tried in the graph."""
    if not lasts(items) or any(type(one) is Symbol for one in items):
        return False
    return bool(items) and is_long(min(map(count, items)), items)


def ends(trace: Trace, items: Any) -> None:
    """Refuse a lazy iteration that may have no end."""
    behind = advanced_by(items)
    of_data = isinstance(behind, OF_DATA) or not hasattr(type(behind), "__next__")
    if not of_data or may_be_iterator(behind):
        trace.refuse(not_yet("zip() or the like of an iterator that may have no end"))


def is_collected(items: Any) -> bool:
    """Whether a lazy iteration is advanced by a loop alone, not step by step."""
    return is_recipe(items) and not issubclass(type(items), Stepping)


def advanced_silently(trace: Trace, items: Any) -> Any:
    """Return the items of a recipe in advance, if making them has no effects."""
    if not is_collected(items):
        return items
    ends(trace, items)
    before = len(trace.builder.region.nodes)
    found = collected(trace, items)
    if has_effects_since(trace, before):
        trace.refuse(
            not_yet(
                "a tee() or the like of an iterator that prints, writes or has "
                "other effects"
            )
        )
    return found


def begun_from(items: Any) -> Any:
    """Return what an iteration iterates over in the end, as the program has it."""
    while is_recipe(items):
        items = items._ag_source
    return items


def advanced_together(items: Any) -> list[Any]:
    """Return a lazy iteration, and the iterator of Python's that it advances."""
    behind = begun_from(items)
    return [items, behind] if is_python_iterator(behind) else [items]


def advanced_by(items: Any) -> Any:
    """Return what an iteration iterates over in the end."""
    items = begun_from(items)
    return items._ag_wrapped if is_python_iterator(items) else items


def may_be_iterator(items: Any) -> bool:
    """Whether an iterable may be an iterator of the run, with which code goes on."""
    if type(items) is not Symbol:
        return False
    kinds = (Iterable, AnyType, Object)
    return any(isinstance(each, kinds) for each in members(items._ag_value.type))


def only_numbers(of: Type) -> bool:
    """Whether the elements of a list are numbers, which add and compare."""
    assert isinstance(of, List)
    return are_numbers(of.element)


def are_numbers(of: Type) -> bool:
    """Whether all values of a type are numbers, which add and compare."""
    return all(
        isinstance(each, (PythonScalar, NumpyScalar))
        and str(each) not in ("str", "bytes", "complex")
        for each in members(of)
    )


def joined(trace: Trace, function: Any, value: Any, item: Any, begun: Any) -> Any:
    """Return what a function makes of a value and an item; the first item alone."""
    if not is_symbolic(begun):
        return function(value, item) if begun else item
    return branch_on(
        trace, begun, lambda: function(trace.bound(value), item), lambda: item
    )


def found_or(trace: Trace, found: Any, value: Any, otherwise: Callable[[], Any]) -> Any:
    """Return what a loop has found; if nothing, something else."""
    if is_symbolic(found):
        return branch_on(trace, found, lambda: trace.bound(value), otherwise)
    return trace.bound(value) if found else otherwise()

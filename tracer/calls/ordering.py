"""`min`, `max` and `sorted`: item by item if that can be seen, else as a whole."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from runtime.ir.nodes import Region, Value
from runtime.ir.unbound import Unbound
from runtime.ops import BY_INFIX, OPS
from runtime.ops.flow import element_type
from runtime.ops.lists import list_sort_by_key
from runtime.passes.reads import bound_inside
from runtime.types import ANY, STR, Tuple, Type, join_all, members
from tracer.calls.arguments import called
from tracer.calls.gathering import are_numbers, found_or, gathered, held, mapped
from tracer.calls.handlers import FIRST, Builtin, source
from tracer.errors import on_behalf, user_error
from tracer.flow.branches import branch_on, is_symbolic, tested
from tracer.flow.container_uses import chosen_from
from tracer.flow.made_containers import MadeContainers
from tracer.flow.raising import raise_
from tracer.iteration.lazy_iterations import fold, is_recipe
from tracer.iteration.taking import is_iterator, taken_by
from tracer.record.contents import for_the_run, has_symbol
from tracer.record.effects import computes_since, has_effects_since
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def _extremum(
    function: Callable[..., Any],
    trace: Trace,
    /,
    *args: Any,
    key: Any = None,
    **kwargs: Any,
) -> Any:
    """Return the handler of `min` or `max`: of equal items the first is chosen."""
    row = "maximum" if function is max else "minimum"
    if not args:
        return on_behalf(function, **kwargs)
    several = len(args) > 1
    args = args if several else (source(args[0]),)
    if key is None and not several and is_iterator(args[0]):
        args = (taken_by(partial(function, default=None), args[0]),)
    if key is not None and not several and is_iterator(args[0]):
        made: list[Any] = []
        keys = _keys_in_turn(trace, function, key, args[0], made)
        return _by_keys(trace, function, args, kwargs, made, keys)
    lazy = not several and is_recipe(args[0])
    start = _Start(trace)
    items = list(args) if several else gathered(trace, args[0])
    if key is None:
        if lazy and start.shows(items):
            return _in_turn(trace, function, start.again(args[0]), None, kwargs)
        return _extreme(trace, f"{row}_of", function, items, several, kwargs)
    if lazy and (start.shows(items) or start.acts()):
        return _in_turn(trace, function, start.again(args[0]), key, kwargs)
    start, again = _Start(trace), items
    items = held(trace, items)
    if type(items) is Symbol:
        keys = mapped(trace, key, items)
    else:
        keys = _keys_in_turn(trace, function, key, items, [])
    if for_the_run(trace, keys) and start.shows(keys):
        return _in_turn(trace, function, start.again(again), key, kwargs)
    return _by_keys(trace, function, args, kwargs, items, keys)


def _keys_in_turn(
    trace: Trace, function: Callable[..., Any], key: Any, items: Any, made: list[Any]
) -> list[Any]:
    """Return the key of each item, and add the items to those that were made.

    Python compares a key before it makes the next one, as long as it knows them.
    """
    compare = operator.gt if function is max else operator.lt
    keys: list[Any] = []
    known, best = True, None
    for item in items:
        value = called(key, item)
        known = known and not for_the_run(trace, value)
        if known and (not keys or on_behalf(compare, value, best)):
            best = value
        keys.append(value)
        made.append(item)
    return keys


def _by_keys(
    trace: Trace,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    items: Any,
    keys: Any,
) -> Any:
    """Return the item whose key is the least or the greatest."""
    if for_the_run(trace, keys):
        row = "maximum_by_key" if function is max else "minimum_by_key"
        return trace.emit(row, items, keys, **kwargs)
    if not keys or (len(args) > 1 and kwargs):
        return on_behalf(function, *args, key=None, **kwargs)
    return items[on_behalf(function, range(len(keys)), key=keys.__getitem__)]


def _compare(of: Type) -> bool:
    """Whether any two values of a type can be compared."""
    each = members(of)
    if are_numbers(of) or all(one == STR for one in each):
        return True
    tuples = [one.items for one in each if isinstance(one, Tuple)]
    if len(tuples) < len(each) or len(set(map(len, tuples))) != 1:
        return False
    return all(_compare(join_all(column)) for column in zip(*tuples, strict=True))


class _Start:
    """The point from which compared values are made: comparing may reveal them.

    The graph makes all values, then compares; Python alternates, and a comparison that
    raises ends it.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._mark = trace.builder.mark()
        self._nodes = len(trace.builder.region.nodes)

    def shows(self, keys: Any) -> bool:
        """Whether comparing may raise, and earlier effects can be seen."""
        trace = self._trace
        if not computes_since(trace, self._nodes):
            return False
        if type(keys) is Symbol:
            of = element_type(keys._ag_value.type)
        else:
            of = join_all(map(trace.type_of, keys))
        return not _compare(of)

    def acts(self) -> bool:
        """Whether effects of making the values stand between those of their keys."""
        return has_effects_since(self._trace, self._nodes)

    def again(self, items: Any) -> Any:
        """Roll back what was made since; return the items."""
        self._trace.builder.rollback(self._mark)
        return items


def _in_turn(
    trace: Trace, function: Callable[..., Any], items: Any, key: Any, kwargs: Any
) -> Any:
    """Compare each item, once it is made, with the best one so far."""
    sign, compare = (">", operator.gt) if function is max else ("<", operator.lt)

    def better(value: Any, best: Any) -> Any:
        if has_symbol(value) or has_symbol(best):
            return trace.emit(BY_INFIX[sign], value, best)
        return on_behalf(compare, value, best)

    def turn(item: Any, chosen: Any, best: Any, begun: Any) -> Any:
        value = item if key is None else key(item)

        def first() -> Any:
            return item, value, True

        def later() -> Any:
            known, known_best = trace.bound(chosen), trace.bound(best)
            test = tested(better(value, known_best))
            if is_symbolic(test):
                return branch_on(trace, test, first, lambda: (known, known_best, True))
            return first() if test else (known, known_best, True)

        if is_symbolic(begun):
            return branch_on(trace, begun, later, first)
        return later() if begun else first()

    state = (Unbound("item"), Unbound("key"), False)
    chosen, _, begun = fold(trace, items, turn, state)

    def without() -> Any:
        if "default" in kwargs:
            return kwargs["default"]
        text = _said_of_none(function)
        return raise_(trace, lambda: ValueError(text), None)

    return found_or(trace, begun, chosen, without)


def _said_of_none(function: Callable[..., Any]) -> str:
    try:
        function(())
    except ValueError as error:
        return str(error)
    raise AssertionError("it has no items")


def _extreme(
    trace: Trace,
    row: str,
    function: Callable[..., Any],
    items: Any,
    several: bool,
    kwargs: dict[str, Any],
) -> Any:
    if type(items) is Symbol:
        return trace.emit(row, items, **kwargs)
    if not for_the_run(trace, items, *kwargs.values()):
        return on_behalf(function, *(items if several else (items,)), **kwargs)
    if several or (len(items) > 1 and not kwargs):
        chosen_from(trace, tuple(items))
        return trace.emit(row, *items, **kwargs)
    return trace.emit(row, items, **kwargs)


def sorted_(
    trace: Trace, items: Any, /, *, key: Any = None, reverse: Any = False
) -> Any:
    """Apply `sorted`."""
    items = gathered(trace, items)
    if key is None:
        if not for_the_run(trace, items, reverse):
            return trace.part(MadeContainers).mutable(
                on_behalf(sorted, items, reverse=reverse)
            )
        return trace.emit("sorted", items, reverse=reverse)
    items = held(trace, items)
    keys = mapped(trace, key, items)
    if for_the_run(trace, keys, reverse):
        return trace.emit("sorted_by_key", items, keys, reverse)
    ordered = list(items)
    on_behalf(list_sort_by_key, ordered, keys, reverse)
    return trace.part(MadeContainers).mutable(ordered)


def sort_by_key(
    trace: Trace, target: Any, /, *, key: Callable[..., Any], reverse: Any = False
) -> None:
    """Sort a list in place by a key.

    Where two keys cannot be compared, the list stays as far sorted as Python leaves it.
    """
    if type(target) is Symbol:
        _sort_of_the_run(trace, target, key, reverse)
        return
    containers = trace.part(MadeContainers)
    containers.changing(target, "sort")
    items = list(target)
    target.clear()  # as Python does while it sorts: the key may look
    try:
        keys = mapped(trace, key, items)
        was_changed = bool(target)
    finally:
        target[:] = items
    if for_the_run(trace, keys, reverse):
        containers.must_exist(target)
    on_behalf(list_sort_by_key, target, keys, reverse)
    if was_changed:
        raise user_error(ValueError("list modified during sort"))


def _sort_of_the_run(trace: Trace, target: Symbol, key: Any, reverse: Any) -> None:
    """Sort a list that the run makes; Python does if its key looks at the list."""
    mark, nodes = trace.builder.mark(), trace.builder.region.nodes
    recorded = len(nodes)
    items = trace.emit("list_copy", target)
    keys = mapped(trace, key, items)
    made = Region((), tuple(nodes[recorded + 1 :]), None)
    if _may_look_at(target._ag_value, made):
        trace.builder.rollback(mark)
        trace.asked.call_back_method(
            target, "sort", (), {"key": key, "reverse": reverse}
        )
        return
    trace.emit("list_sort_by_key", target, keys, reverse)


def _may_look_at(target: Value, region: Region) -> bool:
    """Whether nodes use a list, or what a place outside of them holds: it may be it."""
    inside = {value.name for node in region.nodes for value in bound_inside(node)}
    inside.update(value.name for node in region.nodes for value in node.results)
    for node in region.walk():
        used = [value.name for value in node.operands()]
        loads = node.operation in LOADS and inside.isdisjoint(used)
        held = [value.type for value in node.results] if loads else []
        if target.name in used or ANY in held or target.type in held:
            return True
    return False


LOADS = (OPS["load_attribute"], OPS["load_item"])

ORDERING = (
    Builtin(min, handler=partial(_extremum, min)),
    Builtin(max, handler=partial(_extremum, max)),
    Builtin(sorted, handler=sorted_, through=FIRST),
)
"""What they do in a trace."""

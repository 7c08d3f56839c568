"""Builtins that make one value of many: `sum`, `reduce`, `any` and `all`."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from runtime.ir.unbound import Unbound
from runtime.types import ANY, FLOAT, Array, Iterable, List, Tuple, Type, members
from tracer.calls.gathering import are_numbers, found_or, is_short, joined, only_numbers
from tracer.calls.handlers import FIRST, Builtin
from tracer.errors import on_behalf
from tracer.flow.branches import is_symbolic, tested
from tracer.flow.iterators import is_python_iterator
from tracer.flow.lazy_logic import not_
from tracer.flow.raising import raise_
from tracer.iteration.lazy_iterations import collected, fold, is_recipe
from tracer.record.contents import has_symbol
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.proxies import ObjectProxy

COMPENSATED = sys.version_info >= (3, 12)
"""Whether `sum` adds Python's floats more exactly than ``+`` does."""


def _sum(trace: Trace, items: Any, /, start: Any = 0) -> Any:
    if type(items) is Symbol:
        return trace.emit("sum_of", items, start)
    if not is_recipe(items):
        total = on_behalf(sum, (), start)  # it says which starts it does not take
        left = on_behalf(iter, items)
        if COMPENSATED:
            known = [*left]
            if any(_may_be_float(trace, each) for each in (start, *known)):
                return _sum_by_python(trace, known, start)
            left = iter(known)
        for item in left:
            total = on_behalf(operator.add, total, item)
        return total
    mark = trace.builder.mark()
    found = collected(trace, items)
    if type(found) is not Symbol:
        return _sum(trace, found, start)
    if only_numbers(found._ag_value.type):
        return trace.emit("sum_of", found, start)
    trace.builder.rollback(mark)

    def add(item: Any, value: Any) -> Any:
        return (on_behalf(operator.add, value, item),)

    return fold(trace, items, add, (start,))[0]


def _sum_by_python(trace: Trace, items: list[Any], start: Any) -> Any:
    if all(are_numbers(trace.type_of(each)) for each in (start, *items)):
        if not has_symbol((start, items)):
            return on_behalf(sum, items, start)
        return trace.emit("sum_of", items, start)
    return trace.asked.ask(sum, items, start)


def _may_be_float(trace: Trace, value: Any) -> bool:
    if type(value) is not Symbol:
        return type(value) is float
    return any(each in (FLOAT, ANY) for each in members(trace.type_of(value)))


def surely_iterable(of: Type) -> bool:
    """Whether Python can iterate over every value of a type."""
    return all(isinstance(each, (List, Iterable, Tuple)) for each in members(of)) or (
        isinstance(of, Array) and bool(of.shape)
    )


def _reduce(trace: Trace, function: Any, items: Any, *initial: Any) -> Any:
    if type(items) is Symbol and not surely_iterable(items._ag_value.type):
        items = trace.emit("reducible", items)
    if is_short(items):
        return on_behalf(functools.reduce, function, items, *initial)
    if initial:

        def join(item: Any, value: Any) -> Any:
            return (function(value, item),)

        return fold(trace, items, join, initial)[0]

    def turn(item: Any, value: Any, begun: Any) -> Any:
        return joined(trace, function, value, item, begun), True

    value, begun = fold(trace, items, turn, (Unbound("value"), False))

    def without() -> Any:
        text = "reduce() of empty iterable with no initial value"
        return raise_(trace, lambda: TypeError(text), None)

    return found_or(trace, begun, value, without)


def _quantified(
    row: str, function: Callable[..., Any], decides: bool, trace: Trace, items: Any
) -> Any:
    """Return a handler of `any` or `all`, which stops at the deciding element."""
    if type(items) is Symbol:
        return trace.emit(row, items)
    if is_recipe(items) or is_python_iterator(items):
        return _decided(trace, items, decides)
    if type(items) is range:  # of as many items as it likes
        return on_behalf(function, items)
    found = list(on_behalf(iter, items))
    if any(isinstance(each, ObjectProxy) for each in found):
        return _decided(trace, found, decides)
    if any(map(has_symbol, found)):
        return trace.emit(row, found)
    return on_behalf(function, found)


def _decided(trace: Trace, items: Any, decides: bool) -> Any:
    """Whether a loop met an item whose truth decides."""

    def body(item: Any) -> Any:
        test = tested(item)
        if is_symbolic(test):
            return trace.emit("truth" if decides else "not_", test)
        return test is decides

    found = fold(trace, items, body, (), breaks=True)
    return found if decides else not_(trace, found)


FOLDING = (
    Builtin(sum, handler=_sum, through=FIRST),
    Builtin(any, handler=partial(_quantified, "any_of", any, True), through=FIRST),
    Builtin(all, handler=partial(_quantified, "all_of", all, False), through=FIRST),
    Builtin(functools.reduce, handler=_reduce, through=slice(1, 2)),
)
"""What they do in a trace."""

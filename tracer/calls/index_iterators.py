"""`np.ndindex` and `np.ndenumerate`: in Python, or in a loop of the graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.types import Array
from tracer.calls.gathering import iterated
from tracer.calls.handlers import Builtin, table
from tracer.errors import on_behalf
from tracer.flow.iterators import iterator
from tracer.flow.loops import LONG_LIST
from tracer.iteration.lazy_iterations import Outcome, Turn, recipe
from tracer.record.makers import maker_of
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

SIZES = ("dimension", "len")
"""Rows that give sizes, which are never negative."""


def _indices(trace: Trace, *shape: Any) -> Any:
    sizes = shape
    if len(shape) == 1 and type(shape[0]) in (tuple, list):
        (sizes,) = shape
    if not any(type(size) is Symbol for size in sizes):
        return _of_known(trace, shape, sizes)
    if not all(_is_size(trace, size) for size in sizes):
        return trace.asked.call_back(np.ndindex, shape, {})
    return _product(trace, sizes)


def _of_known(trace: Trace, shape: Any, sizes: Any) -> Any:
    made = on_behalf(np.ndindex, *shape)
    many = int(np.prod(sizes)) > LONG_LIST
    return iterator(trace, made, lambda: _product(trace, sizes), False, many)


def _product(trace: Trace, sizes: Any) -> Any:
    ranges = [trace.emit("range", size) for size in sizes]
    indices = trace.emit("itertools_product", *ranges)
    return recipe(trace, np.ndindex, indices, lambda turn, index: turn.give(index))


def _is_size(trace: Trace, size: Any) -> bool:
    if type(size) is not Symbol:
        return type(size) is int and size >= 0
    maker = maker_of(trace, size)
    return maker is not None and maker.operation.name in SIZES


def _numbered(trace: Trace, arr: Any) -> Any:
    of = arr._ag_value.type if type(arr) is Symbol else None
    if not isinstance(of, Array) or of.rank is None:
        return trace.asked.call_back(np.ndenumerate, (arr,), {})

    def step(turn: Turn, index: Any) -> Outcome:
        return turn.give((index, arr[index]))

    indices = iterated(trace, _indices(trace, arr.shape))
    return recipe(trace, np.ndenumerate, indices, step)


INDEX_ITERATORS = table(
    (
        Builtin(np.ndindex, handler=_indices),
        Builtin(np.ndenumerate, handler=_numbered),
    )
)

"""What the type of a symbol tells of its length."""

from __future__ import annotations

from runtime.types import Array, Tuple
from tracer.iteration.known_items import UnrolledIterators
from tracer.record.contents import is_single
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def static_length(symbol: Symbol) -> int | None:
    """Return the length of a symbol where its type tells it."""
    of = symbol._ag_value.type
    if isinstance(of, Array) and of.shape:
        return of.shape[0]
    return len(of.items) if isinstance(of, Tuple) else None


def is_countable(trace: Trace, symbol: Symbol) -> bool:
    """Whether Python can iterate over a symbol, or is told that nobody can."""
    known = static_length(symbol) is not None
    iterators = trace.part(UnrolledIterators)
    return known or iterators.knows(symbol) or is_single(symbol._ag_value.type)

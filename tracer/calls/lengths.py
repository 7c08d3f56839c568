"""What the type of a symbol tells of its length."""

from __future__ import annotations

from runtime.types import Array, Tuple
from tracer.record.contents import is_single
from tracer.record.symbols import Symbol


def static_length(symbol: Symbol) -> int | None:
    """Return the length of a symbol where its type tells it."""
    of = symbol._ag_value.type
    if isinstance(of, Array) and of.shape:
        return of.shape[0]
    return len(of.items) if isinstance(of, Tuple) else None


def is_countable(symbol: Symbol) -> bool:
    """Whether Python can iterate over a symbol, or is told that nobody can."""
    return static_length(symbol) is not None or is_single(symbol._ag_value.type)

"""Subscripts whose integers are of one of several types."""

from __future__ import annotations

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import Items, Machine, Scalar, Slice, Tagged
from runtime.native.scalars.conversions import as_integer
from runtime.native.scalars.unions import by_member
from runtime.types import INT, UNBOUND, NumpyScalar, Type


def as_one_integer(w: Writer, index: Machine) -> Machine:
    """Return a subscript with integers of one type in place of those of several."""
    match index:
        case Items(items):
            return Items(tuple([as_one_integer(w, each) for each in items]))
        case Slice():
            ends = (index.start, index.stop, index.step)
            return Slice(*[as_one_integer(w, each) for each in ends])
        case Tagged() if all(map(_is_integer, index.type.members)):
            return by_member(w, index, INT, lambda each: _integer(w, each))
    return index


def _is_integer(of: Type) -> bool:
    if isinstance(of, NumpyScalar):
        return of.dtype.kind in "iu"
    return of in (INT, UNBOUND)


def _integer(w: Writer, value: Machine) -> Machine | None:
    return Scalar(INT, as_integer(w, value)) if isinstance(value, Scalar) else None

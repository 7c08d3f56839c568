"""What must hold for a graph to serve a call.

A `Guard` says what was assumed of the value at an origin. It is written into generated
source as a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import CellType
from typing import Any

import numpy as np

from runtime.ir.graph import exact_key
from runtime.types import (
    PYTHON_SCALARS,
    Array,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    type_of,
)
from tracer.origins import Namer, Origin

PYTHON_KINDS = {scalar.kind: kind for kind, scalar in PYTHON_SCALARS.items()}


class Check:
    """What was assumed of a value."""

    def source(self, place: str, namer: Namer) -> str:
        """Give the test as a Python expression over the expression `place`."""
        raise NotImplementedError


def class_test(place: str, kind: type, namer: Namer) -> str:
    """Give the test that a value's class is this very one, as a Python expression."""
    return f"{namer.name(type, 'type')}({place}) is {namer.name(kind, 'class')}"


@dataclass(frozen=True)
class OfType(Check):
    """The value is of this type; an array, NumPy scalar or Python scalar."""

    type: Type

    def source(self, place: str, namer: Namer) -> str:
        match self.type:
            case Array(dtype, shape):
                kind = class_test(place, np.ndarray, namer)
                exact = f"{kind} and {place}.dtype == {namer.name(dtype, 'dtype')}"
                if shape is None:
                    return exact
                if None not in shape:
                    return f"{exact} and {place}.shape == {shape!r}"
                fit = namer.name(fits, "fits")
                return f"{exact} and {fit}({place}.shape, {shape!r})"
            case NumpyScalar(dtype):
                return class_test(place, dtype.type, namer)
            case PythonScalar(python):
                return class_test(place, PYTHON_KINDS[python], namer)
            case NoneType():
                return f"{place} is None"
        test = namer.name(_TypeTest(self.type), "accepts")
        return f"{test}({place})"


@dataclass(frozen=True)
class _TypeTest:
    of: Type

    def __call__(self, value: object) -> bool:
        return accepts(self.of, type_of(value))


def fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    """Say whether a shape is one that a shape with unknown dimensions allows."""
    return len(shape) == len(wanted) and all(
        want is None or want == have for have, want in zip(shape, wanted, strict=True)
    )


@dataclass(frozen=True, eq=False)
class Exactly(Check):
    """The value is this Python or NumPy value, told apart as finely as possible."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        value = self.value
        if value is None or value is True or value is False or value is Ellipsis:
            return f"{place} is {value!r}"
        kind = type(value)
        if kind in PYTHON_SCALARS and kind not in (float, complex):
            known = repr(value) if kind is int else namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        if kind is float and value == value and value != 0.0:
            known = namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        return f"{namer.name(_ExactTest(value), 'exactly')}({place})"


class _ExactTest:
    def __init__(self, value: object) -> None:
        self.key = exact_key(value)

    def __call__(self, value: object) -> bool:
        return exact_key(value) == self.key


@dataclass(frozen=True, eq=False)
class Identical(Check):
    """The value is this very object."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is {namer.name(self.value, 'object')}"


@dataclass(frozen=True, eq=False)
class Distinct(Check):
    """The value is not the object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is not {self.other.source(namer)}"


@dataclass(frozen=True, eq=False)
class SameAs(Check):
    """The value is the very object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is {self.other.source(namer)}"


@dataclass(frozen=True)
class OfClass(Check):
    """The value's class is this one."""

    kind: type

    def source(self, place: str, namer: Namer) -> str:
        return class_test(place, self.kind, namer)


@dataclass(frozen=True)
class Length(Check):
    """The container has so many items."""

    count: int

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(len, 'len')}({place}) == {self.count}"


@dataclass(frozen=True, eq=False)
class Keys(Check):
    """The mapping has these keys in this order."""

    keys: tuple[Any, ...]

    def source(self, place: str, namer: Namer) -> str:
        return (
            f"{namer.name(tuple, 'tuple')}({place}) == {namer.name(self.keys, 'keys')}"
        )


@dataclass(frozen=True, eq=False)
class Missing(Check):
    """The attribute or item is not there; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"not {namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"


@dataclass(frozen=True, eq=False)
class Present(Check):
    """The attribute is there; `place` is its base."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(has_itself, 'has_itself')}({place}, {self.name!r})"


@dataclass(frozen=True, eq=False)
class Lacks(Check):
    """The namespace has no such name; `place` is the namespace."""

    name: str

    def source(self, place: str, namer: Namer) -> str:
        return f"{self.name!r} not in {place}"


@dataclass(frozen=True, eq=False)
class Unset(Check):
    """The variable that a cell holds is unbound; `place` is the cell."""

    def source(self, place: str, namer: Namer) -> str:
        return f"{namer.name(is_empty, 'is_empty')}({place})"


def has_itself(value: object, name: str) -> bool:
    """Say whether an object has an attribute, not asking its ``__getattr__``."""
    try:
        object.__getattribute__(value, name)
    except AttributeError:
        return False
    return True


def is_empty(cell: CellType) -> bool:
    """Say whether a cell holds nothing."""
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False


@dataclass(frozen=True)
class Guard:
    """An assumption about the value at an origin."""

    origin: Origin
    check: Check

    def source(self, namer: Namer) -> str:
        """Give the test as a Python expression."""
        return self.check.source(self.origin.source(namer), namer)

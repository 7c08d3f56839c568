"""How the arguments of a call fit what a signature says of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from autograph.polymorphic.leaves import parts, refilled
from autograph.polymorphic.signatures import ANYTHING, Opaque, is_value
from runtime.ir.nodes import exact_key
from runtime.types import (
    PYTHON_SCALARS,
    AnyType,
    Array,
    Shape,
    Type,
    accepts,
    members,
)
from runtime.variable import Variable
from tracer.flow.structure import is_structure
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import described
from tracer.serve.specs import TensorSpec
from tracer.values.container_items import whole_type

_PYTHON_KINDS = {
    bool: "b",
    int: "iufc",
    float: "fc",
    complex: "c",
    str: "U",
    bytes: "S",
}
"""The kinds of dtypes that a Python value of a class can be converted to."""


class Misfit(Exception):
    """An error for a value that does not fit, with its path and the problem."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem


class Fit:
    """The fit of the arguments of one call to patterns.

    Parameters
    ----------
    name : str
        The name of the user's function.
    running : Trace or None
        The trace that calls it, if any.
    """

    def __init__(self, name: str, running: Trace | None) -> None:
        self._name = name
        self._running = running

    def value(self, pattern: Any, value: Any, place: str) -> Any:
        """Return a value as a pattern takes it, or raise `Misfit`."""
        if pattern is ANYTHING or isinstance(pattern, Opaque):
            return value
        if type(value) is Symbol:
            return self._symbol(pattern, value, place)
        if isinstance(pattern, TensorSpec):
            return _fit_spec(pattern, value, place)
        if isinstance(pattern, Type):
            if not accepts(pattern, whole_type(value)):
                raise Misfit(place, f"it is {described(value)}, not {pattern}")
            return value
        held = parts(pattern, records=True)
        if held is not None:
            return self._container(pattern, held, value, place)
        equal = type(value) is type(pattern) and value == pattern
        exact = type(pattern) in PYTHON_SCALARS or not is_value(pattern)
        if exact_key(pattern) != exact_key(value) and (exact or not equal):
            wanted = described(pattern)
            problem = f"it is {described(value)}, and the graph is for {wanted}"
            raise Misfit(place, problem)
        return value

    def _symbol(self, pattern: Any, value: Symbol, place: str) -> Any:
        """Return a value of a trace that fits, or one that is checked at run time."""
        of = value._ag_value.type
        wanted = pattern.type if isinstance(pattern, TensorSpec) else pattern
        if isinstance(wanted, Type) and accepts(wanted, of):
            return value
        if not isinstance(wanted, Type) or not _overlap(wanted, of):
            raise Misfit(place, f"it is {of}, not {pattern!r}")
        assert self._running is not None
        what = f"{place} does not fit the signature of {self._name}"
        return self._running.emit("check_fits", value, str(wanted), what)

    def _container(
        self, pattern: Any, held: list[tuple[str, Any]], value: Any, place: str
    ) -> Any:
        """Fit what stands in a container; one of the caller's stays as it is."""
        items = _items(pattern, held, value, place)
        fitted = []
        for (at, part), item in zip(held, items, strict=True):
            fitted.append(self.value(part, item, place + at))
            if fitted[-1] is not item and not is_structure(pattern):
                raise Misfit(
                    place + at,
                    f"it is {described(item)}; items of your own lists and dicts are "
                    f"not converted, so put a value of dtype {part.dtype} there",
                )
        same = all(new is old for new, old in zip(fitted, items, strict=True))
        return value if same else refilled(pattern, fitted)


def _items(
    pattern: Any, held: list[tuple[str, Any]], value: Any, place: str
) -> list[Any]:
    """Return the items of a container in the order of those of a pattern."""
    kind = type(pattern)
    if kind is dict:
        if not isinstance(value, dict):
            raise Misfit(place, f"it is {described(value)}, not a dict")
        for key in pattern:
            if key not in value:
                raise Misfit(place, f"it has no key {key!r}")
        for key in value:
            if key not in pattern:
                raise Misfit(place, f"it has the key {key!r} as well")
        return [value[key] for key in pattern]
    if value.__class__ is not kind:
        raise Misfit(place, f"it is {described(value)}, not a {kind.__name__}")
    if kind is not list and not is_structure(pattern):
        return [getattr(value, at[1:]) for at, _ in held]
    if len(pattern) != len(value):
        found = counted(len(value), "item")
        raise Misfit(place, f"it has {found}, not {len(pattern)}")
    return list(value)


def _overlap(wanted: Type, of: Type) -> bool:
    """Whether a value of one type may also be of the other."""
    if isinstance(of, AnyType):
        return True
    for one in members(wanted):
        for other in members(of):
            if isinstance(one, Array) and isinstance(other, Array):
                if one.dtype == other.dtype and _may_be(one.shape, other.shape):
                    return True
            elif one == other:
                return True
    return False


def _may_be(one: Shape, other: Shape) -> bool:
    if one is None or other is None:
        return True
    return len(one) == len(other) and all(
        None in (left, right) or left == right
        for left, right in zip(one, other, strict=True)
    )


def _fit_spec(spec: TensorSpec, value: Any, place: str) -> Any:
    if spec.is_compatible_with(value):
        return value
    kind = type(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        if spec.shape == () and np.ndim(value) == 0 and value.dtype == spec.dtype:
            return value
        raise Misfit(place, _difference(spec, value))
    if kind is Variable:
        raise Misfit(place, f"it is a Variable; pass {place}.value for what it holds")
    if kind in PYTHON_SCALARS:
        if spec.dtype.kind not in _PYTHON_KINDS[kind]:
            raise Misfit(place, f"it is {described(value)}, not {_named(spec.dtype)}")
    elif kind not in (list, tuple):
        raise Misfit(place, f"it is {described(value)}, not {spec}")
    return _converted(spec, value, place)


def _converted(spec: TensorSpec, value: Any, place: str) -> Any:
    """Return Python numbers as an array of equal values, or raise `Misfit`."""
    made: Any = None
    with suppress(TypeError, ValueError, OverflowError), np.errstate(all="ignore"):
        given = np.asarray(value)
        integers = given.dtype.kind + spec.dtype.kind in ("iu", "ui")
        made = given.astype(spec.dtype, casting="unsafe" if integers else "same_kind")
    if made is None or not _alike(made.tolist(), value):
        raise Misfit(place, f"{described(value)} is not exactly {_named(spec.dtype)}")
    made = made[()]  # of a 0-d array its scalar
    if not spec.is_compatible_with(made):
        raise Misfit(place, _difference(spec, made))
    return made


def _alike(made: Any, given: Any) -> bool:
    """Whether converted numbers equal the given ones; Python compares them exactly."""
    if isinstance(given, (list, tuple)):
        pairs = zip(made, given, strict=True)
        return len(made) == len(given) and all(_alike(*pair) for pair in pairs)
    return bool(made == given or (made != made and given != given))


def _difference(spec: TensorSpec, value: Any) -> str:
    """Return how an array differs from its spec, as text."""
    if value.dtype != spec.dtype:
        return f"its dtype is {value.dtype}, not {_named(spec.dtype)}"
    assert spec.shape is not None
    if np.ndim(value) != len(spec.shape):
        found = counted(np.ndim(value), "dimension")
        return f"it has {found}, not {len(spec.shape)}"
    return f"its shape is {np.shape(value)}, not {spec.shape}"


def _named(dtype: np.dtype) -> str:
    return str(dtype) if dtype.itemsize else dtype.name  # strings of any length


def counted(count: int, what: str, several: str | None = None) -> str:
    """Write a number of things."""
    return f"{count} {what if count == 1 else several or what + 's'}"

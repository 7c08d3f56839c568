"""Nested values of a trace, leaf by leaf, and which of them are floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from runtime.errors import NotDifferentiable
from runtime.ops.variation import shaped_like
from runtime.types import (
    COMPLEX,
    FLOAT,
    AnyType,
    Array,
    Container,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    members,
)
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import is_structure, rebuild
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Fixed

Leaf = Callable[[Any, str], Any]


def mapped_within(trace: Trace, change: Leaf, value: Any, place: str) -> Any:
    """Return tuples, lists and dicts of a trace in each other with other leaves."""

    def item(value: Any, key: object) -> Any:
        return mapped_within(trace, change, value, f"{place}[{key!r}]")

    kind = None if type(value) is Symbol else value.__class__
    made = trace.part(MadeContainers)
    if kind is None and isinstance(trace.type_of(value), Tuple):
        return tuple([item(each, at) for at, each in enumerate(value)])
    if kind is dict:
        return made.mutable({key: item(value[key], key) for key in value})
    if kind is list:
        return made.mutable([item(value[at], at) for at in range(len(value))])
    if kind is not None and is_structure(value):
        return rebuild(value, [item(each, at) for at, each in enumerate(value)])
    return change(value, place)


def leaves_within(trace: Trace, value: Any, place: str) -> dict[str, Any]:
    """Return the leaves of a nested value of a trace by their places."""
    found: dict[str, Any] = {}
    mapped_within(trace, lambda leaf, at: found.setdefault(at, leaf), value, place)
    return found


def is_float_type(of: Type) -> bool:
    """Whether values of a type are floats, or arrays of some."""
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind == "f"
    return of == FLOAT


def is_complex_type(of: Type) -> bool:
    """Whether values of a type are complex numbers, or arrays of some."""
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind == "c"
    return of == COMPLEX


class Kinds(NamedTuple):
    """A class of Python's numbers, and the one of NumPy's that they become."""

    python: type
    numpy: type


_PYTHONS = {FLOAT: Kinds(float, np.float64), COMPLEX: Kinds(complex, np.complex128)}


def python_numbers(of: Type) -> Kinds | None:
    """Return the classes of floats that may be Python's; None of other values."""
    for own, kinds in _PYTHONS.items():
        numpys = NumpyScalar(np.dtype(kinds.numpy))
        if own in members(of) and {*members(of)} <= {own, numpys}:
            return kinds
    return None


def varies_by_itself(of: Type) -> bool:
    """Whether values of a type can be differentiated by."""
    return is_float_type(of) or is_complex_type(of)


def check_leaf(of: Type, place: str) -> None:
    """Refuse what may hold floats that nothing is known of."""
    for one in members(of):
        if isinstance(one, (AnyType, Container, Iterable, List, Object, Tuple)):
            raise NotDifferentiable(
                f"{place!r} is of type {of}, which derivatives do not look into",
                hint="pass arrays and floats, in tuples, lists and dicts; of a list or "
                "dict that a loop replaces, assign the items instead, p[k] = ...",
            )
    if python_numbers(of) is not None:
        return
    if len(members(of)) > 1 and any(map(varies_by_itself, members(of))):
        raise NotDifferentiable(
            f"{place!r} is of type {of}: it may be a float or something else",
            hint=f"pass float({place}) or np.float64({place})",
        )


def may_be_float(of: Type) -> bool:
    """Whether values of a type are numbers, and may be floats."""
    return is_number(of) and any(map(is_float_type, members(of)))


def may_be_seeded(of: Type) -> bool:
    """Whether values of a type are numbers that may have cotangents."""
    return is_number(of) and any(map(varies_by_itself, members(of)))


def seeded_in(trace: Trace, value: Any) -> dict[str, Any]:
    """Return the floats and complex numbers in a result by their places."""
    return {
        place: leaf
        for place, leaf in leaves_within(trace, value, "").items()
        if may_be_seeded(trace.type_of(leaf))
    }


def is_number(of: Type) -> bool:
    """Whether values of a type are numbers, or arrays of some."""
    known = [one for one in members(of) if not isinstance(one, (NoneType, Unbound))]
    return bool(known) and all(
        (isinstance(one, (Array, NumpyScalar)) and one.dtype.kind in "biufc")
        or (isinstance(one, PythonScalar) and one.kind not in ("str", "bytes"))
        for one in known
    )


def number_of(trace: Trace, number: Literal[0, 1], value: Any) -> Any:
    """Return a derivative like a value, full of a number."""
    of = trace.type_of(value)
    if isinstance(of, NumpyScalar) and of.dtype.kind in "fc":
        return of.dtype.type(number)
    return trace.emit(("zero_of", "one_of")[number], value)


def shaped(trace: Trace, given: Any, value: Any) -> Any:
    """Return a tangent or cotangent like its value; zeros for None."""
    if given is None:
        return number_of(trace, 0, value)
    of = trace.type_of(value)
    if isinstance(of, NumpyScalar) and not is_staged(given):
        return shaped_like(given, of.dtype.type(0))
    if type(given) is np.ndarray:  # one that was made outside of the trace
        given = trace.asked.stage(given, Fixed(given, "given"))
    return trace.emit("shaped_like", given, value)

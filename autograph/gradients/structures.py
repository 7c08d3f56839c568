"""Nested arguments and results, leaf by leaf, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.errors import NotDifferentiable
from runtime.ir.nodes import Argument, Display
from tracer.flow.structure import is_structure, rebuild


def is_within(place: str, container: str) -> bool:
    """Whether a place is inside the container at another one."""
    return place.startswith((f"{container}[", f"{container}."))


def mapped(change: Callable[[Any, str], Any], value: Any, place: str) -> Any:
    """Return tuples, lists and dicts in each other with other leaves."""
    if type(value) is dict:
        return {
            key: mapped(change, item, f"{place}[{key!r}]")
            for key, item in value.items()
        }
    if type(value) is not list and not is_structure(value):
        return change(value, place)
    items = [mapped(change, item, f"{place}[{at}]") for at, item in enumerate(value)]
    return items if type(value) is list else rebuild(value, items)


def by_place(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the leaves of nested values by their places."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        mapped(lambda leaf, place: found.setdefault(place, leaf), value, name)
    return found


def leaves_of(value: Any) -> list[Any]:
    """Return the leaves of a nested value."""
    return list(by_place({"": value}).values())


def summed(places: Sequence[str], found: Sequence[Any]) -> dict[str, Any]:
    """Return cotangents by place: the sum of those of one place."""
    total: dict[str, Any] = {}
    for place, each in zip(places, found, strict=True):
        total[place] = total[place] + each if place in total else each
    return total


def as_variable(leaf: Any, place: str) -> Any:
    """Return a leaf to differentiate by: a number of Python's as one of NumPy's."""
    if type(leaf) is float:
        return np.float64(leaf)
    if type(leaf) is complex:
        return np.complex128(leaf)
    if isinstance(leaf, (int, str, bytes, np.ndarray, np.generic)) or leaf is None:
        return leaf
    raise NotDifferentiable(
        f"{place!r} is {told_kind(leaf)}, which derivatives do not look into",
        hint="pass arrays and floats, in tuples, lists and dicts",
    )


def is_float(leaf: Any) -> bool:
    """Whether a leaf is a float, real or complex, or an array of some."""
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype.kind in "fc"
    return type(leaf) in (float, complex)


def refuse_real(arguments: Mapping[str, Any]) -> None:
    """Raise unless all floats in arguments are complex."""
    for place, leaf in by_place(arguments).items():
        if is_float(leaf) and not np.iscomplexobj(leaf):
            raise real_argument(place)


def real_argument(place: str) -> NotDifferentiable:
    """Return the error of a real argument of a holomorphic function."""
    return NotDifferentiable(
        f"{place!r} is real, and holomorphic=True is for complex arguments",
        hint=f"pass {place}.astype(complex), or leave holomorphic=True out",
    )


def told_kind(value: Any) -> str:
    """Return what a value is, in words."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"of class {type(value).__name__}"


def structured(
    values: Mapping[str, Any], found: Mapping[str, Any], bound: Mapping[str, Any]
) -> dict[str, Any]:
    """Return derivatives in the structure of the arguments: None for what is no float.

    Parameters
    ----------
    values : mapping
        The arguments by parameter, as the caller passed them.
    found : mapping
        The derivatives by place; what is not there does not vary.
    bound : mapping
        All arguments of the call, with which no derivative shares memory.
    """
    taken = [each for each in leaves_of(dict(bound)) if isinstance(each, np.ndarray)]

    def derivative(leaf: Any, place: str) -> Any:
        if not is_float(leaf):
            return None
        if place not in found:
            return type(leaf)(0) if type(leaf) in (float, complex) else leaf * 0
        value = found[place]
        if type(leaf) in (float, complex):
            return type(leaf)(value)
        if isinstance(leaf, np.ndarray):
            value = np.asarray(value, leaf.dtype)
            if any(np.may_share_memory(value, each) for each in taken):
                value = value.copy()
            taken.append(value)
            return value
        return leaf.dtype.type(value)

    return {name: mapped(derivative, value, name) for name, value in values.items()}


def check_directions(directions: Mapping[str, Any], places: Iterable[str]) -> None:
    """Raise unless there is a tangent for each float of the arguments, by its place."""
    for place in places:
        if directions.get(place) is None:
            raise NotDifferentiable(
                f"there is no tangent for {place!r}",
                hint="pass tangents in the structure of the arguments: 0 where nothing "
                "moves",
            )


def copied_array(leaf: Any, place: str) -> Any:
    """Return an array as a copy, and others as they are."""
    return leaf.copy("K") if isinstance(leaf, np.ndarray) else leaf


def cotangents_of(part: Argument, value: Any, given: Any) -> Iterator[Any]:
    """Yield the cotangents of the parts of a result, each like its part."""
    if isinstance(part, Display):
        step = 2 if part.kind == "dict" else 1
        items = part.items[step - 1 :: step]
        values = list(value.values()) if step == 2 else list(value)
        if not isinstance(given, type(value)) or len(given) != len(values):
            raise NotDifferentiable(
                f"the cotangent is no {type(value).__name__} of {len(values)} items, "
                "as the result is",
                hint="pass a cotangent in the structure of the result",
            )
        parts = [given[key] for key in value] if step == 2 else list(given)
        for item, one, other in zip(items, values, parts, strict=True):
            yield from cotangents_of(item, one, other)
    elif is_float(value):
        yield shaped_like(given, value, "the cotangent")
    else:
        yield np.float64(0.0)


def shaped_like(given: Any, value: Any, what: str) -> Any:
    """Return a tangent or cotangent as an array or number like its value."""
    dtype = getattr(value, "dtype", np.dtype(type(value)))
    if given is not None and np.iscomplexobj(given) and dtype.kind != "c":
        raise NotDifferentiable(
            f"{what!r} is complex, and its value real", hint="pass its real part"
        )
    found = np.asarray(given, dtype) if given is not None else np.zeros((), dtype)
    if found.shape != np.shape(value):
        raise NotDifferentiable(
            f"{what!r} has the shape {found.shape}, and its value {np.shape(value)}",
            hint="pass one of the same shape",
        )
    return found.copy() if isinstance(value, np.ndarray) else found[()]

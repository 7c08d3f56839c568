"""What an argument of a saved graph looks like, as data: types, values, structures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from runtime.ir.nodes import exact_key
from runtime.named_tuples import name_and_fields, named_tuple_class
from runtime.types import (
    CONTAINERS,
    PYTHON_SCALARS,
    Array,
    Container,
    Iterable,
    List,
    NumpyScalar,
    Tuple,
    Type,
    accepts,
    members,
    type_of,
)
from runtime.value_texts import literal

Key = int | str
Place = tuple[Key, ...]
"""How a call reaches a value: the parameter, then keys."""

_KINDS: dict[type, str] = {bool: "b", int: "iufc", float: "fc", complex: "c"}
"""The kinds of dtypes that a Python number can be converted to."""


class Misfit(Exception):
    """A value that is not of a pattern.

    Parameters
    ----------
    place : Place
        Where it stands.
    problem : str
        What is wrong.
    """

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem


class Pattern(ABC):
    """What a value may be."""

    @abstractmethod
    def fit(self, value: Any, place: Place, found: dict[Place, Any], cast: bool) -> Any:
        """Return a value as the graph takes it, or raise a `Misfit`.

        Parameters
        ----------
        value : object
            The value.
        place : Place
            Where it stands.
        found : dict
            Takes the value and all that stands in it, by their places.
        cast : bool
            Whether Python numbers serve for NumPy scalars and arrays.
        """


@dataclass(frozen=True)
class Anything(Pattern):
    """Any value: the graph does not use it."""

    def fit(self, value: Any, place: Place, found: dict[Place, Any], cast: bool) -> Any:
        """Return the value."""
        return value

    def __str__(self) -> str:
        return "anything"


@dataclass(frozen=True)
class OfType(Pattern):
    """A value of a type."""

    type: Type

    def fit(self, value: Any, place: Place, found: dict[Place, Any], cast: bool) -> Any:
        """Return the value, or one of the type that equals it."""
        if not is_of(self.type, value):
            made = converted(self.type, value) if cast else None
            if made is None:
                raise Misfit(place, f"it is {described(value)}, not {self.type}")
            value = made
        found[place] = value
        return value

    def __str__(self) -> str:
        return str(self.type)


@dataclass(frozen=True, eq=False)
class Known(Pattern):
    """One value alone."""

    value: Any

    def fit(self, value: Any, place: Place, found: dict[Place, Any], cast: bool) -> Any:
        """Return the value, if it is the known one."""
        if exact_key(value) != exact_key(self.value):
            told = f"it is {described(value)}, and the graph is for {self}"
            raise Misfit(place, told)
        found[place] = value
        return value

    def __str__(self) -> str:
        return described(self.value)


@dataclass(frozen=True)
class Group(Pattern):
    """A tuple, list or dict of so many items.

    Parameters
    ----------
    kind : {'tuple', 'list', 'dict'}
        The class.
    keys : tuple
        The positions, or the keys of a dict.
    items : tuple of Pattern
        What stands there.
    named : tuple of str
        The name and the fields, if it is a named tuple.
    """

    kind: Literal["tuple", "list", "dict"]
    keys: tuple[Key, ...]
    items: tuple[Pattern, ...]
    named: tuple[str, ...] = ()

    def fit(self, value: Any, place: Place, found: dict[Place, Any], cast: bool) -> Any:
        """Return the value with its items fitted."""
        told = name_and_fields(type(value)) if self.named else None
        if self.named:
            fits = told is not None and (told[0], *told[1]) == self.named
        else:
            fits = type(value) is GROUPS[self.kind]
        if not fits:
            wanted = self.named[0] if self.named else self.kind
            raise Misfit(place, f"it is {described(value)}, not a {wanted}")
        if len(value) != len(self.keys):
            problem = f"it has {len(value)} items, not {len(self.keys)}"
            raise Misfit(place, problem)
        found[place] = value
        fitted = []
        for key, item in zip(self.keys, self.items, strict=True):
            if self.kind == "dict" and key not in value:
                raise Misfit(place, f"it has no key {key!r}")
            # The graph may write into a list or dict: its items stay as they are.
            free = cast and self.kind == "tuple"
            fitted.append(item.fit(value[key], (*place, key), found, free))
        if self.kind != "tuple":
            return value
        return tuple.__new__(type(value), fitted)

    def __str__(self) -> str:
        items = list(map(str, self.items))
        if self.kind == "dict":
            pairs = zip(self.keys, items, strict=True)
            return f"{{{', '.join(f'{key!r}: {item}' for key, item in pairs)}}}"
        if self.named:
            name, *fields = self.named
            pairs = zip(fields, items, strict=True)
            return f"{name}({', '.join(f'{key}={item}' for key, item in pairs)})"
        left, right = "()" if self.kind == "tuple" else "[]"
        return f"{left}{', '.join(items)}{right}"


GROUPS: dict[str, type] = {"tuple": tuple, "list": list, "dict": dict}


def places(pattern: Pattern, place: Place) -> Iterator[tuple[Place, Pattern]]:
    """Yield a pattern and all in it, each with its place."""
    yield place, pattern
    if isinstance(pattern, Group):
        for key, item in zip(pattern.keys, pattern.items, strict=True):
            yield from places(item, (*place, key))


def is_known(pattern: Pattern) -> bool:
    """Whether a pattern takes one value alone."""
    if isinstance(pattern, Group):
        return all(map(is_known, pattern.items))
    return isinstance(pattern, Known)


def known_value(pattern: Pattern) -> Any:
    """Return the one value that a pattern takes, made anew."""
    if isinstance(pattern, Known):
        return pattern.value
    assert isinstance(pattern, Group)
    items = [known_value(each) for each in pattern.items]
    if pattern.kind == "dict":
        return dict(zip(pattern.keys, items, strict=True))
    if pattern.named:
        name, *fields = pattern.named
        return named_tuple_class(name, tuple(fields))(*items)
    return GROUPS[pattern.kind](items)


def is_of(of: Type, value: Any) -> bool:
    """Whether a value is of a type, the items of lists included."""
    return any(_is_one(one, value) for one in members(of))


def _is_one(of: Type, value: Any) -> bool:
    if isinstance(of, List):
        return type(value) is list and all(is_of(of.element, each) for each in value)
    if isinstance(of, Tuple):
        alike = type(value) is tuple and len(value) == len(of.items)
        return alike and all(map(is_of, of.items, value))
    if isinstance(of, Container):
        return type(value) is CONTAINERS[of.kind]
    if isinstance(of, Iterable):
        return type(value) is range and accepts(of.element, type_of(0))
    return accepts(of, type_of(value))


def converted(of: Type, value: Any) -> Any:
    """Return Python numbers as an equal value of a type, or None."""
    if not isinstance(of, (Array, NumpyScalar)) or not _are_numbers(value, of):
        return None
    try:
        made = np.asarray(value, of.dtype)
    except (TypeError, ValueError, OverflowError):
        return None
    if not _alike(made.tolist(), value):
        return None
    made = made[()] if isinstance(of, NumpyScalar) and not made.ndim else made
    return made if is_of(of, made) else None


def _are_numbers(value: Any, of: Array | NumpyScalar) -> bool:
    if type(value) in (list, tuple):
        return all(_are_numbers(each, of) for each in value)
    return of.dtype.kind in _KINDS.get(type(value), "")


def _alike(made: Any, given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return len(made) == len(given) and all(map(_alike, made, given))
    return bool(made == given or (made != made and given != given))


def described(value: Any) -> str:
    """Return a short description of a value.

    Examples
    --------
    >>> described(2.5), described(np.zeros(3)), described([1, 2])
    ('2.5', 'float64[3]', 'a list')
    """
    if value is None or type(value) in PYTHON_SCALARS:
        text = literal(value)
        return text if len(text) <= 40 else text[:39] + "…"
    of = type_of(value)
    if isinstance(of, (Array, NumpyScalar)):
        return str(of)
    return f"a {type(value).__name__}"


def spelled(place: Place) -> str:
    """Return a place as people write it.

    Examples
    --------
    >>> spelled(("x", 0, "a"))
    "x[0]['a']"
    """
    first, *keys = place
    return str(first) + "".join(f"[{literal(key)}]" for key in keys)

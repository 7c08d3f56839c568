"""Attributes and items of objects that a loop takes as values.

A loop that reads and writes fields of objects, ``self.x`` or ``state["x"]``, may run on
their contents: read before the loop, stored after it. An exception in the loop has to
leave the objects as Python does. So whoever runs such a loop either ends it, or changes
nothing and lets the loop as it was do it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from types import MemberDescriptorType
from typing import Any, NamedTuple

from runtime.ir.graph import Graph
from runtime.regions.parts import results

LEFT = object()
"""What is returned by a loop that has changed nothing, and that Python has to run."""


class Field(NamedTuple):
    """An attribute of an object, or an item of a dict.

    Attributes
    ----------
    holder : int
        Which object it is: an input of the loop, or a field read before.
    kind : {'attribute', 'item', 'owner', 'generator'}
        What it is. The owner of a method, or the object itself, draws random numbers.
    key : object
        Its name or key; of a method, its name.
    """

    holder: int
    kind: str
    key: Any


class NotOpened(Exception):
    """A loop does more with an object than to read and store known fields."""


@dataclass(frozen=True)
class OpenedLoop:
    """A loop with the fields that it reads and writes as values.

    Attributes
    ----------
    graph : Graph
        The loop. Its inputs are those of the loop that are no objects, then the fields
        that are none; it returns what the loop returned, then the fields that it
        stores.
    given : tuple of int
        The positions of the inputs that it takes as they are.
    holders : tuple of int or Field
        The objects: positions of inputs, and fields.
    fields : tuple of Field
        The fields that it takes.
    stored : tuple of Field
        The fields that it returns.
    texts : frozenset of int
        The positions of inputs that are texts, of which it takes the code points.
    named : tuple of list
        The code points of other texts, as if they were further inputs.
    """

    graph: Graph
    given: tuple[int, ...]
    holders: tuple[int | Field, ...]
    fields: tuple[Field, ...]
    stored: tuple[Field, ...]
    texts: frozenset[int]
    named: tuple[list[int], ...]

    def around(
        self, name: str, kernel: Callable[..., Any], loop: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Return a function that runs the loop on the fields of its arguments.

        Parameters
        ----------
        name : str
            The name of the function.
        kernel : callable
            Computes `graph`, or returns `LEFT`.
        loop : callable
            The loop as it was.
        """
        count = len(results(self.graph)) - len(self.stored)
        apart = self._apart()
        stored = {each.holder for each in self.stored if each.kind == "attribute"}

        def run(*inputs: Any) -> Any:
            try:
                objects = self._objects(inputs)
                for one, other in apart:
                    if objects[one] is objects[other]:
                        raise NotOpened
                for holder in stored:
                    _check_plain(objects[holder])
                values = [_read(objects[f.holder], f) for f in self.fields]
                given = self._spelled(inputs)
            except NotOpened:
                return loop(*inputs)
            told = kernel(*[given[position] for position in self.given], *values)
            if told is LEFT:
                return loop(*inputs)
            if not self.stored:
                return told
            several = told if count + len(self.stored) > 1 else (told,)
            for field, value in zip(self.stored, several[count:], strict=True):
                _store(objects[field.holder], field, value)
            if count == 1:
                return several[0]
            return several[:count] if count else None

        run.__name__ = run.__qualname__ = name
        return run

    def _spelled(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Return the inputs, code points in place of texts."""
        if not self.texts and not self.named:
            return inputs
        spelled = [
            codes(each) if position in self.texts else each
            for position, each in enumerate(inputs)
        ]
        return [*spelled, *self.named]

    def _objects(self, inputs: Sequence[Any]) -> list[Any]:
        """Return the objects."""
        found: list[Any] = []
        for each in self.holders:
            if isinstance(each, int):
                found.append(inputs[each])
            else:
                found.append(_read(found[each.holder], each))
        return found

    def _apart(self) -> list[tuple[int, int]]:
        """Return which objects must not be the same, since a field is stored."""
        read = [each for each in self.holders if isinstance(each, Field)]
        pairs = product(self.stored, (*self.fields, *read))
        return [
            (one.holder, other.holder)
            for one, other in pairs
            if one.key == other.key and one.holder != other.holder
        ]


def _read(holder: Any, field: Field) -> Any:
    """Return the content of a field, which is stored in the object itself."""
    if field.kind == "owner":
        owner = getattr(holder, "__self__", None)
        if type(owner) is not Random or getattr(owner, field.key) != holder:
            raise NotOpened
        return owner
    if field.kind == "generator":
        if type(holder) is not Random or vars(holder).keys() - {"gauss_next"}:
            raise NotOpened
        return holder
    if field.kind == "item":
        if type(holder) is not dict or field.key not in holder:
            raise NotOpened
        return holder[field.key]
    kind: Any = type(holder)
    if kind.__getattribute__ is not _READING:
        raise NotOpened
    if getattr(kind, field.key, None) is not None:
        _check_own(holder, field.key)
    try:
        return _READING(holder, field.key)
    except AttributeError:
        raise NotOpened from None


_READING: Any = object.__getattribute__
_STORING: Any = object.__setattr__


def _check_own(holder: Any, name: str) -> None:
    """Ensure that an attribute is the object's own, whatever its class has."""
    found = _in_class(type(holder), name)
    if type(found) is not MemberDescriptorType:
        if hasattr(type(found), "__set__") or name not in vars(holder):
            raise NotOpened


def codes(text: Any) -> list[int]:
    """Return the code points of a text."""
    if type(text) is not str:
        raise NotOpened
    return list(map(ord, text))


def _check_plain(holder: Any) -> None:
    """Ensure that to store a field runs no code of the user's."""
    kind: Any = type(holder)
    if kind.__setattr__ is not _STORING:
        raise NotOpened


def _store(holder: Any, field: Field, value: Any) -> None:
    if field.kind == "item":
        holder[field.key] = value
    else:
        setattr(holder, field.key, value)


def _in_class(kind: type, name: str) -> Any:
    """Return what a class or one of its parents has under a name."""
    for each in kind.__mro__:
        if name in each.__dict__:
            return each.__dict__[name]
    return None

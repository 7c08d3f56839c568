"""What a graph is made of: values, constants, nodes, and regions of nodes.

A region holds nodes in order; a node of a control construct holds regions of its own,
which may read the values of the regions around them. Nothing here knows what an
operation means: a node points at its `Operation`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from runtime.errors import Span
from runtime.ir.unbound import Unbound
from runtime.types import (
    OBJECT,
    UNBOUND,
    Array,
    Container,
    List,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    join_all,
    type_of,
)


class Typed:
    """Base class of what has a type, and may have the dtype and shape of an array."""

    __slots__ = ()

    type: Type

    @property
    def dtype(self) -> np.dtype | None:
        """The dtype of an array or a NumPy scalar; else None."""
        return self.type.dtype if isinstance(self.type, (Array, NumpyScalar)) else None

    @property
    def shape(self) -> Shape:
        """The dimensions, None for an unknown one; None if the rank is unknown."""
        if isinstance(self.type, Array):
            return self.type.shape
        return () if isinstance(self.type, (NumpyScalar, PythonScalar)) else None


@dataclass(frozen=True, slots=True)
class Value(Typed):
    """A value of the graph: assigned once, named uniquely within its graph."""

    name: str
    type: Type

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def base(self) -> str:
        """The name without the number that makes it unique."""
        return self.name.partition(".")[0]


class Constant(Typed):
    """A Python or NumPy value known when the graph was made.

    Two constants are equal if nothing can tell them apart: ``1`` is not ``True``,
    ``0.0`` is not ``-0.0``, a NaN equals itself.
    """

    __slots__ = ("_key", "value")

    def __init__(self, value: object) -> None:
        self.value = value
        self._key = exact_key(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Constant({self.value!r})"

    @property
    def type(self) -> Type:  # type: ignore[override]  # known from its value
        """The type of the constant."""
        return UNBOUND if type(self.value) is Unbound else type_of(self.value)


def exact_key(value: object) -> object:
    """Return a key that is equal only for values that nothing can tell apart.

    Examples
    --------
    >>> exact_key(0.0) == exact_key(-0.0), exact_key(1) == exact_key(True)
    (False, False)
    """
    kind = type(value)
    if kind is float:
        return kind, struct.pack("d", value)
    if kind is complex:
        number: complex = value  # type: ignore[assignment]
        return kind, struct.pack("dd", number.real, number.imag)
    if isinstance(value, np.generic):
        return kind, _dtype_key(value.dtype), value.tobytes()
    if isinstance(value, np.ndarray):
        return kind, _dtype_key(value.dtype), value.shape, value.tobytes()
    if isinstance(value, np.dtype):
        return kind, _dtype_key(value)
    if kind in (int, bool, str, bytes):
        return kind, value
    if kind is Unbound:
        return kind, value.name, value.way  # type: ignore[attr-defined]
    if kind is tuple:
        return kind, tuple(exact_key(item) for item in value)  # type: ignore[attr-defined]
    return kind, id(value)


def _dtype_key(dtype: np.dtype[Any]) -> object:
    """Return a key of a dtype, of its metadata and alignment too."""
    if dtype.metadata is not None:
        return id(dtype)
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return _dtype_key(base), shape
    parts = [_dtype_key(of) for of, *_ in (dtype.fields or {}).values()]
    return dtype, dtype.isalignedstruct, *parts


DisplayKind = Literal["tuple", "list", "dict", "slice"]


@dataclass(frozen=True, slots=True)
class Display:
    """A tuple, list, dict or slice built where an operation takes its arguments.

    The items of a dict alternate keys and values; a slice has three.
    """

    kind: DisplayKind
    items: tuple[Argument, ...]


Argument = Value | Constant | Display


class Operation:
    """The operation of a node: a row of the table of operations, or a construct."""

    name: str
    effect: bool = False
    """Whether it must run, in order, even if its result is not used."""


@dataclass(frozen=True, slots=True)
class Node:
    """One operation in a region.

    Parameters
    ----------
    operation : Operation
        The row or construct.
    args, kwargs : tuple
        The arguments, as in a call.
    results : tuple of Value
        The values that the node assigns.
    regions : tuple of Region
        The regions of a construct.
    fails : bool
        Whether the operation may fail by type, or always does. Then it counts as a side
        effect, since plain Python would have raised.
    span : Span, optional
        The position in the user's source. Equality ignores it.
    """

    operation: Operation
    args: tuple[Argument, ...] = ()
    kwargs: tuple[tuple[str, Argument], ...] = ()
    results: tuple[Value, ...] = ()
    regions: tuple[Region, ...] = ()
    fails: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def acts(self) -> bool:
        """Whether it, or a node in its regions, has an effect."""
        return self.operation.effect or any(region.acts for region in self.regions)

    def operands(self) -> list[Value]:
        """Return the values that the node takes, without those of its regions."""
        found = [value for argument in self.args for value in values_in(argument)]
        for _, argument in self.kwargs:
            found += values_in(argument)
        return found


@dataclass(frozen=True, slots=True)
class Region:
    """Nodes in order, with parameters and the values yielded at the end.

    `yields` is None where the end is never reached: the last node always raises.
    """

    parameters: tuple[Value, ...]
    nodes: tuple[Node, ...]
    yields: tuple[Argument, ...] | None
    _outer: frozenset[str] | None = field(
        default=None, init=False, compare=False, repr=False
    )
    _acts: bool | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def outer(self) -> frozenset[str]:
        """Return the names of the values around it that its nodes and yields use.

        A region never changes, so it keeps them: those around it ask each time.
        """
        if self._outer is not None:
            return self._outer
        found = {each.name for given in self.yields or () for each in values_in(given)}
        own = {each.name for each in self.parameters}
        for node in self.nodes:
            found.update(value.name for value in node.operands())
            found.update(*(body.outer for body in node.regions))
            own.update(value.name for value in node.results)
        object.__setattr__(self, "_outer", outer := frozenset(found - own))
        return outer

    @property
    def acts(self) -> bool:
        """Whether one of its nodes, or of those in them, has an effect."""
        if self._acts is None:
            acts = any(node.acts for node in self.nodes)
            object.__setattr__(self, "_acts", acts)
        return bool(self._acts)

    def walk(self) -> Iterator[Node]:
        """Yield every node in program order, nested regions included."""
        waiting = [iter(self.nodes)]
        while waiting:
            for node in waiting[-1]:
                yield node
                if node.regions:
                    waiting += [iter(each.nodes) for each in reversed(node.regions)]
                    break
            else:
                waiting.pop()


def values_in(argument: Argument) -> Sequence[Value]:
    """Return the values in an argument."""
    if isinstance(argument, Value):
        return (argument,)
    if isinstance(argument, Display):
        return [value for item in argument.items for value in values_in(item)]
    return ()


def is_named(node: Node, name: str) -> bool:
    """Whether a call gives an argument by a name."""
    return any(key == name for key, _ in node.kwargs)


def map_values(argument: Argument, change: Callable[[Value], Argument]) -> Argument:
    """Return the argument with each of its values replaced."""
    if isinstance(argument, Value):
        return change(argument)
    if isinstance(argument, Display):
        items = tuple(map_values(item, change) for item in argument.items)
        return argument if items == argument.items else Display(argument.kind, items)
    return argument


def argument_type(argument: Argument) -> Type:
    """Return the type of an argument as one value."""
    if isinstance(argument, Display):
        if argument.kind == "tuple":
            return Tuple(tuple(map(argument_type, argument.items)))
        if argument.kind == "list":
            return List(join_all(map(argument_type, argument.items)))
        return Container("dict") if argument.kind == "dict" else OBJECT
    return argument.type

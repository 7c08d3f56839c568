"""Values in blocks that are still to be computed, and what their boxes need.

The value of a call of the graph is a `Deferred`. It knows which boxes of its operands a
box of it needs, and writes the operations that compute that box. What is slices,
broadcasts, joins and elementwise work in between becomes one function of a block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from runtime.blocks.boxes import Box, lengths
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.errors import Span
from runtime.ir.nodes import Argument, Constant, Display, Value, map_values
from runtime.ops.row import Row
from runtime.types import Array, NumpyScalar, Type

Chunks = tuple[tuple[int, ...] | None, ...]
"""The lengths of the blocks along each axis; None where nothing says."""


class BlockWriter(Protocol):
    """Writes the operations that compute one block."""

    def part(self, of: Deferred, box: Box) -> Argument:
        """Return what holds a box of a value that was asked for."""

    def call(
        self,
        row: str | Row,
        args: Sequence[Argument],
        kwargs: Sequence[tuple[str, Argument]],
        of: Type,
    ) -> Value:
        """Write a call, and return its result."""


class Deferred:
    """A value in blocks.

    Attributes
    ----------
    type : Type
        What it is in the graph: an array, or a NumPy scalar.
    shape : tuple of int
        Its dimensions.
    operands : sequence of Deferred
        What it is computed from.
    array : Any
        The Dask array that it is; None as long as it is part of another function.
    kept : bool
        Whether the workers hold the array, computed.
    found : Any
        What it is, if this process needed to know; else None.
    span : Span or None
        Where it was made.
    cheap : bool
        Whether to compute it again takes no time.
    """

    cheap = False

    def __init__(
        self, of: Type, shape: tuple[int, ...], operands: Sequence[Deferred] = ()
    ) -> None:
        self.type = of
        self.shape = shape
        self.operands: Sequence[Deferred] = tuple(operands)
        self.array: Any = None
        self.kept = False
        self.found: Any = None
        self.span: Span | None = None

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the elements."""
        assert isinstance(self.type, (Array, NumpyScalar))
        return self.type.dtype

    @property
    def local_type(self) -> Type:
        """The type of a box of it, of which the lengths are not known."""
        if isinstance(self.type, Array):
            return Array(self.type.dtype, (None,) * len(self.shape))
        return self.type

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        """Refuse to become an array by the way."""
        raise Unsuited("an array in blocks stands where NumPy makes one array", COMPUTE)

    def __bool__(self) -> bool:
        """Refuse to be true or false by the way."""
        raise Unsuited("the truth of an array in blocks is asked for", COMPUTE)

    def demands(self, box: Box) -> list[Box | None]:
        """Return which box of each operand a box needs; None for one not needed."""
        raise NotImplementedError

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write what computes a box."""
        raise NotImplementedError

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks that suit the operands' blocks."""
        raise NotImplementedError


class Leaf(Deferred):
    """A Dask array."""

    def __init__(self, array: Any, of: Type) -> None:
        super().__init__(of, tuple(map(int, array.shape)))
        self.array = array


class Held(Deferred):
    """A value that is there: a number, or an array of NumPy's."""

    cheap = True

    def __init__(self, value: Any, of: Type) -> None:
        super().__init__(of, np.shape(value))
        self.value = value

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return that it has no blocks of its own."""
        return (None,) * len(self.shape)


class Filled(Deferred):
    """An array of which all elements are one number."""

    cheap = True

    def __init__(self, of: Type, shape: tuple[int, ...], number: Deferred) -> None:
        super().__init__(of, shape, (number,))

    def demands(self, box: Box) -> list[Box | None]:
        """Return the number's."""
        return [()]

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write an array of the lengths of the box."""
        number = writer.part(self.operands[0], ())
        shape, dtype = Constant(lengths(box)), Constant(self.dtype)
        return writer.call("full", (shape, number, dtype), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return that it has no blocks of its own."""
        return (None,) * len(self.shape)


class Elementwise(Deferred):
    """A call that computes each element from the same elements of its operands."""

    def __init__(
        self,
        row: Row,
        args: Sequence[Argument],
        kwargs: Sequence[tuple[str, Argument]],
        of: Type,
        shape: tuple[int, ...],
        operands: Sequence[tuple[str, Deferred]],
    ) -> None:
        super().__init__(of, shape, [each for _, each in operands])
        self.row = row
        self._args = tuple(args)
        self._kwargs = tuple(kwargs)
        self._names = [name for name, _ in operands]

    def demands(self, box: Box) -> list[Box | None]:
        """Return the same elements, of what is broadcast the one that there is."""
        return [broadcast_box(each.shape, self.shape, box) for each in self.operands]

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the call."""
        boxes = self.demands(box)
        found: dict[str, Argument] = {}
        for name, each, part in zip(self._names, self.operands, boxes, strict=True):
            assert part is not None
            found[name] = writer.part(each, part)

        def change(value: Value) -> Argument:
            return found[value.name]

        args = [map_values(each, change) for each in self._args]
        kwargs = [(name, map_values(each, change)) for name, each in self._kwargs]
        return writer.call(self.row, args, kwargs, self.local_type)

    def evaluated(self, given: Sequence[Any]) -> Any:
        """Return what the call gives for values that are there."""
        known = dict(zip(self._names, given, strict=True))
        args = [_evaluated(each, known) for each in self._args]
        named = {name: _evaluated(each, known) for name, each in self._kwargs}
        return self.row.kernel(*args, **named)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the finest blocks along each axis."""
        rank = len(self.shape)
        found: list[tuple[int, ...] | None] = [None] * rank
        for each, chunks in zip(self.operands, given, strict=True):
            missing = rank - len(each.shape)
            for axis, told in enumerate(chunks, missing):
                if each.shape[axis - missing] == self.shape[axis]:
                    found[axis] = finer(found[axis], told)
        return tuple(found)


def _evaluated(argument: Argument, known: Mapping[str, Any]) -> Any:
    """Return an argument with values that are there."""
    if isinstance(argument, Display):
        return tuple([_evaluated(item, known) for item in argument.items])
    if isinstance(argument, Value):
        return known[argument.name]
    return argument.value


class Broadcast(Deferred):
    """An array repeated to a shape."""

    cheap = True

    def demands(self, box: Box) -> list[Box | None]:
        """Return the elements that are repeated."""
        return [broadcast_box(self.operands[0].shape, self.shape, box)]

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write an array of the lengths of the box."""
        (part,) = self.demands(box)
        assert part is not None
        taken = writer.part(self.operands[0], part)
        shape = Constant(lengths(box))
        return writer.call("broadcast_to", (taken, shape), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks along the axes that are not repeated."""
        rank = len(self.shape)
        found: list[tuple[int, ...] | None] = [None] * rank
        own = self.operands[0].shape
        for axis, told in enumerate(given[0], rank - len(own)):
            if own[axis - rank] == self.shape[axis]:
                found[axis] = told
        return tuple(found)


def broadcast_box(own: Sequence[int], shape: Sequence[int], box: Box) -> Box:
    """Return which elements of an operand are broadcast to a box of the result."""
    missing = len(shape) - len(own)
    return tuple(
        interval if length == whole_length else (0, 1)
        for length, whole_length, interval in zip(
            own, shape[missing:], box[missing:], strict=True
        )
    )


def finer(
    one: tuple[int, ...] | None, other: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    """Return the blocks of which there are more; the first ones if as many."""
    if one is None or other is None:
        return one or other
    return other if len(other) > len(one) else one

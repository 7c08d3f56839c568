"""Shapes in ONNX: they may be known only when the model runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from runtime.exporting.onnx.onnx_numbers import INT, Numbers
from runtime.exporting.onnx.onnx_values import Dims, Tensor

Size = int | Tensor
"""A dimension: known, or a tensor without dimensions."""


def product(shape: Dims) -> int | None:
    """Return the number of items; None if it is unknown.

    Examples
    --------
    >>> product((2, 3)), product((2, None))
    (6, None)
    """
    known = [size for size in shape if size is not None]
    return math.prod(known) if len(known) == len(shape) else None


class Shapes(Numbers):
    """Writes what changes shapes, and what asks for them."""

    def shape_of(self, x: Tensor) -> Tensor:
        """Return the shape as a tensor."""
        if None not in x.shape:
            return self.constant(np.array(x.shape, np.int64))
        return self.step("Shape", [x], INT, (x.rank,))

    def size_at(self, x: Tensor, axis: int) -> Size:
        """Return a dimension."""
        size = x.shape[axis]
        if size is not None:
            return size
        return self.item(self.shape_of(x), axis % x.rank)

    def whole(self, size: Size) -> Tensor:
        """Return a dimension as a tensor."""
        return size if isinstance(size, Tensor) else self.constant(size, INT)

    def count_of(self, x: Tensor) -> Tensor:
        """Return the number of items."""
        count = product(x.shape)
        if count is not None:
            return self.constant(count, INT)
        return self.step("Size", [x], INT, ())

    def item(self, x: Tensor, position: int) -> Tensor:
        """Return an item of what has one dimension, or a row of what has more."""
        index = self.constant(position, INT)
        return self.step("Gather", [x, index], x.dtype, x.shape[1:], axis=0)

    def list_of(self, sizes: Sequence[Size]) -> Tensor:
        """Return dimensions as one tensor."""
        known = [each for each in sizes if isinstance(each, int)]
        if len(known) == len(sizes):
            return self.constant(np.array(known, np.int64))
        parts = [self.reshape(self.whole(each), (1,)) for each in sizes]
        return self.joined(parts, 0)

    def dims(self, sizes: Sequence[Size]) -> Dims:
        """Return dimensions as far as they are known."""
        return tuple([each if isinstance(each, int) else None for each in sizes])

    def reshape(self, x: Tensor, sizes: Sequence[Size]) -> Tensor:
        """Return the items in another shape, of which one may be -1."""
        shape: Dims = self.dims(sizes)
        if -1 in shape:
            known = None not in x.shape
            rest = [each for each in shape if each != -1]
            size = None
            if known and None not in rest:
                of = int(np.prod([each or 0 for each in rest], dtype=np.int64))
                size = int(np.prod([each or 0 for each in x.shape])) // of if of else 0
            shape = tuple([size if each == -1 else each for each in shape])
            if size is not None:
                sizes = [size if each == -1 else each for each in sizes]
        if shape == x.shape and None not in shape:
            return x
        known_array = self.known(x)
        if known_array is not None and None not in shape:
            return self.constant(known_array.reshape([each or 0 for each in shape]))
        wanted = self.list_of(sizes)
        return self.step("Reshape", [x, wanted], x.dtype, shape, allowzero=1)

    def flat(self, x: Tensor) -> Tensor:
        """Return the items in one dimension."""
        if x.rank == 1:
            return x
        count = product(x.shape)
        return self.reshape(x, [self.count_of(x) if count is None else count])

    def reshape_as(self, x: Tensor, like: Tensor) -> Tensor:
        """Return the items in the shape of another tensor."""
        if x.shape == like.shape and None not in x.shape:
            return x
        shape = self.shape_of(like)
        return self.step("Reshape", [x, shape], x.dtype, like.shape, allowzero=1)

    def expanded(self, x: Tensor, axes: Sequence[int]) -> Tensor:
        """Return a tensor with new axes of one item, at places of the result."""
        if not axes:
            return x
        shape = list(x.shape)
        for axis in sorted(axes):
            shape.insert(axis, 1)
        known = self.known(x)
        if known is not None:
            return self.constant(known.reshape([each or 0 for each in shape]))
        places = self.constant(np.array(sorted(axes), np.int64))
        return self.step("Unsqueeze", [x, places], x.dtype, tuple(shape))

    def squeezed(self, x: Tensor, axes: Sequence[int]) -> Tensor:
        """Return a tensor without axes of one item."""
        if not axes:
            return x
        shape = tuple([s for axis, s in enumerate(x.shape) if axis not in axes])
        places = self.constant(np.array(sorted(axes), np.int64))
        return self.step("Squeeze", [x, places], x.dtype, shape)

    def spread(self, x: Tensor, sizes: Sequence[Size]) -> Tensor:
        """Return a tensor repeated to a shape."""
        shape = self.dims(sizes)
        if shape == x.shape and None not in shape:
            return x
        return self.step("Expand", [x, self.list_of(sizes)], x.dtype, shape)

    def spread_as(self, x: Tensor, like: Tensor) -> Tensor:
        """Return a tensor repeated to the shape of another one."""
        if x.shape == like.shape and None not in x.shape:
            return x
        return self.step("Expand", [x, self.shape_of(like)], x.dtype, like.shape)

    def sizes_of(self, x: Tensor) -> list[Size]:
        """Return all dimensions."""
        return [self.size_at(x, axis) for axis in range(x.rank)]

    def filled(self, value: Tensor, sizes: Sequence[Size]) -> Tensor:
        """Return a tensor of one value."""
        known = self.known(value)
        shape = self.dims(sizes)
        count = product(shape)
        if known is not None and count is not None and count <= 64:
            whole = [size for size in shape if size is not None]
            return self.constant(np.full(whole, known, value.dtype))
        return self.step("Expand", [value, self.list_of(sizes)], value.dtype, shape)

    def turned(self, x: Tensor, order: Sequence[int]) -> Tensor:
        """Return a tensor with its axes in another order."""
        if list(order) == list(range(x.rank)):
            return x
        shape = tuple([x.shape[axis] for axis in order])
        return self.step("Transpose", [x], x.dtype, shape, perm=list(order))

    def joined(self, parts: Sequence[Tensor], axis: int) -> Tensor:
        """Return tensors joined along an axis."""
        if len(parts) == 1:
            return parts[0]
        sizes = [each.shape[axis] for each in parts]
        shape = list(parts[0].shape)
        for each in parts:
            shape = [a if a is not None else b for a, b in zip(shape, each.shape)]
        shape[axis] = None if None in sizes else sum(size or 0 for size in sizes)
        return self.step("Concat", parts, parts[0].dtype, tuple(shape), axis=axis)

    def stacked(self, parts: Sequence[Tensor], axis: int = 0) -> Tensor:
        """Return tensors of one shape as one, along a new axis."""
        return self.joined([self.expanded(each, [axis]) for each in parts], axis)

    def numbers_to(self, count: Size) -> Tensor:
        """Return the whole numbers below a number."""
        if isinstance(count, int) and count <= 64:
            return self.constant(np.arange(count, dtype=np.int64))
        zero, one = self.constant(0, INT), self.constant(1, INT)
        shape = self.dims([count])
        return self.step("Range", [zero, self.whole(count), one], INT, shape)

    def progression(
        self, start: Tensor, stop: Tensor, step: Tensor, shape: Dims
    ) -> Tensor:
        """Return whole numbers from one to another.

        onnxruntime takes ``Gather`` by ``Range`` for a slice, whose bounds below zero
        mean other items: so the ``Range`` begins at zero, and grows by one.
        """
        distance = self.binary("Sub", start, stop)
        count = self.negative(self.divided(distance, step)[0])
        turns = self.largest(count, self.constant(0, INT))
        places = [self.constant(0, INT), turns, self.constant(1, INT)]
        numbers = self.step("Range", places, INT, shape)
        return self.binary("Add", start, self.binary("Mul", numbers, step))

    def sliced(
        self,
        x: Tensor,
        starts: Sequence[Size],
        stops: Sequence[Size],
        axes: Sequence[int],
        steps: Sequence[int],
        shape: Dims,
    ) -> Tensor:
        """Return a part of a tensor: slices of some axes."""
        bounds = [self.list_of(starts), self.list_of(stops)]
        more = [self.constant(np.array(each, np.int64)) for each in (axes, steps)]
        return self.step("Slice", [x, *bounds, *more], x.dtype, shape)

    def gathered(self, x: Tensor, index: Tensor, axis: int) -> Tensor:
        """Return items by their numbers along an axis."""
        shape = (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])
        return self.step("Gather", [x, index], x.dtype, shape, axis=axis)

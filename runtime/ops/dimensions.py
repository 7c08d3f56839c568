"""Shapes in type rules: any dimension, and the rank, may be unknown."""

from __future__ import annotations

from math import prod

from runtime.ops.row import TypeFailure
from runtime.types import Shape


def broadcast(*shapes: Shape) -> Shape:
    """Broadcast shapes with unknown dimensions.

    Examples
    --------
    >>> broadcast((3, 1), (None,)), broadcast((None,), (4,)), broadcast((2,), None)
    ((3, None), (4,), None)
    """
    if any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank = max(map(len, known), default=0)
    result: list[int | None] = []
    for position in range(-rank, 0):
        found: int | None = 1
        for shape in known:
            if len(shape) < -position:
                continue
            found = _broadcast_dimension(found, shape[position])
        result.append(found)
    return tuple(result)


def _broadcast_dimension(left: int | None, right: int | None) -> int | None:
    if left == right or right == 1:
        return left
    if left == 1 or left is None:
        return right
    if right is None:
        return left
    raise TypeFailure(f"dimensions {left} and {right} do not broadcast")


def broadcasts_to(shape: Shape, target: Shape) -> None:
    """Raise `TypeFailure` if `shape` surely does not broadcast to `target`."""
    if shape is None or target is None:
        return
    if len(shape) > len(target):
        raise TypeFailure(f"{shape} does not broadcast to {target}")
    for dimension, goal in zip(reversed(shape), reversed(target)):
        if None not in (dimension, goal) and dimension not in (1, goal):
            raise TypeFailure(f"{shape} does not broadcast to {target}")


def assignable(shape: Shape, target: Shape) -> None:
    """Raise `TypeFailure` if ``target[...] = value`` surely fails for that shape."""
    if shape is None or target is None:
        return
    while len(shape) > len(target) and shape[0] in (1, None):
        shape = shape[1:]  # NumPy drops leading dimensions of 1
    broadcasts_to(shape, target)


def agree(left: int | None, right: int | None) -> int | None:
    """Return the common size of two equal dimensions, or raise `TypeFailure`."""
    if left is None or right is None:
        return right if left is None else left
    if left != right:
        raise TypeFailure(f"dimensions {left} and {right} differ")
    return left


def size_of(shape: Shape) -> int | None:
    """Return the number of elements; None if unknown."""
    if shape is None:
        return None
    if 0 in shape:
        return 0
    known = [dimension for dimension in shape if dimension is not None]
    return prod(known) if len(known) == len(shape) else None


def add_dimensions(*dimensions: int | None) -> int | None:
    """Return the sum of dimensions; None if any of them is unknown."""
    total = 0
    for dimension in dimensions:
        if dimension is None:
            return None
        total += dimension
    return total


def without_axis(shape: tuple[int | None, ...], axis: int | None) -> Shape:
    """Return a shape without one dimension; all are unknown if the axis is."""
    if axis is None:
        return (None,) * (len(shape) - 1)
    return shape[:axis] + shape[axis + 1 :]


def with_axis(
    shape: tuple[int | None, ...], axis: int | None, dimension: int | None
) -> Shape:
    """Return a shape with one dimension replaced; all are unknown if the axis is."""
    if axis is None:
        return (None,) * len(shape)
    return (*shape[:axis], dimension, *shape[axis + 1 :])

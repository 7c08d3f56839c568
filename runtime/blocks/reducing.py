"""Reductions over blocks: what each block gives, and how they are put together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.blocks.boxes import lengths
from runtime.blocks.deferred import Deferred
from runtime.blocks.laying import Layout, Whole, _in_order, boxes_of, grid_of
from runtime.types import NumpyScalar, Type

AT_ONCE = 8
"""How many partial results one task puts together."""
JOINS: dict[str, np.ufunc] = {
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "any": np.logical_or,
    "all": np.logical_and,
}
"""Reductions by the ufunc that puts partial results together."""


@dataclass(frozen=True)
class Reduction:
    """How an array is reduced.

    Parameters
    ----------
    name : str
        One of `JOINS`, or 'mean', 'var', 'std', 'argmax', 'argmin'.
    axes : tuple of int
        Along which axes.
    keepdims : bool
        Whether these stay, with one element each.
    dtype : dtype
        That of the result.
    shape : tuple of int
        That of the array.
    ddof : int or float
        What the variance divides by less than the number of elements.
    single : bool
        Whether the result is a number.
    """

    name: str
    axes: tuple[int, ...]
    keepdims: bool
    dtype: np.dtype
    shape: tuple[int, ...]
    ddof: Any = 0
    single: bool = False

    @property
    def _count(self) -> int:
        return int(np.prod([self.shape[axis] for axis in self.axes], dtype=object))

    @property
    def _working(self) -> np.dtype:
        """The dtype in which partial results are kept."""
        if self.dtype == np.float16 and self.name not in ("max", "min"):
            return np.dtype(np.float32)  # NumPy adds small floats in larger ones
        return self.dtype

    def partial(self, block: Any, starts: Sequence[int]) -> Any:
        """Return what a block gives; its reduced axes have one element."""
        if self.name in JOINS:
            return self._joined(block)
        if self.name == "mean":
            return np.add.reduce(block, self.axes, self._summing(block), keepdims=True)
        if self.name in ("var", "std"):
            return self._moments(block)
        return self._extreme(block, starts)

    def _summing(self, block: Any) -> Any:
        return (
            None
            if block.dtype.kind in "fc" and block.dtype != np.float16
            else (np.float32 if block.dtype == np.float16 else np.float64)
        )

    def _joined(self, block: Any) -> Any:
        join = JOINS[self.name]
        if self.name in ("sum", "prod"):
            return join.reduce(block, self.axes, self._working, keepdims=True)
        return join.reduce(block, self.axes, keepdims=True)

    def _moments(self, block: Any) -> Any:
        count = np.prod([block.shape[axis] for axis in self.axes], dtype=np.int64)
        dtype = self._summing(block)
        mean = np.add.reduce(block, self.axes, dtype, keepdims=True) / count
        apart = block - mean
        squares = np.square(apart) if apart.dtype.kind != "c" else _norms(apart)
        return count, mean, np.add.reduce(squares, self.axes, keepdims=True)

    def _extreme(self, block: Any, starts: Sequence[int]) -> Any:
        find = np.argmax if self.name == "argmax" else np.argmin
        if len(self.axes) == 1:
            (axis,) = self.axes
            places = find(block, axis, keepdims=True)
            values = np.take_along_axis(block, places, axis)
            return values, places.astype(np.int64) + starts[axis]
        place = np.unravel_index(find(block), block.shape)
        ones = (1,) * block.ndim
        whole = [int(at) + start for at, start in zip(place, starts, strict=True)]
        flat = np.ravel_multi_index(tuple(whole), self.shape)
        return block[place].reshape(ones), np.full(ones, flat, np.int64)

    def together(self, parts: Sequence[Any]) -> Any:
        """Return partial results as one, in the order of the blocks."""
        found = parts[0]
        for each in parts[1:]:
            found = self._two(found, each)
        return found

    def _two(self, one: Any, other: Any) -> Any:
        if self.name in JOINS:
            return JOINS[self.name](one, other)
        if self.name == "mean":
            return one + other
        if self.name in ("var", "std"):
            (m, mean, squares), (n, second, more) = one, other
            apart = second - mean
            apart_squared = (
                np.square(apart) if apart.dtype.kind != "c" else _norms(apart)
            )
            weight = np.asarray(m * n / (m + n)).astype(squares.dtype)
            share = np.asarray(n / (m + n)).astype(squares.dtype)
            return m + n, mean + apart * share, squares + more + apart_squared * weight
        return self._first(one, other)

    def _first(self, one: Any, other: Any) -> Any:
        """Return the extreme one; of equal ones that which stands first."""
        (value, at), (second, place) = one, other
        further = second > value if self.name == "argmax" else second < value
        if value.dtype.kind in "fc":
            missing, too = np.isnan(value), np.isnan(second)
            further = np.where(missing, False, too | further)
            equal = (value == second) | (missing & too)
        else:
            equal = value == second
        further = further | (equal & (place < at))
        return np.where(further, second, value), np.where(further, place, at)

    def finished(self, found: Any) -> Any:
        """Return the result from what all blocks gave."""
        if self.name == "mean":
            found = np.true_divide(found, self._count)
        elif self.name in ("var", "std"):
            count, _, squares = found
            with np.errstate(divide="ignore", invalid="ignore"):
                found = squares / np.asarray(max(count - self.ddof, 0), squares.dtype)
            found = np.sqrt(found) if self.name == "std" else found
        elif self.name in ("argmax", "argmin"):
            found = found[1]
        found = np.asarray(found).astype(self.dtype, copy=False)
        if not self.keepdims:
            found = np.squeeze(found, self.axes)
        return found[()] if self.single else found


def _norms(values: Any) -> Any:
    return np.square(values.real) + np.square(values.imag)


class Reduced(Whole):
    """A reduction of an array: a tree of tasks."""

    fuses = True

    def __init__(
        self, of: Type, shape: tuple[int, ...], operand: Deferred, how: Reduction
    ) -> None:
        super().__init__(of, shape, (operand,))
        self._how = how

    def lay(self, layout: Layout) -> None:
        """Reduce each block where it is computed, and then some at a time."""
        (operand,) = self.operands
        how, axes = self._how, self._how.axes
        grid = grid_of(operand)
        order = _in_order([operand])
        groups: dict[tuple[int, ...], list[Any]] = {}
        for index, box in boxes_of(grid):
            key = layout.key("partial", *index)
            starts = [start for start, _ in box]
            block = layout.block(order, box)
            layout.tasks[key] = (how.partial, block, starts)
            kept = tuple(0 if axis in axes else at for axis, at in enumerate(index))
            groups.setdefault(kept, []).append(key)
        numbers = itertools.count()
        for kept, keys in groups.items():
            while len(keys) > AT_ONCE:
                keys = [
                    self._together(layout, keys[at : at + AT_ONCE], next(numbers))
                    for at in range(0, len(keys), AT_ONCE)
                ]
            place = [at for axis, at in enumerate(kept) if self._stays(axis)]
            layout.tasks[(layout.name, *place)] = (
                how.finished,
                (how.together, keys),
            )
        blocks = tuple(
            (1,) if axis in axes else each
            for axis, each in enumerate(grid)
            if self._stays(axis)
        )
        self.array = layout.array(blocks, self)

    def _stays(self, axis: int) -> bool:
        return self._how.keepdims or axis not in self._how.axes

    def _together(self, layout: Layout, keys: Sequence[Any], number: int) -> Any:
        key = layout.key("together", number)
        layout.tasks[key] = (self._how.together, list(keys))
        return key


class Scanned(Whole):
    """A running sum or product, in the order of NumPy's."""

    def __init__(self, of: Type, operand: Deferred, ufunc: np.ufunc, axis: int) -> None:
        super().__init__(of, operand.shape, (operand,))
        self._ufunc = ufunc
        self._axis = axis

    def lay(self, layout: Layout) -> None:
        """Begin each block with what the one before it ended with."""
        (operand,) = self.operands
        grid = grid_of(operand)
        order = _in_order([operand])
        how = Scan(self._ufunc, self._axis, self.dtype)
        for index, box in boxes_of(grid):
            before: Any = None
            if index[self._axis]:
                earlier = list(index)
                earlier[self._axis] -= 1
                before = layout.key("last", *earlier)
            made = (layout.name, *index)
            block = layout.block(order, box)
            layout.tasks[made] = (how.run, block, before)
            layout.tasks[layout.key("last", *index)] = (how.last, made)
            del box
        self.array = layout.array(grid, self)


@dataclass(frozen=True)
class Scan:
    """How one block of a running sum or product is computed."""

    ufunc: np.ufunc
    axis: int
    dtype: np.dtype

    def run(self, block: Any, before: Any) -> Any:
        """Return the block, from the last elements of the one before."""
        if before is not None:
            block = np.concatenate([before, block], self.axis, dtype=self.dtype)
        made = self.ufunc.accumulate(block, self.axis, self.dtype)
        if before is None:
            return made
        return made[(*(slice(None),) * self.axis, slice(1, None))]

    def last(self, block: Any) -> Any:
        """Return the last elements of a block."""
        return block[(*(slice(None),) * self.axis, slice(-1, None))].copy()


class Called(Whole):
    """What a function of Dask's own computes of whole arrays."""

    def __init__(
        self,
        of: Type,
        shape: tuple[int, ...],
        operands: Sequence[Deferred],
        call: Any,
    ) -> None:
        super().__init__(of, shape, operands)
        self._call = call

    def lay(self, layout: Layout) -> None:
        """Call it."""
        given = [
            each.value if hasattr(each, "value") else each.array
            for each in self.operands
        ]
        made = self._call(*given)
        self.array = made if made.dtype == self.dtype else made.astype(self.dtype)


def is_number(of: Type) -> bool:
    """Whether a value is a number, not an array."""
    return isinstance(of, NumpyScalar)


__all__ = ["Called", "Reduced", "Reduction", "Scanned", "is_number", "lengths"]

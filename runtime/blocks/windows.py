"""Parts of arrays in blocks: slices, updates, transposes and joins."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.blocks.boxes import Box, is_empty, lengths, within
from runtime.blocks.deferred import (
    BlockWriter,
    Chunks,
    Deferred,
    broadcast_box,
    finer,
)
from runtime.ir.nodes import Argument, Constant, Display
from runtime.types import Type


class Sliced(Deferred):
    """Slices, single items and new axes of an array.

    Parameters
    ----------
    of : Type
        The type of the result.
    operand : Deferred
        The array.
    index : sequence
        For each axis of the array, in order, a range of its indexes or a single index;
        None where there is a new axis.
    """

    cheap = True

    def __init__(
        self, of: Type, operand: Deferred, index: Sequence[range | int | None]
    ) -> None:
        shape = [
            1 if each is None else len(each)
            for each in index
            if not isinstance(each, int)
        ]
        super().__init__(of, tuple(shape), (operand,))
        self.index = tuple(index)

    def demands(self, box: Box) -> list[Box | None]:
        """Return what lies between the first and the last of the elements."""
        return [self._needed(box)]

    def _needed(self, box: Box) -> Box:
        following = iter(box)
        found: list[tuple[int, int]] = []
        for each in self.index:
            if isinstance(each, int):
                found.append((each, each + 1))
                continue
            start, stop = next(following)
            if each is None:
                continue
            taken = each[start:stop]
            if not len(taken):
                found.append((0, 0))
            else:
                ends = taken[0], taken[-1]
                found.append((min(ends), max(ends) + 1))
        return tuple(found)

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the index, if it takes something else than all there is."""
        taken = writer.part(self.operands[0], self._needed(box))
        parts: list[Argument] = []
        for each in self.index:
            if each is None:
                parts.append(Constant(None))
            elif isinstance(each, int):
                parts.append(Constant(0))
            else:
                step = None if each.step == 1 else each.step
                items = (Constant(None), Constant(None), Constant(step))
                parts.append(Display("slice", items))
        if all(isinstance(each, range) and each.step == 1 for each in self.index):
            return taken
        index = Display("tuple", tuple(parts))
        return writer.call("getitem", (taken, index), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks of the array, as far as the slices take them."""
        known = iter(given[0])
        found: list[tuple[int, ...] | None] = []
        for each in self.index:
            told = None if each is None else next(known)
            if each is None:
                found.append((1,))
            elif isinstance(each, range):
                found.append(None if told is None else cut(told, each))
        return tuple(found)


class Updated(Deferred):
    """An array with another value where slices and single items say.

    Parameters
    ----------
    array : Deferred
        The array.
    index : sequence of range
        For each axis the indexes of the part that is another.
    value : Deferred
        The part, with as many axes as the array; its lengths may be 1.
    """

    def __init__(
        self, array: Deferred, index: Sequence[range], value: Deferred
    ) -> None:
        super().__init__(array.type, array.shape, (array, value))
        self.index = tuple(index)

    def _touched(self, box: Box) -> Box:
        """Return which elements of the part lie in a box."""
        found = []
        for (start, stop), each in zip(box, self.index, strict=True):
            first = max(0, -((each.start - start) // each.step))
            last = max(first, -((each.start - stop) // each.step))
            found.append((min(first, len(each)), min(last, len(each))))
        return tuple(found)

    def _covers(self, box: Box, touched: Box) -> bool:
        return lengths(touched) == lengths(box)

    def demands(self, box: Box) -> list[Box | None]:
        """Return what is kept of the array, and what of the part lies in the box."""
        touched = self._touched(box)
        if is_empty(touched):
            return [box, None]
        value = self.operands[1]
        part = broadcast_box(value.shape, tuple(map(len, self.index)), touched)
        like = self._covers(box, touched) and self._is_plain(part, box)
        return [None if like else box, part]

    def _is_plain(self, part: Box, box: Box) -> bool:
        """Whether the part is what there is then, with no change of its dtype."""
        value = self.operands[1]
        return lengths(part) == lengths(box) and value.dtype == self.dtype

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the update; nothing where all or nothing of the box is another."""
        kept, part = self.demands(box)
        if part is None:
            return writer.part(self.operands[0], box)
        value = writer.part(self.operands[1], part)
        if kept is None:
            return value
        slices: list[Argument] = []
        ranges = zip(self._touched(box), self.index, box, strict=True)
        for (first, last), each, (start, stop) in ranges:
            begins, ends = each[first], each[last - 1] + 1
            relative = within(((begins, ends),), ((start, stop),))[0]
            step = None if each.step == 1 else each.step
            parts = (relative.start, relative.stop, step)
            slices.append(Display("slice", tuple(map(Constant, parts))))
        array = writer.part(self.operands[0], box)
        index = Display("tuple", tuple(slices))
        return writer.call("updated", (array, index, value), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks of the array; those of the part where it has none."""
        array, value = given
        found: list[tuple[int, ...] | None] = []
        for axis, told in enumerate(array):
            length = self.shape[axis]
            of_part = value[axis]
            whole = len(self.index[axis]) == length
            if told is None and whole and self.operands[1].shape[axis] == length:
                told = of_part
            found.append(told)
        return tuple(found)


class Transposed(Deferred):
    """An array with its axes in another order."""

    cheap = True

    def __init__(self, of: Type, operand: Deferred, axes: Sequence[int]) -> None:
        super().__init__(of, tuple(operand.shape[axis] for axis in axes), (operand,))
        self._axes = tuple(axes)

    def _needed(self, box: Box) -> Box:
        found: list[tuple[int, int]] = [(0, 0)] * len(box)
        for axis, interval in zip(self._axes, box, strict=True):
            found[axis] = interval
        return tuple(found)

    def demands(self, box: Box) -> list[Box | None]:
        """Return the same intervals in the order of the operand."""
        return [self._needed(box)]

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the change of the order."""
        taken = writer.part(self.operands[0], self._needed(box))
        axes = Constant(self._axes)
        return writer.call("transpose", (taken, axes), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks in the other order."""
        return tuple(given[0][axis] for axis in self._axes)


class Joined(Deferred):
    """Arrays one after the other along an axis."""

    def __init__(
        self,
        of: Type,
        shape: tuple[int, ...],
        operands: Sequence[Deferred],
        axis: int,
    ) -> None:
        super().__init__(of, shape, operands)
        self._axis = axis

    def _parts(self, box: Box) -> list[Box | None]:
        found: list[Box | None] = []
        begins = 0
        start, stop = box[self._axis]
        for each in self.operands:
            length = each.shape[self._axis]
            first, last = max(start - begins, 0), min(stop - begins, length)
            begins += length
            if first >= last:
                found.append(None)
                continue
            part = (*box[: self._axis], (first, last), *box[self._axis + 1 :])
            found.append(part)
        return found

    def demands(self, box: Box) -> list[Box | None]:
        """Return what of each array lies in the box."""
        return self._parts(box)

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the join of what lies in the box."""
        parts = zip(self.operands, self._parts(box), strict=True)
        taken = [
            (each, writer.part(each, part)) for each, part in parts if part is not None
        ]
        if not taken:
            shape, dtype = Constant(lengths(box)), Constant(self.dtype)
            return writer.call("zeros", (shape, dtype), (), self.local_type)
        if len(taken) == 1 and taken[0][0].dtype == self.dtype:
            return taken[0][1]
        arrays = Display("list", tuple(part for _, part in taken))
        axis, dtype = Constant(self._axis), Constant(self.dtype)
        named = (("dtype", dtype),)
        return writer.call("concatenate", (arrays, axis), named, self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks of the arrays, one after the other."""
        found: list[tuple[int, ...] | None] = [None] * len(self.shape)
        for chunks in given:
            for axis, told in enumerate(chunks):
                if axis != self._axis:
                    found[axis] = finer(found[axis], told)
        along: list[int] = []
        for each, chunks in zip(self.operands, given, strict=True):
            along += chunks[self._axis] or (each.shape[self._axis],)
        found[self._axis] = tuple(along)
        return tuple(found)


def cut(blocks: Sequence[int], taken: range) -> tuple[int, ...]:
    """Return how many elements of a slice lie in each of some blocks.

    Examples
    --------
    >>> cut((4, 4, 2), range(1, 9)), cut((4, 4, 2), range(9, -1, -2))
    ((3, 4, 1), (1, 2, 2))
    """
    counts = []
    begins = 0
    for length in blocks:
        counts.append(_count(taken, begins, begins + length))
        begins += length
    ordered = counts if taken.step > 0 else counts[::-1]
    return tuple(each for each in ordered if each) or (0,)


def _count(taken: range, start: int, stop: int) -> int:
    """Return how many indexes of a range lie in an interval."""
    if not taken:
        return 0
    ascending = taken if taken.step > 0 else taken[::-1]
    first = max(0, -((ascending.start - start) // ascending.step))
    last = -((ascending.start - stop) // ascending.step)
    return max(0, min(last, len(ascending)) - min(first, len(ascending)))

"""Deferred values become Dask arrays: which are computed apart, and the tasks."""

from __future__ import annotations

import itertools
import uuid
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from runtime.blocks.block_programs import Program, Writer, assembled, number, taken
from runtime.blocks.boxes import Box, Interval, lengths, within
from runtime.blocks.deferred import Chunks, Deferred, Held
from runtime.types import Array

Tasks = dict[Any, Any]
Grid = tuple[tuple[int, ...], ...]


class Whole(Deferred):
    """A value that is made of whole Dask arrays, and is one itself.

    It is no part of another function. Its operands are arrays of their own, unless
    `fuses` says that its tasks may compute them.
    """

    fuses = False

    def lay(self, layout: Layout) -> None:
        """Set `array`."""
        raise NotImplementedError


def computed(deferred: Deferred) -> bool:
    """Whether a value is there, or is a Dask array."""
    return deferred.array is not None or isinstance(deferred, Held)


def lay_out(outputs: Iterable[Deferred], executor: str) -> None:
    """Make Dask arrays of values; what several need becomes one as well.

    Parameters
    ----------
    outputs : iterable of Deferred
        The values; each has its `array` afterwards.
    executor : str
        What runs the functions of blocks.
    """
    wanted = [each for each in outputs if not computed(each)]
    if not wanted:
        return
    order = _in_order(wanted)
    for root in _roots(order, wanted):
        layout = Layout(root, executor)
        if isinstance(root, Whole):
            root.lay(layout)
        else:
            root.array = layout.blockwise(root)
    for each in order:
        if each.array is not None:
            each.operands = ()  # what it was made of may be released


def _in_order(wanted: Iterable[Deferred]) -> list[Deferred]:
    """Return all that values are computed from, operands first."""
    found: list[Deferred] = []
    seen: set[int] = set()
    waiting = [(each, False) for each in reversed(list(wanted))]
    while waiting:
        each, done = waiting.pop()
        if done:
            found.append(each)
        elif id(each) not in seen:
            seen.add(id(each))
            waiting.append((each, True))
            if not computed(each):
                waiting += [(one, False) for one in reversed(each.operands)]
    return found


def _roots(order: Sequence[Deferred], wanted: Sequence[Deferred]) -> list[Deferred]:
    """Return what becomes an array of its own, operands first.

    That is what is asked for, what needs whole arrays and what they need, and what
    takes time and is needed by two of these.
    """
    apart = {id(each) for each in wanted}
    for each in order:
        if isinstance(each, Whole) and not computed(each):
            apart.add(id(each))
            if not each.fuses:
                apart |= {id(one) for one in each.operands}
    owners: dict[int, set[int]] = {}
    roots: list[Deferred] = []
    for each in reversed(order):
        if computed(each):
            continue
        of = owners.get(id(each), set())
        if id(each) in apart or (len(of) > 1 and not each.cheap):
            roots.append(each)
            of = {id(each)}
        for operand in each.operands:
            owners.setdefault(id(operand), set()).update(of)
    return roots[::-1]


def grid_of(of: Deferred) -> Grid:
    """Return the blocks in which a value is best computed."""
    known: dict[int, Chunks] = {}
    for each in _in_order([of]):
        if each.array is not None:
            known[id(each)] = each.array.chunks
        else:
            known[id(each)] = each.chunks([known[id(o)] for o in each.operands])
    return tuple(
        (length,) if told is None else tuple(filter(None, told)) or (0,)
        for told, length in zip(known[id(of)], of.shape, strict=True)
    )


class Layout:
    """The tasks of one array.

    Parameters
    ----------
    root : Deferred
        What is laid out.
    executor : str
        What runs the functions of blocks.
    """

    def __init__(self, root: Deferred, executor: str) -> None:
        self._executor = executor
        self.tasks: Tasks = {}
        self.name = f"autograph-{uuid.uuid4().hex}"
        self._programs: dict[object, Program] = {}
        self._used: dict[str, Any] = {}
        self._parts: dict[Any, Any] = {}
        self._bounds: dict[int, list[list[int]]] = {}

    def blockwise(self, root: Deferred) -> Any:
        """Return a value as a Dask array."""
        grid = grid_of(root)
        order = _in_order([root])
        for index, box in boxes_of(grid):
            self.tasks[(self.name, *index)] = self.block(order, box)
        return self.array(grid, root)

    def block(self, order: Sequence[Deferred], box: Box) -> Any:
        """Return the task that computes a box of the last one of some values."""
        writer = Writer(order, computed)
        result = writer.write(box)
        inputs = [self._given(each, part) for each, part in writer.inputs]
        if writer.is_input_itself(result):
            return inputs[0]
        key = writer.key(result)
        program = self._programs.get(key)
        if program is None:
            program = Program(writer.graph(result), self._executor)
            self._programs[key] = program
        return (program, *inputs)

    def array(self, grid: Grid, of: Deferred) -> Any:
        """Return the Dask array of the tasks."""
        from dask.array import Array as DaskArray
        from dask.highlevelgraph import HighLevelGraph

        graph = HighLevelGraph.from_collections(
            self.name, self.tasks, dependencies=list(self._used.values())
        )
        return DaskArray(graph, self.name, grid, dtype=of.dtype)

    def uses(self, array: Any) -> None:
        """Record that the tasks take blocks of a Dask array."""
        self._used[array.name] = array

    def key(self, *place: Any) -> tuple[Any, ...]:
        """Return the key of a task that is no block of the array."""
        return (f"{self.name}-{place[0]}", *place[1:])

    def _given(self, of: Deferred, box: Box) -> Any:
        """Return the task, key or value that is a box of an input."""
        if isinstance(of, Held):
            return self._held(of, box)
        self.uses(of.array)
        name = of.array.name
        if not box:
            return (number, (name,), of.type)
        bounds = self._bounds.get(id(of))
        if bounds is None:
            sums = [[0, *itertools.accumulate(each)] for each in of.array.chunks]
            bounds = self._bounds[id(of)] = sums
        along = [
            _overlapping(one, interval)
            for one, interval in zip(bounds, box, strict=True)
        ]
        starts, parts = [], []
        for pieces in itertools.product(*along):
            index = tuple(piece[0] for piece in pieces)
            block = tuple(piece[1] for piece in pieces)
            inside = tuple(piece[2] for piece in pieces)
            key = (name, *index)
            if inside == block == box:
                return key
            start = zip(inside, box, strict=True)
            starts.append(tuple(a - c for (a, _), (c, _) in start))
            parts.append(key if inside == block else self._part(key, inside, block))
        if len(parts) == 1:
            return parts[0]
        return (assembled, lengths(box), of.dtype, starts, parts)

    def _part(self, key: Any, inside: Box, block: Box) -> Any:
        """Return the key of a part of a block, which is cut off where the block is."""
        known = (key, inside)
        found = self._parts.get(known)
        if found is None:
            found = self._parts[known] = self.key("part", len(self._parts))
            self.tasks[found] = (taken, key, within(inside, block))
        return found

    def _held(self, of: Held, box: Box) -> Any:
        if not isinstance(of.type, Array):
            return _Plain(of.value)() if _is_simple(of.value) else (_Plain(of.value),)
        known = (id(of), box)
        found = self._parts.get(known)
        if found is None:
            found = self._parts[known] = self.key("value", len(self._parts))
            place = tuple(slice(*interval) for interval in box)
            self.tasks[found] = (_Plain(of.value[place]),)
        return found


def _is_simple(value: Any) -> bool:
    return isinstance(value, (int, float, complex)) and not isinstance(value, str)


class _Plain:
    """A task that gives a value as it is: Dask would look for keys in it."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __call__(self) -> Any:
        return self._value


def boxes_of(grid: Grid) -> Iterable[tuple[tuple[int, ...], Box]]:
    """Yield the index and the box of each block."""
    along: list[list[Interval]] = []
    for blocks in grid:
        ends = [0, *itertools.accumulate(blocks)]
        along.append(list(itertools.pairwise(ends)))
    for index in itertools.product(*map(range, map(len, grid))):
        yield index, tuple(one[i] for one, i in zip(along, index, strict=True))


def _overlapping(
    bounds: Sequence[int], interval: Interval
) -> list[tuple[int, Interval, Interval]]:
    """Return the blocks in an interval: number, interval, and what is inside."""
    start, stop = interval
    found = []
    number = max(bisect_right(bounds, start) - 1, 0)
    while number < len(bounds) - 1 and bounds[number] < stop:
        first, last = bounds[number], bounds[number + 1]
        inside = (max(first, start), min(last, stop))
        if inside[0] < inside[1]:
            found.append((number, (first, last), inside))
        number += 1
    return found

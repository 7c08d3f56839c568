"""Programs of blocks: what computes one block, made here and run in a worker."""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.blocks.boxes import Box, clustered, contains, is_whole, within
from runtime.blocks.deferred import Deferred
from runtime.executors import executable
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import NumpyScalar, Type


class Program:
    """A graph that computes one block, as data.

    Parameters
    ----------
    graph : Graph
        The graph; its inputs are boxes of arrays, and numbers.
    executor : str
        What runs it: see `runtime.executors`.
    """

    def __init__(self, graph: Graph, executor: str) -> None:
        self.data = pickle.dumps(graph)
        self.executor = executor
        self.digest = hashlib.sha256(self.data).hexdigest() + executor

    def __call__(self, *inputs: Any) -> Any:
        """Return the block."""
        return _compiled(self)(*inputs)


_COMPILED: dict[str, Callable[..., Any]] = {}
_LOCK = threading.Lock()
MOST = 512
"""How many programs a process keeps."""


def _compiled(program: Program) -> Callable[..., Any]:
    """Return a program that this process can call."""
    found = _COMPILED.get(program.digest)
    if found is None:
        with _LOCK:
            found = _COMPILED.get(program.digest)
            if found is None:
                graph = pickle.loads(program.data)
                executor: Any = program.executor
                found = executable(graph, None, executor).call
                while len(_COMPILED) >= MOST:
                    del _COMPILED[next(iter(_COMPILED))]
                _COMPILED[program.digest] = found
    return found


class Writer:
    """Writes the graph of one block.

    Parameters
    ----------
    order : sequence of Deferred
        All that the block may need, operands first; the last one is the root.
    is_input : callable
        Whether a value comes from outside.
    """

    def __init__(
        self, order: Sequence[Deferred], is_input: Callable[[Deferred], bool]
    ) -> None:
        self._order = order
        self._is_input = is_input
        self._steps: list[tuple[Row, Any, Any, Value]] = []
        self._known: dict[tuple[int, Box], Argument] = {}
        self._instances: dict[int, list[Box]] = {}
        self._count = 0
        self.inputs: list[tuple[Deferred, Box]] = []
        self._parameters: list[Value] = []

    def write(self, box: Box) -> Argument:
        """Write what computes a box of the root, and return what holds it."""
        root = self._order[-1]
        asked: dict[int, list[Box]] = {id(root): [box]}
        for each in reversed(self._order):
            boxes = asked.get(id(each))
            if not boxes:
                continue
            instances = self._instances[id(each)] = clustered(boxes)
            if self._is_input(each):
                continue
            for instance in instances:
                needed = each.demands(instance)
                for operand, part in zip(each.operands, needed, strict=True):
                    if part is not None:
                        asked.setdefault(id(operand), []).append(part)
        for each in self._order:
            for instance in self._instances.get(id(each), ()):
                if self._is_input(each):
                    made: Argument = self._input(each, instance)
                else:
                    made = each.write(self, instance)
                self._known[id(each), instance] = made
        return self.part(root, box)

    def _input(self, each: Deferred, box: Box) -> Value:
        value = self._value(each.local_type)
        self.inputs.append((each, box))
        self._parameters.append(value)
        return value

    def _value(self, of: Type) -> Value:
        self._count += 1
        return Value(f"t.{self._count}", of)

    def part(self, of: Deferred, box: Box) -> Argument:
        """Return what holds a box of a value that was asked for."""
        found = self._known.get((id(of), box))
        if found is not None:
            return found
        for each in self._instances[id(of)]:
            if contains(each, box):
                break
        else:
            raise AssertionError("a box was not asked for")
        held = self._known[id(of), each]
        slices = within(box, each)
        if is_whole(slices):
            return held
        parts = [
            Display("slice", tuple(map(Constant, (one.start, one.stop, None))))
            for one in slices
        ]
        index = Display("tuple", tuple(parts))
        made = self.call("getitem", (held, index), (), of.local_type)
        self._known[id(of), box] = made
        return made

    def call(
        self,
        row: str | Row,
        args: Sequence[Argument],
        kwargs: Sequence[tuple[str, Argument]],
        of: Type,
    ) -> Value:
        """Write a call, and return its result."""
        made = self._value(of)
        called = OPS[row] if isinstance(row, str) else row
        self._steps.append((called, tuple(args), tuple(kwargs), made))
        return made

    def key(self, result: Argument) -> object:
        """Return what is equal for blocks with the same program."""
        return (
            tuple((row.name, args, kwargs) for row, args, kwargs, _ in self._steps),
            tuple(self._parameters),
            result,
        )

    def is_input_itself(self, result: Argument) -> bool:
        """Whether the block is what it is given, with nothing to compute."""
        return not self._steps and self._parameters == [result]

    def graph(self, result: Argument) -> Graph:
        """Return the graph."""
        nodes = tuple(
            Node(row, args, kwargs, (made,)) for row, args, kwargs, made in self._steps
        )
        return Graph("block", Region(tuple(self._parameters), nodes, (result,)))


def assembled(
    shape: Sequence[int], dtype: np.dtype, starts: Sequence[Any], parts: Sequence[Any]
) -> np.ndarray:
    """Return a box of an array, made of its parts in several blocks."""
    made = np.empty(shape, dtype)
    for start, part in zip(starts, parts, strict=True):
        place = tuple(
            slice(begin, begin + length)
            for begin, length in zip(start, np.shape(part), strict=True)
        )
        made[place] = part
    return made


def number(value: Any, of: Type) -> Any:
    """Return a number of a block as the graph has it."""
    if isinstance(of, NumpyScalar):
        return of.dtype.type(np.asarray(value)[()])
    return np.asarray(value)


def taken(block: Any, slices: tuple[slice, ...]) -> Any:
    """Return a part of a block, apart from the rest of it."""
    return np.ascontiguousarray(block[slices])

"""The nodes of a model, before the package `onnx` is asked to write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_values import Dims, Tensor
from runtime.ir.nodes import exact_key


@dataclass
class Step:
    """A node of the model.

    Parameters
    ----------
    operation : str
        The operator of ONNX.
    inputs, outputs : list of str
        The names of tensors.
    attributes : dict
        The attributes, graphs among them.
    line : str
        The user's line.
    """

    operation: str
    inputs: list[str]
    outputs: list[str]
    attributes: dict[str, Any] = field(default_factory=dict)
    line: str = ""

    def blocks(self) -> Iterator[Block]:
        """Yield the graphs among the attributes."""
        for each in self.attributes.values():
            if isinstance(each, Block):
                yield each


@dataclass
class Block:
    """A graph of the model: the whole, or what a node holds.

    Parameters
    ----------
    name : str
        Its name.
    inputs, outputs : list of Tensor
        What it takes and gives.
    steps : list of Step
        Its nodes.
    """

    name: str
    inputs: list[Tensor] = field(default_factory=list)
    outputs: list[Tensor] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


class Blocks:
    """Writes nodes.

    Parameters
    ----------
    name : str
        The name of the whole graph.

    Attributes
    ----------
    block : Block
        The graph that is being written.
    constants : dict
        The arrays that are known, by their names.
    line : str
        The user's line.
    base : str
        What tensors are named after.
    """

    def __init__(self, name: str) -> None:
        self.block = Block(name)
        self.constants: dict[str, np.ndarray] = {}
        self.line = ""
        self.base = "t"
        self._taken: set[str] = set()
        self._known: dict[object, Tensor] = {}

    @contextmanager
    def within(self, name: str) -> Iterator[Block]:
        """Write a graph that a node holds."""
        outside, self.block = self.block, Block(self.fresh(name))
        try:
            yield self.block
        finally:
            self.block = outside

    def give(self, block: Block, tensors: Sequence[Tensor]) -> None:
        """Let a block give tensors; each is one that the block makes."""
        block.outputs = [
            self.step("Identity", [each], each.dtype, each.shape) for each in tensors
        ]

    def fresh(self, base: str) -> str:
        """Return a name that nothing has."""
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name

    def constant(self, value: Any, dtype: Any = None) -> Tensor:
        """Return a tensor that is known."""
        array = np.ascontiguousarray(np.asarray(value, dtype))
        array = array.reshape(np.shape(value))
        key = exact_key(array)
        if key not in self._known:
            small = array.size == 1 and array.ndim < 2
            text = str(array.reshape(-1)[0]) if small else "constant"
            name = self.fresh(f"[{text}]" if array.ndim and small else text)
            self.constants[name] = array
            self._known[key] = Tensor(name, array.dtype, array.shape)
        return self._known[key]

    def known(self, tensor: Tensor) -> np.ndarray | None:
        """Return the array of a tensor that is known."""
        return self.constants.get(tensor.name)

    def step(
        self,
        operation: str,
        inputs: Sequence[Tensor | None],
        dtype: Any,
        shape: Dims,
        **attributes: Any,
    ) -> Tensor:
        """Write a node, and return what it gives."""
        (found,) = self.steps(operation, inputs, [(dtype, shape)], **attributes)
        return found

    def steps(
        self,
        operation: str,
        inputs: Sequence[Tensor | None],
        results: Sequence[tuple[Any, Dims]],
        **attributes: Any,
    ) -> list[Tensor]:
        """Write a node that gives several tensors."""
        made = [
            Tensor(self.fresh(self.base), np.dtype(dtype), shape)
            for dtype, shape in results
        ]
        names = ["" if each is None else each.name for each in inputs]
        outputs = [each.name for each in made]
        self.block.steps.append(Step(operation, names, outputs, attributes, self.line))
        return made

    def renamed(self, tensor: Tensor, name: str, since: int) -> Tensor:
        """Rename what a node of this block gives.

        Parameters
        ----------
        tensor : Tensor
            The tensor.
        name : str
            The base of its new name.
        since : int
            The number of the first node that can know it.
        """
        steps = self.block.steps[since:]
        if not any(tensor.name in each.outputs for each in steps):
            return tensor
        self._taken.discard(tensor.name)
        new = self.fresh(name)
        _rename(steps, tensor.name, new)
        return replace(tensor, name=new)


def _rename(steps: Sequence[Step], old: str, new: str) -> None:
    for step in steps:
        step.inputs = [new if each == old else each for each in step.inputs]
        step.outputs = [new if each == old else each for each in step.outputs]
        for block in step.blocks():
            block.outputs = [
                replace(each, name=new) if each.name == old else each
                for each in block.outputs
            ]
            _rename(block.steps, old, new)

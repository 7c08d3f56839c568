"""A model of ONNX with the function of a graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from runtime.errors import NotExportable
from runtime.exporting.functional_form import functional
from runtime.exporting.given_inputs import given_inputs
from runtime.exporting.onnx.onnx_blocks import Block
from runtime.exporting.onnx.onnx_calls import AlreadyRefused
from runtime.exporting.onnx.onnx_flow import Flow
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Held,
    Known,
    Maybe,
    Refused,
    Stacked,
    Tensor,
    tensors_in,
    tensors_of,
)
from runtime.exporting.refusing import Tell, stop
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Value
from runtime.passes import unmark
from runtime.recursion_limit import deep_recursion
from runtime.saving.patterns import Place
from runtime.saving.saved import Given, Saved

RELAXED = """\
Values are those of NumPy but for rounding. Whole numbers of Python have 64 bits; a
number that is whole in some cases and a float in others is a float; names that may be
unbound are zero. Where NumPy raises or warns of values, such as a division by zero,
there is an infinity, a NaN, or any whole number; an index that is out of range is an
error of the runtime. Equal items keep their order in argsort, lists with NaN are sorted
with NaN last, and a zero may lose its sign. Arguments share no memory. What may be None
is two outputs: whether it is there, and the value."""


@dataclass(frozen=True)
class Written:
    """A model before the package `onnx` is asked for it.

    Parameters
    ----------
    block : Block
        Its graph.
    constants : dict
        The arrays that are known.
    documentation : str
        What the model says of itself.
    """

    block: Block
    constants: dict[str, np.ndarray]
    documentation: str


def onnx_model(saved: Saved, documentation: str) -> Written:
    """Return the model of a graph.

    Parameters
    ----------
    saved : Saved
        The graph, and where its inputs come from.
    documentation : str
        The docstring of the function.

    Raises
    ------
    NotExportable
        If something in it has no form in ONNX.
    """
    with deep_recursion():
        graph, changed = functional(saved)
        return _Model(saved, graph, changed, stop).written(documentation)


def refusals(saved: Saved) -> list[NotExportable]:
    """Return all that has no form in ONNX."""
    found: list[NotExportable] = []
    with deep_recursion():
        try:
            graph, changed = functional(saved)
            _Model(saved, graph, changed, found.append).written("")
        except NotExportable as error:
            found.append(error)
    return found


class _Model(Flow):
    def __init__(
        self, saved: Saved, graph: Graph, changed: list[str], tell: Tell
    ) -> None:
        super().__init__(unmark.run(graph), tell)
        self._saved = saved
        self._written = changed

    def written(self, documentation: str) -> Written:
        """Return the model."""
        self.held.update((each.name, Refused()) for each in self.graph.inputs)
        inputs = given_inputs(self._saved, self.graph, "ONNX", self.tell)
        for value, source in inputs:
            if not isinstance(source, Given):
                self.held[value.name] = self._input(value, source)
            elif isinstance(source.value, np.ndarray):
                self.held[value.name] = self._captured(value, source.value)
            else:
                self.held[value.name] = Known(source.value)
        self.region(self.graph.region)
        self.span, self.line, self.base = None, "", "result"
        result = self.graph.result
        assert result is not None
        self._outputs(result)
        if (
            self.block.outputs
            and not self.block.inputs
            and all(0 in e.shape for e in self.block.outputs)
        ):
            self.refuse("it gives nothing that depends on a call", "pass an argument")
        if not self.block.outputs:
            if not any(isinstance(e, Refused) for e in self.held.values()):
                self.refuse(
                    "it gives no number and no array", "return what it computes"
                )
        used = set(self._used(self.block))
        kept = {name: each for name, each in self.constants.items() if name in used}
        return Written(self.block, kept, self._notes(documentation))

    def _used(self, block: Block) -> Iterator[str]:
        for step in block.steps:
            yield from step.inputs
            for inner in step.blocks():
                yield from self._used(inner)

    def _captured(self, value: Value, source: np.ndarray) -> Held:
        if source.dtype.kind not in "biuf":
            self.tell(self.refused(f"{value.base} is an array of {source.dtype}"))
            return Refused()
        name = self.fresh(value.base)
        self.constants[name] = np.array(source)
        return Tensor(name, source.dtype, source.shape)

    def _input(self, value: Value, place: Place) -> Held:
        base = named(place)
        try:
            form = self.form(value.type, base)
        except NotExportable as error:
            if any(value in each.operands() for each in self.graph.nodes()):
                self.tell(error)
            return Refused()
        tensors = [
            Tensor(self.fresh(base), dtype, shape) for dtype, shape in tensors_of(form)
        ]
        self.block.inputs += tensors
        return self.regrouped(form, list(tensors))

    def _outputs(self, result: Argument) -> None:
        items: Sequence[Argument] = (result,)
        if isinstance(result, Display) and result.kind in ("tuple", "dict"):
            items = result.items[1::2] if result.kind == "dict" else result.items
        changes = len(self._written)
        kept = len(items) - changes
        for place, each in enumerate(items):
            base = each.base if isinstance(each, Value) and each.base != "t" else ""
            if place >= kept:
                base = f"{self._written[place - kept]}_after"
            elif not base or base == "items":
                base = "result" if kept == 1 else f"result_{place}"
            try:
                self._output(self.of(each), base)
            except NotExportable as error:
                self.tell(error)

    def _output(self, held: Held, base: str) -> None:
        if isinstance(held, Refused):
            self.refuse("it gives back an argument that is no number")
        if isinstance(held, Known) and held.value is None:
            return
        if isinstance(held, Bundle) and held.kind == "list":
            held = self._as_list(held)
        if isinstance(held, Bundle):
            for place, each in enumerate(held.items):
                if isinstance(each, Maybe) and held.kind == "list":
                    self.refuse("an item of a list may be None", "give NaN for None")
                self._output(each, f"{base}_{place}")
            return
        if isinstance(held, Maybe):
            self._give(held.there, f"{base}_is_there")
            held = held.value
            if isinstance(held, Bundle):
                self._output(held, base)
                return
        if not isinstance(held, (Tensor, Known, Stacked)):
            self.refuse(f"{base} is no number and no array of them")
        found = [self.number(held)] if isinstance(held, Known) else tensors_in(held)
        for each in found:
            self._give(each, base)

    def _give(self, tensor: Tensor, name: str) -> None:
        self.base = name
        made = self.step("Identity", [tensor], tensor.dtype, tensor.shape)
        self.block.outputs.append(made)

    def _as_list(self, held: Bundle) -> Held:
        """Return a list as one tensor, if its items are alike."""
        if not held.items:
            return self.constant(np.zeros(0))
        if any(map(_is_open, held.items)):
            self.refuse(
                "the items of a list have lengths that only the run knows",
                "return them as a tuple",
            )
        try:
            return self._stacked_items(held.items)
        except (NotExportable, AlreadyRefused):
            return held  # an output for each item, or the refusal of one

    def _stacked_items(self, items: Sequence[Held]) -> Held:
        if all(isinstance(each, Bundle) for each in items):
            rows = [each.items for each in items if isinstance(each, Bundle)]
            if any(e.kind == "list" for e in items if isinstance(e, Bundle)):
                return self._stacked_rows(rows)
            if len({len(each) for each in rows}) > 1 or not rows[0]:
                self.refuse("rows differ")
            return Bundle(tuple(map(self._stacked_items, zip(*rows, strict=True))))
        parts = [self.number(each) for each in items]
        if len({each.shape for each in parts}) > 1:
            self.refuse("items differ")
        dtype = np.result_type(*[each.dtype for each in parts])
        return self.stacked([self.cast(each, dtype) for each in parts])

    def _stacked_rows(self, rows: Sequence[Sequence[Held]]) -> Held:
        if not all(rows):
            self.refuse("a row is empty")
        parts = [self._stacked_items(each) for each in rows]
        if not all(isinstance(each, Tensor) for each in parts):
            self.refuse("rows of a list hold tuples")
        return self._stacked_items(parts)

    def _notes(self, documentation: str) -> str:
        texts = [documentation] if documentation else []
        texts.append(RELAXED)
        if self._written:
            names = ", ".join(self._written)
            texts.append(
                f"What the function would leave in {names} are outputs of their own, "
                "after its results."
            )
        return "\n\n".join(texts)


def _is_open(held: Held) -> bool:
    """Whether only the run knows the shape of a value; ONNX joins empty ones to any."""
    if isinstance(held, Bundle):
        return any(map(_is_open, held.items))
    return isinstance(held, Stacked) or (
        isinstance(held, Tensor) and None in held.shape
    )


def named(place: Place) -> str:
    """Return a place as the name of an input.

    Examples
    --------
    >>> named(("x", 0, "a"))
    'x_0_a'
    """
    return re.sub(r"\W", "_", "_".join(map(str, place)))

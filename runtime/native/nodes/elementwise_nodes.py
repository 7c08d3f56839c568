"""Elementwise operations of a graph: calls of functions that go through arrays once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Region, Value
from runtime.native.arrays.assignments import copy, updated
from runtime.native.assembly.emit import OWN
from runtime.native.assembly.settings import Settings
from runtime.native.assembly.values import Cursor, Machine, NotNative, Scalar, View
from runtime.native.elementwise.fused import lower_fused
from runtime.native.elementwise.per_element import computed_dtype
from runtime.native.elementwise.tiles import Turns
from runtime.native.marks.kernels import Kernel
from runtime.native.nodes.element_loops import ElementLoop, element_loop
from runtime.native.nodes.instructions import IN_PLACE
from runtime.native.nodes.table_nodes import Tables
from runtime.native.objects import frame
from runtime.native.scalars.unions import fitted
from runtime.ops import row_named
from runtime.ops.infer import infer
from runtime.regions.parts import MOST_RESULTS, graph_of
from runtime.regions.parts import results as results_of
from runtime.types import INT, Array

ELEMENTS = "elements."
"""What the names of functions begin with before they are numbered."""
_TURNS = Value("turns", INT)
"""The number of turns that a loop still has."""


class ElementwiseNodes(Tables):
    """Writes elementwise operations, and loops of nothing else.

    Attributes
    ----------
    functions : dict
        The functions that go through arrays, by name.
    """

    def __init__(self, region: Region, trusts: bool, settings: Settings) -> None:
        super().__init__(region, trusts, settings.freedom_of_loops)
        self._settings = settings
        # Within loops, memory serves again, and arrays are known to be rows.
        self._columns = not any(node.regions for node in region.nodes)
        self.functions: dict[str, Kernel] = {}
        self._named: dict[str, str] = {}

    def fused(self, group: list[Node], outputs: tuple[Value, ...]) -> None:
        """Write the call of a function that computes elementwise operations."""
        if not 1 <= len(outputs) <= MOST_RESULTS:
            raise NotNative("operations on many arrays", group[0].span)
        if self.protected and self._settings.threads > 1:
            raise NotNative("a `try` whose work threads share", group[0].span)
        part = graph_of("elements", group, outputs)
        made = self._call_elements(part, outputs)
        for result, found in zip(outputs, made, strict=True):
            self.values[result.name] = found

    def _call_elements(
        self, part: Graph, outputs: Sequence[Value], turns: Turns | None = None
    ) -> list[Machine]:
        """Write the call of a function that computes a graph."""
        w = self.w
        span = part.region.nodes[0].span
        try:
            given = [fitted(w, self.values[v.name], v.type) for v in part.inputs]
            named = zip(part.inputs, given, strict=True)
            steps = {v.name: one.strides for v, one in named if isinstance(one, View)}
            made = lower_fused(
                part, self._settings, ELEMENTS, self._columns, steps, turns=turns
            )
        except NotNative as reason:
            raise NotNative(reason.reason, reason.span or span) from None
        # What computes the same is written once: the text has no names of values.
        name = self._named.setdefault(made.text, f"elements_{len(self._named) + 1}")
        self.functions[name] = made
        places = w.slot(f"[{made.places} x i64]")
        place = 0
        for value in given:
            place = frame.write(w, places, place, value)
        owners = w.owner(made.owners)
        status = w.put(f"call i32 @{name}(ptr {places}, ptr {owners})")
        self.end_unless_well(status)
        results = []
        for result in outputs:
            found = frame.read(w, places, place, result.type)
            place += frame.places(result.type)
            if isinstance(found, View):
                if made.rows:
                    found = frame.contiguous(w, found)
                found = replace(found, whole="true", source=OWN)
            results.append(found)
        return results

    # Loops

    def turns_at_once(self, node: Node, items: Machine) -> ElementLoop | None:
        """Return the turns of a ``for`` loop, if a block takes many of them at once."""
        if isinstance(items, Cursor) or self.protected:
            return None
        found = element_loop(node, self.within)
        changed = () if found is None else found.changed
        own = [self.values[each.name] for each in changed]
        return found if all(map(_is_own, own)) else None

    def take_turns(self, loop: ElementLoop, turns: str) -> tuple[list[Machine], str]:
        """Write many turns of a loop.

        Parameters
        ----------
        loop : ElementLoop
            The loop.
        turns : str
            How many it still has.

        Returns
        -------
        list of Machine, str
            The next of its states, and how many turns were taken: one at least.
        """
        ends = [value for value in results_of(loop.turn) if isinstance(value, Value)]
        pairs = zip(loop.begun, ends, strict=True)
        states = {before.name: after.name for before, after in pairs}
        self.values[_TURNS.name] = Scalar(INT, turns)
        region = loop.turn.region
        inputs = (*region.parameters, _TURNS)
        part = replace(loop.turn, region=replace(region, parameters=inputs))
        outputs = (*ends, _TURNS)
        *found, taken = self._call_elements(part, outputs, Turns(_TURNS.name, states))
        assert isinstance(taken, Scalar)
        count = len(found) - len(loop.changed)
        for array, new in zip(loop.changed, found[count:], strict=True):
            target = self.values[array.name]
            assert isinstance(target, View)
            assert isinstance(new, View)
            copy(self.w, target, new)
        return found[:count], taken.code

    # In place

    def in_place(self, node: Node, target: View) -> View:
        """Write an operation whose result goes into its first operand."""
        row = row_named(IN_PLACE[node.operation.name])
        of, _ = infer(row, node.args, ())
        result = Value("elements", of)
        computed = replace(node, operation=row, results=(result,))
        dtype = of.dtype if isinstance(of, Array) else None
        if dtype != target.type.dtype or computed_dtype(computed) is None:
            raise NotNative(f"the operation {node.operation.name}")
        if updated(self.w, target, row.name, self.argument(node.args[1])):
            return target
        self.fused([computed], (result,))
        new = self.values[result.name]
        assert isinstance(new, View)
        copy(self.w, target, new)
        return target


def _is_own(value: Machine) -> bool:
    """Whether an array is whole, and made by the kernel."""
    return isinstance(value, View) and value.source == OWN and value.whole == "true"

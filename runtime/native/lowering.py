"""Lowers a graph to a kernel: one LLVM function of its inputs and results.

A kernel reads its inputs from a frame, an array of 64-bit places, and stores its
results behind them. It returns zero, or says why it did not come to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ir.unbound import Unbound
from runtime.native import frame, sequences
from runtime.native.control import ControlFlow
from runtime.native.conversions import constant
from runtime.native.instructions import RULES, WHOLE, Rule
from runtime.native.unions import fault_if_unbound, fitted, narrowed
from runtime.native.values import (
    MISSING,
    NOTHING,
    Items,
    ListRef,
    Machine,
    NotNative,
    Static,
    Tagged,
    View,
    Zipped,
    member,
    registers,
    unpacked,
)
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import NONE, Array, List, Never, Type, type_of

_POOL = "%pool"
"""A list that keeps the lists that a kernel makes."""


@dataclass(frozen=True)
class Kernel:
    """A graph in LLVM's assembly language.

    Parameters
    ----------
    text : str
        The function ``kernel``.
    declared : dict
        The declarations of what it uses, by name.
    places : int
        The number of places of the frame.
    written : frozenset of str
        The inputs that it may write into.
    makes_lists : bool
        Whether it needs a list that keeps those that it makes.
    addresses : dict
        The addresses that it names, by name.
    contiguous : bool
        Whether it takes only arrays whose elements lie side by side.
    """

    text: str
    declared: dict[str, str]
    places: int
    written: frozenset[str]
    makes_lists: bool
    addresses: dict[str, int]
    contiguous: bool = False


def lower(graph: Graph, contiguous: bool) -> Kernel:
    """Return the kernel of a graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    contiguous : bool
        Whether it takes only arrays whose elements lie side by side.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    lowering = Lowering(graph.region, contiguous)
    place = 0
    for value in graph.inputs:
        place = lowering.take(value, place)
    lowering.begin()
    found = lowering.region(graph.region)
    if found is not None:
        for argument, of in zip(results(graph), result_types(graph), strict=True):
            one = lowering.argument(argument)
            place = lowering.give(fitted(lowering.w, one, of), place)
        lowering.w.leave(0)
    w = lowering.w
    text = w.function(f"define i32 @kernel(ptr noalias %frame, ptr {_POOL}) noinline")
    written = lowering.written
    if "" in written:  # one that is chosen at run time
        written = {v.name for v in graph.inputs if isinstance(v.type, (Array, List))}
    return Kernel(
        text,
        w.declared,
        place,
        frozenset(written),
        lowering.makes_lists,
        w.addresses,
        contiguous,
    )


def results(graph: Graph) -> tuple[Argument, ...]:
    """Return what a graph returns: the items of a tuple that it makes."""
    whole = graph.result
    if isinstance(whole, Display) and whole.kind == "tuple":
        return whole.items
    return () if whole is None else (whole,)


def result_types(graph: Graph) -> list[Type]:
    """Return the types of what a graph returns."""
    return [argument_type(each) for each in results(graph)]


class Lowering(ControlFlow):
    """The values of a graph in registers."""

    def __init__(self, region: Region, contiguous: bool) -> None:
        super().__init__(region)
        self._contiguous = contiguous
        self.written: set[str] = set()
        self.makes_lists = False

    # The frame

    def take(self, value: Value, place: int) -> int:
        """Read an input from the frame, and return the place behind it."""
        found = frame.read(self.w, "%frame", place, value.type)
        if isinstance(found, View) and self._contiguous:
            found = frame.contiguous(self.w, found)
        if isinstance(found, (View, ListRef)):
            found = replace(found, source=value.name)
        self.values[value.name] = found
        return place + frame.places(value.type)

    def give(self, value: Machine, place: int) -> int:
        """Store a result in the frame, and return the place behind it."""
        if isinstance(value, View):
            raise NotNative("a result that is an array")
        fault_if_unbound(self.w, value)
        return frame.write(self.w, "%frame", place, value)

    # Regions and nodes

    def region(self, region: Region) -> list[Machine] | None:
        """Write a region; return what it yields, or None if it never ends."""
        outer, self.within = self.within, region
        for node in region.nodes:
            self._node(node)
        self.within = outer
        if region.yields is None:
            if not self.w.closed:
                self.w.fault()
            return None
        return [self.argument(each) for each in region.yields]

    def argument(self, argument: Argument) -> Machine:
        """Return the registers of an argument."""
        if isinstance(argument, Value):
            return self.values[argument.name]
        if isinstance(argument, Constant):
            return _constant(argument.value)
        if argument.kind == "tuple":
            return Items(tuple(self.argument(item) for item in argument.items))
        raise NotNative(f"a {argument.kind}")

    def _node(self, node: Node) -> None:
        try:
            if node.operation is COND:
                self.cond(node)
            elif node.operation is WHILE:
                self.while_(node)
            elif node.operation is FOR:
                self.for_(node)
            else:
                self._row(node)
        except NotNative as reason:
            raise NotNative(reason.reason, reason.span or node.span) from None

    def _bind(self, results: Sequence[Value], values: Sequence[Machine]) -> None:
        for result, value in zip(results, values, strict=True):
            self.values[result.name] = value

    def _row(self, node: Node) -> None:
        row = node.operation
        if row.name in ("check_bound", "refine"):
            value = self.argument(node.args[0])
            fault_if_unbound(self.w, value)
            for result in node.results:
                self.values[result.name] = narrowed(self.w, value, result.type)
            return
        if row.name in ("list_new", "list_copy"):
            self._new_list(node)
            return
        rule = RULES.get(row.name)
        if rule is None or node.kwargs or not isinstance(row, Row):
            raise NotNative(f"the operation {row.name}")
        operands = [self.argument(each) for each in node.args]
        for position in row.writes:
            one = operands[position] if isinstance(position, int) else None
            if isinstance(one, (View, ListRef)) and one.source != _POOL:
                self.written.add(one.source)
        if len(node.results) > 1:
            found = rule(self.w, NONE, operands)
            if not isinstance(found, Items):
                raise NotNative(f"the operation {row.name}")
            self._bind(node.results, found.items)
            return
        of = node.results[0].type if node.results else NONE
        if isinstance(of, Never):
            self.w.fault()
            return
        value = self._by_members(row, rule, operands, node.args, of)
        if node.results:
            (result,) = node.results
            self.values[result.name] = value
            if isinstance(value, Zipped):
                self.iterators[result.name] = self.within

    def _new_list(self, node: Node) -> None:
        (result,) = node.results
        (argument,) = node.args
        if node.kwargs or not isinstance(result.type, List):
            raise NotNative(f"the operation {node.operation.name}")
        self.makes_lists = True
        if isinstance(argument, Display) and argument.kind in ("list", "tuple"):
            items = Items(tuple(map(self.argument, argument.items)))
            made = sequences.new(self.w, items, result.type, _POOL)
        else:
            value = self.argument(argument)
            if isinstance(value, Items):
                made = sequences.new(self.w, value, result.type, _POOL)
            elif isinstance(value, ListRef):
                made = sequences.copy(self.w, value, _POOL)
            else:
                raise NotNative(f"the operation {node.operation.name}")
        self.values[result.name] = replace(made, type=result.type, source=_POOL)

    def _by_members(
        self,
        row: Row,
        rule: Rule,
        operands: list[Machine],
        arguments: Sequence[Argument],
        of: Type,
    ) -> Machine:
        """Write an operation for each member of its unions."""
        w = self.w
        unions = [n for n, each in enumerate(operands) if isinstance(each, Tagged)]
        whole = row.name in WHOLE or isinstance((*operands, None)[0], ListRef)
        if whole or not unions:
            return fitted(self.w, rule(w, of, operands), of)
        position = unions[0]
        tagged = operands[position]
        assert isinstance(tagged, Tagged)
        labels = [w.label("member") for _ in tagged.type.members]
        end = w.label("joined")
        slots = [(kind, w.slot(kind)) for kind in registers(of)]
        w.switch(tagged.tag, labels)
        for label, one in zip(labels, tagged.type.members, strict=True):
            w.begin(label)
            given = [*operands]
            given[position] = member(tagged, one)
            typed = [*arguments]
            typed[position] = Value(f"operand.{position}", one)
            own, _ = infer(row, typed, ())
            if isinstance(own, Never):
                w.fault()
                continue
            found = self._by_members(row, rule, given, typed, own)
            self.store(fitted(self.w, found, of), slots)
            w.jump(end)
        w.begin(end)
        return unpacked(of, [w.load(kind, slot) for kind, slot in slots])


def _constant(value: object) -> Machine:
    if value is None:
        return NOTHING
    if isinstance(value, Unbound):
        return MISSING
    if isinstance(value, tuple):
        return Items(tuple(map(_constant, value)))
    if type(value) in (bool, int, float) or isinstance(value, np.generic):
        return constant(value, type_of(value))
    return Static(value)

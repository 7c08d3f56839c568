"""Cotangents of the values of a graph, and the errors where there are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from runtime.building import Builder, Names, values_bound
from runtime.derivatives.activity import may_vary, varying
from runtime.derivatives.expansions import expanded, has_no_rule, takes_all
from runtime.derivatives.known_shapes import DerivativeBuilder
from runtime.derivatives.row_rules import cast, in_dtype
from runtime.derivatives.stacks import NOTHING, Stacks, parts_of
from runtime.derivatives.tapes import Recipe, Tape
from runtime.errors import NoDerivative, Span
from runtime.ir.graph import Graph
from runtime.ir.naming import bound_in, free, mapped, renamed
from runtime.ir.nodes import (
    Argument,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops import OPS
from runtime.types import (
    COMPLEX,
    INT,
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    join_all,
    members,
)
from runtime.types import Iterable as IterableType

MOST_PARTS = 4
"""How many parts a cotangent has before it is one whole array."""


class Cotangents:
    """What is known of the cotangents of a graph.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    arguments : sequence of Value
        The inputs to differentiate by.
    names : Names, optional
        Where new names come from.

    Attributes
    ----------
    cotangents : dict
        The cotangents so far, by the names of values.
    recipes : dict
        What becomes of the constructs of the forward part, by their identity.
    reached : dict
        How each value was reached: the place, and the name of the value it serves.
    varying : set of str
        The names of what varies with the arguments.
    selected : set of str
        The names of values whose cotangents came through what selects, as `where`
        does: they may be 0 because the value does not matter.
    """

    def __init__(
        self, graph: Graph, arguments: Sequence[Value], names: Names | None = None
    ) -> None:
        self._graph = graph
        self._arguments = arguments
        self.of = DerivativeBuilder(names or Names(graph))
        self.varying = varying(graph, arguments)
        self.stacks = Stacks(graph)
        self.values = {value.name: value for value in values_bound(graph)}
        self.makers = {
            result.name: node for node in graph.nodes() for result in node.results
        }
        self.cotangents: dict[str, Argument] = {}
        # By the names of cotangents that are 0 but for some parts: those.
        self.parts: dict[str, list[tuple[Argument, Argument]]] = {}
        self.recipes: dict[int, Recipe] = {}
        self.reached: dict[str, tuple[Span | None, str]] = {}
        self.selected: set[str] = set()
        outermost = [v for node in graph.region.nodes for v in node.results]
        self._lasting = {value.name for value in (*graph.inputs, *outermost)}

    def expansion(
        self, of: Builder, node: Node, results: Sequence[Value] | None
    ) -> Region:
        """Return what defines a call: see `expanded`."""
        body = expanded(of, node, results, self.varying)
        for each in body.nodes:
            for result in each.results:
                self.values[result.name] = result
                self.makers[result.name] = each
        return body

    def unpacks(self, node: Node) -> Node | None:
        """Return the call whose results a node unpacks, if a rule gives them."""
        source = node.args[0] if node.args else None
        if not isinstance(source, Value):
            return None
        maker = self.makers.get(source.name)
        return maker if maker is not None and takes_all(node, maker) else None

    def varies(self, argument: Argument) -> bool:
        """Whether something in an argument varies with what is asked for."""
        return any(value.name in self.varying for value in values_in(argument))

    def add_to(
        self, argument: Argument, g: Argument, span: Span | None, source: str
    ) -> None:
        """Add to the cotangent of what varies in an argument."""
        if isinstance(argument, Display):
            for place, item in enumerate(argument.items):
                if self.varies(item):
                    self.add_to(item, self.of.getitem(g, place), span, source)
            return
        if not isinstance(argument, Value) or argument.name not in self.varying:
            return
        self.check(argument, span, source)
        g = cast(self.of, g, argument)
        known = self.cotangents.get(argument.name)
        if known is not None:
            g = self._sum(known, g, argument)
        self.cotangents[argument.name] = g
        self.reached.setdefault(argument.name, (span, source))
        if source in self.selected:
            self.selected.add(argument.name)

    def _sum(self, known: Argument, g: Argument, argument: Value) -> Argument:
        """Return a sum of cotangents; what has parts alone is added part by part."""
        for few, whole in ((known, g), (g, known)):
            parts = self.parts.get(few.name) if isinstance(few, Value) else None
            if parts is not None and isinstance(argument_type(whole), Array):
                for index, part in parts:
                    whole = self.of.index_add(whole, index, part)
                return whole
        return cast(self.of, self.of.add(known, g), argument)  # 0-d gives a scalar

    def add_part(
        self, argument: Value, index: Argument, g: Argument, span: Span | None, to: str
    ) -> None:
        """Add to the cotangent of a part of an array: the time stays linear."""
        self.check(argument, span, to)
        g = in_dtype(self.of, g, argument)
        known = self.cotangents.get(argument.name)
        parts = [] if known is None else self.parts.get(getattr(known, "name", ""))
        whole = self.of.zero_of(argument) if known is None else known
        found = self.of.index_add(whole, index, g)
        if parts is not None and len(parts) < MOST_PARTS:
            self.parts[found.name] = [*parts, (index, g)]
        self.cotangents[argument.name] = found
        self.reached.setdefault(argument.name, (span, to))
        if to in self.selected:
            self.selected.add(argument.name)

    def check(self, value: Value, span: Span | None, source: str) -> None:
        """Refuse values that vary, and have no derivative that we know."""
        for one in members(value.type):
            if not _is_number(one):
                if may_vary(one):
                    maker = self.makers.get(value.name)
                    several = isinstance(one, (List, Tuple))
                    if several and maker is not None and has_no_rule(maker):
                        raise self.lost(maker, value, ": no rule")
                    raise self.refused(
                        f"the derivative by {_told(value)} is not known: it is "
                        f"{_kind(one)}",
                        span,
                        source,
                    )

    def refused(self, what: str, span: Span | None, source: str) -> NoDerivative:
        """Return the error of a derivative, with the way from it to the result."""
        lines = []
        seen = {str(span)}
        while source:
            place, source = self.reached.get(source, (None, ""))
            if place is not None and str(place) not in seen:
                seen.add(str(place))
                lines.append(f"  which {place.short} needs for the result")
        return NoDerivative(
            "\n".join([what, *lines]),
            span=span,
            hint="write it as operations on floats that have derivatives, or keep it "
            "out of what the result needs",
        )

    def unknown(self, value: Value, span: Span | None, source: str) -> NoDerivative:
        """Return the error of a value that comes from where we cannot follow."""
        return self.refused(
            f"{_told(value)} is taken from an iterator, and what it varies with is not "
            "known",
            span,
            source,
        )

    def lost(self, node: Node, result: Value, why: str = "") -> NoDerivative:
        """Return the error of a call that has no derivative."""
        return self.refused(
            f"the derivative of {_spelled(node)} is not known{why}",
            node.span,
            result.name,
        )

    def carried(self, of: Type) -> Type:
        """Return the type of cotangents of values of a type."""
        known = [one for one in members(of) if not isinstance(one, (NoneType, Unbound))]
        return join_all(map(_carried, known))

    def shadow_of(self, stack: Value) -> Value:
        """Return a new list for the derivatives of what a stack holds."""
        assert isinstance(stack.type, List)
        element = stack.type.element
        types = tuple(
            self.carried(part) if may_vary(part) else NOTHING.type
            for part in parts_of(element)
        )
        of = Tuple(types) if isinstance(element, Tuple) else types[0]
        return Value(self.of.names.new(f"d_{stack.base}"), List(of))

    def or_zero(self, g: Argument | None, name: str) -> Argument:
        """Return a cotangent, or zeros in its place."""
        if g is not None:
            return g
        found: Argument = self.of.zero_of(self.values[name])
        return found

    def inside(self, body: Region) -> set[str]:
        """Return the names that a region of the forward part binds, counts included."""
        found = bound_in(body)
        for node in body.walk():
            recipe = self.recipes.get(id(node))
            if recipe is not None and recipe.turns is not None:
                found.add(recipe.turns.name)
                self.values[recipe.turns.name] = recipe.turns
        return found

    def taped(
        self,
        node: Node,
        place: int,
        inside: set[str],
        nodes: list[Node],
        yields: Sequence[Argument],
        known: dict[str, Argument],
    ) -> tuple[list[Node], list[Argument]]:
        """Return nodes that take what they need of the forward region from a tape.

        Parameters
        ----------
        node, place
            The construct and the region of the forward part.
        inside : set of str
            The names bound there.
        nodes, yields
            The way back.
        known : dict
            What stands for names bound there without a tape.
        """
        needed = [
            name for name in free(nodes, yields) if name in inside and name not in known
        ]
        mapping: dict[str, Argument] = dict(known)
        head: list[Node] = []
        recipe = self.recipes.setdefault(id(node), Recipe())
        recipe.tapes[place] = tapes = []
        again = self._cheap(needed, inside, known)
        for name in needed:
            if name in again:
                continue
            item = self.values[name]
            tape = Value(self.of.names.new(f"tape_of_{item.base}"), List(item.type))
            tapes.append(Tape(tape, item))
            new = Value(self.of.names.new(item.base), item.type)
            pop = Node(OPS["list_pop"], (tape,), results=(new,), span=node.span)
            head.append(pop)
            mapping[name] = new
        for maker in again.values():
            (item,) = maker.results
            new = Value(self.of.names.new(item.base), item.type)
            head.append(replace(renamed(maker, mapping), results=(new,)))
            mapping[item.name] = new
        head += [renamed(each, mapping) for each in nodes]
        return head, [mapped(each, mapping) for each in yields]

    def _cheap(
        self, needed: Sequence[str], inside: set[str], known: Collection[str]
    ) -> dict[str, Node]:
        """Return what is rather computed again than kept, in order, by its maker.

        Parameters
        ----------
        needed : sequence of str
            What is needed of a region.
        inside, known
            As those of `taped`.
        """
        found: dict[str, Node] = {}

        def is_there(value: Value) -> bool:
            if value.name not in inside or value.name in known or value.name in found:
                return True
            maker = self.makers.get(value.name)
            if maker is None or not _is_cheap(maker, self._lasting):
                return False
            if not all(map(is_there, maker.operands())):
                return False
            found[value.name] = maker
            return True

        for name in needed:
            is_there(self.values[name])
        return found


def _is_cheap(node: Node, lasting: set[str]) -> bool:
    """Whether a call computes with whole numbers, or takes a number of an array.

    The array has to be one from outside of all loops: others would be kept for it.
    """
    if node.fails or node.kwargs or len(node.results) != 1:
        return False
    if node.operation.name in ("add", "subtract", "multiply"):
        return all(argument_type(each) == INT for each in node.args)
    first = node.args[0] if node.args else None
    if node.operation.name != "getitem" or not isinstance(first, Value):
        return False
    number = isinstance(node.results[0].type, NumpyScalar)
    lasts = isinstance(first.type, Array) and first.name in lasting
    return number and lasts and argument_type(node.args[1]) == INT


def _is_number(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind in "biufc"
    return isinstance(of, PythonScalar) and of.kind not in ("str", "bytes")


def _carried(of: Type) -> Type:
    if isinstance(of, (Array, NumpyScalar)):
        dtype = of.dtype if of.dtype.kind in "fc" else np.dtype(float)
        return Array(dtype, of.shape) if isinstance(of, Array) else NumpyScalar(dtype)
    return NumpyScalar(np.dtype(complex if of == COMPLEX else float))


def _told(value: Value) -> str:
    return "an item" if value.base in ("t", "item") else repr(value.base)


def _kind(of: Type) -> str:
    if isinstance(of, (Array, NumpyScalar, PythonScalar)):
        return f"of type {of}"
    names = {List: "a list", IterableType: "an iterator", Tuple: "a tuple of the run"}
    return names.get(type(of), "a value of any type")


def _spelled(node: Node) -> str:
    row = node.operation
    return getattr(row, "infix", None) or row.name

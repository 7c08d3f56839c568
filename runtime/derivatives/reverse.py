"""Reverse mode: from the results of a graph back to its arguments.

A region is walked from its end. What the way back needs of a turn of a loop, or of an
arm of a branch, goes as one tuple onto a *tape*: a graph list made at the top. Loops
inside loops push onto one list, and the way back pops in the opposite order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast as typed

import numpy as np

from runtime.building import Builder, Names, region, values_bound
from runtime.constructs import COND, FOR
from runtime.constructs.carries import Loop
from runtime.derivatives.activity import may_vary, varying
from runtime.derivatives.rules import cast, in_dtype, pull_back
from runtime.errors import NoDerivative, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    map_values,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.facts import Unknown
from runtime.types import (
    INT,
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    accepts,
    join_all,
    members,
)
from runtime.types import (
    Iterable as IterableType,
)


@dataclass
class Reversed:
    """What the reverse mode made of a graph.

    Parameters
    ----------
    forward, backward : list of Node
        The nodes of the forward part, which fills the tapes, and of the way back.
    stored : list of Node
        The nodes that store in the arguments what the graph wrote: they come last.
    result : argument
        The result of the graph.
    cotangents : list of argument
        Those of the arguments asked for.
    """

    forward: list[Node]
    backward: list[Node]
    stored: list[Node]
    result: Argument
    cotangents: list[Argument]


def split_stores(graph: Graph) -> tuple[tuple[Node, ...], list[Node]]:
    """Return the nodes of a functional graph, and those that store in its arguments."""
    nodes = list(graph.region.nodes)
    stored: list[Node] = []
    while nodes and nodes[-1].operation.name == "copyto":
        if nodes[-1].args[0] not in graph.inputs:
            break
        stored.insert(0, nodes.pop())
    return tuple(nodes), stored


@dataclass
class _Tape:
    """What one region leaves for its way back."""

    list: Value
    items: tuple[Value, ...]


@dataclass
class _Recipe:
    """How a construct of the forward part is to be rewritten."""

    tapes: dict[int, _Tape] = field(default_factory=dict)
    turns: Value | None = None


class Reverse:
    """The reverse mode of one graph.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    arguments : sequence of Value
        The inputs to differentiate by.
    names : Names, optional
        Where new names come from.
    """

    def __init__(
        self, graph: Graph, arguments: Sequence[Value], names: Names | None = None
    ) -> None:
        self._graph = graph
        self._arguments = arguments
        self.of = Builder(names or Names(graph))
        self._varying = varying(graph, arguments)
        self._values = {value.name: value for value in values_bound(graph)}
        self._makers = {
            result.name: node for node in graph.nodes() for result in node.results
        }
        self._cotangents: dict[str, Argument] = {}
        self._recipes: dict[int, _Recipe] = {}
        self._reached: dict[str, tuple[Span | None, str]] = {}
        self.masked = any(
            node.operation.name in ("where", "ufunc_filled", "select")
            for node in graph.nodes()
        )

    def varies(self, argument: Argument) -> bool:
        """Whether something in an argument varies with what is asked for."""
        return any(value.name in self._varying for value in values_in(argument))

    def run(self, seeds: Sequence[tuple[Argument, Argument]]) -> Reversed:
        """Return the parts of the derivative.

        Parameters
        ----------
        seeds : sequence
            Pairs of a part of the result and its cotangent.
        """
        nodes, stored = split_stores(self._graph)
        for part, seed in seeds:
            self._add(part, seed, None, "")
        self._walk(nodes)
        found = []
        for value in self._arguments:
            self.of.span = None
            known = self._cotangents.get(value.name)
            found.append(self.of.zero_of(value) if known is None else known)
        backward = self.of.nodes
        self.of.nodes = []
        tapes = [
            Node(OPS["list_new"], (Display("list", ()),), results=(tape.list,))
            for recipe in self._recipes.values()
            for tape in recipe.tapes.values()
        ]
        forward = [*tapes, *self._forward(nodes)]
        return Reversed(
            forward, backward, stored, typed(Argument, self._graph.result), found
        )

    # The forward part

    def _forward(self, nodes: Iterable[Node]) -> list[Node]:
        """Return the nodes with what fills the tapes."""
        return [self._filled(node) if node.regions else node for node in nodes]

    def _filled(self, node: Node) -> Node:
        recipe = self._recipes.get(id(node), _Recipe())
        regions = []
        for place, body in enumerate(node.regions):
            nodes = self._forward(body.nodes)
            tape = recipe.tapes.get(place)
            if tape is not None:
                push = (tape.list, Display("tuple", tape.items))
                nodes.append(Node(OPS["list_append"], push, span=node.span))
            regions.append(replace(body, nodes=tuple(nodes)))
        node = replace(node, regions=tuple(regions))
        if recipe.turns is None:
            return node
        count = Value(self.of.names.new("turn"), INT)
        following = Value(self.of.names.new("turn"), INT)
        first, last = node.regions[0], node.regions[-1]
        step = Node(OPS["add"], (count, Constant(1)), results=(following,))
        assert last.yields is not None
        last = replace(
            last, nodes=(*last.nodes, step), yields=(*last.yields, following)
        )
        if len(node.regions) == 1:
            first = last
        first = replace(first, parameters=(*first.parameters, count))
        return replace(
            node,
            args=(*node.args, Constant(0)),
            results=(*node.results, recipe.turns),
            regions=(first,) if len(node.regions) == 1 else (first, last),
        )

    # Cotangents

    def _add(
        self, argument: Argument, g: Argument, span: Span | None, source: str
    ) -> None:
        """Add to the cotangent of what varies in an argument."""
        if isinstance(argument, Display):
            for place, item in enumerate(argument.items):
                if self.varies(item):
                    self._add(item, self.of.getitem(g, place), span, source)
            return
        if not isinstance(argument, Value) or argument.name not in self._varying:
            return
        self.check(argument, span, source)
        g = cast(self.of, g, argument)
        known = self._cotangents.get(argument.name)
        if known is not None:
            g = self.of.add(known, g)
        self._cotangents[argument.name] = g
        self._reached.setdefault(argument.name, (span, source))

    def check(self, value: Value, span: Span | None, source: str) -> None:
        """Refuse values that vary, and have no derivative that we know."""
        for one in members(value.type):
            if isinstance(one, (Array, NumpyScalar)) and one.dtype.kind == "c":
                raise self._refused(
                    "complex numbers are not differentiated", span, source
                )
            if not _is_number(one):
                if may_vary(one):
                    raise self._refused(
                        f"the derivative by {_told(value)} is not known: it is "
                        f"{_kind(one)}",
                        span,
                        source,
                    )

    def _refused(self, what: str, span: Span | None, source: str) -> NoDerivative:
        lines = []
        seen = {str(span)}
        while source:
            place, source = self._reached.get(source, (None, ""))
            if place is not None and str(place) not in seen:
                seen.add(str(place))
                lines.append(f"  which {place.short} needs for the result")
        return NoDerivative(
            "\n".join([what, *lines]),
            span=span,
            hint="write it as operations on floats that have derivatives, or keep it "
            "out of what the result needs",
        )

    # The way back

    def _walk(self, nodes: Sequence[Node]) -> None:
        for node in reversed(nodes):
            self.of.span = node.span
            if node.operation is COND:
                self._cond(node)
            elif isinstance(node.operation, Loop):
                self._loop(node, node.operation)
            else:
                self._call(node)

    def _call(self, node: Node) -> None:
        for place, result in enumerate(node.results):
            g = self._cotangents.pop(result.name, None)
            if g is None:
                continue
            if len(node.results) > 1:
                self._unpacked(node, place, result, g)
                continue
            self._operands(node, result, g)

    def _unpacked(self, node: Node, place: int, result: Value, g: Argument) -> None:
        source = node.args[0]
        of = argument_type(source)
        if node.operation.name != "unpack" or not isinstance(of, Array):
            raise self.lost(node, result)
        part = self.of.index_add(self.of.zero_of(source), place, g)
        self._add(source, part, node.span, result.name)

    def _operands(self, node: Node, result: Value, g: Argument) -> None:
        for name, argument in node.kwargs:
            if self.varies(argument):
                raise self.lost(node, result, f" by {name}=")
        # The first operand last: of a write it takes what the others have read.
        for place, operand in reversed(list(enumerate(node.args))):
            if not self.varies(operand):
                continue
            self.of.span = node.span
            try:
                if self._added_in_place(node, operand, place, g, result):
                    continue
                found = pull_back(self.of, node, g, place, self.masked)
            except Unknown as unknown:
                raise self.lost(node, result, f": {unknown}") from None
            if found is None:
                continue
            if isinstance(found, list):
                self._items(operand, found, node, result)
            else:
                self._add(operand, found, node.span, result.name)

    def _items(
        self, operand: Argument, found: list[Argument], node: Node, result: Value
    ) -> None:
        assert isinstance(operand, Display)
        for item, g in zip(operand.items, found, strict=True):
            if isinstance(g, list):
                self._items(item, g, node, result)
            else:
                self._add(item, g, node.span, result.name)

    def _added_in_place(
        self, node: Node, operand: Argument, place: int, g: Argument, result: Value
    ) -> bool:
        """Add the cotangent of a part into that of the whole: the time stays linear."""
        if node.operation.name != "getitem" or place or not isinstance(operand, Value):
            return False
        if not all(isinstance(one, Array) for one in members(operand.type)):
            raise Unknown("an item of something else than an array")
        known = self._cotangents.get(operand.name)
        if known is None:
            return False
        self.check(operand, node.span, result.name)
        g = in_dtype(self.of, g, operand)
        self._cotangents[operand.name] = self.of.index_add(known, node.args[1], g)
        return True

    def lost(self, node: Node, result: Value, why: str = "") -> NoDerivative:
        """Return the error of a call that has no derivative."""
        return self._refused(
            f"the derivative of {_spelled(node)} is not known{why}",
            node.span,
            result.name,
        )

    # Regions inside

    def _apart(
        self, cotangents: dict[str, Argument]
    ) -> tuple[dict[str, Argument], list[Node]]:
        """Begin another list of nodes with other cotangents; return those until now."""
        before = self._cotangents, self.of.nodes
        self._cotangents, self.of.nodes = dict(cotangents), []
        return before

    def _return(
        self, before: tuple[dict[str, Argument], list[Node]]
    ) -> tuple[dict[str, Argument], list[Node]]:
        found = self._cotangents, self.of.nodes
        self._cotangents, self.of.nodes = before
        return found

    def _taped(
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
        recipe = self._recipes.setdefault(id(node), _Recipe())
        recipe.tapes.pop(place, None)
        if needed:
            items = tuple(self._values[name] for name in needed)
            of = Tuple(tuple(item.type for item in items))
            tape = Value(self.of.names.new("tape"), List(of))
            recipe.tapes[place] = _Tape(tape, items)
            popped = Value(self.of.names.new("item"), of)
            head.append(
                Node(OPS["list_pop"], (tape,), results=(popped,), span=node.span)
            )
            for number, item in enumerate(items):
                new = Value(self.of.names.new(item.base), item.type)
                head.append(
                    Node(
                        OPS["getitem"],
                        (popped, Constant(number)),
                        results=(new,),
                        span=node.span,
                    )
                )
                mapping[item.name] = new
        renamed = [_renamed(each, mapping) for each in nodes]
        told = [_mapped(each, mapping) for each in yields]
        return head + renamed, told

    def inside(self, body: Region) -> set[str]:
        """Return the names that a region of the forward part binds, counts included."""
        found = _bound(body)
        for node in body.walk():
            recipe = self._recipes.get(id(node))
            if recipe is not None and recipe.turns is not None:
                found.add(recipe.turns.name)
                self._values[recipe.turns.name] = recipe.turns
        return found

    def _cond(self, node: Node) -> None:
        outcomes = [
            (place, result, self._cotangents.pop(result.name))
            for place, result in enumerate(node.results)
            if result.name in self._cotangents
        ]
        if not outcomes:
            return
        before = dict(self._cotangents)
        arms = []
        for body in node.regions:
            outside = self._apart(before)
            if body.yields is not None:
                for place, result, g in outcomes:
                    self._add(body.yields[place], g, node.span, result.name)
                self._walk(body.nodes)
            arms.append(self._return(outside))
        bound = [self.inside(body) for body in node.regions]
        inside = set().union(*bound)
        changed = sorted(
            {
                name
                for cotangents, _ in arms
                for name, g in cotangents.items()
                if name not in inside and before.get(name) != g
            }
        )
        if not changed:
            return
        regions, types = [], []
        for place, (cotangents, nodes) in enumerate(arms):
            self.of.nodes, kept = nodes, self.of.nodes
            yields = [self._or_zero(cotangents.get(name), name) for name in changed]
            self.of.nodes = kept
            nodes, yields = self._taped(node, place, bound[place], nodes, yields, {})
            regions.append(region((), nodes, yields))
            types.append([argument_type(each) for each in yields])
        results = []
        for name, *of in zip(changed, *types):
            result = Value(
                self.of.names.new(f"d_{self._values[name].base}"), join_all(of)
            )
            self._cotangents[name] = result
            results.append(result)
        self.of.nodes.append(
            Node(
                COND,
                node.args,
                results=tuple(results),
                regions=tuple(regions),
                span=node.span,
            )
        )

    def _or_zero(self, g: Argument | None, name: str) -> Argument:
        """Return a cotangent, or zeros in its place."""
        if g is not None:
            return g
        found: Argument = self.of.zero_of(self._values[name])
        return found

    # Loops

    def _loop(self, node: Node, construct: Loop) -> None:
        outcomes = construct.outcomes(node)
        given = {
            place: self._cotangents.pop(result.name)
            for place, result in enumerate(outcomes)
            if result.name in self._cotangents
        }
        if not given:
            return
        body = node.regions[-1]
        starts = construct.starts(node)
        if body.yields is None:  # no turn ever ends
            for place, g in given.items():
                self._add(starts[place], g, node.span, outcomes[place].name)
            return
        back = _Back(self, node, construct, given)
        while not back.settled():
            pass
        back.finish()

    def turn(
        self,
        node: Node,
        construct: Loop,
        given: dict[int, Value],
        outer: dict[str, Value],
    ) -> tuple[dict[str, Argument], list[Node]]:
        """Walk one turn back.

        Parameters
        ----------
        node, construct
            The loop.
        given : dict
            The cotangents of the states after the turn, by position.
        outer : dict
            What the cotangents of values around the loop are so far.
        """
        body = node.regions[-1]
        assert body.yields is not None
        following = body.yields[construct.stops(node) :]
        outcomes = construct.outcomes(node)
        outside = self._apart(dict(outer))
        try:
            for place, g in given.items():
                self._add(following[place], g, node.span, outcomes[place].name)
            for each in reversed(node.regions):
                if each is not body:
                    self._no_constructs(each)
                self._walk(each.nodes)
        finally:
            found = self._return(outside)
        return found

    def _no_constructs(self, test: Region) -> None:
        """Refuse loops and branches in a test: it runs once more than the body."""
        for node in test.nodes:
            if node.regions:
                for result in node.results:
                    if result.name in self._cotangents:
                        raise self._refused(
                            "a float that the test of a while computes by a branch or "
                            "loop is used in its body",
                            node.span,
                            result.name,
                        )

    def carried(self, of: Type) -> Type:
        """Return the type of cotangents of values of a type."""
        known = [one for one in members(of) if not isinstance(one, (NoneType, Unbound))]
        return join_all(map(_carried, known))


class _Back:
    """The way back of one loop: which cotangents its turns carry, of which types."""

    def __init__(
        self, reverse: Reverse, node: Node, construct: Loop, given: dict[int, Argument]
    ) -> None:
        self._reverse = reverse
        self._node = node
        self._construct = construct
        self._given = given
        self._states = construct.states(node)
        self._places: dict[int, Type] = {
            place: reverse.carried(self._states[place].type) for place in given
        }
        self._outer: dict[str, Type] = {}

    def settled(self) -> bool:
        """Walk a turn; return whether it needed no more than was known."""
        reverse, names = self._reverse, self._reverse.of.names
        self._parameters = {
            place: Value(names.new(f"d_{self._states[place].base}"), of)
            for place, of in self._places.items()
        }
        self._sums = {
            name: Value(names.new(f"d_{reverse._values[name].base}"), of)
            for name, of in self._outer.items()
        }
        self._found, self._nodes = reverse.turn(
            self._node, self._construct, self._parameters, self._sums
        )
        grown = False
        for place, state in enumerate(self._states):
            if state.name in self._found and place not in self._places:
                self._places[place] = reverse.carried(state.type)
                grown = True
        self._inside = set().union(*map(reverse.inside, self._node.regions))
        for name in self._found:
            if name not in self._inside and name not in self._outer:
                self._outer[name] = reverse.carried(reverse._values[name].type)
                grown = True
        return not grown and not self._widened()

    def _widened(self) -> bool:
        """Let the types take in what starts and turns give; whether one grew."""
        grown = False
        for place, known in self._places.items():
            found = self._found.get(self._states[place].name)
            types = [argument_type(g) for g in (found, self._given.get(place)) if g]
            wide = join_all([known, *types])
            if not accepts(known, wide):
                self._places[place], grown = wide, True
        for name, known in self._outer.items():
            before = self._reverse._cotangents.get(name)
            types = [argument_type(g) for g in (self._found[name], before) if g]
            wide = join_all([known, *types])
            if not accepts(known, wide):
                self._outer[name], grown = wide, True
        return grown

    def finish(self) -> None:
        """Write the loop, and add up what comes out of it."""
        reverse, node, construct = self._reverse, self._node, self._construct
        of = reverse.of
        of.span = node.span
        before, of.nodes = of.nodes, self._nodes
        yields = [
            self._found.get(self._states[place].name) or of.zero_of(parameter)
            for place, parameter in self._parameters.items()
        ]
        yields += [self._found[name] for name in self._sums]
        nodes, of.nodes = of.nodes, before
        known: dict[str, Argument] = {}
        element, turns = self._turns(known)
        place = len(node.regions) - 1
        nodes, yields = reverse._taped(node, place, self._inside, nodes, yields, known)
        outcomes, starts = construct.outcomes(node), construct.starts(node)
        begins = [
            self._given[place] if place in self._given else of.zero_of(outcomes[place])
            for place in self._places
        ]
        begins += [
            reverse._or_zero(reverse._cotangents.get(name), name)
            for name in self._outer
        ]
        parameters = [*self._parameters.values(), *self._sums.values()]
        results = [Value(of.names.new(each.name), each.type) for each in parameters]
        of.nodes.append(
            Node(
                FOR,
                (turns, *begins),
                results=tuple(results),
                regions=(region((element, *parameters), nodes, yields),),
                span=node.span,
            )
        )
        for name, result in zip(self._outer, results[len(self._places) :]):
            reverse._cotangents[name] = result
            if outcomes:
                reverse._reached.setdefault(name, (node.span, outcomes[0].name))
        for place, result in zip(self._places, results):
            reverse._add(starts[place], result, node.span, outcomes[place].name)

    def _turns(self, known: dict[str, Argument]) -> tuple[Value, Argument]:
        """Return the element of the way back, and what it goes over."""
        reverse, node = self._reverse, self._node
        names = reverse.of.names
        recipe = reverse._recipes.setdefault(id(node), _Recipe())
        turns = node.args[0] if node.operation is FOR else None
        if (
            turns is not None
            and not self._construct.stops(node)
            and _is_range(turns, reverse._makers)
        ):
            (index, *_) = self._construct.elements(node)
            element = Value(names.new(index.base), index.type)
            known[index.name] = element
            return element, reverse.of.reversed(turns)
        recipe.turns = Value(names.new("turns"), INT)
        return Value(names.new("turn"), INT), reverse.of.range(recipe.turns)


def _is_number(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind not in "UST"
    return isinstance(of, PythonScalar) and of.kind not in ("str", "bytes")


def _is_range(turns: Argument, makers: dict[str, Node]) -> bool:
    """Whether a loop goes over a range, which can be gone through again backwards."""
    if isinstance(turns, Constant):
        return type(turns.value) is range
    maker = makers.get(turns.name) if isinstance(turns, Value) else None
    return maker is not None and maker.operation.name == "range"


def _carried(of: Type) -> Type:
    if isinstance(of, (Array, NumpyScalar)):
        dtype = of.dtype if of.dtype.kind in "fc" else np.dtype(float)
        return Array(dtype, of.shape) if isinstance(of, Array) else NumpyScalar(dtype)
    return NumpyScalar(np.dtype(float))


def _bound(body: Region) -> set[str]:
    """Return the names that a region binds, itself or inside."""
    found = {value.name for value in body.parameters}
    for node in body.walk():
        found |= {value.name for value in node.results}
        for inner in node.regions:
            found |= {value.name for value in inner.parameters}
    return found


def free(nodes: Iterable[Node], yields: Iterable[Argument]) -> list[str]:
    """Return the names that nodes and yields use, in order of first use."""
    found: dict[str, None] = {}
    for node in nodes:
        found.update(dict.fromkeys(value.name for value in node.operands()))
        for body in node.regions:
            found.update(dict.fromkeys(free(body.nodes, body.yields or ())))
    for argument in yields:
        found.update(dict.fromkeys(value.name for value in values_in(argument)))
    return list(found)


def _mapped(argument: Argument, mapping: dict[str, Argument]) -> Argument:
    return map_values(argument, lambda value: mapping.get(value.name, value))


def _renamed(node: Node, mapping: dict[str, Argument]) -> Node:
    """Return a node in which values are replaced."""
    if not mapping:
        return node
    return replace(
        node,
        args=tuple(_mapped(each, mapping) for each in node.args),
        kwargs=tuple((name, _mapped(each, mapping)) for name, each in node.kwargs),
        regions=tuple(
            replace(
                body,
                nodes=tuple(_renamed(each, mapping) for each in body.nodes),
                yields=None
                if body.yields is None
                else tuple(_mapped(each, mapping) for each in body.yields),
            )
            for body in node.regions
        ),
    )


def _told(value: Value) -> str:
    return "it" if value.base == "t" else repr(value.base)


def _kind(of: Type) -> str:
    if isinstance(of, (Array, NumpyScalar, PythonScalar)):
        return "text"
    names = {List: "a list", IterableType: "an iterator", Tuple: "a tuple of the run"}
    return names.get(type(of), "a value of any type")


def _spelled(node: Node) -> str:
    row = node.operation
    return getattr(row, "infix", None) or row.name

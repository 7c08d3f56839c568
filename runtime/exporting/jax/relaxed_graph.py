"""Graphs for `jax.jit`, which gives arrays alone, and raises no errors.

What may be None becomes two values, whether there is one and which. An error under a
test that only the run knows becomes a check, after which the run goes on. A list that
has as many items as the run says is an array with room, and a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from runtime.building import Builder, Names
from runtime.constructs.carries import Loop
from runtime.constructs.cond import COND
from runtime.exporting.jax.masked_values import masked_call
from runtime.exporting.jax.optional_values import (
    Layout,
    Masked,
    Maybe,
    NotApart,
    Parts,
    Tree,
    fitted,
    layout,
    leaves,
)
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
from runtime.ops.row import Row
from runtime.types import NONE, AnyType, Container, List, Type, join_all

WHOLES = (Parts, Masked)
GROUPS = (Maybe, *WHOLES)


def _checked(holds: Any, told: Any) -> Type:
    return NONE


CHECK = Row("check", lambda holds, told: None, _checked, effect=True)
"""Where an error would be raised: whether all is well, and what is not."""


def is_check(node: Node) -> bool:
    """Whether a node is a check."""
    return node.operation is CHECK


def parts_of(tree: Tree, count: int) -> Sequence[Tree]:
    """Return what the results of a call are."""
    return tree.items if isinstance(tree, Parts) and count > 1 else (tree,)


def _message(node: Node) -> str:
    """Return the text of an error, as a format."""
    kind, arguments = node.args[:2]
    held: Any = getattr(kind, "value", None)
    name = getattr(held, "__name__", None) or type(held).__name__
    first = arguments.items[:1] if isinstance(arguments, Display) else ()
    if isinstance(arguments, Constant) and isinstance(arguments.value, tuple):
        first = tuple(map(Constant, arguments.value[:1]))
    told = [each.value for each in first if isinstance(each, Constant)]
    text = f"{name}: {told[0]}" if told and isinstance(told[0], str) else name
    return text.replace("{", "{{").replace("}", "}}")


class Relaxed:
    """Writes a graph anew.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    computed : set of str
        The values that only the run knows.
    """

    def __init__(self, graph: Graph, computed: set[str]) -> None:
        self._computed = computed
        self.of = Builder(Names(graph))
        self._trees: dict[str, Tree] = {}
        self.changes = False

    def graph(self, graph: Graph) -> tuple[Graph, Tree | None]:
        """Return the graph, but for its result, and what the result is.

        Raises
        ------
        NotApart
            If a value that may be None is used otherwise.
        """
        self._nodes(graph.region.nodes)
        yields = graph.region.yields
        result = None if yields is None else self._result(yields[0])
        region = replace(graph.region, nodes=tuple(self.of.nodes))
        return replace(graph, region=region), result

    def _nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self.of.span = node.span
            if node.operation is COND:
                self._cond(node)
            elif isinstance(node.operation, Loop):
                self._loop(node, node.operation)
            elif isinstance(node.operation, Row):
                self._call(node, node.operation)
            else:
                raise NotApart

    def _result(self, argument: Argument) -> Tree:
        """Return what stands for a result: lists and dicts are written there."""
        if isinstance(argument, Display) and argument.kind in ("tuple", "list", "dict"):
            items = tuple(map(self._result, argument.items))
            if any(isinstance(each, GROUPS) for each in items):
                return Parts(items, argument.kind)
        return self._tree(argument)

    # Values

    def _tree(self, argument: Argument) -> Tree:
        """Return what stands for an argument."""
        if isinstance(argument, Value):
            return self._trees.get(argument.name, argument)
        if isinstance(argument, Display) and argument.kind == "tuple":
            items = tuple(map(self._tree, argument.items))
            if any(isinstance(each, GROUPS) for each in items):
                return Parts(items)
        return self._plain(argument)

    def _plain(self, argument: Argument) -> Argument:
        """Return an argument as one value."""

        def plain(value: Value) -> Argument:
            found = self._trees.get(value.name, value)
            if isinstance(found, Masked) and found.plain is not None:
                return found.plain
            if isinstance(found, GROUPS):
                raise NotApart
            return found

        return map_values(argument, plain)

    def _surely(self, argument: Argument) -> Argument:
        """Return an operand, which is no None if nothing is raised."""
        tree = self._tree(argument)
        if isinstance(tree, Maybe):
            tree = tree.value
        if isinstance(tree, Masked) and tree.plain is not None:
            return tree.plain
        if isinstance(tree, GROUPS):
            raise NotApart
        return tree

    # Calls

    def _call(self, node: Node, row: Row) -> None:
        trees = list(map(self._tree, node.args))
        found = self._asked(node, trees)
        if found is None and node.results:
            found = self._masked(node, row, trees)
        if found is not None:
            for result, each in zip(node.results, parts_of(found, len(node.results))):
                self._trees[result.name] = each
            return
        takes_none = any(isinstance(each, Maybe) for each in trees)
        if takes_none and (row.writes or row.holds or row.statement):
            raise NotApart
        args = tuple(map(self._surely, node.args))
        kwargs = tuple((key, self._surely(each)) for key, each in node.kwargs)
        retyped = self._is_retyped(node)
        node = replace(node, args=args, kwargs=kwargs)
        if not retyped or len(node.results) != 1:
            self.of.nodes.append(node)
            return
        result = node.results[0]
        made = self.of.call(row, args, kwargs, name=result.base)
        if isinstance(argument_type(made), AnyType):
            self.of.nodes[-1] = node
        elif takes_none and isinstance(argument_type(made), (List, Container)):
            raise NotApart
        else:
            self._trees[result.name] = made

    def _masked(self, node: Node, row: Row, trees: Sequence[Tree]) -> Tree | None:
        """Return what a call gives that takes something by a mask, or of it.

        What only some calls have no form for, the graph has as well as it was.
        """
        before = len(self.of.nodes)
        try:
            found = masked_call(node, row, trees, self.of, self._is_computed)
        except NotApart:
            del self.of.nodes[before:]
            return None
        if found is None:
            return None
        self.changes = True
        parts = parts_of(found, len(node.results))
        if any(isinstance(each, (Masked, Parts)) for each in parts):
            args = tuple(map(self._surely, node.args))
            kwargs = tuple((key, self._surely(each)) for key, each in node.kwargs)
            self.of.nodes.append(replace(node, args=args, kwargs=kwargs))
            (found,) = [
                replace(each, plain=result) if isinstance(each, Masked) else each
                for each, result in zip(parts, node.results, strict=True)
            ]
        return found

    def _is_retyped(self, node: Node) -> bool:
        """Whether an operand has another type than before."""
        return any(
            isinstance(tree, Maybe) or argument_type(tree) != each.type
            for each in node.operands()
            if not isinstance(tree := self._trees.get(each.name, each), WHOLES)
        )

    def _asked(self, node: Node, trees: Sequence[Tree]) -> Tree | None:
        """Return the answer to what is asked of an optional value or its tuple."""
        name, first = node.operation.name, trees[0] if trees else None
        place = trees[1] if len(trees) > 1 else None
        if isinstance(first, Parts) and name == "getitem":
            number = place.value if isinstance(place, Constant) else None
            if type(number) is not int or not -len(first.items) <= number < len(
                first.items
            ):
                raise NotApart
            return first.items[number]
        if isinstance(first, Parts) and name == "unpack":
            return first
        if name in ("equal", "not_equal"):
            return self._compared(name == "equal", trees)
        if not isinstance(first, Maybe):
            return None
        if name in ("is_", "is_not") and place == Constant(None):
            return self._opposite(first.there) if name == "is_" else first.there
        if name == "refine":
            return Constant(None) if place == Constant(True) else first.value
        if name in ("truth", "bool", "not_"):
            if isinstance(first.value, GROUPS):
                raise NotApart
            truth = self.of.truth(first.value)
            both = self.of.bitwise_and(first.there, truth)
            return both if name != "not_" else self._opposite(both)
        return None

    def _compared(self, equal: bool, trees: Sequence[Tree]) -> Tree | None:
        """Return whether values are equal of which one may be None."""
        both = self.of.bitwise_and
        if not any(isinstance(each, Maybe) for each in trees):
            return None
        if Constant(None) in trees:
            (found,) = [each for each in trees if isinstance(each, Maybe)]
            return self._opposite(found.there) if equal else found.there
        values = [each.value if isinstance(each, Maybe) else each for each in trees]
        if any(isinstance(each, GROUPS) for each in values):
            raise NotApart
        same = self.of.equal(*values)
        there = [each.there for each in trees if isinstance(each, Maybe)]
        if len(there) == 2:
            none = both(*map(self._opposite, there))
            same = self.of.bitwise_or(none, both(both(*there), same))
        else:
            same = both(there[0], same)
        return same if equal else self._opposite(same)

    def _opposite(self, truth: Argument) -> Argument:
        if isinstance(truth, Constant):
            return Constant(not truth.value)
        return self.of.call(OPS["not_"], (truth,))

    # Branches and loops

    def _cond(self, node: Node) -> None:
        test = self._plain(node.args[0])
        ends = [arm.yields is not None for arm in node.regions]
        if sum(ends) == 1 and self._is_computed(node.args[0]):
            self._check(node, test, node.regions[ends.index(True)])
            return
        layouts = [self._layout(node, place) for place in range(len(node.results))]
        arms = [self._arm(arm, layouts) for arm in node.regions]
        results = [
            self._bound(result, of)
            for result, of in zip(node.results, layouts, strict=True)
        ]
        self.of.nodes.append(
            replace(
                node,
                args=(test,),
                regions=tuple(arms),
                results=tuple(each for one in results for each in one),
            )
        )

    def _layout(self, node: Node, place: int) -> Layout:
        """Return what a result of a choice becomes."""
        declared = node.results[place].type
        return layout(declared)

    def _is_computed(self, argument: Argument) -> bool:
        return any(each.name in self._computed for each in values_in(argument))

    def _check(self, node: Node, test: Argument, goes_on: Region) -> None:
        """Write a choice of which one arm raises: a check, and the other arm."""
        (raising,) = [arm for arm in node.regions if arm is not goes_on]
        last = raising.nodes[-1]
        if last.operation.name != "raise_error":
            raise NotApart
        holds = self._opposite(test) if raising is node.regions[0] else test
        told = Constant(_message(last))
        self.of.nodes.append(Node(CHECK, (holds, told), span=node.span))
        self._nodes(goes_on.nodes)
        for result, each in zip(node.results, goes_on.yields or (), strict=True):
            self._trees[result.name] = self._tree(each)
        self.changes = True

    def _arm(self, arm: Region, layouts: Sequence[Layout], flags: int = 0) -> Region:
        """Write a region, whose results are laid out so after some flags."""
        outer, self.of = self.of, Builder(self.of.names)
        self._nodes(arm.nodes)
        yields: tuple[Argument, ...] | None = None
        if arm.yields is not None:
            told = [self._plain(each) for each in arm.yields[:flags]]
            for each, of in zip(arm.yields[flags:], layouts, strict=True):
                told += leaves(fitted(self._tree(each), of, self.of))
            yields = tuple(told)
        made, self.of = self.of.nodes, outer
        return Region(arm.parameters, tuple(made), yields)

    def _bound(self, value: Value, of: Layout) -> list[Value]:
        """Return what is bound for a value."""
        if of.plain:
            return [value]
        self.changes = True
        tree = self._trees[value.name] = of.new(self.of, value.base)
        return [each for each in leaves(tree) if isinstance(each, Value)]

    def _loop(self, node: Node, loop: Loop) -> None:
        states, outcomes = loop.states(node), loop.outcomes(node)
        stops = loop.stops(node)
        layouts = [
            layout(join_all([each.type, *(one.type for one in outcomes[at : at + 1])]))
            for at, each in enumerate(states)
        ]
        args = [self._plain(each) for each in node.args[: loop.leading]]
        for start, of in zip(loop.starts(node), layouts, strict=True):
            args += leaves(fitted(self._tree(start), of, self.of))
        first = node.regions[0]
        parameters: list[Value] = list(first.parameters[: loop.leading])
        for state, of in zip(states, layouts, strict=True):
            parameters += self._bound(state, of)
        made = []
        for place, each in enumerate(node.regions):
            body = place == len(node.regions) - 1
            region = self._arm(each, layouts if body else (), stops if body else 1)
            made.append(replace(region, parameters=()) if place else region)
        made[0] = replace(made[0], parameters=tuple(parameters))
        results: list[Value] = list(node.results[:stops])
        for outcome, of in zip(outcomes, layouts):
            results += self._bound(outcome, of)
        self.of.nodes.append(
            replace(node, args=tuple(args), regions=tuple(made), results=tuple(results))
        )

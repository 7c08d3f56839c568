"""Writes a graph with columns and a number for each list that a loop fills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from runtime.building import Builder, Names
from runtime.constructs import COND, FOR
from runtime.ir.graph import Graph
from runtime.ir.naming import mapped
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.passes.known_numbers import calculated, turns_of
from runtime.passes.lists.filled_lists import (
    MAKERS,
    READS,
    Bounds,
    Filled,
    appends_to,
    is_joined,
)
from runtime.types import INT, PythonScalar, Tuple, Type


class _Stack:
    """What stands for a list while it is filled: its columns, and how many it has.

    Parameters
    ----------
    of : Filled
        The list.
    """

    def __init__(self, of: Filled) -> None:
        self.of = of
        self.columns: tuple[Argument, ...] = ()
        self.count: Argument = Constant(0)
        self.room: Argument = Constant(0)
        self.ended = False
        self.lengths: dict[Bounds, Argument] = {}

    def state(self) -> tuple[Argument, ...]:
        """Return what a loop carries."""
        return (*self.columns, self.count)

    def take(self, state: Sequence[Argument]) -> None:
        """Go on with other columns, and another number."""
        *columns, self.count = state
        self.columns = tuple(columns)


class Columns:
    """Writes the graph anew.

    Parameters
    ----------
    graph : Graph
        The graph.
    found : list of Filled
        The lists that become arrays.
    """

    def __init__(self, graph: Graph, found: list[Filled]) -> None:
        self._names = Names(graph)
        self._replaced: dict[str, Argument] = {}
        self._stacks = {each.list.name: _Stack(each) for each in found}
        self._of = Builder(self._names)

    def region(self, region: Region) -> Region:
        """Write a region anew."""
        nodes = self._nodes(region)
        yields = None if region.yields is None else self._arguments(region.yields)
        return Region(region.parameters, tuple(nodes), yields)

    def _nodes(self, region: Region) -> list[Node]:
        outer, self._of = self._of, Builder(self._names)
        for node in region.nodes:
            self._of.span = node.span
            for stack in self._stacks.values():
                if stack.of.first is node:
                    self._make_room(stack)
            self._node(node)
            for stack in self._stacks.values():
                if stack.of.last is node:
                    if stack.of.is_full:
                        stack.count = stack.room
                    stack.ended = True
                    self._replaced[stack.of.list.name] = self._as_list(stack)
        made, self._of = self._of, outer
        return made.nodes

    def _node(self, node: Node) -> None:
        if any(stack.of.made is node for stack in self._stacks.values()):
            return
        stack = self._stack_of(node)
        name = node.operation.name
        if stack is not None and name == "list_append":
            self._append(stack, self._argument(node.args[1]))
        elif stack is not None and name in READS and self._is_known(stack):
            self._replaced[node.results[0].name] = self._read(stack, node)
        elif stack is not None and stack.ended and self._is_column(stack, node):
            (self._replaced[node.results[0].name],) = self._filled(stack)
        elif not node.regions:
            kwargs = tuple((key, self._argument(each)) for key, each in node.kwargs)
            args = self._arguments(node.args)
            self._of.nodes.append(replace(node, args=args, kwargs=kwargs))
        else:
            self._construct(node)

    def _stack_of(self, node: Node) -> _Stack | None:
        first = node.args[0] if node.args else None
        return self._stacks.get(first.name) if isinstance(first, Value) else None

    def _is_column(self, stack: _Stack, node: Node) -> bool:
        """Whether a node makes an array of a list that nobody has changed."""
        return stack.of.is_read and is_joined(node, stack.of.list)

    def _is_known(self, stack: _Stack) -> bool:
        """Whether what is read of a list can be read of its columns."""
        return not stack.ended or stack.of.is_read

    # The list

    def _make_room(self, stack: _Stack) -> None:
        stack.room = self._room(stack)
        stack.columns = tuple(
            self._of.call(
                OPS["zeros"],
                (Display("tuple", (stack.room, *map(Constant, shape))), dtype.name),
                name=stack.of.list.base,
            )
            for dtype, shape in stack.of.columns
        )

    def _room(self, stack: _Stack) -> Argument:
        total: Argument = Constant(0)
        for count, ranges in stack.of.terms:
            term: Argument = Constant(count)
            for each in ranges:
                term = calculated(self._of, "multiply", term, self._length(stack, each))
            total = calculated(self._of, "add", total, term)
        return total

    def _length(self, stack: _Stack, bounds: Bounds) -> Argument:
        """Return how many numbers a range has."""
        bounds = self._arguments(bounds)
        if bounds not in stack.lengths:
            stack.lengths[bounds] = turns_of(self._of, bounds)
        return stack.lengths[bounds]

    def _append(self, stack: _Stack, item: Argument) -> None:
        columns = zip(stack.columns, self._leaves(item, stack.of.item), strict=True)
        stack.columns = tuple(
            self._of.updated(column, stack.count, leaf) for column, leaf in columns
        )
        stack.count = calculated(self._of, "add", stack.count, Constant(1))

    def _leaves(self, item: Argument, of: Type) -> list[Argument]:
        """Return the numbers and arrays of an item."""
        if not isinstance(of, Tuple):
            return [item]
        if isinstance(item, Display):
            parts: Iterable[Argument] = item.items
        elif isinstance(item, Constant):
            held: Any = item.value
            parts = map(Constant, held)
        else:
            parts = [self._of.getitem(item, place) for place in range(len(of.items))]
        pairs = zip(parts, of.items, strict=True)
        return [leaf for part, kind in pairs for leaf in self._leaves(part, kind)]

    def _filled(self, stack: _Stack) -> list[Argument]:
        """Return the columns as far as they are filled."""
        if stack.count == stack.room:
            return list(stack.columns)
        until = Display("slice", (Constant(None), stack.count, Constant(None)))
        return [self._of.getitem(each, until) for each in stack.columns]

    def _read(self, stack: _Stack, node: Node) -> Argument:
        name = node.operation.name
        if name == "len":
            return stack.count
        if name != "getitem":
            sign = "greater" if name == "truth" else "equal"
            return self._of.call(OPS[sign], (stack.count, 0))
        index = self._argument(node.args[1])
        following = iter(self._filled(stack))

        def item(of: Type) -> Argument:
            if isinstance(of, Tuple):
                return Display("tuple", tuple(map(item, of.items)))
            found = self._of.call(OPS["getitem"], (next(following), index))
            if isinstance(of, PythonScalar):
                return self._of.call(OPS[MAKERS[of.kind]], (found,))
            return found

        return item(stack.of.item)

    def _as_list(self, stack: _Stack) -> Argument:
        following = iter(self._filled(stack))

        def items(of: Type) -> Argument:
            if isinstance(of, Tuple):
                return self._of.call(OPS["zip"], tuple(map(items, of.items)))
            column = next(following)
            if isinstance(of, PythonScalar):
                return self._of.call(OPS["array_tolist"], (column,))
            return column

        whole = items(stack.of.item)
        if isinstance(stack.of.item, PythonScalar):
            return whole
        return self._of.call(
            OPS["list_new"],
            (whole,),
            of=stack.of.list.type,
            name=stack.of.list.base,
        )

    # Branches and loops

    def _construct(self, node: Node) -> None:
        node = replace(node, args=self._arguments(node.args))
        changed = [
            stack
            for stack in self._stacks.values()
            if stack.columns and appends_to(node, stack.of.list.name)
        ]
        if node.operation is COND:
            self._cond(node, changed)
        elif node.operation is FOR:
            self._for(node, changed)
        else:
            regions = tuple(map(self.region, node.regions))
            self._of.nodes.append(replace(node, regions=regions))

    def _cond(self, node: Node, changed: list[_Stack]) -> None:
        before = [stack.state() for stack in changed]
        arms = []
        for arm in node.regions:
            for stack, state in zip(changed, before, strict=True):
                stack.take(state)
            made = self.region(arm)
            if made.yields is not None:
                more = [each for stack in changed for each in stack.state()]
                made = replace(made, yields=(*made.yields, *more))
            arms.append(made)
        results = self._taken(changed, before)
        self._of.nodes.append(
            replace(node, regions=tuple(arms), results=(*node.results, *results))
        )

    def _taken(
        self, changed: list[_Stack], before: list[tuple[Argument, ...]]
    ) -> list[Value]:
        """Return new values of the states of lists, which go on with them."""
        made: list[Value] = []
        for stack, state in zip(changed, before, strict=True):
            own = [*self._like(stack, state[:-1]), self._of.value("count", INT)]
            stack.take(own)
            made += own
        return made

    def _like(self, stack: _Stack, columns: Sequence[Argument]) -> list[Value]:
        """Return new values for columns of a list."""
        base = stack.of.list.base
        return [self._of.value(base, argument_type(each)) for each in columns]

    def _for(self, node: Node, changed: list[_Stack]) -> None:
        (body,) = node.regions
        index = body.parameters[0]
        steady = [each for each in changed if id(body) in each.of.steady]
        others = [each for each in changed if each not in steady]
        counts = [each.count for each in steady]
        begun = [each.state() for each in others]
        starts = [each for stack in steady for each in stack.columns]
        starts += [each for state in begun for each in state]
        states = []
        for stack in steady:
            own = self._like(stack, stack.columns)
            stack.columns = tuple(own)
            states += own
        states += self._taken(others, begun)
        outer = self._of
        self._of = head = Builder(self._names)
        for stack, count in zip(steady, counts, strict=True):
            stack.count = calculated(self._of, "add", count, index)
        self._of = outer
        made = self.region(body)
        assert made.yields is not None
        ends = [each for stack in steady for each in stack.columns]
        ends += [each for stack in others for each in stack.state()]
        made = Region(
            (*made.parameters, *states),
            (*head.nodes, *made.nodes),
            (*made.yields, *ends),
        )
        results = []
        for stack in steady:
            own = self._like(stack, stack.columns)
            stack.columns = tuple(own)
            results += own
        results += self._taken(others, [each.state() for each in others])
        self._of.nodes.append(
            replace(
                node,
                args=(*node.args, *starts),
                regions=(made,),
                results=(*node.results, *results),
            )
        )
        for stack, count in zip(steady, counts, strict=True):
            length = self._length(stack, stack.of.ranges[id(body)])
            stack.count = calculated(self._of, "add", count, length)

    # Arguments

    def _arguments(self, arguments: Iterable[Argument]) -> tuple[Argument, ...]:
        return tuple(map(self._argument, arguments))

    def _argument(self, argument: Argument) -> Argument:
        return mapped(argument, self._replaced)

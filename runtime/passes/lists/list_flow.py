"""Writes branches and loops that hand on lists as columns and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.building import Builder
from runtime.constructs import COND, FOR
from runtime.constructs.carries import Loop
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.passes.known_numbers import calculated
from runtime.passes.lists.list_groups import CHANGING, Group
from runtime.passes.lists.list_rooms import Room, RoomCalls
from runtime.passes.lists.list_uses import list_type
from runtime.types import BOOL, INT, List, join_all, members


@dataclass
class _Arm:
    nodes: list[Node]
    given: list[Argument | Room] | None
    rooms: dict[str, Room]


@dataclass
class _Head:
    index: Value
    element: Argument
    nodes: list[Node]


class Rooms(RoomCalls):
    """Writes a graph anew."""

    def graph(self, graph: Graph) -> Graph:
        """Return the graph."""
        return replace(graph, region=self.region(graph.region))

    def region(self, region: Region) -> Region:
        """Write a region anew."""
        outer, self._of = self._of, Builder(self._of.names)
        self._nodes(region.nodes)
        yields = None if region.yields is None else self._arguments(region.yields)
        made, self._of = self._of.nodes, outer
        return Region(region.parameters, tuple(made), yields)

    def _nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._of.span = node.span
            if node.operation.name == "range" and node.results:
                self._ranges[node.results[0].name] = node
            if node.operation is COND:
                self._cond(node)
            elif isinstance(node.operation, Loop):
                self._loop(node, node.operation)
            else:
                assert not node.regions  # the pass takes no graph with others
                self._row(node)

    def _row(self, node: Node) -> None:
        if node.results and node.results[0].name in self._groups:
            self._make(node, node.results[0])
        elif not self._ask(node):
            self._copy(node)

    # Branches and loops

    def _like(self, name: str, room: Room) -> list[Value]:
        """Return new values for the columns of a list, and for its number."""
        base = name.partition(".")[0]
        made = [self._of.value(base, argument_type(each)) for each in room.columns]
        return made if room.fixed else [*made, self._of.value("count", INT)]

    def _changed(self, node: Node) -> list[str]:
        """Return the lists made before a construct that it changes."""
        names = {
            each.name
            for body in node.regions
            for inner in body.walk()
            if inner.operation.name in CHANGING
            for each in values_in(inner.args[0])
        }
        return [name for name in self._rooms if name in names]

    def _inner(
        self, region: Region, before: dict[str, Room], results: Sequence[Value] = ()
    ) -> _Arm:
        """Write a region, whose results are lists or others."""
        self._rooms = dict(before)
        outer, self._of = self._of, Builder(self._of.names)
        self._nodes(region.nodes)
        given: list[Argument | Room] | None = None
        if region.yields is not None:
            if results:
                pairs = zip(region.yields, results, strict=True)
                given = [self._given(each, result) for each, result in pairs]
            else:
                given = list(map(self._argument, region.yields))
        made, self._of = self._of.nodes, outer
        return _Arm(made, given, self._rooms)

    def _given(self, argument: Argument, result: Value) -> Argument | Room:
        """Return what a region gives for a result."""
        group = self._groups.get(result.name)
        room = self._room(argument)
        if group is None:
            if room is None:
                return self._argument(argument)
            return self._calculated_test("greater", room.count)  # only its truth counts
        if room is not None:
            return room
        return self._blank(group)

    def _blank(self, group: Group) -> Room:
        """Return what stands for a list that is unbound."""
        room = calculated(self._of, "add", Constant(group.first), self._more(group))
        columns = tuple(self._zeros(room, *each) for each in group.columns)
        count = Constant(0) if group.resized else room
        return Room(columns, count, not group.resized)

    def _cond(self, node: Node) -> None:
        before, changed = self._rooms, self._changed(node)
        arms = [self._inner(arm, before, node.results) for arm in node.regions]
        self._rooms = dict(before)
        results: list[Value] = []
        told: list[list[Argument]] = [[] for _ in arms]
        going = [place for place, arm in enumerate(arms) if arm.given is not None]
        for number, result in enumerate(node.results):
            own = [(arms[place].given or [])[number] for place in going]
            results += self._bound(result, own)
            for place, each in zip(going, own, strict=True):
                told[place] += each.state() if isinstance(each, Room) else [each]
        for name in changed:
            results += self._go_on(name, before[name])
            for place in going:
                told[place] += arms[place].rooms[name].state()
        regions = tuple(
            Region((), tuple(arm.nodes), tuple(each) if arm.given is not None else None)
            for arm, each in zip(arms, told, strict=True)
        )
        args = self._arguments(node.args)
        self._of.nodes.append(
            replace(node, args=args, regions=regions, results=tuple(results))
        )

    def _bound(self, result: Value, own: Sequence[Argument | Room]) -> list[Value]:
        """Return what is bound for a result, of which one of some values is given."""
        if result.name in self._groups:
            (room, *_) = [each for each in own if isinstance(each, Room)]
            return self._go_on(result.name, room)
        if any(isinstance(each, List) for each in members(result.type)):
            kinds = [argument_type(each) for each in own if not isinstance(each, Room)]
            value = self._of.value(result.base, join_all(kinds))
            self._replaced[result.name] = value
            return [value]
        return [result]

    def _go_on(self, name: str, room: Room) -> list[Value]:
        """Return new values for a list, which it goes on with."""
        values = self._like(name, room)
        self._rooms[name] = room.with_state(values)
        return values

    def _loop(self, node: Node, loop: Loop) -> None:
        leading, head = self._leading(node, loop)
        stops, states = loop.stops(node), loop.states(node)
        own = {each.name for each in states}
        changed = [name for name in self._changed(node) if name not in own]
        outer = self._rooms
        self._rooms = dict(outer)
        args, parameters = list(leading), list(loop.elements(node))
        if head is not None:
            parameters = [head.index]
            self._replaced[loop.elements(node)[0].name] = head.element
        for state, start in zip(states, loop.starts(node), strict=True):
            given = self._given(start, state)
            args += given.state() if isinstance(given, Room) else [given]
            parameters += self._bound(state, [given])
        for name in changed:
            args += outer[name].state()
            parameters += self._go_on(name, outer[name])
        before = self._rooms
        arms: list[_Arm] = []
        for place, each in enumerate(node.regions):
            body = place == len(node.regions) - 1
            flags = node.results[:stops] or (Value("", BOOL),) * stops
            known = arms[0].rooms if arms else before
            arms.append(self._inner(each, known, (*flags, *states) if body else ()))
        told: list[Argument] | None = None
        if arms[-1].given is not None:
            told = []
            for end in arms[-1].given:
                told += end.state() if isinstance(end, Room) else [end]
            for name in changed:
                told += arms[-1].rooms[name].state()
        self._rooms = dict(outer)
        results: list[Value] = list(node.results[:stops])
        for state, outcome in zip(states, loop.outcomes(node)):
            results += self._bound(outcome, [before.get(state.name, state)])
        for name in changed:
            results += self._go_on(name, before[name])
        self._write_loop(node, args, parameters, arms, told, results, head)

    def _write_loop(
        self,
        node: Node,
        args: list[Argument],
        parameters: list[Value],
        arms: list[_Arm],
        told: list[Argument] | None,
        results: list[Value],
        head: _Head | None,
    ) -> None:
        regions = []
        for arm in arms:
            ends = [each for each in arm.given or () if not isinstance(each, Room)]
            region = Region((), tuple(arm.nodes), tuple(ends))
            regions.append(
                region if arm.given is not None else replace(region, yields=None)
            )
        told_all = None if told is None else tuple(told)
        regions[-1] = replace(regions[-1], yields=told_all)
        first = regions[0]
        nodes = first.nodes if head is None else (*head.nodes, *first.nodes)
        regions[0] = replace(first, nodes=nodes, parameters=tuple(parameters))
        self._of.nodes.append(
            replace(
                node, args=tuple(args), regions=tuple(regions), results=tuple(results)
            )
        )

    def _leading(
        self, node: Node, loop: Loop
    ) -> tuple[tuple[Argument, ...], _Head | None]:
        """Return what a loop goes over: numbers, if it goes over a list."""
        if node.operation is not FOR:
            return (), None
        source = node.args[0]
        room = self._room(source)
        if room is None or not isinstance(source, Value):
            return (self._argument(source),), None
        kind = list_type(source.type)
        assert kind is not None
        turns = self._of.range(room.count)
        index = self._of.value("i", INT)
        outer, self._of = self._of, Builder(self._of.names)
        self._of.span = node.span
        element = self._item(room, index, kind.element)
        made, self._of = self._of.nodes, outer
        return (turns,), _Head(index, element, made)

"""Loops over fields of objects, written anew with what the fields hold as states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Literal

from runtime.building import Names
from runtime.constructs.carries import Loop
from runtime.constructs.cond import COND
from runtime.constructs.try_except import TRY
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
from runtime.ops.draws import PYTHONS, python_draw
from runtime.regions.characters import CharacterLoop, on_code_points
from runtime.regions.fields import Field, NotOpened, OpenedLoop, codes
from runtime.regions.parts import results
from runtime.types import OBJECT, Container, List, Type, join

STREAM = Container("Random")
"""The type of a generator of Python's, which only a loop written anew knows."""
METHODS = {python_draw(method): method for method in PYTHONS}
"""The methods of such generators, by the operation that calls one."""
DRAWN = ("owner", "generator")
"""The kinds of fields from which numbers are drawn."""
LOADS: dict[str, Literal["attribute", "item"]] = {
    "load_attribute": "attribute",
    "load_item": "item",
}
STORES = {"store_attribute": "attribute", "store_item": "item"}
HOLDERS = (OBJECT, Container("dict"))
"""Types of what has fields."""


def opened(graph: Graph) -> OpenedLoop | None:
    """Return a loop with the fields that it uses as values, if it can be so.

    Parameters
    ----------
    graph : Graph
        The loop, and what is before it.
    """
    try:
        spelled = on_code_points(graph)
        if not any(value.type in HOLDERS for value in graph.inputs):
            if spelled.graph is graph:
                return None
        return _Opening(spelled).opened()
    except NotOpened:
        return None


class _Opening:
    """Writes one loop with fields as values."""

    def __init__(self, spelled: CharacterLoop) -> None:
        self._spelled = spelled
        self._graph = graph = spelled.graph
        self._names = Names(graph)
        self._renamed: dict[str, Argument] = {}
        self._holders: list[int | Field] = []
        self._numbers: dict[str, int] = {}
        self._types: dict[Field, Type] = {}
        self._loaded: list[tuple[Field, Type]] = []
        self._stored: dict[Field, None] = {}
        self._cells: dict[Field, Value] = {}
        for position, value in enumerate(graph.inputs):
            if value.type in HOLDERS:
                self._numbers[value.name] = len(self._holders)
                self._holders.append(position)

    def opened(self) -> OpenedLoop:
        """Return the loop, written anew."""
        graph = self._graph
        for node in graph.nodes():
            self._learn(node)
        returned = [value for each in results(graph) for value in values_in(each)]
        if any(value.name in self._numbers for value in returned):
            raise NotOpened
        for each in self._holders:
            if each in self._stored or each in self._types:
                raise NotOpened  # which object it is may change
        if any(self._types[each] != of for each, of in self._loaded):
            raise NotOpened  # which of its types a field has is known there
        for one, other in product(self._stored, self._types):
            if one.kind != other.kind and one.key == other.key:
                raise NotOpened  # a dict may be the namespace of an object
        starts = {field: self._value(field) for field in self._types}
        current: dict[Field, Argument] = dict(starts)
        nodes = self._nodes(graph.region.nodes, current)
        told = [self._now(each) for each in results(graph)]
        told = [each for each in told if each != Constant(None)]
        told += [current[field] for field in self._stored]
        given = [n for n in range(len(graph.inputs)) if n not in self._holders]
        inputs = (*[graph.inputs[n] for n in given], *starts.values())
        result: Argument = Display("tuple", tuple(told))
        if len(told) < 2:
            result = told[0] if told else Constant(None)
        region = Region(inputs, tuple(nodes), (result,))
        return OpenedLoop(
            replace(graph, region=region),
            tuple(given),
            tuple(self._holders),
            tuple(starts),
            tuple(self._stored),
            self._spelled.texts,
            tuple([codes(text) for text in self._spelled.named]),
        )

    def _learn(self, node: Node) -> None:
        """Record which field a node reads or stores."""
        field = self._field(node)
        used = node.args[1:] if field else (*node.args, *[a for _, a in node.kwargs])
        for region in node.regions:
            used = (*used, *(region.yields or ()))
        if any(each.name in self._numbers for a in used for each in values_in(a)):
            raise NotOpened
        if field is None:
            return
        if node.operation.name in STORES:
            of = argument_type(node.args[2])
            self._stored[field] = None
        elif field.kind in DRAWN:
            of = STREAM
        elif node.results[0].type in HOLDERS:
            if field not in self._holders:
                self._holders.append(field)
            self._numbers[node.results[0].name] = self._holders.index(field)
            return
        else:
            of = node.results[0].type
            self._loaded.append((field, of))
        self._types[field] = join(self._types.get(field, of), of)

    def _field(self, node: Node) -> Field | None:
        """Return the field that a node reads, stores or draws from."""
        name = node.operation.name
        kind = LOADS.get(name) or STORES.get(name)
        if name in METHODS:
            return Field(self._number(node.args[0]), "owner", METHODS[name])
        if name == "draw" and argument_type(node.args[0]) == OBJECT:
            return Field(self._number(node.args[0]), "generator", "")
        if kind is None:
            return None
        holder, key = node.args[:2]
        if not isinstance(key, Constant) or not isinstance(key.value, (str, int)):
            raise NotOpened
        return Field(self._number(holder), kind, key.value)

    def _number(self, holder: Argument) -> int:
        """Return which of the objects a value is."""
        if not isinstance(holder, Value) or holder.name not in self._numbers:
            raise NotOpened
        return self._numbers[holder.name]

    def _now(self, argument: Argument) -> Argument:
        return map_values(argument, lambda each: self._renamed.get(each.name, each))

    def _all(self, arguments: Sequence[Argument] | None) -> tuple[Argument, ...] | None:
        return None if arguments is None else tuple(map(self._now, arguments))

    def _nodes(
        self, nodes: Sequence[Node], current: dict[Field, Argument]
    ) -> list[Node]:
        """Return nodes with fields as values; `current` has what they hold."""
        return [written for node in nodes for written in self._node(node, current)]

    def _node(self, node: Node, current: dict[Field, Argument]) -> list[Node]:
        field = self._field(node)
        if field is not None and node.operation.name in STORES:
            current[field] = new = self._now(node.args[2])
            if field not in self._cells:
                return []
            set_ = (self._cells[field], Constant(0), new)
            return [Node(OPS["setitem"], set_, span=node.span)]
        if field is not None and field.kind in DRAWN:
            given = [Constant(field.key)] if field.kind == "owner" else []
            numbers = map(self._now, (*given, *node.args[1:]))
            args = (current[field], *numbers)
            return [replace(node, operation=OPS["draw"], args=args)]
        if field is not None:
            if field in current:
                self._renamed[node.results[0].name] = current[field]
            return []
        node = replace(
            node,
            args=tuple(map(self._now, node.args)),
            kwargs=tuple([(name, self._now(each)) for name, each in node.kwargs]),
        )
        if node.operation is COND:
            return [self._branch(node, current)]
        if isinstance(node.operation, Loop):
            return [self._loop(node, node.operation, current)]
        if node.operation is TRY:
            return self._try(node, current)
        if node.regions:
            raise NotOpened
        return [node]

    def _branch(self, node: Node, current: dict[Field, Argument]) -> Node:
        """Return a branch that returns the fields that its arms store."""
        arms = [dict(current) for _ in node.regions]
        bodies = [self._region(*each) for each in zip(node.regions, arms, strict=True)]
        going = [
            arm
            for arm, body in zip(arms, bodies, strict=True)
            if body.yields is not None
        ]
        changed = [
            field
            for field, before in current.items()
            if any(arm[field] != before for arm in going)
        ]
        for position, (arm, body) in enumerate(zip(arms, bodies, strict=True)):
            bodies[position] = _yielding(body, [arm[field] for field in changed])
        more = self._follow(changed, current)
        return replace(node, results=(*node.results, *more), regions=tuple(bodies))

    def _loop(
        self, node: Node, construct: Loop, current: dict[Field, Argument]
    ) -> Node:
        """Return a loop that carries the fields that it stores."""
        *tests, body = node.regions
        if construct.endless(node) or any(_stores(each, STORES) for each in tests):
            raise NotOpened
        kept = [field for field in current if field in self._fields_stored(body)]
        starts = [current[field] for field in kept]
        inner = current | self._new(kept)
        states = [inner[field] for field in kept]
        regions = [self._region(each, inner) for each in (*tests, body)]
        regions[-1] = _yielding(regions[-1], [inner[field] for field in kept])
        first = regions[0]
        parameters = (*first.parameters, *[v for v in states if isinstance(v, Value)])
        regions[0] = replace(first, parameters=parameters)
        more = self._follow(kept, current)
        return replace(
            node,
            args=(*node.args, *starts),
            results=(*node.results, *more),
            regions=tuple(regions),
        )

    def _try(self, node: Node, current: dict[Field, Argument]) -> list[Node]:
        """Return a ``try`` whose handlers find in lists what the fields hold."""
        inside = [each for region in node.regions for each in region.walk()]
        if any(isinstance(each.operation, Loop) for each in inside):
            raise NotOpened
        outer, made = self._cells, list[Node]()
        stored = {field for each in node.regions for field in self._fields_stored(each)}
        kept = [field for field in current if field in stored]
        for field in kept:
            if field not in outer:
                cell = Value(self._names.new("held"), List(self._types[field]))
                start = Display("list", (current[field],))
                made.append(
                    Node(OPS["list_new"], (start,), (), (cell,), span=node.span)
                )
                self._cells = {**self._cells, field: cell}
        body, *handlers = node.regions
        inner = dict(current)
        body = self._region(body, inner)
        regions = [_yielding(body, [inner[field] for field in kept])]
        for handler in handlers:
            inner = current | self._new(kept)
            found = [
                Node(OPS["getitem"], (self._cells[field], Constant(0)), (), (value,))
                for field in kept
                if isinstance(value := inner[field], Value)
            ]
            handler = self._region(handler, inner)
            handler = replace(handler, nodes=(*found, *handler.nodes))
            regions.append(_yielding(handler, [inner[field] for field in kept]))
        self._cells = outer
        more = self._follow(kept, current)
        results = (*node.results, *more)
        return [*made, replace(node, results=results, regions=tuple(regions))]

    def _fields_stored(self, region: Region) -> set[Field | None]:
        return {
            self._field(node) for node in region.walk() if node.operation.name in STORES
        }

    def _region(self, region: Region, current: dict[Field, Argument]) -> Region:
        nodes = tuple(self._nodes(region.nodes, current))
        return replace(region, nodes=nodes, yields=self._all(region.yields))

    def _new(self, fields: Sequence[Field]) -> dict[Field, Argument]:
        return {field: self._value(field) for field in fields}

    def _value(self, field: Field) -> Value:
        """Return a new value for what a field holds."""
        key = str(field.key)
        name = self._names.new(key if key.isidentifier() else "item")
        return Value(name, self._types[field])

    def _follow(
        self, fields: Sequence[Field], current: dict[Field, Argument]
    ) -> Iterator[Value]:
        """Let fields be new results from here on, and yield these."""
        made = self._new(fields)
        current.update(made)
        return (each for each in made.values() if isinstance(each, Value))


def _yielding(region: Region, more: Sequence[Argument]) -> Region:
    """Return a region that yields more, if it comes to its end."""
    if region.yields is None:
        return region
    return replace(region, yields=(*region.yields, *more))


def _stores(region: Region, names: Mapping[str, str]) -> bool:
    return any(node.operation.name in names for node in region.walk())

"""Whether nodes write what nodes before them have read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from runtime.ir.behavior import is_unknown, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.memory import OUTSIDE, Memory, can_hold
from runtime.ir.nodes import Node, Region, Value, values_in
from runtime.types import Array, List, Tuple, Type, members
from runtime.types import Iterable as Iteration
from tracer.record.builder import Builder, OpenRegion

FILLING = ("list_append", "len")
"""Rows that fill or count the list that is their first operand."""


def rewrites(builder: Builder, first: int, behind: int, outside: bool = False) -> bool:
    """Whether nodes of the innermost region may write what earlier ones have read.

    Parameters
    ----------
    builder : Builder
        What records the nodes.
    first, behind : int
        The numbers of the first node that reads, and of the first that may write.
    outside : bool
        Whether they have read, unseen, what is outside of the graph.
    """
    *outer, region = builder.regions
    reading = _walked(region.nodes[first:behind])
    writing = _walked(region.nodes[behind:])
    around = [*chain(*[each.nodes for each in outer])]
    before = _walked([*around, *region.nodes[:first]])
    given = _given([*before, *reading, *writing])
    nodes = (*around, *region.nodes)
    memory = Memory(Graph("", Region(given, nodes, None)))
    older = {value.name for value in given}
    older |= {value.name for node in before for value in _made(node)}
    read = {one for node in reading for one in memory.touched(node)[0]}
    read &= set(map(memory.class_of, [OUTSIDE, *older]))
    carried = {value.name for each in builder.regions for value in _carried(each)}
    asked = {value.name for node in reading for value in _used(node)}
    alone = _filled_alone([*before, *writing]) - asked - carried
    # A parameter of an open loop may be what it begins with, or an input.
    shared = set(map(memory.class_of, [OUTSIDE, *carried]))
    if read & shared or outside:
        read |= shared
    asked_of = [value for node in reading for value in node.operands()]
    kinds = _kinds([value for value in asked_of if value.name in older])
    kinds |= {None} if outside else set()
    return any(
        _may_meet(kinds, _kinds_written(node)) and read & set(memory.touched(node)[1])
        for node in writing
        if not (node.regions or _fills_alone(node, alone))
    )


def _kinds(values: Iterable[Value]) -> set[type[Type] | None]:
    """Return the kinds of memory that values lead to; None if it may be any."""
    return {kind for value in values for kind in _kinds_of(value.type)}


def _kinds_of(of: Type) -> Iterator[type[Type] | None]:
    for each in members(of):
        if isinstance(each, List):
            yield List
            yield from _kinds_of(each.element)
        elif isinstance(each, Tuple):
            for item in each.items:
                yield from _kinds_of(item)
        elif can_hold(each):
            yield Array if type(each) is Array else None


def _kinds_written(node: Node) -> set[type[Type] | None]:
    """Return the kinds of what a node writes."""
    if is_unknown(node):
        return {None}
    written = [each for given in written_arguments(node) for each in values_in(given)]
    return _kinds(written) if written else {Iteration}  # which it uses up


def _may_meet(some: set[type[Type] | None], others: set[type[Type] | None]) -> bool:
    return bool(some & others) or bool(some and others and None in some | others)


def _carried(region: OpenRegion) -> list[Value]:
    """Return what the loop around a region begins with."""
    return [value for each in region.given.values() for value in values_in(each)]


def _filled_alone(nodes: list[Node]) -> set[str]:
    """Return the names of new lists that are filled and counted, and nothing else."""
    lists = [node for node in nodes if node.operation.name == "list_new"]
    made = {value.name for node in lists for value in node.results}
    for node in nodes:
        filled = node.args[:1] if node.operation.name in FILLING else ()
        kept = [each for each in _used(node) if each not in filled]
        made -= {value.name for value in kept}
    return made


def _fills_alone(node: Node, alone: set[str]) -> bool:
    filled = node.args[0] if node.operation.name in FILLING else None
    return isinstance(filled, Value) and filled.name in alone


def _walked(nodes: Iterable[Node]) -> list[Node]:
    return [*Region((), tuple(nodes), None).walk()]


def _given(nodes: list[Node]) -> tuple[Value, ...]:
    """Return the values that no node gives: inputs, and parameters of open regions."""
    made = {value.name for node in nodes for value in _made(node)}
    used = {value.name: value for node in nodes for value in _used(node)}
    return tuple([value for name, value in used.items() if name not in made])


def _made(node: Node) -> Iterator[Value]:
    yield from node.results
    for region in node.regions:
        yield from region.parameters


def _used(node: Node) -> Iterator[Value]:
    yielded = (each for region in node.regions for each in region.yields or ())
    yield from node.operands()
    for each in yielded:
        yield from values_in(each)

"""Where an iterator is more than the items that it had when it was made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from runtime.exporting.onnx.list_changes import ListChanges
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value, values_in
from runtime.types import Container, Iterable, List, members


def live_iterators(graph: Graph, changes: ListChanges) -> Iterator[tuple[Node, str]]:
    """Yield the nodes that iterate over what is not as it was, and why.

    An iterator is the tensor of its items in ONNX. So it is iterated over once, in the
    turn that makes it, and what it takes its items from stays as it is until then.
    """
    makers = {value.name: node for node in graph.nodes() for value in node.results}
    uses: defaultdict[str, list[Node]] = defaultdict(list)
    for node in graph.nodes():
        for value in _used(node):
            uses[value.name].append(node)
    for name, nodes in uses.items():
        maker = makers.get(name)
        if maker is None or not _is_iterator(maker, name):
            continue
        if len(nodes) > 1:
            yield nodes[1], "an iterator is used twice"
        elif not changes.are_in_one_turn(maker, nodes[0]):
            yield nodes[0], "an iterator made before a loop is used in it"
        for each in _lists_of(maker, makers):
            if changes.changes_between(each.name, maker, nodes[-1]):
                yield nodes[0], f"{each.base} changes while it is iterated over"


def _used(node: Node) -> Iterator[Value]:
    """Yield the values that a node uses itself, and those that its regions give."""
    for argument in (*node.args, *(each for _, each in node.kwargs)):
        yield from values_in(argument)
    for region in node.regions:
        yield from _given(region)


def _given(region: Region) -> Iterator[Value]:
    for argument in region.yields or ():
        yield from values_in(argument)


def _lists_of(maker: Node, makers: dict[str, Node]) -> Iterator[Value]:
    arguments: tuple[Argument, ...] = maker.args
    for value in (each for argument in arguments for each in values_in(argument)):
        if _is_list(value):
            yield value
        elif value.name in makers and _is_iterator(makers[value.name], value.name):
            yield from _lists_of(makers[value.name], makers)


def _is_list(value: Value) -> bool:
    return any(isinstance(each, (List, Container)) for each in members(value.type))


def _is_iterator(maker: Node, name: str) -> bool:
    """Whether a node makes what can be iterated over once; a range can be again."""
    (value,) = [each for each in maker.results if each.name == name]
    return isinstance(value.type, Iterable) and maker.operation.name != "range"

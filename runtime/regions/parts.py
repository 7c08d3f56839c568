"""Parts of a graph as graphs of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.types import List, Type

MOST_RESULTS = 40
"""Above how many results operations on arrays are not computed together."""


def graph_of(name: str, taken: Sequence[Node], results: Sequence[Value]) -> Graph:
    """Return nodes as a graph of their own, which returns some values."""
    parameters = tuple(free_values(taken))
    result: Argument = Constant(None)
    if len(results) == 1:
        result = results[0]
    elif results:
        result = Display("tuple", tuple(results))
    return Graph(name, Region(parameters, tuple(taken), (result,)))


def results(graph: Graph) -> tuple[Argument, ...]:
    """Return what a graph returns: the items of a tuple that it makes."""
    whole = graph.result
    if isinstance(whole, Display) and whole.kind == "tuple":
        return whole.items
    return () if whole is None else (whole,)


def gives_items(graph: Graph) -> bool:
    """Whether a graph returns a tuple that it makes, of any number of items."""
    return isinstance(graph.result, Display) and graph.result.kind == "tuple"


def result_types(graph: Graph) -> list[Type]:
    """Return the types of what a graph returns."""
    return [argument_type(each) for each in results(graph)]


def makes_lists_alone(graph: Graph) -> bool:
    """Whether no list but what a graph itself makes is known in it.

    It may return one of them, as a list of Python.
    """
    if not any(node.operation.name == "list_new" for node in graph.nodes()):
        return False
    given = [value.type for value in graph.inputs]
    returned = [of for of in result_types(graph) if isinstance(of, List)]
    return len(returned) < 2 and not any(isinstance(of, List) for of in given)


def read_outside(
    group: Sequence[Node], nodes: Iterable[Node], region: Region
) -> tuple[Value, ...]:
    """Return what a group of the nodes of a region makes and others read."""
    members = set(map(id, group))
    read = {v.name for each in region.yields or () for v in values_in(each)}
    for node in nodes:
        if id(node) not in members:
            read |= {value.name for value in read_by(node)}
    return tuple(v for each in group for v in each.results if v.name in read)


def read_by(node: Node) -> Iterator[Value]:
    """Yield the values that a node and its regions read."""
    yield from node.operands()
    for region in node.regions:
        for inner in region.nodes:
            yield from read_by(inner)
        for argument in region.yields or ():
            yield from values_in(argument)


def free_values(nodes: Iterable[Node]) -> list[Value]:
    """Return the values that nodes read and do not make, in order."""
    made: set[str] = set()
    found: dict[str, Value] = {}
    listed = list(nodes)
    for node in listed:
        made |= {value.name for value in node.results}
        for region in node.regions:
            made |= {value.name for value in region.parameters}
            for inner in region.walk():
                made |= {value.name for value in inner.results}
                for nested in inner.regions:
                    made |= {value.name for value in nested.parameters}
    for node in listed:
        for value in read_by(node):
            if value.name not in made:
                found.setdefault(value.name, value)
    return list(found.values())

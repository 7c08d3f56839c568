"""Which values of a graph its results need.

What a list holds that no result reads is none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runtime.constructs.carries import Loop
from runtime.ir.behavior import structure, written_arguments
from runtime.ir.nodes import Argument, Node, Region, Value, values_in


def needed(nodes: Iterable[Node], targets: Iterable[Argument]) -> set[str]:
    """Return the names of what some arguments are computed from, by its contents.

    Which way a branch or loop takes is not asked. Who writes into what is needed needs
    all that is written.
    """
    body = Region((), tuple(nodes), None)
    found = {value.name for each in targets for value in values_in(each)}
    while True:
        count = len(found)
        _visit(body, found)
        if len(found) == count:
            return found


def _visit(body: Region, found: set[str]) -> None:
    for node in reversed(body.nodes):
        construct = structure(node)
        if construct is None:
            given = (*node.results, *_written(node))
            if any(value.name in found for value in given):
                found.update(value.name for value in node.operands())
            continue
        for column in construct.columns(node):
            if any(value.name in found for value in column.targets):
                _add(column.sources, found)
        for each in reversed(node.regions):
            _visit(each, found)
        if isinstance(construct, Loop):
            if any(value.name in found for value in construct.elements(node)):
                _add(node.args[: construct.leading], found)


def _written(node: Node) -> Iterator[Value]:
    for argument in written_arguments(node):
        yield from values_in(argument)


def _add(arguments: Iterable[Argument], found: set[str]) -> None:
    found.update(value.name for each in arguments for value in values_in(each))

"""Which variables may have no value, and what stands for them then."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.ir.behavior import Column, structure
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Value
from runtime.ir.unbound import Unbound

Missing = dict[str, list[Unbound]]
"""What may stand for a value without a value, by its name."""


def missing_values(graph: Graph) -> Missing:
    """Return what may stand for the values of a graph that branches and loops choose.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> missing_values(read_graph('''
    ... graph last(t: bool) -> {int | unbound} {
    ...   y: {int | unbound} = cond t { yield 1 } else { yield unbound("y") }
    ...   return y
    ... }'''))
    {'y': [<unbound y>]}
    """
    columns: list[Column] = []
    for node in graph.nodes():
        construct = structure(node)
        if construct is not None:
            columns += construct.columns(node)
    found: Missing = {}
    count = -1
    while count < (now := sum(map(len, found.values()))):
        count = now
        for column in columns:
            for one in _sources(column, found):
                for target in column.targets:
                    known = found.setdefault(target.name, [])
                    if not any(one is each for each in known):
                        known.append(one)
    return found


def _sources(column: Column, found: Missing) -> Iterator[Unbound]:
    waiting: list[Argument] = list(column.sources)
    while waiting:
        each = waiting.pop()
        if isinstance(each, Display):
            waiting += each.items
        elif isinstance(each, Value):
            yield from list(found.get(each.name, ()))
        elif isinstance(each.value, Unbound):
            yield each.value

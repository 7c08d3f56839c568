"""Dicts and sets of numbers that a graph makes, and nobody else sees.

The graph says of such a dict that it is one, and of its items nothing. What its keys
and items are follows from what is put into it; so does what is computed from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from runtime.constructs.for_loop import FOR
from runtime.ir.graph import Graph
from runtime.ir.nodes import Value, values_in
from runtime.regions.parts import results
from runtime.regions.table_operations import (
    VIEWS,
    NumberTable,
    are_numbers,
    is_table,
    method_of,
    table_of,
)
from runtime.regions.table_typing import Typing
from runtime.types import INT, NumpyScalar


def with_tables(graph: Graph) -> tuple[Graph, dict[str, NumberTable]]:
    """Return a graph with types for what comes of dicts of numbers, and these by name.

    Parameters
    ----------
    graph : Graph
        The graph.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> typed, tables = with_tables(read_graph('''
    ... graph first(k: int) -> any {
    ...   d: dict = dict_new({1: 0.5})
    ...   setitem!(d, k, 2.5)
    ...   x: any = getitem!(d, 1)
    ...   y: any = multiply!(x, k)
    ...   return y
    ... }'''))
    >>> str(typed.result.type), tables["d"].key, tables["d"].item
    ('float', int, float)
    """
    names = {
        node.results[0].name: node.operation.name
        for node in graph.nodes()
        if is_table(node)
    }
    names = {name: names[name] for name in _unseen(graph, names)}
    while names:
        typing = Typing(graph, names)
        found = typing.tables()
        unfit = [name for name, of in found.items() if not _fits(of)]
        if not unfit:
            return typing.graph(), found
        for name in unfit:
            del names[name]
    return graph, {}


def _fits(of: NumberTable) -> bool:
    """Whether all keys are integers of one type, and all items numbers."""
    key = of.key
    whole = key == INT or (isinstance(key, NumpyScalar) and key.dtype.kind == "i")
    return whole and are_numbers(of.item)


def _unseen(graph: Graph, made: dict[str, str]) -> Iterator[str]:
    """Yield the names of those that nothing keeps, and that are returned once."""
    seen: Counter[str] = Counter()
    views: dict[str, str] = {}
    for node in graph.nodes():
        own = table_of(node, made)
        if own and method_of(node) in VIEWS:
            views[node.results[0].name] = own
        seen.update(value.name for value in node.operands())
        if own:
            seen[own] -= 1
        elif node.operation is FOR and isinstance(node.args[0], Value):
            name = node.args[0].name
            seen[name] -= made.get(name, "set_new") != "set_new" or name in views
        for region in node.regions:
            for argument in region.yields or ():
                seen.update(value.name for value in values_in(argument))
    returned = Counter(each.name for each in results(graph) if isinstance(each, Value))
    for argument in graph.region.yields or ():
        seen.update(value.name for value in values_in(argument))
    seen.subtract(name for name, count in returned.items() if count == 1)
    lost = {own for view, own in views.items() if seen[view]}
    yield from (name for name in made if not seen[name] and name not in lost)

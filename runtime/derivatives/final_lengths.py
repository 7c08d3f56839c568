"""How long lists are at the end of the region that makes them: noted there.

The way back begins with zeros for what a list holds in the end. It keeps the length for
that, and not the list, which has no place on a tape: tapes are lists themselves.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.building import Builder, Names
from runtime.derivatives.activity import may_vary
from runtime.derivatives.stacks import MAKING
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Region, Value
from runtime.passes.functional.functional_values import split_stores
from runtime.types import List, NumpyScalar, PythonScalar, Type, members


def with_lengths(form: Graph) -> Graph:
    """Return a functional graph in which the lengths of lists of numbers are noted."""
    if not any(map(_makes, form.nodes())):
        return form
    nodes, stored = split_stores(form)
    of = Builder(Names(form))
    body = _noted(of, replace(form.region, nodes=nodes))
    return replace(form, region=replace(body, nodes=(*body.nodes, *stored)))


def final_lengths(nodes: tuple[Node, ...]) -> dict[str, Value]:
    """Return the lengths noted at the end of a region, by the names of lists."""
    found = {}
    for node in nodes:
        if node.operation.name == "final_length":
            (target,) = node.args
            assert isinstance(target, Value)
            found[target.name] = node.results[0]
    return found


def _noted(of: Builder, body: Region) -> Region:
    nodes = [
        replace(node, regions=tuple(_noted(of, each) for each in node.regions))
        for node in body.nodes
    ]
    known = final_lengths(body.nodes)
    made = [node.results[0] for node in nodes if _makes(node)]
    of.nodes = []
    if body.yields is not None:
        for value in made:
            if value.name not in known:
                of.final_length(value)
    return replace(body, nodes=(*nodes, *of.nodes))


def _makes(node: Node) -> bool:
    """Whether a node makes a list of numbers that may vary."""
    of = node.results[0].type if node.operation.name in MAKING else None
    return isinstance(of, List) and may_vary(of) and _is_of_numbers(of.element)


def _is_of_numbers(of: Type) -> bool:
    return all(isinstance(one, (NumpyScalar, PythonScalar)) for one in members(of))

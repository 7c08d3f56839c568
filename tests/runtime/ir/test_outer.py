"""What a region uses of the values around it, and whether it acts."""

from dataclasses import replace

from runtime.ir.naming import free
from runtime.ir.nodes import Region
from runtime.operations import read_graph
from tests.runtime.ir.test_listing import NESTED
from tests.runtime.random_graphs import random_graph


def defined(region: Region) -> set[str]:
    nodes = list(region.walk())
    inner = [region, *(body for node in nodes for body in node.regions)]
    results = [value.name for node in nodes for value in node.results]
    return {*results, *(each.name for body in inner for each in body.parameters)}


def test_a_region_uses_what_is_not_its_own():
    for graph in (read_graph(NESTED), *map(random_graph, range(60))):
        for body in [body for node in graph.nodes() for body in node.regions]:
            used = set(free(body.nodes, body.yields or ()))
            # A `while` reads the values of its test.
            assert used - defined(body) <= body.outer <= used
            own = {value.name for node in body.nodes for value in node.results}
            assert not body.outer & own


def test_a_region_keeps_the_names_and_its_copy_does_not():
    body = next(node for node in read_graph(NESTED).nodes() if node.regions).regions[0]
    assert body.outer is body.outer
    assert replace(body, nodes=(), yields=None).outer == set()
    assert replace(body) == body


def test_a_region_acts_if_a_node_in_it_does():
    for graph in (read_graph(NESTED), *map(random_graph, range(60))):
        acting = [node.operation.effect for node in graph.nodes()]
        assert graph.region.acts == any(acting)

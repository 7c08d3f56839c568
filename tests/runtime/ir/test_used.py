"""The names that a region uses, in the regions inside it too."""

from dataclasses import replace

from runtime.ir.naming import free
from runtime.operations import read_graph
from tests.runtime.ir.test_listing import NESTED
from tests.runtime.random_graphs import random_graph


def test_a_region_uses_what_its_nodes_do():
    for graph in (read_graph(NESTED), *map(random_graph, range(60))):
        body = graph.region
        assert body.used == set(free(body.nodes, body.yields or ()))


def test_a_region_keeps_the_names_and_its_copy_does_not():
    body = read_graph(NESTED).region
    assert body.used is body.used
    assert replace(body, nodes=(), yields=None).used == set()
    assert replace(body) == body

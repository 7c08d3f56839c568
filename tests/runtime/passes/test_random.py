"""Random graphs: every pass leaves them legal, with the same outcome, and settled."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.operations import check_graph
from runtime.passes import PIPELINE, optimize
from tests.runtime.random_graphs import random_graph
from tests.runtime.samples import outcome

COUNT = 150


def arguments(overlap):
    x = np.array([1.0, -2.0, 3.0])
    y = x[::-1] if overlap else np.array([0.5, 0.25, 4.0])
    return [x, y, np.float64(1.5), 2, overlap]


def same(one, other):
    # Values may overflow to inf and nan by then; exact keys compare their bits.
    return all(
        outcome(one, arguments(overlap)) == outcome(other, arguments(overlap))
        for overlap in (False, True)
    )


@pytest.mark.parametrize("run", dict.fromkeys(PIPELINE), ids=lambda run: run.__module__)
def test_pass(run):
    for seed in range(COUNT):
        graph = random_graph(seed)
        result = run(graph)
        check_graph(result)
        assert same(graph, result), graph
        assert run(result) is result, graph


def test_pipeline():
    for seed in range(COUNT, 2 * COUNT):
        graph = random_graph(seed)
        check_graph(graph)
        result = optimize(graph)
        check_graph(result)
        assert same(graph, result), graph

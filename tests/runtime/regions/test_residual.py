"""What is left of graphs at each of their places: legal, and it reads back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import autograph
from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Region
from runtime.operations import check_graph, read_graph
from runtime.passes import unmark
from runtime.regions.residual import Place, Step, residual
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import run

CASES = [case for case in all_cases() if case.core][::40]


def places(graph: Graph) -> Iterator[Place]:
    """Yield the places of a graph that can be reached."""

    def within(region: Region, path: tuple[Step, ...]) -> Iterator[Place]:
        for position, node in enumerate(region.nodes):
            yield Place(path, position)
            if node.operation in (WHILE, FOR):
                yield Place(path, position, head=True)
            if node.operation in (WHILE, FOR, COND):
                for number, inner in enumerate(node.regions):
                    yield from within(inner, (*path, Step(node, number)))
        if region.yields is not None:
            yield Place(path, len(region.nodes))

    yield from within(graph.region, ())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_of_the_corpus(case: Case) -> None:
    function = autograph.function(case.function)
    for number in range(case.count):
        run(case, function, number, 20)
    for concrete in function.concrete_functions:
        graph = unmark.run(concrete.optimized_graph)
        for place in places(graph):
            left = residual(graph, place)
            check_graph(left.graph)
            assert read_graph(str(left.graph)) == left.graph
            assert len(left.graph.inputs) == len(left.live) + len(left.rests)


GRAPH = """
graph count(x: float64[5], n: int) -> (int; float) {
  k: int, s: float = for v: np.float64 in x (k.2: int = 0, s.2: float = 0.0) {
    t: np.bool = greater(v, 1.0)
    k.3: int = cond t {
      k.4: int = add(k.2, n)
      yield k.4
    } else {
      yield k.2
    }
    s.3: float = multiply(s.2, 2.0)
    yield k.3, s.3
  }
  return (k, s)
}
"""


def test_behind_an_operation_in_an_arm() -> None:
    graph = read_graph(GRAPH)
    (loop,) = graph.region.nodes
    branch = loop.regions[0].nodes[1]
    left = residual(graph, Place((Step(loop, 0), Step(branch, 0)), 1))
    assert [value.name for value in left.live] == ["s.2", "k.4", "n"]
    assert left.rests == (loop,)
    call = compile_graph(left.graph).call
    assert call(0.5, 7, 3, [iter([2.0, 0.5, 1.5])]) == (13, 8.0)


def test_at_the_head_of_a_loop() -> None:
    graph = read_graph(GRAPH)
    left = residual(graph, Place((), 0, head=True))
    inputs = dict(zip([value.name for value in left.live], range(9), strict=False))
    values = {"k.2": 10, "s.2": 1.0, "n": 5}
    given = [values[name] for name in inputs]
    assert compile_graph(left.graph).call(*given, [iter([3.0])]) == (15, 2.0)

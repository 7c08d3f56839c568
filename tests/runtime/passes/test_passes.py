"""One runner for all passes: their examples, and what every pass promises."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import runtime.passes
from runtime.ir.graph import format_graph
from runtime.operations import check_graph, read_graph
from runtime.passes import ON_DEMAND, PIPELINE, dropped, optimize
from tests.runtime.samples import outcome, sample_arguments

PLACES = runtime.passes.__path__, "runtime.passes."
MODULES = {
    module.name.rpartition(".")[2]: importlib.import_module(module.name)
    for module in pkgutil.walk_packages(*PLACES)
}
PASSES = {name: each for name, each in MODULES.items() if hasattr(each, "run")}
EXAMPLES = [
    pytest.param(module, before, after, id=f"{name}-{position}")
    for name, module in PASSES.items()
    for position, (before, after) in enumerate(module.EXAMPLES)
]


@pytest.mark.parametrize(("module", "before", "after"), EXAMPLES)
def test_example(module, before, after):
    graph = read_graph(before)
    result = module.run(graph)
    check_graph(result)
    if after is None:
        assert result is graph
    else:
        assert format_graph(result) == format_graph(read_graph(after))
    assert module.run(result) is result
    for arguments in sample_arguments(graph):
        assert outcome(result, arguments) == outcome(graph, arguments)


@pytest.mark.parametrize(("module", "before", "after"), EXAMPLES)
def test_pipeline_keeps_values(module, before, after):
    graph = read_graph(before)
    result = optimize(graph)
    check_graph(result)
    for arguments in sample_arguments(graph):
        assert outcome(result, arguments) == outcome(graph, arguments)


@pytest.mark.parametrize("name", PASSES)
def test_every_pass_shows_what_it_leaves_alone(name):
    module = PASSES[name]
    assert any(after is None for _, after in module.EXAMPLES)
    assert any(after is not None for _, after in module.EXAMPLES)
    assert module.run in PIPELINE or name in ON_DEMAND
    assert "Must not touch" in module.__doc__


def test_dropped_names_what_dead_removed():
    graph = read_graph(
        """graph f(x: float64[3], n: int) -> int {
          y: float64[3] = copy(x)
          setitem(y, 0, 1.0)
          for i: int in const (0, 1) { z: int = add(i, 1) yield }
          a: int, b: int = cond n {
            c: int = add(n, 1)
            d: int = add(n, 2)
            yield c, d
          } else {
            yield 1, 2
          }
          return a
        }"""
    )
    after = PASSES["dead"].run(graph)
    gone = [node.operation.name for node in dropped(graph, after)]
    assert gone == ["copy", "setitem", "for", "add"]
    assert dropped(after, after) == ()


def test_long_chains_of_branches():
    depth = 200
    lines = ["graph f(t: bool, n: int) -> int {"]
    for level in range(depth):
        lines += [f"y{level}: int = cond t {{ yield {level} }} else {{"]
        lines += [f"a{level}: int = add(n, 1)"]
    lines += ["yield n }"]
    lines += [f"yield y{level} }}" for level in reversed(range(1, depth))]
    graph = read_graph("\n".join([*lines, "return y0 }"]))
    result = optimize(graph)
    assert outcome(result, [False, 7]) == outcome(graph, [False, 7])

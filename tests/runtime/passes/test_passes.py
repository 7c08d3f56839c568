"""One runner for all passes: their examples, and what every pass promises."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import runtime.passes
from runtime.ir.text import format_graph
from runtime.operations import check_graph, read_graph
from runtime.passes import PIPELINE, optimize
from tests.runtime.samples import outcome, sample_arguments

PASSES = {
    module.name: importlib.import_module(f"runtime.passes.{module.name}")
    for module in pkgutil.iter_modules(runtime.passes.__path__)
    if module.name != "rewrite"
}
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
    assert module.run in PIPELINE
    assert "Must not touch" in module.__doc__

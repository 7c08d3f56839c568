"""Rules of gradients as text: written, read again, and never more than computing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import autograph as ag
from runtime.derivatives import rules_as_text
from runtime.derivatives.gradients import value_and_gradient
from runtime.errors import AutographError
from runtime.execute import compile_graph
from runtime.ir.graph import format_graph
from runtime.operations import read_graph


@ag.custom_gradient
def tripled(x):
    return x * 2.0, lambda g: g * 3.0


def graph_with_rule():
    function = ag.function(lambda x: tripled(x).sum())
    return function.get_concrete_function(np.ones(2)).graph


def gradient_of(graph):
    run = compile_graph(value_and_gradient(graph, [0]))
    return run(np.ones(2))[1][0].tolist()


def test_a_graph_with_a_rule_is_text_and_back(monkeypatch):
    graph = graph_with_rule()
    again = read_graph(format_graph(graph))
    assert format_graph(again, spans=False) == format_graph(graph, spans=False)
    monkeypatch.setattr(rules_as_text, "_written", type(rules_as_text._written)())
    assert gradient_of(again) == gradient_of(graph) == [3.0, 3.0]


def test_a_graph_with_a_rule_is_saved(tmp_path):
    def total(x):
        return tripled(x).sum()

    function = ag.function(total)
    function(np.ones(2))
    ag.save(tmp_path / "total.ag", function)
    assert ag.load(tmp_path / "total.ag").total(np.ones(2)) == 4.0


HOSTILE = """pulled graph rule(x: float64[2], g: float64[2]) -> (any;) {
  t.1: any = call_pure("import os", g)
  return (t.1,)
}
"""


@pytest.mark.parametrize("text", [HOSTILE, "pulled", "pulled graph ("])
def test_a_rule_from_elsewhere_reaches_nothing_but_what_it_is_given(text):
    graph = graph_with_rule()
    nodes = [
        replace(node, args=(*node.args[:4], type(node.args[4])(text)))
        if node.operation.name == "with_gradient"
        else node
        for node in graph.region.nodes
    ]
    changed = replace(graph, region=replace(graph.region, nodes=tuple(nodes)))
    with pytest.raises(AutographError):
        gradient_of(changed)

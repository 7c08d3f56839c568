"""Graphs drawn: every operation and value is there, and what is missing is said."""

from __future__ import annotations

import re
import stat
import sys

import numpy as np
import pytest

from runtime.errors import DrawingError
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.operations import OPERATIONS, read_graph
from runtime.types import ANY
from tests.runtime.ir.test_listing import NESTED
from tests.runtime.random_graphs import random_graph

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTES = rf"\[\w+={STRING}(?:, \w+=\w+)*\]|\[\w+=\w+(?:, \w+=\w+)*\]"
LINE = re.compile(
    rf"\s*(?:digraph {STRING} {{|}}|\w+={STRING}|\w+=\w+|(?:node|edge) \[.*\]"
    rf"|subgraph {STRING} {{|(?P<node>{STRING}) (?:{ATTRIBUTES})"
    rf"|(?P<maker>{STRING}) -> (?P<to>{STRING})(?: (?:{ATTRIBUTES}))?)"
)
DOT = """\
#!{python}
import sys
text = sys.stdin.buffer.read().decode()
assert sys.argv[1:2] == ["-Kdot"], sys.argv
sys.stdout.write(sys.argv[2] + " of " + text.split()[0])
"""


def read(dot):
    """Nodes and edges; every line has to be one that Graphviz reads."""
    lines = [LINE.fullmatch(line) for line in dot.splitlines()]
    assert all(lines), [line for line in dot.splitlines() if not LINE.fullmatch(line)]
    assert dot.count("{\n") == len(re.findall(r"^\s*}$", dot, re.MULTILINE))
    nodes = [line["node"] for line in lines if line["node"]]
    edges = [(line["maker"], line["to"]) for line in lines if line["maker"]]
    return nodes, edges


def test_a_graph_is_drawn_with_its_regions(golden):
    golden(read_graph(NESTED).to_dot())


@pytest.mark.parametrize("seed", range(40))
def test_every_operation_is_a_node_and_every_edge_leads_to_one(seed):
    graph = random_graph(seed)
    nodes, edges = read(graph.to_dot())
    names = [f'"{each.name}"' for each in graph.get_operations()]
    assert len(set(nodes)) == len(nodes)
    assert set(names) <= set(nodes)
    assert {name for edge in edges for name in edge} <= set(nodes)
    assert [node for node in nodes if node not in names and "yield" not in node] == [
        '"return"'
    ]


@pytest.mark.parametrize("odd", ['a"b', "a\\", "\\", "a\nb", "]", "<b>", "ü", "x -> y"])
def test_labels_are_escaped(odd):
    value, result = Value(odd, ANY), Value(odd + ".1", ANY)
    node = Node(OPERATIONS["add"], (value, Constant(odd)), (), (result,), (), True)
    nodes, edges = read(Graph(odd, Region((value,), (node,), (result,))).to_dot())
    assert len(nodes) == 3
    assert len(edges) == 2


def test_entities_are_no_entities_in_labels():
    graph = Graph("f", Region((), (), (Constant("a &lt; b"),)))
    assert "a &amp;lt; b" in graph.to_dot()


def test_large_constants_do_not_flood_the_picture():
    graph = Graph("f", Region((), (), (Constant(np.zeros(1000)),)))
    assert "…" in graph.to_dot()
    assert len(graph.to_dot()) < 400


@pytest.fixture
def dot(tmp_path, monkeypatch):
    """A program that stands for Graphviz's, alone on the PATH."""
    pytest.importorskip("graphviz")
    program = tmp_path / "bin" / "dot"
    program.parent.mkdir()
    program.write_text(DOT.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(program.parent))
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_pictures_are_drawn_by_graphviz(dot, tmp_path):
    graph = read_graph(NESTED)
    assert graph.to_svg() == "-Tsvg of digraph"
    for kind in ("svg", "png", "pdf"):
        graph.draw(tmp_path / f"graph.{kind}")
        drawn = (tmp_path / f"graph.{kind}").read_text()
        assert drawn == f"-T{kind} of digraph"
    graph.draw(str(tmp_path / "graph.dot"))
    assert (tmp_path / "graph.dot").read_text(encoding="utf-8") == graph.to_dot()


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_what_graphviz_says_is_told(dot):
    dot.write_text(f"#!{sys.executable}\nraise SystemExit('no memory')\n")
    with pytest.raises(DrawingError, match="could not draw"):
        read_graph(NESTED).to_svg()


def test_without_the_program(monkeypatch, tmp_path):
    pytest.importorskip("graphviz")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DrawingError, match="on the PATH") as caught:
        read_graph(NESTED).to_svg()
    assert "install Graphviz" in caught.value.hint


def test_without_the_package(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(DrawingError, match="package graphviz") as caught:
        read_graph(NESTED).draw(tmp_path / "graph.svg")
    assert "numpy-autograph[draw]" in caught.value.hint


def test_another_kind_of_file(tmp_path):
    with pytest.raises(DrawingError, match="known picture format") as caught:
        read_graph(NESTED).draw(tmp_path / "graph.txt")
    assert caught.value.hint == "use a name that ends in .svg, .png, .pdf or .dot"
    assert not list(tmp_path.iterdir())

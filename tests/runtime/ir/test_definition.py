"""Graphs as data: nothing is lost by way of JSON, and what is no graph is refused."""

from __future__ import annotations

import copy
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.errors import GraphError, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Region
from runtime.ir.read_definition import read_definition
from runtime.operations import OPERATIONS, read_graph, read_graph_def
from tests.runtime.ir.test_listing import NESTED
from tests.runtime.ir.test_text import CONSTANTS
from tests.runtime.random_graphs import random_graph

DOCUMENT = Path(__file__).parents[3] / "docs" / "graphs.md"
DOUBLE = read_graph("graph double(x: int) -> int { y: int = add(x, x) return y }")


def by_way_of_json(definition):
    text = json.dumps(definition, allow_nan=False)
    read = json.loads(text)
    assert read == definition
    return read


def returning(value):
    return Graph("f", Region((), (), (Constant(value),)))


@pytest.mark.parametrize("seed", range(60))
def test_graphs_round_trip(seed):
    graph = random_graph(seed)
    definition = by_way_of_json(graph.as_graph_def())
    assert read_definition(definition, OPERATIONS) == graph


def test_every_construct_round_trips():
    graph = read_graph(NESTED)
    assert read_graph_def(by_way_of_json(graph.as_graph_def())) == graph


@pytest.mark.parametrize("value", CONSTANTS, ids=lambda value: repr(type(value)))
def test_constants_round_trip(value):
    definition = by_way_of_json(returning(value).as_graph_def())
    read = read_definition(definition, OPERATIONS)
    assert read.result == Constant(value)


def test_constants_are_told_apart():
    values = [0, 0.0, -0.0, False, None, "", b"", "0", (), (0,), (0.0,)]
    told = [json.dumps(returning(value).as_graph_def()) for value in values]
    assert len(set(told)) == len(values)


def test_an_object_is_no_data():
    with pytest.raises(GraphError, match="as an argument"):
        returning(object()).as_graph_def()


def test_spans_are_kept_or_left_out():
    call = Span("model.py", 9, 4, "main")
    span = Span("model.py", 2, -1, "double", call)
    (node,) = DOUBLE.nodes()
    region = replace(DOUBLE.region, nodes=(replace(node, span=span),))
    graph = replace(DOUBLE, region=region)
    read = read_graph_def(by_way_of_json(graph.as_graph_def()))
    assert [node.span for node in read.nodes()] == [span]
    assert graph.as_graph_def(spans=False) == DOUBLE.as_graph_def()


def test_names_are_those_of_the_list_of_operations():
    def names(nodes):
        for node in nodes:
            yield node["name"]
            for region in node["regions"]:
                yield from (value["name"] for value in region["parameters"])
                yield from names(region["nodes"])

    graph = read_graph(NESTED)
    told = [each.name.rpartition("/")[2] for each in graph.get_operations()]
    definition = graph.as_graph_def()
    found = [name.rpartition("/")[2] for name in names(definition["nodes"])]
    assert told[len(graph.inputs) :] == found


def test_the_document_shows_what_is_given():
    text = DOCUMENT.read_text(encoding="utf-8")
    (graph,) = re.findall(r"```text\n(graph .*?)```", text, re.DOTALL)
    (definition,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert json.loads(definition) == read_graph(graph).as_graph_def()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format="another"), "'another' of version 1"),
        (lambda d: d.update(version=2), "of version 2"),
        (lambda d: d.update(version=True), "a bool, not a int"),
        (lambda d: d.pop("nodes"), "the key 'nodes'"),
        (lambda d: d.update(name=None), "must not be None"),
        (lambda d: d["inputs"].append({"name": "x", "type": "int"}), "assigned twice"),
        (lambda d: d["inputs"][0].update(type="integer"), "is not a type"),
        (lambda d: d["nodes"][0].update(operation="ad"), "no operation named 'ad'"),
        (lambda d: d["nodes"][0].update(fails=0), "a int, not a bool"),
        (lambda d: d["nodes"][0].update(results=[]), "named 'y'"),
        (lambda d: d.update(result={"value": "z"}), "no value named 'z'"),
        (lambda d: d.update(result={"constant": "1 2"}), "not a constant"),
        (lambda d: d.update(result={"constant": "x"}), "not a constant"),
        (lambda d: d.update(result={"set": []}), "not a kind of argument"),
        (lambda d: d.update(result={}), "a dict of one key"),
        (lambda d: d.update(result={"slice": []}), "three items"),
        (lambda d: d.update(result={"dict": [{"value": "x"}]}), "for each key"),
    ],
)
def test_what_is_no_definition(change, message):
    definition = copy.deepcopy(DOUBLE.as_graph_def())
    change(definition)
    with pytest.raises(GraphError, match=message):
        read_graph_def(definition)


def test_a_damaged_definition_is_refused_or_legal():
    sound = read_graph(NESTED).as_graph_def()
    refused = 0
    for seed in range(300):
        definition = copy.deepcopy(sound)
        damage(definition, random.Random(seed))
        try:
            assert isinstance(read_graph_def(definition), Graph)
        except GraphError:
            refused += 1
    assert refused > 200


def chain(depth):
    """A graph of ``if``, ``elif``, ``elif``, …."""
    arms = "cond t { yield } else {\n" * depth + "yield }\n" * depth
    return read_graph(f"graph f(t: bool) -> None {{\n{arms}return None }}")


def damage(data, chance):
    """Change or drop something, at any depth."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    if not keys:
        return
    key = chance.choice(keys)
    if isinstance(data[key], (dict, list)) and data[key] and chance.random() < 0.8:
        damage(data[key], chance)
    elif chance.random() < 0.3:
        del data[key]
    else:
        odd = [None, True, 0, -1, 0.5, "", "x", "t.1", "(", [], {}, [[]], {"value": 1}]
        data[key] = chance.choice(odd)


def test_long_chains_of_branches_are_data():
    assert read_graph_def(by_way_of_json(chain(180).as_graph_def()))


def test_nesting_without_end_is_an_error():
    with pytest.raises(GraphError, match="too deeply"):
        read_graph_def(chain(400).as_graph_def())  # Python 3.12 still writes it
    definition = DOUBLE.as_graph_def()
    argument = {"value": "x"}
    for _ in range(100_000):
        argument = {"tuple": [argument]}
    definition["result"] = argument
    with pytest.raises(GraphError, match="too deeply"):
        read_graph_def(definition)

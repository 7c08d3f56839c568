"""Each obligation of a legal graph, broken once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from runtime.errors import GraphError, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display, Node, Region, Value
from runtime.ir.reading import parse_graph
from runtime.ir.verify import verify
from runtime.operations import OPERATIONS, check_graph, read_graph
from runtime.types import FLOAT, INT

BROKEN = {
    "is out of scope here": """
        y: int = cond x { z: int = add(x, 1) yield z } else { yield 1 }
        return z""",
    "an arm yields 2 arguments for 1 results": """
        y: int = cond x { yield 1, 2 } else { yield 1 }
        return y""",
    "'y' is int, and may become float": """
        y: int = cond x { yield 1.5 } else { yield 1 }
        return y""",
    "'s' is int, and may become float": """
        y: {float | int} = for i: int in () (s: int = 0) { yield 1.5 }
        return 1""",
    "'y' is int, and may become {float | int}": """
        y: int = while (s: {float | int} = 1) { test False } do { yield s }
        return y""",
    "the body yields 1 arguments for 2 results": """
        stop: bool, y: int = for i: int in () (s = 0) { yield s }
        return y""",
    "'stop' is int, and may become bool": """
        stop: int, y: int = for i: int in () (s = 0) { yield 1, s }
        return y""",
    "yields one argument": """
        while { test True, True } do { yield }
        return 1""",
    "'y' should be int, not float": """
        y: float = add(x, 1)
        return 1""",
    "may raise for these types, and needs the mark": """
        u: {None | int} = cond x { yield None } else { yield 1 }
        y: int = add(u, 1)
        return y""",
    "this one is not reached": """
        y: never = add!(x, None)
        z: int = add(x, 1)
        return z""",
    "its end is never reached": """
        y: never = add!(x, None)
        return x""",
    "needs a yield, since its end is reached": """
        cond x { z: int = add(x, 1) } else { yield }
        return x""",
    "a cond whose arms never end needs the mark": """
        cond x { y: never = add!(x, None) } else { z: never = add!(x, None) }""",
    'needs the mark "!", and no results': """
        while { y: never = add!(x, None) } do { yield }""",
}


@pytest.mark.parametrize("problem", BROKEN)
def test_broken_graph(problem):
    of = "int" if "return" in BROKEN[problem] else "never"
    text = f"graph f(x: int) -> {of} {{ {BROKEN[problem]} }}"
    with pytest.raises(GraphError) as caught:
        read_graph(text)
    assert problem in caught.value.message
    assert "\n> " in caught.value.message


ONE = (Constant(1),)


def graph(*nodes, yields=ONE, captures=0):
    return Graph("f", Region((Value("x", INT),), nodes, yields), captures)


ADD = OPERATIONS["add"]
MADE_BY_HAND = {
    "'y' is not assigned here": graph(Node(ADD, (Value("y", INT),))),
    "'x' is int, not float": graph(Node(ADD, (Value("x", FLOAT),))),
    "'x' is assigned twice": graph(Node(ADD, (), (), (Value("x", INT),))),
    "2 captures of 1 inputs": graph(captures=2),
    "a graph returns one value, not 2": graph(yields=(Constant(1), Constant(2))),
    "a slice of 1 items": graph(Node(ADD, (Display("slice", (Constant(1),)),))),
    "a graph cannot hold an object of type builtin": graph(Node(ADD, (Constant(len),))),
    "'cond' cannot have 0 regions": graph(Node(OPERATIONS["cond"], ONE)),
    "'add' cannot have 1 regions": graph(Node(ADD, ONE, (), (), (Region((), (), ()),))),
    "a cond has one argument": graph(
        Node(OPERATIONS["cond"], (), regions=(Region((), (), ()),))
    ),
}


@pytest.mark.parametrize("problem", MADE_BY_HAND)
def test_graph_made_by_hand(problem):
    with pytest.raises(GraphError) as caught:
        verify(MADE_BY_HAND[problem])
    assert caught.value.message.startswith(problem)


def test_operations_are_those_of_the_table():
    own = replace(ADD, commutative=False)
    verify(graph(Node(own, ONE)))
    with pytest.raises(GraphError, match="'add' is not a known operation"):
        check_graph(graph(Node(own, ONE)))


def test_error_has_the_users_place():
    span = Span("model.py", 7)
    with pytest.raises(GraphError) as caught:
        verify(graph(Node(ADD, (Value("y", INT),), span=span)))
    assert caught.value.span == span


def test_ten_lines_around_are_shown():
    lines = [f"y{number}: int = add(x, {number})" for number in range(20)]
    lines[10] = "y10: float = add(x, 10)"
    text = "graph f(x: int) -> int {\n" + "\n".join(lines) + "\nreturn x }"
    with pytest.raises(GraphError) as caught:
        check_graph(parse_graph(text, OPERATIONS))
    _, *shown = caught.value.message.split("\n")
    assert len(shown) == 11
    assert shown[5] == ">   y10: float = add(x, 10)"


def test_values_of_a_test_region_are_known_in_the_body_alone():
    text = """graph f(n: int) -> int {{
      m: int = while (m.1 = n) {{ k: int = subtract(m.1, 1) test k }} do {{ yield k }}
      return {}
    }}"""
    read_graph(text.format("m"))
    with pytest.raises(GraphError, match="'k' is out of scope"):
        read_graph(text.format("k"))


def test_what_no_rule_is_sure_of_is_taken_as_it_stands():
    read_graph("""graph f(x: list<any>, t: bool) -> {None | dict} {
      y: str = getitem(x, 0)
      z: {None | dict} = cond t { yield {0: y} } else { yield None }
      return z
    }""")

"""Names and constants of a graph that nobody trusts never become code."""

from __future__ import annotations

import ast
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.plan import make_plan
from runtime.plan.names import Names, identifier
from runtime.types import ANY, INT

ODD = st.one_of(
    st.text(max_size=8), st.sampled_from(["if", "ﬁ", "fi", "x.1", "np", ""])
)


def summed(first: str, second: str, function: str = "f") -> Graph:
    """A graph that gives ``first + second, first - second``."""
    left, right = Value(f"{first}.1", INT), Value(f"{second}.2", INT)
    a, b = Value(f"{first}.3", INT), Value(f"{second}.4", INT)
    nodes = (
        Node(OPS["add"], (left, right), results=(a,)),
        Node(OPS["subtract"], (left, right), results=(b,)),
    )
    return Graph(function, Region((left, right), nodes, (Display("tuple", (a, b, a)),)))


@given(ODD)
def test_any_name_becomes_an_identifier(name):
    found = identifier(name)
    ast.parse(f"{found} = 1")
    assert identifier(found) == found


@given(ODD, ODD, ODD)
def test_any_names_work(first, second, function):
    executable = compile_graph(summed(first, second, function))
    assert executable(5, 3) == (8, 2, 8)
    assert executable.call.__name__ == function


def test_two_names_that_python_takes_for_one_are_told_apart():
    assert compile_graph(summed("ﬁ", "fi"))(5, 3) == (8, 2, 8)


def test_a_name_cannot_carry_code():
    executable = compile_graph(
        summed("x): raise SystemExit #", "y\n    raise SystemExit")
    )
    assert executable(5, 3) == (8, 2, 8)
    assert "SystemExit(" not in executable.source


@given(st.dictionaries(st.text(), st.integers(), max_size=3))
def test_a_keyword_cannot_carry_code(keywords):
    result = Value("r", ANY)
    row = OPS["call"]
    kwargs = tuple((name, Constant(value)) for name, value in keywords.items())
    function = Value("function", ANY)
    node = Node(row, (function,), kwargs, (result,))
    executable = compile_graph(Graph("f", Region((function,), (node,), (result,))))
    assert executable(lambda **given: given) == keywords


@given(st.text())
def test_an_attribute_cannot_carry_code(name):
    target, result = Value("target", ANY), Value("r", ANY)
    node = Node(OPS["load_attribute"], (target, Constant(name)), (), (result,))
    executable = compile_graph(Graph("f", Region((target,), (node,), (result,))))

    class Target:
        def __getattr__(self, asked):
            return asked

    if not name.startswith("__"):
        assert executable(Target()) == name


CONSTANTS = st.one_of(
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.text(),
    st.binary(),
    st.booleans(),
    st.none(),
    st.just(...),
    st.floats(width=32).map(np.float32),
    st.integers(-128, 127).map(np.int8),
    st.tuples(st.integers(), st.text(), st.tuples(st.floats())),
)


@given(CONSTANTS)
def test_constants_arrive_as_they_are(value):
    constant = Constant(value)
    executable = compile_graph(Graph("f", Region((), (), (constant,))))
    assert Constant(executable()) == constant


@given(CONSTANTS)
def test_constants_are_operands(value):
    result = Value("r", ANY)
    node = Node(
        OPS["call_method"], (Constant(value), Constant("__repr__")), (), (result,)
    )
    executable = compile_graph(Graph("f", Region((), (node,), (result,))))
    assert executable() == repr(value)


def test_no_float_passes_through_its_text():
    source = make_plan(Graph("f", Region((), (), (Constant(math.nan),)))).source
    assert source == "def f():\n    return nan\n"


def test_variables_are_reused_when_they_are_free():
    names = Names()
    assert names.bind("x.1", "x") == "x"
    assert names.bind("x.2", "x") == "x_2"
    names.release(["x.1"])
    assert names.bind("x.3", "x") == "x"
    names.wishes["y"] = "x_2"
    names.release(["x.2"])
    assert names.bind("y", "y") == "x_2"


@pytest.mark.parametrize("name", ["sum", "np"])
def test_a_variable_never_hides_what_the_plan_calls(name):
    value, total = Value(name, INT), Value("r", ANY)
    row = OPS["sum_of" if name == "sum" else "exp"]
    argument = Display("list", (value, value))
    node = Node(row, (argument,), (), (total,))
    executable = compile_graph(Graph("f", Region((value,), (node,), (total,))))
    expected = 4 if name == "sum" else np.exp([2, 2])
    assert np.array_equal(executable(2), expected)

"""Signatures as data: how a call fits the patterns of a graph."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.errors import SignatureError
from runtime.operations import read_graph
from runtime.saving import LoadedGraph, Parameter, Saved, Signature
from runtime.saving.patterns import (
    Anything,
    Group,
    Known,
    Misfit,
    OfType,
    is_of,
    known_value,
    places,
)
from runtime.saving.signature import Relation
from runtime.types import parse_type

FITS = [
    ("int", 3, True),
    ("int", True, False),
    ("int", np.int64(3), False),
    ("{int | None}", None, True),
    ("float64[2,?]", np.zeros((2, 5)), True),
    ("float64[2,?]", np.zeros((3, 5)), False),
    ("float64[...]", np.zeros(()), True),
    ("float64[]", np.float64(0), False),
    ("np.float64", np.float64(0), True),
    ("list<float>", [1.0, 2.0], True),
    ("list<float>", [1.0, 2], False),
    ("list<{float | int}>", [1.0, 2], True),
    ("(int; float64[1])", (1, np.zeros(1)), True),
    ("(int; float64[1])", [1, np.zeros(1)], False),
    ("dict", {}, True),
    ("dict", [], False),
    ("iter<int>", range(3), True),
    ("float64[1]", np.zeros(1, ">f8"), False),
    ("str", np.str_("x"), False),
]


@pytest.mark.parametrize(("of", "value", "fits"), FITS, ids=str)
def test_values_of_types(of, value, fits):
    assert is_of(parse_type(of), value) is fits


EXACT = [
    (0.0, -0.0),
    (1, True),
    (1, 1.0),
    (float("nan"), 1.0),
    ("a", b"a"),
    ((1,), (2,)),
]


@pytest.mark.parametrize(("known", "other"), EXACT, ids=str)
def test_known_values_are_exact(known, other):
    assert Known(known).fit(known, ("x",), {}, True) is known
    with pytest.raises(Misfit):
        Known(known).fit(other, ("x",), {}, True)


CASTS = [
    ("np.float64", 3, np.float64(3)),
    ("np.int8", 3, np.int8(3)),
    ("np.int8", 300, None),
    ("np.int64", 2.5, None),
    ("np.bool", True, np.True_),
    ("np.bool", 1, None),
    ("float64[2]", [1, 2], np.array([1.0, 2.0])),
    ("float64[2]", [1, 2, 3], None),
    ("float64[2]", [1, "2"], None),
    ("int64[1]", [2**70], None),
    ("np.float32", 0.1, None),
    ("np.float64", float("nan"), np.float64("nan")),
]


@pytest.mark.parametrize(("of", "given", "made"), CASTS, ids=str)
def test_python_numbers_are_cast_if_they_stay_equal(of, given, made):
    pattern = OfType(parse_type(of))
    with pytest.raises(Misfit):
        pattern.fit(given, ("x",), {}, False)
    if made is None:
        with pytest.raises(Misfit):
            pattern.fit(given, ("x",), {}, True)
    else:
        found = pattern.fit(given, ("x",), {}, True)
        assert type(found) is type(made)
        np.testing.assert_array_equal(found, made)


NESTED = Group(
    "dict",
    ("a", "b"),
    (OfType(parse_type("int")), Group("list", (0, 1), (Known(1), Anything()))),
)


def test_groups_note_what_stands_where():
    found = {}
    value = {"a": 3, "b": [1, "whatever"]}
    assert NESTED.fit(value, ("x",), found, True) is value
    assert found == {
        ("x",): value,
        ("x", "a"): 3,
        ("x", "b"): [1, "whatever"],
        ("x", "b", 0): 1,
    }
    assert [place for place, _ in places(NESTED, ("x",))][-1] == ("x", "b", 1)
    assert str(NESTED) == "{'a': int, 'b': [1, anything]}"


def test_known_groups_are_made_anew():
    known = Group("list", (0, 1), (Known(1), Group("tuple", (), ())))
    first, second = known_value(known), known_value(known)
    assert first == second == [1, ()]
    assert first is not second


def graph_of_two(**relation):
    graph = read_graph(
        "graph f(x: float64[2], y: float64[2]) -> float64[2] "
        "{ z: float64[2] = add(x, y) return z }"
    )
    pattern = OfType(parse_type("float64[2]"))
    signature = Signature(
        tuple(Parameter(name, "POSITIONAL_OR_KEYWORD") for name in "xy"),
        {"x": pattern, "y": pattern},
        (Relation(left=("x",), right=("y",), **relation),),
    )
    return LoadedGraph("f", Saved(graph, signature, (("x",), ("y",))), "plan")


def test_relations():
    x, y = np.ones(2), np.ones(2)
    same, apart = graph_of_two(same=True), graph_of_two(same=False)
    assert same(x, x).tolist() == apart(x, y).tolist() == [2, 2]
    with pytest.raises(SignatureError, match="x: it is another object than y"):
        same(x, y)
    with pytest.raises(SignatureError, match="x: it is the same object as y"):
        apart(x, x)

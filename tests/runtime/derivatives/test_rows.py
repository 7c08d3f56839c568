"""The derivative of every row that has one, against differences, in both modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from runtime.building import argument
from runtime.derivatives.activity import may_vary
from runtime.derivatives.gradients import pull_back, push_forward
from runtime.errors import NoDerivative
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Display, Node, Region, Value
from runtime.operations import check_graph
from runtime.ops import FAMILIES
from runtime.ops.facts import Partials, Refused
from runtime.ops.families import rows_of
from runtime.ops.infer import infer
from runtime.ops.row import Row, call
from runtime.types import Array, NumpyScalar, PythonScalar, type_of

_MATRIX = np.array([[0.3, -1.2, 0.7], [1.4, 0.2, -0.6]])
MORE = {
    "power": [call(_MATRIX + 2.0, 3), call(_MATRIX + 2.0, _MATRIX), call(2.0, _MATRIX)],
    "matmul": [
        call(_MATRIX, _MATRIX.T),
        call(_MATRIX[0], _MATRIX[1]),
        call(_MATRIX, _MATRIX[0]),
        call(_MATRIX[:, 0], _MATRIX),
        call(np.stack([_MATRIX, _MATRIX]), _MATRIX.T),
    ],
    "dot": [call(_MATRIX, _MATRIX[0]), call(2.0, _MATRIX)],
    "sum": [call(_MATRIX, axis=0), call(_MATRIX, 1, keepdims=True), call(_MATRIX)],
    "mean": [call(_MATRIX, axis=(0, 1)), call(_MATRIX, axis=-1)],
    "std": [call(_MATRIX, axis=1), call(_MATRIX, ddof=1)],
    "cumsum": [call(_MATRIX), call(_MATRIX, axis=1)],
    "max": [call(_MATRIX, axis=0), call(_MATRIX, axis=1, keepdims=True)],
    "einsum": [
        call("ij,jk->ik", _MATRIX, _MATRIX.T),
        call("i,i", _MATRIX[0], _MATRIX[1]),
    ],
    "where": [call(_MATRIX > 0, _MATRIX, 2.0), call(_MATRIX > 0, _MATRIX, _MATRIX[0])],
    "concatenate": [call([_MATRIX, _MATRIX], axis=1), call([_MATRIX[0], _MATRIX[1]])],
    "stack": [call([_MATRIX, _MATRIX], axis=-1)],
    "array": [call([1.0, 2.0]), call([[1.0, 2.0], [3.0, 4.0]])],
    "updated": [
        call(_MATRIX, (np.array([0, 0]), np.array([1, 1])), np.array([2.0, 3.0]))
    ],
    "take": [call(_MATRIX, [0, 0, 2], axis=1), call(_MATRIX, [5, 0, 5])],
    "roll": [call(_MATRIX, 1), call(_MATRIX, (1, 2), axis=(0, 1))],
    "divide": [call(_MATRIX, _MATRIX[0] + 3.0)],
    "norm": [call(_MATRIX)],
    "inner": [call(_MATRIX[0], _MATRIX[1])],
    "vdot": [call(_MATRIX[0], _MATRIX[1])],
    "array_item": [call(np.array(2.0))],
    "math_acos": [call(0.5)],
    "math_asin": [call(0.5)],
    "math_atanh": [call(0.5)],
    "clip": [call(_MATRIX, -0.5, 0.5), call(_MATRIX, None, 0.5)],
}
SOME_REFUSED = frozenset(
    """
    array array_cumsum array_flatten array_item array_reshape concatenate cumsum dot
    einsum getitem inner math_log norm ravel reshape trace ufunc_call vdot
    """.split()
)
"""Rows of which some forms are refused by name; others of their samples are taken."""
WITHIN_ONE = frozenset("math_acos math_asin math_atanh".split())
ROWS = [
    row
    for family in FAMILIES
    for row in rows_of(family)
    if row.derivative is not None
    and not isinstance(row.derivative, Refused)
    and not (
        isinstance(row.derivative, Partials)
        and all(each is None for each in row.derivative.partials)
    )
]
SAMPLES: list[tuple[Row, Any]] = [
    (row, sample)
    for row in ROWS
    for sample in (
        *(() if row.name in WITHIN_ONE else row.samples),
        *MORE.get(row.name, ()),
    )
]


class Inputs:
    """The floats of a call as inputs of a graph."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.given: list[Any] = []

    def opened(self, part: Any) -> Any:
        """Return an argument with its floats as inputs, moved off what is special."""
        if isinstance(part, (list, tuple)) and any(map(self.varies, part)):
            items = tuple(argument(self.opened(each)) for each in part)
            return Display("list" if isinstance(part, list) else "tuple", items)
        if not self.varies(part):
            return argument(part)
        place = len(self.given) + 1
        steps = np.arange(1, np.size(part) + 1).reshape(np.shape(part))
        moved = part + 0.01 * place + 0.003 * np.sqrt(steps) * (1 if place % 2 else 2)
        if isinstance(part, np.ndarray):
            moved = np.asarray(moved, part.dtype).reshape(part.shape)
        else:
            moved = type(part)(moved.item())
        self.values.append(Value(f"x{place}", type_of(moved)))
        self.given.append(moved)
        return self.values[-1]

    def varies(self, part: Any) -> bool:
        if isinstance(part, (list, tuple)):
            return any(map(self.varies, part))
        if isinstance(part, (np.ndarray, np.generic)):
            return part.dtype == np.float64
        return type(part) is float


def graph_of(row: Row, sample: Any) -> tuple[Graph, list[Any]] | None:
    args, kwargs = sample()
    inputs = Inputs()
    rule: Any = row.derivative
    listed = getattr(rule, "transposes", None)
    opened = []
    for place, part in enumerate(args):
        takes = (
            place < len(rule.partials) and rule.partials[place] is not None
            if listed is None
            else listed.get(place) is not None
        )
        opened.append(inputs.opened(part) if takes else argument(part))
    named = tuple((name, argument(value)) for name, value in kwargs.items())
    of, fails = infer(row, tuple(opened), named)
    if not inputs.values or not isinstance(of, (Array, NumpyScalar, PythonScalar)):
        return None
    if not may_vary(of):
        return None
    result = Value("y", of)
    node = Node(row, tuple(opened), named, (result,), fails=fails)
    return Graph("f", Region(tuple(inputs.values), (node,), (result,))), inputs.given


def direction(value: Any, seed: int) -> Any:
    found = np.random.default_rng(seed).uniform(-1, 1, np.shape(value))
    return np.asarray(found) if isinstance(value, np.ndarray) else np.float64(found)


def moved(value: Any, step: Any) -> Any:
    found = value + step
    return np.asarray(found) if isinstance(value, np.ndarray) else found


def varying(row: Row, sample: Any) -> bool:
    """Whether a call takes floats, gives floats, and writes nothing."""
    made = graph_of(row, sample)
    return made is not None and "out" not in dict(made[0].region.nodes[0].kwargs)


def is_refused(row: Row, sample: Any) -> bool:
    made = graph_of(row, sample)
    assert made is not None
    graph, given = made
    try:
        pull_back(graph, list(range(len(given))))
    except NoDerivative:
        return True
    return False


VARYING = [each for each in SAMPLES if varying(*each)]
REFUSED = [each for each in VARYING if is_refused(*each)]


def named(part: object) -> str:
    return part.name if isinstance(part, Row) else ""


@pytest.mark.parametrize(("row", "sample"), REFUSED, ids=named)
def test_some_forms_are_refused(row: Row, sample: Any) -> None:
    assert row.name in SOME_REFUSED
    made = graph_of(row, sample)
    assert made is not None
    with pytest.raises(NoDerivative):
        pull_back(made[0], list(range(len(made[1]))))


@pytest.mark.parametrize(
    ("row", "sample"),
    [each for each in VARYING if each not in REFUSED],
    ids=named,
)
def test_both_modes_agree_with_differences(row: Row, sample: Any) -> None:
    made = graph_of(row, sample)
    assert made is not None
    graph, given = made
    check_graph(graph)
    places = list(range(len(given)))
    forward = push_forward(graph, places)
    back = pull_back(graph, places)
    check_graph(forward)
    tangents = [direction(value, 7 + place) for place, value in enumerate(given)]
    value, found = compile_graph(forward)(*given, *tangents)
    step = 1e-6
    run = compile_graph(graph)
    above = run(*(moved(x, step * t) for x, t in zip(given, tangents)))
    below = run(*(moved(x, -step * t) for x, t in zip(given, tangents)))
    expected = (np.asarray(above) - np.asarray(below)) / (2 * step)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-7)
    assert np.shape(found) == np.shape(value)

    check_graph(back.forward)
    check_graph(back.backward)
    _, kept = compile_graph(back.forward)(*given)
    g = direction(value, 3)
    pulled = compile_graph(back.backward)(*kept, g)
    one = np.sum(g * np.asarray(found))
    other = sum(np.sum(c * t) for c, t in zip(pulled, tangents))
    np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-12)
    for cotangent, x in zip(pulled, given):
        assert np.shape(cotangent) == np.shape(x)
        assert isinstance(cotangent, np.ndarray) == isinstance(x, np.ndarray)

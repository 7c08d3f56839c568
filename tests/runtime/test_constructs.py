"""What cond, while and for mean, by the plain evaluator."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.errors import InternalError
from runtime.interpret import evaluate
from runtime.ir.nodes import Constant
from runtime.ir.reading import parse_graph
from runtime.ir.text import Writer
from runtime.operations import OPERATIONS, read_graph
from runtime.types import BOOL, accepts, type_of

WHILE = """graph f(n: int, stop: bool) -> (bool; int; int) {
  stopped: bool, m: int, k: int = while (m.1 = n, k.1 = 0) {
    t: bool = less(m.1, 3)
    test t
  } do {
    m.2: int = add(m.1, 1)
    k.2: int = add(k.1, 10)
    yield stop, m.2, k.2
  }
  return (stopped, m, k)
}"""

FOR = """graph f(x: float64[?], limit: float) -> (bool; {float | np.float64}) {
  stopped: bool, s: {float | np.float64} = for v: np.float64 in x (s.1 = 0.0) {
    s.2: np.float64 = add(s.1, v)
    t: np.bool = greater(s.2, limit)
    u: bool = truth(t)
    yield u, s.2
  }
  return (stopped, s)
}"""


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ((0, False), (False, 3, 30)),
        ((7, True), (False, 7, 0)),
        ((0, True), (True, 1, 10)),
    ],
)
def test_while(arguments, result):
    assert evaluate(read_graph(WHILE), arguments) == result


@pytest.mark.parametrize(
    ("length", "limit", "result"),
    [(0, 1.0, (False, 0.0)), (3, 9.0, (False, 3.0)), (9, 2.5, (True, 3.0))],
)
def test_for(length, limit, result):
    got = evaluate(read_graph(FOR), (np.arange(float(length)), limit))
    assert got == result
    assert type(got[1]) is (float if length == 0 else np.float64)


def test_for_sees_what_its_body_writes():
    graph = read_graph(
        """graph f(x: float64[?]) -> float64[?] {
          for v: np.float64 in x {
            w: np.float64 = add(v, 1.0)
            setitem!(x, slice(1, None, None), w)
            yield
          }
          return x
        }"""
    )
    assert evaluate(graph, [np.zeros(4)]).tolist() == [0.0, 4.0, 4.0, 4.0]


def test_for_takes_any_iterable():
    graph = read_graph(
        """graph f(x: any) -> any {
          s: any = for! v: any in x (s.1 = 0) {
            s.2: any = add!(s.1, v)
            yield s.2
          }
          return s
        }"""
    )
    for iterable in ([1, 2], (1, 2), range(3), iter([1, 2]), np.array([1, 2])):
        assert evaluate(graph, [iterable]) == 3
    with pytest.raises(TypeError, match="not iterable"):
        evaluate(graph, [1])


def test_cond_runs_one_arm():
    graph = read_graph(
        """graph f(x: any) -> int {
          y: int = cond! x { z: never = add!(1, None) } else { yield 2 }
          return y
        }"""
    )
    assert evaluate(graph, [0]) == 2
    assert evaluate(graph, [np.zeros(1)]) == 2
    with pytest.raises(TypeError, match="unsupported operand"):
        evaluate(graph, ["true"])
    with pytest.raises(ValueError, match="ambiguous"):
        evaluate(graph, [np.zeros(2)])


@pytest.mark.parametrize(
    "body",
    ["y: never = add!(x, 1)", "cond! x { setitem!(z, 0, 1) } else { yield 1 }"],
)
def test_coming_back_where_nothing_does_is_our_error(body):
    text = f"graph f(x: int, z: obj) -> never {{ {body} }}"
    with pytest.raises(InternalError, match="returned, although"):
        evaluate(parse_graph(text, OPERATIONS), [1, [0]])


def test_structures():
    graph = read_graph(
        """graph f(x: int) -> dict { return {"a": [x, (x,)], x: slice(x, None, 2)} }"""
    )
    assert evaluate(graph, [3]) == {"a": [3, (3,)], 3: slice(3, None, 2)}


@pytest.mark.parametrize(
    ("text", "kept", "after"),
    [
        (WHILE, [True, False], "stopped: bool, m: int = while (m.1 = n) {"),
        (WHILE, [False, False], "stopped: bool = while {"),
        (FOR, [False], "stopped: bool = for v: np.float64 in x {"),
    ],
)
def test_states_can_be_dropped(text, kept, after):
    node = next(node for node in read_graph(text).nodes() if node.regions)
    dropped = node.operation.keep(node, kept)
    assert list(node.operation.problems(dropped)) == []
    writer = Writer()
    node.operation.format(dropped, writer)
    assert writer.lines[0] == after


def test_columns_join_what_may_become_a_state():
    node = next(node for node in read_graph(WHILE).nodes() if node.regions)
    first, second = node.operation.columns(node)
    assert [value.name for value in first.targets] == ["m.1", "m"]
    assert second.sources[0] == Constant(0)
    (flag,) = node.operation.fixed(node)
    assert flag.targets[0].type == BOOL
    assert accepts(flag.targets[0].type, type_of(False))

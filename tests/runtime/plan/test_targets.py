"""What is unpacked item by item is assigned to several targets."""

import numpy as np
import pytest

from runtime.execute import compile_graph
from runtime.operations import read_graph
from runtime.plan import make_plan

UNPACKED = """graph f(x: any) -> (any; any) {{
  t: (any; any; any) = unpack(x, 3)
  {items}
  return {result}
}}"""


def graph_of(items, result):
    return read_graph(UNPACKED.format(items="\n  ".join(items), result=result))


def test_each_item_gets_its_target():
    graph = graph_of(["a: any = getitem(t, 0)", "c: any = getitem(t, 2)"], "(a, c)")
    assert "a, unused, c = x\n" in make_plan(graph).source
    run = compile_graph(graph).call
    assert run("xyz") == ("x", "z")
    with pytest.raises(ValueError, match="too many values to unpack"):
        run("wxyz")
    with pytest.raises(TypeError, match="cannot unpack non-iterable int object"):
        run(3)


@pytest.mark.parametrize(
    ("items", "result"),
    [
        (["a: any = getitem(t, 0)", "b: any = len(t)"], "(a, b)"),
        (["a: any = getitem(t, -1)"], "(a, a)"),
        (["a: any = getitem(t, 0)", "c: any = getitem(t, 0)"], "(a, c)"),
        (["a: any = len(t)"], "(a, a)"),
    ],
)
def test_what_is_used_otherwise_stays_one_value(items, result):
    graph = graph_of(items, result)
    assert "unpack(x, 3)" in make_plan(graph).source


def test_a_target_in_a_loop():
    graph = read_graph(
        """graph f(rows: any) -> any {
          s: any = for row: any in rows (s.1 = 0) {
            t: (any; any) = unpack(row, 2)
            a: any = getitem(t, 0)
            b: any = getitem(t, 1)
            p: any = multiply(a, b)
            s.2: any = add(s.1, p)
            yield s.2
          }
          return s
        }"""
    )
    assert "a, b = row\n" in make_plan(graph).source
    assert compile_graph(graph).call([(1, 2), (3, 4)]) == 14


def looping(body):
    return read_graph(
        f"""graph f(a: list<float>, b: list<float>) -> float {{
          pairs: iter<(float; float)> = zip(a, b)
          s: float = for pair: (float; float) in pairs (s.1 = 0.0) {{
            {body}
            yield s.2
          }}
          return s
        }}"""
    )


def test_a_loop_takes_tuples_apart():
    graph = looping(
        """x: float = getitem(pair, 0)
           y: float = getitem(pair, 1)
           t: float = multiply(x, y)
           s.2: float = add(s.1, t)"""
    )
    assert "for x, y in " in make_plan(graph).source
    assert compile_graph(graph).call([1.0, 2.0], [3.0, 4.0]) == 11.0
    graph = looping("y: float = getitem(pair, 1)  s.2: float = add(s.1, y)")
    assert "for unused, y in " in make_plan(graph).source
    assert compile_graph(graph).call([1.0, 2.0], [3.0, 4.0]) == 7.0


def test_a_tuple_that_is_used_as_one_stays_one():
    graph = looping(
        """x: float = getitem(pair, 0)
           n: int = len(pair)
           t: float = multiply(x, n)
           s.2: float = add(s.1, t)"""
    )
    assert "for pair in " in make_plan(graph).source
    assert compile_graph(graph).call([1.0, 2.0], [3.0, 4.0]) == 6.0


def test_an_unpacking_with_several_results_keeps_those_used():
    graph = read_graph(
        """graph f(x: float64[2]) -> np.float64 {
          a: np.float64, b: np.float64 = unpack(x, 2)
          c: np.float64 = add(b, b)
          return c
        }"""
    )
    assert compile_graph(graph).call(np.array([1.0, 2.0])) == 4.0

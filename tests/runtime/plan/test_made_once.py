"""Lists and dicts that a loop only reads are made once, before the loop."""

import pytest

from runtime.execute import compile_graph
from runtime.operations import read_graph
from runtime.plan import make_plan

LOOP = """graph f(n: int, i: int) -> any {{
  s: any = for k: int in n (s.1 = 0) {{
    {node}
    s.2: any = add(s.1, t)
    yield s.2
  }}
  return s
}}"""


def loop_with(node):
    return read_graph(LOOP.format(node=node).replace("in n", "in const (0, 1, 1)"))


@pytest.mark.parametrize(
    ("node", "made", "read", "total"),
    [
        ("t: int = getitem([n, 5], k)", "items = [n, 5]", "items[k]", 17),
        ("t: int = list_index([1, 0], k)", "items = [1, 0]", "items.index(k)", 1),
        ("t: any = load_item({0: n, 1: 2.5}, k)", "table = {0: n", "table[k]", 12.0),
        ("t: bool = contains(k, {0: n, 2: 5})", "table = {0: n", "k in table", 1),
    ],
)
def test_made_before_the_loop(node, made, read, total):
    graph = loop_with(node)
    before, inside = make_plan(graph).source.split("for k")
    assert made in before
    assert read in inside
    assert compile_graph(graph).call(7, 0) == total


@pytest.mark.parametrize(
    "node",
    [
        "t: int = getitem([k, 5], i)",  # another list in each turn
        "t: any = load_item({n: 2, 8: 3}, 7)",  # a key may have a `__hash__`
    ],
)
def test_made_in_each_turn(node):
    graph = loop_with(node)
    assert "items" not in make_plan(graph).source
    assert "table" not in make_plan(graph).source


def test_made_before_the_outermost_loop_that_has_its_items():
    graph = read_graph(
        """graph f(rows: any, i: int) -> any {
          s: any = for row: any in rows (s.1 = 0) {
            u: any = for v: any in rows (u.1 = s.1) {
              a: any = getitem([row, rows], i)
              b: int = getitem([1, 2], i)
              u.2: any = add(u.1, b)
              yield u.2
            }
            yield u
          }
          return s
        }"""
    )
    source = make_plan(graph).source
    assert source.index("= [1, 2]") < source.index("for row")
    assert source.index("for row") < source.index("= [row, rows]")
    assert source.index("= [row, rows]") < source.index("for v")


def test_a_set_of_listed_items_is_a_display():
    graph = read_graph(
        """graph f(n: int) -> set {
          t: set = set_new((n, 2))
          return t
        }"""
    )
    assert "return {n, 2}" in make_plan(graph).source
    assert compile_graph(graph).call(2) == {2}


def test_a_set_of_constants_has_its_items_in_the_order_in_which_it_gets_them():
    graph = read_graph(
        """graph f() -> set {
          t: set = set_new([(0, 0), (1, 1), (2, 2)])
          return t
        }"""
    )
    wanted = set([(0, 0), (1, 1), (2, 2)])  # noqa: C405  the compiler has its own order
    assert list(compile_graph(graph).call()) == list(wanted)

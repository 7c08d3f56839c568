"""Runs that may begin again when they meet an integer beyond 64 bits."""

import pytest

from runtime.ir.repeatable import is_repeatable
from runtime.operations import read_graph

TESTED = """
  t.1: int = of_64_bits(n)
  t.2: int64[1] = array([t.1])"""


def graph(before: str, after: str = ""):
    """Return a graph with operations before and after a test."""
    return read_graph(
        f"graph f(x: float64[3], n: int) -> int64[1] {{{before}{TESTED}{after}\n"
        "  return t.2\n}"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("\n  s.1: float64[3] = sin(x)", ""),
        ("\n  c.1: float64[3] = array_copy(x)\n  setitem(c.1, 0, 2.0)", ""),
        ("", "\n  setitem(x, 0, 2.0)"),
        ("\n  items.1: list<int> = list_new([])\n  list_append(items.1, n)", ""),
    ],
)
def test_what_stays_inside_is_done_again(before, after):
    assert is_repeatable(graph(before, after))


@pytest.mark.parametrize(
    "before",
    [
        "\n  setitem(x, 0, 2.0)",
        "\n  print(n)",
        "\n  v.1: float64[3] = ravel(x)\n  setitem(v.1, 0, 2.0)",
    ],
)
def test_what_others_see_is_not(before):
    assert not is_repeatable(graph(before))


def test_a_turn_of_a_loop_comes_before_the_next_one():
    text = """
      graph f(x: float64[3], n: int) -> float64[3] {
        t.1: iter<int> = range(n)
        for i.1: int in t.1 {
          t.2: int = of_64_bits(i.1)
          t.3: np.float64 = sqrt(t.2)
          setitem(x, 0, t.3)
          yield
        }
        return x
      }"""
    assert not is_repeatable(read_graph(text))
    assert is_repeatable(
        read_graph(text.replace("setitem(x, 0, t.3)", "t.4: np.float64 = sin(t.3)"))
    )

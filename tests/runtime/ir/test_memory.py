"""Who shares memory with whom, and what is read and written."""

from __future__ import annotations

import pytest

from runtime.ir.memory import OUTSIDE, Memory
from runtime.operations import read_graph

GRAPH = """graph f(x: float64[3], y: float64[3], n: int, o: obj) -> float64[3] {
  fresh: float64[3] = add(x, y)
  other: float64[3] = copy(fresh)
  view: float64[3] = getitem(fresh, slice(None, None, -1))
  inner: float64[?] = getitem(x, slice(0, n, None))
  item: np.float64 = getitem(fresh, 0)
  setitem(view, 0, 1.0)
  stepped: float64[3] = for v: np.float64 in other (s = other) {
    t: float64[3] = add(s, 1.0)
    yield t
  }
  picked: float64[3] = cond n { yield view } else { u: float64[3] = copy(x) yield u }
  items: list<float64[3]> = list_new([stepped])
  rows: iter<int> = range(n)
  for i: int in rows { yield }
  return picked
}"""


@pytest.fixture(scope="module")
def memory():
    return Memory(read_graph(GRAPH))


@pytest.mark.parametrize(
    "names",
    ["fresh view picked u", "other s t stepped items", "rows"],
)
def test_classes(memory, names):
    together = names.split()
    assert len({memory.class_of(name) for name in together}) == 1
    everything = GRAPH.replace(":", " ").replace("(", " ").split()
    apart = {"fresh", "other", "rows", "x"} - set(together)
    assert apart < set(everything)
    assert memory.class_of(together[0]) not in map(memory.class_of, apart)


def test_inputs_are_outside(memory):
    assert {memory.class_of(name) for name in ("x", "y", "o", "inner")} == {OUTSIDE}


def test_written_classes(memory):
    written = {memory.class_of("view"), memory.class_of("rows")}
    assert memory.written == written


def test_handed_on(memory):
    assert {"view", "u", "other", "t", "stepped", "picked"} <= memory.handed_on
    assert "y" not in memory.handed_on


def touched(text):
    graph = read_graph(text)
    memory = Memory(graph)
    return [memory.touched(node) for node in graph.nodes()]


def test_rows_say_what_they_touch():
    ((reads, writes), (print_reads, print_writes), scalar) = touched(
        """graph f(x: float64[3], n: int) -> None {
          y: float64[3] = iadd(x, 1.0)
          print(x)
          m: int = add(n, 1)
          return None
        }"""
    )
    assert reads == writes == print_reads == {OUTSIDE}
    assert not print_writes
    assert not any(scalar)


def test_unknown_calls_write_everything():
    *_, (reads, writes) = touched(
        """graph f(g: obj, n: int) -> float64[3] {
          y: float64[3] = zeros(3)
          r: any = call(g, y)
          return y
        }"""
    )
    assert reads == writes == {OUTSIDE}


def test_a_loop_writes_what_its_regions_write():
    graph = read_graph(
        """graph f(x: float64[3], n: int) -> int {
          y: float64[3] = copy(x)
          for i: int in const (0, 1) {
            cond n { setitem(y, i, 1.0) yield } else { yield }
            yield
          }
          return n
        }"""
    )
    memory = Memory(graph)
    assert memory.writes(graph.region.nodes[1]) == {memory.class_of("y")}
    assert memory.class_of("y") != OUTSIDE

"""How long the loops of a graph are decides which executable it begins with."""

from runtime.automatic import turns
from runtime.operations import read_graph


def test_ranges_of_constants_tell_how_many_turns_there_are():
    graph = read_graph(
        """graph f(x: float) -> float {
          r: iter<int> = range(100)
          s: float = for i: int in r (s.1 = x) {
            q: iter<int> = range(1, 8, 2)
            t: float = for j: int in q (t.1 = s.1) {
              u: float = add(t.1, j)
              yield u
            }
            yield t
          }
          return s
        }"""
    )
    assert turns(graph.region) == 400


def test_a_range_that_fails_has_no_turns():
    graph = read_graph(
        """graph f(x: float) -> never {
          range!(1.5)
        }"""
    )
    assert turns(graph.region) == 0

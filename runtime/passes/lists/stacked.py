"""Lists that a loop fills become arrays: one of their items in each row.

Identity: a list that begins empty and only gets items, from loops over ranges and from
branches, gets no more of them than there are turns. So an array has room for all, and a
number says how many there are; loops carry both. After the last item the list is made
of the array, for whoever needs a list. Where each turn gives one item, the number of
the turn is its place. A list of tuples becomes an array for each of their places.

Items are numbers, arrays of one shape, and tuples of these, of one type. Python's whole
numbers have 64 bits in an array: larger ones are an `OverflowError`. An index out of
range is the `IndexError` of an array. Two names of an item are two equal items.

Needs a graph in functional form: an array of the items is the array that holds them.

Must not touch lists that something else holds while they are filled, that a `while`
fills, that lose items meanwhile, or whose items have no shape that is known before.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.ir.nodes import values_in
from runtime.passes import dead
from runtime.passes.lists.filled_lists import Filled, filled_lists, is_joined
from runtime.passes.lists.list_columns import Columns

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[4]) -> (list<np.float64>; int) {
             l.1: list<np.float64> = list_new([])
             t.1: iter<int> = range(4)
             for i.1: int in t.1 {
               t.2: np.float64 = getitem(x, i.1)
               t.3: np.float64 = sin(t.2)
               list_append(l.1, t.3)
               yield
             }
             t.4: int = len(l.1)
             return (l.1, t.4)
           }""",
        """graph f(x: float64[4]) -> (list<np.float64>; int) {
             t.1: iter<int> = range(4)
             l.2: float64[4] = zeros((4,), "float64")
             l.4: float64[4] = for i.1: int in t.1 (l.3 = l.2) {
               t.2: np.float64 = getitem(x, i.1)
               t.3: np.float64 = sin(t.2)
               t.5: float64[4] = updated(l.3, i.1, t.3)
               yield t.5
             }
             l.5: list<np.float64> = list_new(l.4)
             return (l.5, 4)
           }""",
    ),
    (
        """graph f(x: float64[4]) -> (list<(int; np.float64)>; bool) {
             l.1: list<(int; np.float64)> = list_new([])
             t.1: iter<int> = range(4)
             for i.1: int in t.1 {
               t.2: np.float64 = getitem(x, i.1)
               t.3: np.bool = greater(t.2, 0.0)
               cond t.3 {
                 list_append(l.1, (i.1, t.2))
                 yield
               } else {
                 yield
               }
               yield
             }
             t.4: bool = truth(l.1)
             return (l.1, t.4)
           }""",
        """graph f(x: float64[4]) -> (list<(int; np.float64)>; bool) {
             t.1: iter<int> = range(4)
             l.2: int64[4] = zeros((4,), "int64")
             l.3: float64[4] = zeros((4,), "float64")
             l.8: int64[4], l.9: float64[4], count.3: int = for i.1: int
               in t.1 (l.4 = l.2, l.5 = l.3, count.1 = 0) {
               t.2: np.float64 = getitem(x, i.1)
               t.3: np.bool = greater(t.2, 0.0)
               l.6: int64[4], l.7: float64[4], count.2: int = cond t.3 {
                 t.5: int64[4] = updated(l.4, count.1, i.1)
                 t.6: float64[4] = updated(l.5, count.1, t.2)
                 t.7: int = add(count.1, 1)
                 yield t.5, t.6, t.7
               } else {
                 yield l.4, l.5, count.1
               }
               yield l.6, l.7, count.2
             }
             t.8: int64[?] = getitem(l.8, slice(None, count.3, None))
             t.9: float64[?] = getitem(l.9, slice(None, count.3, None))
             t.10: list<int> = array_tolist(t.8)
             t.11: iter<(int; np.float64)> = zip(t.10, t.9)
             l.10: list<(int; np.float64)> = list_new(t.11)
             t.12: bool = greater(count.3, 0)
             return (l.10, t.12)
           }""",
    ),
    (
        """graph f(n: int) -> list<int> {
             l.1: list<int> = list_new([])
             m.1: int = while (m.2 = n) {
               t.1: bool = greater(m.2, 0)
               test t.1
             } do {
               list_append(l.1, m.2)
               m.3: int = floor_divide(m.2, 2)
               yield m.3
             }
             return l.1
           }""",
        None,
    ),
    (
        """graph f(x: float64[?,2]) -> (list<float64[2]>; int) {
             l.1: list<float64[2]> = list_new([])
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             s.1: int = for i.1: int in t.2 (s.2 = 0) {
               t.3: iter<int> = range(2)
               s.3: int = for j.1: int in t.3 (s.4 = s.2) {
                 t.4: float64[2] = getitem(x, i.1)
                 t.5: float64[2] = sin(t.4)
                 list_append(l.1, t.5)
                 t.6: int = len(l.1)
                 s.5: int = add(s.4, t.6)
                 yield s.5
               }
               yield s.3
             }
             return (l.1, s.1)
           }""",
        """graph f(x: float64[?,2]) -> (list<float64[2]>; int) {
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             t.7: iter<int> = range(t.1)
             t.8: int = len(t.7)
             t.9: int = multiply(t.8, 2)
             l.2: float64[?,2] = zeros((t.9, 2), "float64")
             s.1: int, l.6: float64[?,2], count.2: int = for i.1: int
               in t.2 (s.2 = 0, l.3 = l.2, count.1 = 0) {
               t.3: iter<int> = range(2)
               s.3: int, l.5: float64[?,2] = for j.1: int
                 in t.3 (s.4 = s.2, l.4 = l.3) {
                 t.10: int = add(count.1, j.1)
                 t.4: float64[2] = getitem(x, i.1)
                 t.5: float64[2] = sin(t.4)
                 t.11: float64[?,2] = updated(l.4, t.10, t.5)
                 t.12: int = add(t.10, 1)
                 s.5: int = add(s.4, t.12)
                 yield s.5, t.11
               }
               t.13: int = add(count.1, 2)
               yield s.3, l.5, t.13
             }
             l.7: list<float64[2]> = list_new(l.6)
             return (l.7, s.1)
           }""",
    ),
    (
        """graph f(x: float64[4]) -> np.float64 {
             l.1: list<float> = list_new([])
             t.1: iter<int> = range(1, 4)
             broke.1: bool = for i.1: int in t.1 {
               t.2: np.float64 = getitem(x, i.1)
               t.3: float = float(t.2)
               list_append(l.1, t.3)
               t.4: float = getitem(l.1, -1)
               t.5: bool = greater(t.4, 1.5)
               yield t.5
             }
             t.6: np.float64 = sum(l.1)
             return t.6
           }""",
        """graph f(x: float64[4]) -> np.float64 {
             t.1: iter<int> = range(1, 4)
             l.2: float64[3] = zeros((3,), "float64")
             broke.1: bool, l.4: float64[3], count.2: int = for i.1: int
               in t.1 (l.3 = l.2, count.1 = 0) {
               t.2: np.float64 = getitem(x, i.1)
               t.3: float = float(t.2)
               t.7: float64[3] = updated(l.3, count.1, t.3)
               t.8: int = add(count.1, 1)
               t.9: float64[?] = getitem(t.7, slice(None, t.8, None))
               t.10: np.float64 = getitem(t.9, -1)
               t.11: float = float(t.10)
               t.5: bool = greater(t.11, 1.5)
               yield t.5, t.7, t.8
             }
             t.12: float64[?] = getitem(l.4, slice(None, count.2, None))
             t.13: list<float> = array_tolist(t.12)
             t.6: np.float64 = sum(t.13)
             return t.6
           }""",
    ),
    (
        """graph f(n: int) -> list<bool> {
             l.1: list<bool> = list_new([])
             t.1: iter<int> = range(n)
             for i.1: int in t.1 {
               t.2: bool = greater(i.1, 2)
               list_append(l.1, t.2)
               t.3: bool = getitem(l.1, -1)
               print(t.3)
               yield
             }
             return l.1
           }""",
        """graph f(n: int) -> list<bool> {
             t.1: iter<int> = range(n)
             t.4: iter<int> = range(n)
             t.5: int = len(t.4)
             l.2: bool[?] = zeros((t.5,), "bool")
             l.4: bool[?] = for i.1: int in t.1 (l.3 = l.2) {
               t.2: bool = greater(i.1, 2)
               t.6: bool[?] = updated(l.3, i.1, t.2)
               t.7: int = add(i.1, 1)
               t.8: bool[?] = getitem(t.6, slice(None, t.7, None))
               t.9: np.bool = getitem(t.8, -1)
               t.10: bool = truth(t.9)
               print(t.10)
               yield t.6
             }
             t.11: list<bool> = array_tolist(l.4)
             return t.11
           }""",
    ),
    (
        """graph f(n: int) -> (list<int>; list<any>) {
             l.1: list<int> = list_new([])
             k.1: list<any> = list_new([l.1])
             t.1: iter<int> = range(n)
             for i.1: int in t.1 {
               list_append(l.1, i.1)
               list_append(k.1, l.1)
               yield
             }
             return (l.1, k.1)
           }""",
        None,
    ),
    (
        """graph f(x: np.float64) -> float64[?] {
             l.1: list<np.float64> = list_new([])
             t.1: iter<int> = range(3)
             x.1: np.float64 = for i.1: int in t.1 (x.2 = x) {
               x.3: np.float64 = sin(x.2)
               list_append(l.1, x.3)
               yield x.3
             }
             t.2: float64[?] = array(l.1)
             return t.2
           }""",
        """graph f(x: np.float64) -> float64[3] {
               t.1: iter<int> = range(3)
               l.2: float64[3] = zeros((3,), "float64")
               x.1: np.float64, l.4: float64[3] = for i.1: int
                 in t.1 (x.2 = x, l.3 = l.2) {
                 x.3: np.float64 = sin(x.2)
                 t.3: float64[3] = updated(l.3, i.1, x.3)
                 yield x.3, t.3
               }
               return l.4
           }""",
    ),
    (
        """graph f(x: np.float64) -> float64[?] {
             l.1: list<np.float64> = list_new([])
             t.1: iter<int> = range(3)
             for i.1: int in t.1 {
               list_append(l.1, x)
               yield
             }
             setitem(l.1, 0, np.float64(5.0))
             t.2: float64[?] = array(l.1)
             return t.2
           }""",
        """graph f(x: np.float64) -> float64[?] {
             t.1: iter<int> = range(3)
             l.2: float64[3] = zeros((3,), "float64")
             l.4: float64[3] = for i.1: int in t.1 (l.3 = l.2) {
               t.3: float64[3] = updated(l.3, i.1, x)
               yield t.3
             }
             l.5: list<np.float64> = list_new(l.4)
             setitem(l.5, 0, np.float64(5.0))
             t.2: float64[?] = array(l.5)
             return t.2
           }""",
    ),
]


def run(graph: Graph) -> Graph:
    """Return a graph in which lists that loops fill are arrays."""
    return _written(graph, filled_lists(graph))


def run_joined(graph: Graph) -> Graph:
    """Return a graph in which those lists are arrays that only become arrays anyway.

    Each turn gives them one float, so that they take no more memory than before.
    """
    found = [each for each in filled_lists(graph) if _is_only_joined(graph, each)]
    return _written(graph, found)


def _is_only_joined(graph: Graph, filled: Filled) -> bool:
    """Whether a list of floats is filled in every turn, and then made an array."""
    made = filled.list
    regions = [graph.region, *(each for node in graph.nodes() for each in node.regions)]
    ends = [end for region in regions for end in region.yields or ()]
    users = [
        node
        for node in graph.nodes()
        if made in node.operands() and node.operation.name != "list_append"
    ]
    return (
        filled.is_full
        and bool(users)
        and all(is_joined(each, made) for each in users)
        and not any(made in values_in(end) for end in ends)
    )


def _written(graph: Graph, found: list[Filled]) -> Graph:
    if not found:
        return graph
    region = Columns(graph, found).region(graph.region)
    return dead.run(replace(graph, region=region))

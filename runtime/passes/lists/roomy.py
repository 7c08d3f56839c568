"""Lists become arrays with room, and a number of items: however they are changed.

Identity: a list that gets items, loses its last or first one, or whose items are set,
has at no time more items than it began with and the turns of the loops around what
appends. So an array with so many rows holds them, and a number says how many there
are; branches and loops hand on both. Where a list is needed, it is made of the array.
A list of tuples becomes an array for each of their places. One list may follow another
under a name, if nobody uses the other one afterwards.

Items are numbers, arrays of one shape, and tuples of these, of one type. Python's whole
numbers have 64 bits in an array. Two names of an item are two equal items.

Needs a graph in functional form, if the items are arrays. Must not touch lists that
something else holds, that a `while` makes longer (but where a room is given), that are
taken apart by slices, and lists that stay as they are.
"""

from __future__ import annotations

from runtime.constructs import COND, FOR, WHILE
from runtime.ir.graph import Graph
from runtime.passes import dead
from runtime.passes.lists import appended, late_lists
from runtime.passes.lists.filled_lists import Unsuited
from runtime.passes.lists.list_flow import Rooms
from runtime.passes.lists.list_groups import ListGroups

WITH_LISTS = (COND, FOR, WHILE)
EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[4]) -> (list<np.float64>; int) {
             l.1: list<np.float64> = list_new([])
             t.1: iter<int> = range(4)
             for i.1: int in t.1 {
               t.2: np.float64 = getitem(x, i.1)
               n.1: int = while (n.2 = 0) {
                 t.3: bool = truth(l.1)
                 t.4: {bool | np.bool} = cond t.3 {
                   t.5: np.float64 = getitem(l.1, -1)
                   t.6: np.bool = less(t.5, t.2)
                   yield t.6
                 } else {
                   yield t.3
                 }
                 test t.4
               } do {
                 t.7: np.float64 = list_pop(l.1)
                 n.3: int = add(n.2, 1)
                 yield n.3
               }
               list_append(l.1, t.2)
               yield
             }
             t.8: int = len(l.1)
             return (l.1, t.8)
           }""",
        """graph f(x: float64[4]) -> (list<np.float64>; int) {
             t.1: iter<int> = range(4)
             room.2: float64[4] = zeros((4,), "float64")
             l.5: float64[4], count.4: int = for i.1: int
               in t.1 (l.2 = room.2, count.1 = 0) {
               t.2: np.float64 = getitem(x, i.1)
               l.4: float64[4], count.3: int = while (l.3 = l.2, count.2 = count.1) {
                 t.9: bool = greater(count.2, 0)
                 t.4: {bool | np.bool} = cond t.9 {
                   t.10: float64[?] = getitem(l.3, slice(None, count.2, None))
                   t.11: np.float64 = getitem(t.10, -1)
                   t.6: np.bool = less(t.11, t.2)
                   yield t.6
                 } else {
                   yield t.9
                 }
                 test t.4
               } do {
                 t.14: int = add(count.2, -1)
                 yield l.3, t.14
               }
               t.15: float64[4] = updated(l.4, count.3, t.2)
               t.16: int = add(count.3, 1)
               yield t.15, t.16
             }
             t.17: float64[?] = getitem(l.5, slice(None, count.4, None))
             l.6: list<np.float64> = list_new(t.17)
             return (l.6, count.4)
           }""",
    ),
    (
        """graph f(x: int64[3], n: int) -> list<int> {
             t.1: list<int> = multiply([0], 5)
             t.2: iter<int> = range(n)
             l.1: list<int> = for i.1: int in t.2 (l.2 = t.1) {
               m.1: list<int> = list_copy(l.2)
               t.3: int = getitem(l.2, i.1)
               t.4: int = add(t.3, 1)
               setitem(m.1, i.1, t.4)
               yield m.1
             }
             return l.1
           }""",
        """graph f(x: int64[3], n: int) -> list<int> {
             room.1: int64[5] = zeros((5,), "int64")
             t.2: iter<int> = range(n)
             l.4: int64[5] = for i.1: int in t.2 (l.3 = room.1) {
               t.5: np.int64 = getitem(l.3, i.1)
               t.6: int = int(t.5)
               t.4: int = add(t.6, 1)
               t.7: int64[5] = updated(l.3, i.1, t.4)
               yield t.7
             }
             t.8: list<int> = array_tolist(l.4)
             return t.8
           }""",
    ),
    (
        """graph f(x: float64[?]) -> int {
             l.1: list<float> = list_new([])
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             for i.1: int in t.2 {
               list_append(l.1, 1.5)
               list_append(l.1, 2.5)
               t.3: float = list_pop(l.1)
               yield
             }
             t.4: int = len(l.1)
             return t.4
           }""",
        """graph f(x: float64[?]) -> int {
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(t.1)
             count.2: int = for i.1: int in t.2 (count.1 = 0) {
               t.11: int = add(count.1, 1)
               t.13: int = add(t.11, 1)
               t.17: int = add(t.13, -1)
               yield t.17
             }
             return count.2
           }""",
    ),
    (
        """graph f(n: int) -> int {
             l.1: list<int> = list_new([])
             t.1: iter<int> = range(n)
             for i.1: int in t.1 {
               t.4: int = multiply(i.1, i.1)
               t.2: iter<int> = range(t.4)
               for j.1: int in t.2 {
                 list_append(l.1, j.1)
                 yield
               }
               yield
             }
             t.3: int = len(l.1)
             return t.3
           }""",
        None,
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
        """graph f(n: int) -> (list<int>; list<int>) {
             l.1: list<int> = list_new([0, 1])
             t.1: iter<int> = range(n)
             k.1: list<int> = for i.1: int in t.1 (k.2 = l.1) {
               setitem(k.2, 0, i.1)
               t.2: int = getitem(l.1, 0)
               yield k.2
             }
             return (l.1, k.1)
           }""",
        None,
    ),
]


def run(graph: Graph, alike: bool = False, room: int | None = None) -> Graph:
    """Return a graph in which lists are arrays with room.

    Parameters
    ----------
    graph : Graph
        The graph.
    alike : bool
        Whether numbers of several types may become those of one.
    room : int, optional
        How many more items than it began with a list has at most, where that is not
        known before. One more is an error.
    """
    if any(node.regions and node.operation not in WITH_LISTS for node in graph.nodes()):
        return graph
    late = late_lists.run(appended.run(graph))
    reader = ListGroups(late, alike)
    groups, terms = [], {}
    for group in reader.groups():
        try:
            terms[id(group)] = reader.terms(group)
        except Unsuited:
            if room is None:
                continue
            group.limit = room
            terms[id(group)] = [(room, ())]
        groups.append(group)
    if not groups:
        return graph
    return dead.run(Rooms(late, groups, terms).graph(late))

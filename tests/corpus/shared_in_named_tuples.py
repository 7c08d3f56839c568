"""Lists and dicts that stand in several tuples with named items."""

from collections import namedtuple

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
Edge = namedtuple("Edge", "start end weight")


@add(("a", "b", 1), ("a", "b", f64(2)), ({"name": "a"}, "b", 1), ("c", "b", 3))
def there_and_back(a, b, x):
    if isinstance(a, str):
        a = {"name": a}
    if isinstance(b, str):
        b = {"name": b}
    return [Edge(a, b, x), Edge(b, a, -x)]


@add(1, f64(2))
def three_times(x):
    seen = [x]
    return Edge(seen, seen, {"seen": seen})


@add([1, 2], [1.0, 2.0] * 30, floats(1, 2), [])
def filled_by_one_name(xs):
    seen = []
    edge = Edge(seen, {"seen": seen}, 1)
    for x in xs:
        edge.start.append(x)
    return edge, seen, edge.end["seen"] is seen


@add((1, TRUE), (1, FALSE), (f64(2), TRUE))
def one_of_two(x, chosen):
    seen = [x]
    edge = Edge(seen, seen, seen)
    other = edge if chosen else Edge([2], seen, seen)
    other.start.append(3)
    return other, seen, edge

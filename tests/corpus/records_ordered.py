"""Records and named tuples put in order: `max`, `sorted`, `heapq` compare them."""

from __future__ import annotations

import heapq
from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.corpus.case import case, f64, floats, i64, ints


@dataclass(order=True)
class Point:
    x: float
    y: float = 1.0


@dataclass(order=True, frozen=True)
class Fixed:
    x: float
    y: float = 1.0


@dataclass(order=True)
class Task:
    priority: float
    name: str = field(compare=False, default="t")


class Weighed:
    def __init__(self, weight):
        self.weight = weight

    def __lt__(self, other):
        return self.weight < other.weight


class Shouting:
    def __init__(self, weight, name):
        self.weight = weight
        self.name = name

    def __lt__(self, other):
        print(self.name, "<", other.name)
        if self.weight == other.weight:
            return self.name < other.name
        return self.weight < other.weight


class Counting:
    asked = 0

    def __init__(self, weight):
        self.weight = weight
        self.times = 0

    def __lt__(self, other):
        self.times += 1
        return self.weight < other.weight


class ByName:
    def __init__(self, name, weight):
        self.name = name
        self.weight = weight

    def __lt__(self, other):
        return self.name < other.name


Pair = namedtuple("Pair", "a b")


class Edge(NamedTuple):
    length: float
    node: int


def larger(a, b):
    return max(Point(a, 1.0), Point(b, 2.0)).y


def larger_object(a, b):
    return max(Point(a, 1.0), Point(b, 2.0))


def larger_fixed(a, b):
    return max(Fixed(a), Fixed(b)).x


def smaller_pair(a, b):
    return max(Pair(a, 1), Pair(b, 2)).a, min(Edge(a, 1), Edge(b, 2))


def found(a, b):
    points = [Point(a), Point(b)]
    return points.index(Point(2.0)), points.count(Point(b)), Point(a) in points


def removed(a, b):
    points = [Point(a), Point(b), Point(2.0)]
    points.remove(Point(2.0))
    return [point.x for point in points]


def compared(a, b):
    low, high = Point(a), Point(b)
    if high < low:
        low, high = high, low
    return high.x - low.x, low <= high


def weighed(a, b):
    return max(Weighed(a), Weighed(b)).weight, min([Weighed(a), Weighed(b)]).weight


def shouted(a, b):
    best = max(Shouting(a, "a"), Shouting(b, "b"), Shouting(a + 1, "c"))
    print("best")
    return sorted([Shouting(b, "b"), Shouting(a, "a"), best])[0].name


def shouted_for_nothing(a, b):
    print("before", a)
    max(Shouting(a, "a"), Shouting(b, "b"))
    return a


def counted(a, b):
    one, two = Counting(a), Counting(b)
    sorted([one, two, one])
    min(one, two)
    return one.times, two.times


def in_python(a, b):
    return max(ByName("x", a), ByName("y", b)).weight


def ordered(a, b, c):
    points = sorted([Point(a), Point(b), Point(c)])
    return [point.x for point in points]


def ordered_objects(a, b, c):
    return sorted([Point(a), Point(b), Point(c)], reverse=True)


def ordered_in_place(a, b, c):
    points = [Point(a), Point(b), Point(c)]
    points.sort()
    return points[0].x + 2 * points[2].x


def ordered_pairs(a, b, c):
    return sorted([Pair(a, 1), Pair(b, 2), Pair(c, 3)])[0].b


def taken_from_heap(a, b, c):
    heap = [Task(a, "a"), Task(b, "b"), Task(c, "c")]
    heapq.heapify(heap)
    return heapq.heappop(heap).name


def by_key(a, b, c):
    values = [a, b, c]
    names = [2, 0, 1]
    first = sorted(names, key=lambda i: Point(values[i]))
    names.sort(key=lambda i: Weighed(values[i]), reverse=True)
    return first, names, max(names, key=lambda i: Point(values[i], i))


def tasks(xs):
    heap = []
    for i in range(len(xs)):
        heapq.heappush(heap, Task(xs[i], "n%d" % i))
    out = []
    while heap:
        out.append(heapq.heappop(heap).name)
    return out


def best_so_far(xs):
    best = Point(xs[0])
    for x in xs:
        best = max(best, Point(x, x + 1))
    return best.y


def best_generated(xs):
    return max(Point(x, x + 1) for x in xs).y


def best_of_list(xs):
    points = [Point(x, -x) for x in xs]
    return max(points).y, min(points).x, [p.y for p in sorted(points)]


def best_edge(xs):
    best = Edge(0.0, -1)
    for i in range(len(xs)):
        best = max(best, Edge(xs[i], i))
    return best.node


def edges(xs):
    heap = []
    for i, x in enumerate(xs):
        heapq.heappush(heap, Edge(x, i))
    length, node = heapq.heappop(heap)
    return length, node


def given(p, q):
    if p < q:
        return p.x
    return max(p, q).x


def all_given(points):
    return [point.x for point in sorted(points)], max(points).x


def given_with_one_more(points, a):
    return max(points + [Point(a)]).x


TWO = (f64(3), f64(1)), (f64(1), f64(3)), (f64(2), f64(2)), (i64(1), i64(0))
THREE = (f64(3), f64(1), f64(2)), (f64(1), f64(3), f64(1))
SOME = floats(3, 1, 2), ints(4, 4, 1)

CASES = [
    *[
        case(function, *TWO, raises=ValueError if function is found else ())
        for function in (
            larger,
            larger_object,
            larger_fixed,
            smaller_pair,
            found,
            removed,
            compared,
            weighed,
            shouted,
            shouted_for_nothing,
            counted,
            in_python,
        )
    ],
    *[
        case(function, *THREE)
        for function in (
            ordered,
            ordered_objects,
            ordered_in_place,
            ordered_pairs,
            taken_from_heap,
            by_key,
        )
    ],
    *[
        case(function, *SOME)
        for function in (
            tasks,
            best_so_far,
            best_generated,
            best_of_list,
            best_edge,
            edges,
        )
    ],
    case(given, (Point(f64(1)), Point(f64(2))), (Point(f64(3)), Point(f64(2)))),
    case(all_given, lambda: ([Point(f64(2)), Point(f64(1))],)),
    case(given_with_one_more, lambda: ([Point(f64(2)), Point(f64(1))], f64(5))),
]

"""Objects as keys whose hashes only the run knows: dicts, sets and searches."""

from __future__ import annotations

from tests.corpus.case import case, f64


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


def points(*pairs):
    return [Point(x, y) for x, y in pairs]


def displays(x):
    return {Point(x, 1): 1, Point(x, 2): 2}, len({Point(x, 1), Point(2.5, 1)})


def counted_in_a_dict(x):
    counts = {}
    for i in range(3):
        point = Point(x, i % 2)
        counts[point] = counts.get(point, 0) + 1
    return counts


def added_to_a_set(x):
    seen = set()
    for i in range(3):
        seen.add(Point(x, i % 2))
    seen -= {Point(1, 1)}
    return len(seen), Point(x, 1) in seen, Point(x, 7) in seen


def of_the_caller(found, x):
    places = {point: i for i, point in enumerate(found)}
    there = Point(x, 1) in found
    first = found.index(Point(x, 1)) if there else -1
    return places.get(Point(x, 1)), len(set(found)), first


def dict_of_the_caller(held, x):
    held[Point(x, 1)] = held.get(Point(x, 1), 0) + 1
    held.setdefault(Point(x, 2), 5)
    return len(held), held.pop(Point(x, 1)), Point(1, 1) in held


VALUES = (3, f64(2.5), f64(1))

CASES = [
    case(displays, *VALUES),
    case(counted_in_a_dict, *VALUES),
    case(added_to_a_set, *VALUES),
    case(
        of_the_caller,
        lambda: (points((1, 1), (2, 1), (1, 1)), 2),
        lambda: (points((f64(1), 1), (2, 1)), f64(1)),
    ),
    case(
        dict_of_the_caller,
        lambda: ({Point(1, 1): 3}, 1),
        lambda: ({Point(1, 1): 3}, f64(1)),
        lambda: ({Point(f64(1), 1): 3}, 2),
    ),
]

"""What classes of Python's and of yours answer, and objects they make their own way."""

from __future__ import annotations

import datetime

import numpy as np

from tests.corpus.case import case, f64, floats, i64


class Model:
    """One of a family that is found by its subclasses."""

    name = ""


class Linear(Model):
    """A model."""

    name = "linear"


class Square(Model):
    """Another one."""

    name = "square"


def by_subclass(name, x):
    for kind in Model.__subclasses__():
        if kind.name == name:
            return kind().name, x
    return None


def order_of_bases(x):
    names = [each.__name__ for each in Linear.mro()]
    return names, len(type.mro(int)), x + 1


def week(year, day):
    return datetime.date(year, 1, day).isocalendar()


class Shape:
    """A key of a table, which has its own hash."""

    def __init__(self, start, end):
        self.start = start
        self.end = end

    def __hash__(self):
        return hash((self.start, self.end))

    def __eq__(self, other):
        return self.start == other.start and self.end == other.end


def kept_by_hash(start, end):
    shape, table = Shape(start, end), {}
    key = hash((shape, None))
    if key not in table:
        table[key] = np.arange(shape.start, shape.end)
    return table[key], hash((shape, (shape, 1))) == hash(
        (Shape(start, end), (shape, 1))
    )


_made_by_exec: dict = {}
exec("def new(cls, *args): return object.__new__(cls)", _made_by_exec)


class Graph:
    """An object whose constructor has no source."""

    __new__ = _made_by_exec["new"]

    def __init__(self):
        self.nodes = {}

    def add(self, node):
        self.nodes[node] = {}


def of_a_class_without_source(x):
    if x[0] > 100:
        raise ValueError("too large")
    graph = Graph()
    graph.add(int(x[1]))
    return graph.nodes, len(graph.nodes)


CASES = [
    case(
        by_subclass, *[(name, x) for name in ("linear", "square", "") for x in (1, 2)]
    ),
    case(order_of_bases, 1, 2.5, i64(3)),
    case(week, (2014, 3), (2015, 1), (2020, 5)),
    case(kept_by_hash, (0, 4), (f64(1.0), f64(5.0)), (i64(1), i64(3))),
    case(of_a_class_without_source, floats(1, 2, 3), floats(4, 5)),
]

"""What classes of Python's and of yours answer, and objects they make their own way."""

from __future__ import annotations

import datetime
from functools import cached_property

import numpy as np

import autograph as ag

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


class Counted:
    """Counts how often its property is computed."""

    def __init__(self):
        self.count = 0

    @cached_property
    def nodes(self):
        self.count += 1
        return 7


@ag.do_not_convert
def looked_at(counted):
    return counted is not None


@ag.do_not_convert
def forgotten(counted):
    counted.__dict__.pop("nodes", None)


def computed_behind_a_call(counted, x):
    looked_at(counted)
    before = counted.count
    nodes = counted.nodes
    return before, counted.count, nodes + x


def computed_and_not_used(counted, x):
    looked_at(x)
    counted.nodes
    return counted.count


def computed_again(counted, x):
    first = counted.nodes
    forgotten(counted)
    counted.nodes
    return first, counted.count + x


def counted(x):
    return lambda: (Counted(), x)


COUNTED = [counted(x) for x in (1, 2.5, 3)]
CASES = [
    case(computed_behind_a_call, *COUNTED),
    case(computed_and_not_used, *COUNTED),
    case(computed_again, *COUNTED),
    case(
        by_subclass, *[(name, x) for name in ("linear", "square", "") for x in (1, 2)]
    ),
    case(order_of_bases, 1, 2.5, i64(3)),
    case(week, (2014, 3), (2015, 1), (2020, 5)),
    case(kept_by_hash, (0, 4), (f64(1.0), f64(5.0)), (i64(1), i64(3))),
    case(of_a_class_without_source, floats(1, 2, 3), floats(4, 5)),
]

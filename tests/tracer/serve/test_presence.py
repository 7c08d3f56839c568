"""Whether a graph serves an object is found out without running code of its class."""

import itertools
from functools import cached_property

import numpy as np
import pytest

import autograph as ag

SEEN: list[str] = []


class Table:
    def __init__(self, size):
        self.size = size

    @cached_property
    def total(self):
        SEEN.append("total")
        return self.size * 2

    @cached_property
    def first(self):
        SEEN.append("first")
        return self.size + 1


class Asked:
    def __init__(self, size):
        self.size = size

    def __getattr__(self, name):
        SEEN.append(name)
        if name == "total":
            return 5.0
        raise AttributeError(name)


class Slotted(Asked):
    __slots__ = ("size", "total")


class Constant:
    def __get__(self, owner, kind):
        SEEN.append("constant")
        return 4.0


class Described:
    total = Constant()

    def __init__(self, size):
        self.size = size


def both(table, x):
    return table.first * x + table.total


def total(table, x):
    SEEN.append("begins")
    return table.total * x


def has_total(table, x):
    SEEN.append("begins")
    return hasattr(table, "total"), table.size * x


def total_or(table, x):
    SEEN.append("begins")
    return getattr(table, "total", 1.0) * x, getattr(table, "other", 3.0)


def kept(table, x):
    SEEN.append("begins")
    return vars(table).get("total", -1.0) * x


CASES = [
    *[(Table, function) for function in (both, total, has_total, kept)],
    *itertools.product((Asked, Slotted, Described), (total, has_total, total_or)),
]


@pytest.mark.parametrize(("kind", "function"), CASES)
@pytest.mark.parametrize("order", [(0, 1, 1, 0), (1, 0, 0, 1)])
def test_code_of_the_class_runs_when_the_program_asks(kind, function, order):
    compiled = ag.function(function, callbacks="allow")
    for is_set in order:
        found = []
        for run in (function, compiled):
            table = kind(np.float64(3.0))
            if is_set and kind is Slotted:
                table.total = 7.0
            elif is_set:
                vars(table)["total"] = 7.0
            SEEN.clear()
            answer = run(table, 2.0)
            found.append((answer, [*SEEN], list(getattr(table, "__dict__", ()))))
        assert repr(found[0]) == repr(found[1])


class View:
    def __init__(self, row):
        self.row = row


class Graph:
    def __init__(self, row):
        self.row = row

    @cached_property
    def view(self):
        SEEN.append("view")
        return View(self.row)


def through_both(graph, x):
    SEEN.append("begins")
    return graph.view.row["a"] * x + graph.row["a"]


def through_either(graph, x):
    SEEN.append("begins")
    return graph.row["a"] * x + graph.view.row["a"] + len(graph.row)


@pytest.mark.parametrize("function", [through_both, through_either])
@pytest.mark.parametrize("order", [(1, 1, 0, 0, 1), (0, 0, 1, 1)])
def test_a_second_way_to_an_object_asks_no_class_either(function, order):
    compiled = ag.function(function, callbacks="allow")
    for is_set in order:
        found = []
        for run in (function, compiled):
            graph = Graph({"a": np.float64(2.0)})
            if is_set:
                _ = graph.view
            SEEN.clear()
            answer = run(graph, 3.0)
            found.append((answer, [*SEEN], list(vars(graph))))
        assert repr(found[0]) == repr(found[1])

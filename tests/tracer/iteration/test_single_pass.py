"""What is iterated over once: by Python, by a loop of the graph, or by the run."""

from collections import UserList

import numpy as np
import pytest

from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])
MANY = np.arange(100.0)


def nested_clauses(x):
    return sum(a * b for a in x if a > 1 for b in x if b < a)


def test_a_generator_expression_is_a_loop_around_its_consumer(golden):
    golden(graph_of(nested_clauses, X))
    agree(nested_clauses, X, X[:0])


def advanced_then_looped(x):
    squares = (value * value for value in [1.0, 2.0, 3.0])
    first = next(squares)
    total = x * first
    for square in squares:
        total = total + square
    return total


def test_python_advances_it_where_it_sees_the_items():
    agree(advanced_then_looped, np.float64(2.0))


def looped_twice(x):
    large = filter(lambda value: value > 1, x)
    total = 0.0
    for value in large:
        total += value
    for value in large:
        total += value
    return total


def looped_in_a_branch(x):
    large = filter(lambda value: value > 1, x)
    total = 0.0
    if x[0] > 0:
        for value in large:
            total += value
    return total


@pytest.mark.parametrize("function", [looped_twice, looped_in_a_branch])
def test_what_the_trace_cannot_advance_there_is_made_by_the_run(function):
    agree(function, X, X[1:])


def advanced_by_the_run(x):
    doubled = map(np.sqrt, x)
    total = next(doubled)
    for value in doubled:
        total += value
    return total


def test_a_map_that_is_advanced_and_looped_over_is_left_to_the_run(golden):
    golden(graph_of(advanced_by_the_run, MANY))
    agree(advanced_by_the_run, MANY, X, X[:1])


def behind_the_last(x):
    return next(filter(lambda value: value > 2, x))


def test_next_behind_the_last_item_raises_or_gives_the_default(golden):
    golden(graph_of(behind_the_last, X))
    agree(behind_the_last, X, X[1:])


class Halved(UserList):
    def __getitem__(self, index):
        return self.data[index] / 2


def halves(items, x):
    total = x
    for half in items:
        total = total + half
    return total, [half * x for half in items]


def test_items_of_a_sequence_are_asked_for_by_the_graph():
    agree(halves, Halved([1.0, 3.0]), np.float64(2.0), callbacks="error")
    agree(halves, Halved([1.0] * 100), np.float64(2.0), callbacks="error")

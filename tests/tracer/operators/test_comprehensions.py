"""Comprehensions: Python's while they are short, else loops of the graph."""

import numpy as np

from tests.tracer.tracing import agree, graph_of


def triplets(x):
    found = [
        a * b * (300 - a - b)
        for a in range(1, 299)
        for b in range(a, 299)
        if a * a + b * b == (300 - a - b) ** 2
    ]
    return x + found[0]


def test_many_turns_over_plain_numbers_are_a_loop():
    x = np.arange(3.0)
    assert " for " in graph_of(triplets, x).split("graph triplets")[1]
    agree(triplets, x)


def squares(x):
    return x + [k * k for k in range(1000)][-1]


def test_fewer_turns_are_a_constant():
    x = np.arange(3.0)
    assert " for " not in graph_of(squares, x).split("graph squares")[1]
    agree(squares, x)

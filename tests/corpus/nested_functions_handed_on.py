"""Functions that call one another, made in loops and branches, called by a library."""

from collections import deque

from autograph import do_not_convert
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
COUNTS = 3, i64(3), i64(0)


@do_not_convert
def root(function, low, high):
    for _ in range(60):
        middle = (low + high) / 2
        if (function(low) <= 0) == (function(middle) <= 0):
            low = middle
        else:
            high = middle
    return middle


@add(*COUNTS)
def two_levels(n):
    x = 1.0
    for _ in range(n):

        def inner(t):
            return t * t - x

        def outer(t):
            return inner(t) - 1.0

        x = x + root(outer, 0.0, 10.0)
    return x


@add(*COUNTS)
def three_levels(n):
    x = f64(1.0)
    for k in range(n):

        def inner(t):
            return t * t - x

        def middle(t):
            return inner(t) - k

        def outer(t):
            return middle(t) - 1.0

        x = x + root(outer, 0.0, 10.0)
    return x


@add(*COUNTS)
def lambdas(n):
    x = 1.0
    for _ in range(n):
        inner = lambda t: t * t - x  # noqa: E731
        x = x + root(lambda t: inner(t) - 1.0, 0.0, 10.0)
    return x


@add(*COUNTS)
def in_a_branch(n):
    x = f64(1.0)
    if n > 2:

        def inner(t):
            return t * t - x

        def outer(t):
            return inner(t) - 1.0

        x = x + root(outer, 0.0, 10.0)
    return x


@add(*COUNTS)
def lambdas_in_parentheses(n):
    low = root(lambda t: (t - n) if (t > 1) else (t - 2), 0.0, 5.0)
    high = [root(lambda t: (t * t - v) if (t > 1) else -1, 0.0, v) for v in (2.0, 4.0)]
    return low, high


# fmt: off
@add(*COUNTS)
def lambdas_of_several_lines(n):
    found = [root(f, 0.0, 3.0) for f in (
        lambda t: abs(
            t) - n if t > 1 else abs(
            t) - 2,
        lambda t: (t
                   - 2),
        lambda t: [k
                   for k in (t - 1,
                             n)][0],
    )]
    return found, root(
        lambda t, k=(
            2): (t
                 + k - n) if (
                t > k) else (
            t - 1), 0.0, 4.0)
# fmt: on


@add(([[2, 3], [3], [0, 1], [0]],), ([[], []],), ([[1], [0], [1, 3], []],))
def components(graph):
    place, low, stack, found = [-1 for _ in graph], [-1 for _ in graph], deque(), []

    def visit(v, count):
        place[v] = low[v] = count
        count += 1
        stack.append(v)
        for w in graph[v]:
            if place[w] == -1:
                count = visit(w, count)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == place[v]:
            parts = [stack.pop()]
            while parts[-1] != v:
                parts.append(stack.pop())
            found.append(parts)
        return count

    for v in range(len(graph)):
        if place[v] == -1:
            visit(v, 0)
    return found

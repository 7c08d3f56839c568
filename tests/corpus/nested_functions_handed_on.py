"""Functions that call one another, made in loops and branches, called by a library."""

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

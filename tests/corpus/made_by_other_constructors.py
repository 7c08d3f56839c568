"""Objects whose ``__init__`` is compiled by itself, or is not converted."""

import functools

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Place:
    """Something that is written to."""


class Pair:
    """Is made by a function that is compiled."""

    __slots__ = ("first", "second")

    @ag.function
    def __init__(self, first):
        self.first = first
        self.update()

    def update(self):
        self.second = self.first + 1


class Plain:
    """Is made by a function that runs in Python."""

    @ag.do_not_convert
    def __init__(self, first):
        self.first = first
        self.second = first + 2


def noted(function):
    """Return a function that calls another."""

    @functools.wraps(function)
    def calling(*values):
        return function(*values)

    return calling


class Wrapped:
    """Is made by a decorated function."""

    @noted
    def __init__(self, first):
        self.first = first
        self.second = first + 3


@add(*[lambda x=x: (Place(), x) for x in (1, 2, f64(3))])
def kept_in_an_object(place, x):
    place.pair, place.plain, place.other = Pair(x), Plain(x), Wrapped(x)
    first = place.pair.first, place.plain.first, place.other.first
    return first, place.pair.second, vars(place.plain), vars(place.other)


@add(*[lambda x=x: (Place(), x) for x in (TRUE, FALSE)])
def kept_in_a_branch(place, chosen):
    if chosen:
        place.pair = Pair(3)
    else:
        place.pair = Plain(4)
    return place.pair.first, place.pair.second


@add([1, 2], [1.0, 2.0] * 30, floats(1, 2))
def kept_in_a_list(xs):
    found = [Pair(x) for x in xs]
    last = None
    for x in xs:
        last = Pair(x)
    return [each.second for each in found], last.first

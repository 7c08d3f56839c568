"""Attributes that tuples of one's own classes have, and get."""

from __future__ import annotations

import collections
from typing import NamedTuple

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)


class Point(collections.namedtuple("Point", "x y")):
    def total(self):
        return self.x + self.y

    def named(self, name):
        self.name = name
        return self


class Whole(tuple):
    unit = "m"


class Pair(NamedTuple):
    x: float
    y: float


class Marked(Pair):
    """Has attributes, which `Pair` has not."""


class Labelled:
    label = ""

    @property
    def name(self):
        return self.label

    @name.setter
    def name(self, name):
        self.label = str(name)


class Span(tuple, Labelled):
    def __new__(cls, *ends):
        return tuple.__new__(cls, ends)

    def __setattr__(self, name, value):
        if name in ("low", "high"):
            raise TypeError(name)
        tuple.__setattr__(self, name, value)


def given(kind, *items, **attributes):
    def make():
        made = kind(*items) if kind is not Whole else Whole(items)
        vars(made).update(attributes)
        return (made,)

    return make


KINDS = (Point, Whole, Marked, Span)
BARE = [given(kind, f64(2.5), 1) for kind in KINDS]
TUPLES = [*BARE, *[given(kind, 3.0, 2, mark=7) for kind in KINDS]]


def state(made):
    return type(made).__name__, list(made), vars(made)


@add(*TUPLES)
def attributes_read(made):
    return getattr(made, "mark", 0), made[0] + made[1], state(made)


@add(*TUPLES)
def attribute_set(made):
    made.mark = made[0]
    made.mark += 1
    return made.mark, state(made)


@add(*TUPLES)
def attribute_set_on_one_path(made):
    made.mark = 1
    if made[0] > 2.75:
        made.mark = made[0]
    return made.mark, made


@add(*TUPLES)
def item_of_the_namespace_set(made):
    vars(made)["mark"] = 3
    made.__dict__["more"] = made[1]
    return made.mark, made.more, state(made)


@add(*TUPLES)
def attribute_set_past_the_class(made):
    object.__setattr__(made, "mark", made[1])
    return made.mark, made


@add(*TUPLES)
def returned_as_it_is(made):
    return made, [made]


@add(f64(2.5), 3)
def made_and_marked(x):
    made = Point(x, 2).named("a")
    if x > 2.75:
        made.name = "b"
    return made.name, made.total(), vars(made)


@add(f64(2.5), 3)
def property_of_a_tuple_set(x):
    made = Span(x, 2)
    made.name = x
    return made.name, made[0], vars(made)


class Answering(tuple):
    def __getattr__(self, name):
        if name.startswith("q"):
            return len(self)
        raise AttributeError(name)


@add((Answering((1, 2)),), (Answering(()),))
def asked_of_one_that_arrives(t):
    return hasattr(t, "z"), hasattr(t, "q"), getattr(t, "z", 5), getattr(t, "q", 5), t.q


@add(f64(3), f64(2), 2)
def asked_of_one_that_is_made(x):
    t = Answering((x, 1))
    if x > 2:
        t = Answering((x, 1, 2))
    return hasattr(t, "z"), hasattr(t, "q"), getattr(t, "z", x), getattr(t, "q", 5), t.q


class WithProduct(tuple):
    """Two items, and an attribute that the constructor sets."""

    def __new__(cls, first, second, **extra):
        return super().__new__(cls, (first, second))

    def __init__(self, first, second, **extra):
        self.product = first * second
        for name, value in extra.items():
            self.__dict__[name] = value


class WithFirst(tuple):
    def __new__(cls, first):
        made = super().__new__(cls, (first, 1))
        made.first = first
        return made


@add(f64(1.5), 4, floats(1, 2))
def attributes_of_the_constructor(x):
    pair, other = WithProduct(x, 3, more=x + 1), WithFirst(x)
    return pair, pair.product + pair[0], pair.more, other, other.first, len(other)


@add(f64(1.5), 4, floats(1, 2))
def attributes_of_known_values(x):
    pair = WithProduct(2, 3, more=1)
    pair.more = pair.more + x
    return pair, pair.more, WithProduct(1, 2)

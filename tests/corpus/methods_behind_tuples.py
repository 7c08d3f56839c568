"""Methods of one's own and of the library's tuple classes, and `super()` in them."""

from __future__ import annotations

import collections
import difflib
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from tests.corpus.case import adding_to, f64

CASES: list = []
add = adding_to(CASES)

X = [(f64(0.5),), (f64(2.5),), (3.5,)]


class Corner(collections.namedtuple("Corner", "x y")):
    unit = "m"

    def larger(self):
        return self.x if self.x > self.y else self.y

    def scaled(self, by):
        return type(self)(self.x * by, self.y * by)

    @property
    def is_high(self):
        return "high" if self.y > 2 else "low"

    @classmethod
    def square(cls, side):
        return cls(side, side) if side > 1 else cls(1, 1)

    @staticmethod
    def clipped(side):
        return side if side > 1 else 1

    def __add__(self, other):
        return Corner(self.x + other.x, self.y + other.y)


class Raised(Corner):
    def larger(self):
        return super().larger() + 1

    def scaled(self, by):
        return super().scaled(by + 1)

    @property
    def is_high(self):
        return super().is_high + "er"

    @classmethod
    def square(cls, side):
        return super().square(side + 1)

    @staticmethod
    def clipped(side):
        return Corner.clipped(side) - 1

    def __add__(self, other):
        return Raised(*super().__add__(other))


class Plain(Corner):
    larger = 7
    is_high = "plain"

    @staticmethod
    def scaled(by):
        return by


class Whole(NamedTuple):
    start: float
    length: float

    def stop(self):
        return self.start + self.length if self.length > 1 else self.start


class Part(Whole):
    def stop(self):
        return super().stop() / 2, super().start, super().index(self.length)


class Address(SplitResult):
    def geturl(self):
        return super().geturl().upper()

    @property
    def hostname(self):
        return super().hostname + "!"


@add(*X)
def methods_of_parents(x):
    corner = Raised(x, 2)
    return corner.larger(), corner.scaled(x), corner.is_high, corner + corner


@add(*X)
def class_methods_of_tuples(x):
    corner = Corner(x, x)
    raised = Raised(x, 2)
    return corner.square(x), raised.square(x), raised.clipped(x), Raised.square(x)


@add(*[(Raised(*one, 1.5),) for one in X])
def methods_of_tuples_that_arrive(corner):
    return corner.larger(), corner.square(corner.x), corner.is_high, corner.scaled(2)


@add(*X)
def methods_that_other_things_hide(x):
    corner = Plain(x, 2)
    return corner.larger + x, corner.is_high, corner.scaled(x), corner + corner


@add(*X)
def parents_of_typed_tuples(x):
    return Part(1.0, x).stop(), Part(x, 2.0).stop()


@add(*X)
def searched_tuples_with_names(x):
    match = difflib.Match(x, x + 1, 3)
    return match.index(x + 1), match.count(x), match._replace(a=4), match._asdict()


@add(*X, raises=ValueError)
def not_in_a_tuple_with_names(x):
    return Corner(x, 2).index(x + 1)


@add(*X)
def addresses(x):
    address = SplitResult("http", str(x) + ".org:80", "path", "", "")
    moved = address._replace(path=str(x))
    return address.geturl(), address.hostname, address.port, moved.geturl()


@add(*[(urlsplit("http://a.b:80/c"), *one) for one in X])
def addresses_that_arrive(address, x):
    other = Address(*address._replace(query=str(x)))
    return address.geturl(), other.geturl(), other.hostname

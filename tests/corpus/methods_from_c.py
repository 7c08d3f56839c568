"""Methods and attributes that objects have from parents written in C, and replaced ones."""

import math
import random
from array import array
from datetime import date
from decimal import Decimal
from functools import partial

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Drawing(random.Random):
    """Draws by a method from C, which it may have replaced."""

    def scaled(self):
        draw = self.random
        return draw() * 2 + self.half()

    def summed(self, count):
        total = 0.0
        for _ in range(count):
            total += self.random() + self.half()
        return total

    def half(self):
        return 0.5


class Constant(Drawing):
    def random(self):
        return 0.25


def with_own_draw():
    made = Drawing(3)
    made.random = lambda: 7.0
    return made


@add(
    *[lambda count=count: (Drawing(count), count) for count in (3, 40)],
    lambda: (Constant(1), 3),
    lambda: (with_own_draw(), 3),
    lambda: (Drawing(5), 3),
)
def drawn(generator, count):
    return generator.scaled(), generator.summed(count), generator.getrandbits(8)


@add(lambda: (Drawing(1),), lambda: (Drawing(2),), lambda: (with_own_draw(),))
def replaced_between(generator):
    first = generator.random()
    generator.random = generator.half
    second = generator.random()
    del generator.random
    return first, second, generator.random()


class Measured(float):
    def parts(self):
        return self.real, self.is_integer(), self.hex()


@add(*[lambda x=x: (Measured(x),) for x in (1.5, 2.0)])
def parts_of_a_number(x):
    return x.parts(), x.conjugate(), x.imag


@add(*[lambda x=x, y=y: (Measured(x), y) for x in (1.5, 2.0) for y in (f64(3), 0.5)])
def numbers_of_c(x, y):
    return math.copysign(x, -y), math.hypot(x, y), math.isnan(x), math.floor(x), y * x


@add(lambda: (Measured(-1.0),), lambda: (Measured(4.0),), raises="ValueError")
def root_of_a_number(x):
    return math.sqrt(x)


class Rounding(float):
    """C code takes the number itself, and asks for what it rounds to."""

    def __float__(self):
        return 99.0

    def __floor__(self):
        return -5


@add(*[lambda x=x: (Rounding(x),) for x in (1.5, 2.0)])
def number_that_says_another(x):
    return math.sin(x), math.fabs(x), math.floor(x), float(x)


class Note(str):
    def __getattr__(self, name):
        return f"{name} of {self.upper()}"

    def said(self):
        return self.join("ab"), self.tone, self.split("-")


@add(lambda: (Note("c-1"),), lambda: (Note(""),))
def said_by_a_text(note):
    return note.said(), note.real


class Kept(property):
    """Keeps the value on the object, under the name of the method."""

    def __init__(self, method):
        self.method = method
        self.name = method.__name__
        super().__init__(method)

    def __get__(self, owner, *_):
        if owner is None:
            return self
        try:
            return owner.__dict__[self.name]
        except KeyError:
            owner.__dict__[self.name] = value = self.method(owner)
            return value


class Square:
    def __init__(self, side):
        self.side = side

    @Kept
    def area(self):
        return self.side * self.side


@add(*[lambda x=x: (Square(x), x) for x in (f64(1.5), f64(3.0), 2)])
def kept_by_a_property(square, x):
    return square.area, square.area + x, sorted(vars(square))


class Put(dict):
    def put(self, key, value):
        self.update({key: value})
        self.count = len(self)
        return self.setdefault("z", 5), self.count


@add(*[lambda x=x: (Put(), x) for x in (1, f64(2.5))])
def put_into_ones_own(held, x):
    return held.put("a", x), held.put("b", x + 1), list(held.items()), held


class Series(array):
    def grown(self, x):
        self.append(x)
        return self.count(x), self.itemsize


class Birthday(date):
    def named(self):
        return f"{self.isoformat()} {self.year}"


class Amount(Decimal):
    def rooted(self):
        return self.sqrt(), self.is_finite()


class Filled(partial):
    def called(self, x):
        return self(x), self.func.__name__, self.args


@add(*[lambda x=x: (Series("d", [1.0, 2.0]), x) for x in (1.0, 4.0)])
def grown_in_place(series, x):
    return series.grown(x), series.grown(x + 1), series


@add(lambda: (Birthday(1999, 2, 3),), lambda: (Birthday(2004, 2, 29),))
def named_days(day):
    return day.named(), day.weekday(), day.replace(year=2000, day=1).named()


@add(lambda: (Amount("2"),), lambda: (Amount("3.5"),))
def rooted_amounts(amount):
    return amount.rooted()


@add(lambda: (Filled(pow, 2), 3), lambda: (Filled(max, 2), 5))
def filled_in_calls(function, x):
    return function.called(x)

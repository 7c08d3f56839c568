"""Dataclasses and named tuples: compared, replaced, taken apart, their methods."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass, field, fields, replace
from functools import total_ordering
from typing import NamedTuple

from tests.corpus.case import case, f64, i64


@dataclass
class Point:
    x: float
    y: float = 1.0

    def norm(self):
        if self.x > 0:
            return self.x + self.y
        return -self.x + self.y


@dataclass(order=True)
class Ordered:
    x: float
    y: float = 1.0


@dataclass(frozen=True)
class Frozen:
    x: float
    y: tuple = (1, 2)


@dataclass
class Nested:
    p: Point
    items: list = field(default_factory=list)
    tag: str = "t"


class Named(NamedTuple):
    a: float
    b: float = 2.0

    def norm(self):
        if self.a > 0:
            return self.a + self.b
        return self.a - self.b

    @property
    def big(self):
        return self.a > self.b


@total_ordering
class Total:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v

    def __lt__(self, o):
        return self.v < o.v


def equal_records(x, n):
    return (
        Point(x) == Point(x),
        Point(x) == Point(n),
        Point(x, 2) != Point(x),
        Point(x) == 3,
    )


def ordered_records(x, n):
    return (
        Ordered(x) < Ordered(n),
        Ordered(x) >= Ordered(n, 2),
        Ordered(x, n) > Ordered(x, 1),
    )


def replaced(x, n):
    p = Point(x, n)
    q = replace(p, x=n)
    return q, asdict(p), astuple(p), [f.name for f in fields(p)]


def tested(x, n):
    if Point(x) == Point(n):
        return 1
    if Ordered(x) < Ordered(n):
        return 2
    return 3


def frozen(x, n):
    f = Frozen(x)
    g = replace(f, x=f.x + 1)
    return f, g, f == g, hash(Frozen(1.0)) == hash(Frozen(1.0))


def nested_records(x, n):
    nest = Nested(Point(x), [x, n])
    d = asdict(nest)
    nest.items.append(3)
    return d, astuple(nest), replace(nest, tag="u")


class Shown(NamedTuple):
    a: float

    def doubled(self):
        print("doubling", self.a)
        return self.__class__(self.a * 2)

    def quartered(self):
        return type(self)(self.a / 4) if self.a > 1 else self


def methods_that_print(x, n):
    one = Shown(x).doubled().doubled()
    print(one, one.__class__ is Shown, type(one) is Shown, isinstance(one, tuple))
    for _ in range(n):
        one = one.quartered()
    return one, one.doubled()


def named_tuple_methods(x, n):
    a = Named(x)
    b = a._replace(b=n)
    return (
        a.norm(),
        b.norm(),
        b._asdict(),
        b.big,
        Named._fields,
        Named._make([x, n]),
        a < b,
        a == b,
    )


def replaced_in_loop(x, n):
    p = Point(x, n)
    for k in range(n):
        p = replace(p, x=p.x + k)
        if p.x > 3:
            p = replace(p, y=0.0)
    return p, p.norm()


def total_order(x, n):
    a, b = Total(x), Total(n)
    return a < b, a <= b, a >= b, a > b, a == b, a != b


def best_record(x, n):
    best = Ordered(x)
    for k in range(n):
        c = Ordered(x * k, k)
        if c > best:
            best = c
    return best


def record_given(p, x):
    return p == Point(x), p == p, p != Point(x, 2.0), asdict(p), replace(p, y=x)


def record_given_and_changed(p, x):
    if p == Point(x):
        return 1
    p.x = x
    return p == Point(x), p.norm()


def named_tuple_in_loop(x, n):
    a = Named(x)
    for k in range(n):
        a = a._replace(a=a.a + k)
        if a.big:
            a = a._replace(b=a.b * 2)
    return a, a.norm()


def named_tuples_sorted(x, n):
    xs = [Named(x, 1.0), Named(n, 2.0), Named(0.5)]
    xs.sort(key=lambda p: p.a)
    m = max(xs, key=lambda p: p.norm())
    return xs, m, sorted(xs), (x, 1) in xs


def records_as_keys(x, n):
    d = {Frozen(1.0): x, Frozen(2.0): n}
    return d[Frozen(1.0)], Frozen(2.0) in d, {Frozen(1.0), Frozen(1.0)}


def searched(x, n):
    return Point(x) in [Point(1.0), Point(x)], Point(n) not in (Point(x),)


def shown(x, n):
    return repr(Point(x)), str(Ordered(x, n)), f"{Frozen(x)}"


SETS = (f64(2.5), 3), (f64(-1.0), 0), (f64(3.0), 4), (f64(3.0), i64(3))

CASES = [
    *[
        case(function, *SETS)
        for function in (
            equal_records,
            ordered_records,
            replaced,
            tested,
            frozen,
            nested_records,
            methods_that_print,
            named_tuple_methods,
            replaced_in_loop,
            total_order,
            best_record,
            named_tuple_in_loop,
            named_tuples_sorted,
            records_as_keys,
            searched,
            shown,
        )
    ],
    *[
        case(
            function,
            (Point(2.0, 3), f64(1.5)),
            (Point(f64(1.5)), f64(1.5)),
            (Point(f64(2.0), i64(3)), f64(1.5)),
        )
        for function in (record_given, record_given_and_changed)
    ],
]


@dataclass
class Sampler:
    """A field that the class computes, and another that it stores."""

    count: int
    seed: object
    asked: list = field(default_factory=list)

    @property
    def seed(self):
        self.asked.append("seed")
        return self._seed

    def __init__(self, count, seed=None):
        self.count, self._seed, self.asked = count, seed, []


@dataclass
class Doubled:
    value: float

    @property
    def value(self):
        return self._value * 2

    @value.setter
    def value(self, value):
        self._value = value


@dataclass(slots=True)
class InSlots:
    value: float
    size: object = len


def computed_fields(sampler, doubled, slots, x):
    doubled.value = doubled.value + x
    total = sampler.count * x + slots.value + slots.size([1, x])
    if x > 1:
        total = total + sampler.seed
    return total, doubled.value, sampler.asked


CASES += [
    case(
        computed_fields,
        lambda: (Sampler(3, 2.0), Doubled(2.5), InSlots(1.5), f64(2)),
        lambda: (Sampler(3, 2.0), Doubled(2.5), InSlots(1.5), f64(0.5)),
        lambda: (Sampler(4), Doubled(2), InSlots(1), 0.5),
    ),
]

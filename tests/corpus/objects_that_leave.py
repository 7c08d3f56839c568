"""Objects of the user's classes that are made and then returned, kept, or handed on."""

import math
from dataclasses import dataclass, field

import autograph as ag
from tests.corpus.case import adding_to, f64, floats

CASES = []
add = adding_to(CASES)


class Vector:
    made = 0

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def norm(self):
        return math.hypot(self.x, self.y)

    def scale(self, k):
        self.x *= k
        self.y *= k
        return self

    @property
    def double(self):
        return Vector(self.x * 2, self.y * 2)

    def parts(self):
        return vars(self)


@dataclass
class Record:
    value: float
    items: list = field(default_factory=list)

    def total(self):
        return self.value + len(self.items)


SOME = (1, 3, 2.5, f64(1.5))


@add(*SOME)
def returned_after_its_methods(x):
    v = (Vector(x, 1) + Vector(2, x)).scale(2)
    return v.parts(), v.norm(), v is v, v == Vector(x, 1), v.made, v


@add(*SOME)
def kept_in_a_list(x):
    v = Vector(x, 2)
    items = [v]
    items[0].x = 5
    items[0].made = 7
    return [each.parts() for each in items], v.x, v.made, Vector.made


@add(*SOME)
def changed_by_two_names(x):
    v = Vector(x, 2)
    w = v
    if x > 1:
        v.x = 10
    else:
        w.y = 20
    return v.parts(), w.x


@add(*SOME)
def carried_through_a_loop(x):
    v = Vector(x, 0)
    for k in range(int(x) + 2):
        v = v + Vector(k, 1)
        v.last = k
    return v.parts(), v.norm()


@add(*SOME)
def records_with_lists(x):
    one = Record(x)
    one.items.append(x)
    other = Record(x, [1, 2])
    return one, other, one.total() + other.total(), one == other


@add(*SOME)
def asked_for_what_it_lacks(x):
    v = Vector(x, 1).double
    v.extra = [1]
    v.extra.append(x)
    return v.parts(), hasattr(v, "z"), getattr(v, "z", 3), hasattr(v, "extra"), [v]


@add(*SOME, raises=AttributeError)
def read_before_it_is_set(x):
    v = Vector(x, 1)
    kept = [v]
    if x > 1:
        v.late = 1
    return v.late, kept


@add(*SOME)
def put_into_another(x):
    outer, inner = Vector(x, 1), Vector(2, x)
    outer.x = inner
    inner.y = 7
    return outer.x.y, [outer], inner.parts()


@add(floats(1, 2), floats(3))
def of_arrays(x):
    v = Vector(x, x * 2)
    v.x += 1
    w = v + v
    return v.parts(), w.parts(), x, [v, w]


class Counting:
    def __init__(self, weight):
        self.weight = weight
        self.times = 0

    def __lt__(self, other):
        self.times += 1
        return self.weight < other.weight


@add((Counting(1.0), Counting(2.0)), (Counting(f64(3.0)), Counting(f64(2.0))))
def counts_what_sorting_asks(one, two):
    one.times = 0
    sorted([one, two, one])
    return one.times, two.times, min(one, two).weight, one.times


class CountsQuestions:
    def __init__(self):
        self.asked = 0

    def __lt__(self, other):
        self.asked = self.asked + 1
        return True

    def __len__(self):
        self.asked = self.asked + 1
        return 3

    def __neg__(self):
        self.asked = self.asked + 1
        return 2


@ag.do_not_convert
def the_same(value):
    return value


@add((CountsQuestions(), f64(1)))
def asked_under_another_name(counts, x):
    other = the_same(counts)
    first = counts.asked
    x = x + (1 if other < 2 else 2)
    second = counts.asked
    counts.asked = 10
    return first, second, -other, len(other), counts.asked, x

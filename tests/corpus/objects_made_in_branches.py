"""Objects that branches and loops make, use, keep and hand on."""

from functools import cached_property

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (f64(3), f64(0), i64(2), 5, -1.5)


class Angle:
    """An angle whose methods set, read and make others."""

    def __init__(self, degrees=0.0):
        self.degrees = 0.0
        self.set(degrees)

    def set(self, degrees):
        self.degrees = degrees % 360

    def doubled(self):
        return self.degrees * 2

    def __add__(self, other):
        return Angle(self.degrees + getattr(other, "degrees", other))

    def __eq__(self, other):
        return type(other) is type(self) and vars(self) == vars(other)

    __hash__ = None


class Kept(Angle):
    """One with a `__new__` of its own, and a class around it."""

    made = 0

    def __new__(cls, *values):
        return super().__new__(cls)

    @cached_property
    def half(self):
        return [self.degrees / 2]


class Place:
    """Something that is written to."""


@add(*NUMBERS)
def made_by_both_branches(x):
    if x > 1:
        angle = Angle(x)
        y = angle.doubled()
    else:
        angle = Angle(-x)
        y = angle.doubled() + 1
    return angle, y, angle.degrees


@add(floats(1, 2, 3, 4), floats(), [1, 2.5], np.array([400, -3]))
def kept_by_a_loop(xs):
    kept = []
    for x in xs:
        angle = Angle(x) + 1
        kept.append(angle)
        if x > 2:
            other = Kept(x)
            other.set(other.doubled() + 7)
            kept.append(other)
    return [each.degrees for each in kept], kept


@add(floats(1, 5, 3), floats(-1), floats())
def largest_of_a_loop(xs):
    best = None
    for x in xs:
        angle = Angle(x)
        if best is None or angle.doubled() > best.doubled():
            best = angle
    return best


@add(*NUMBERS)
def changed_after_the_branch(x):
    angle = Angle(x)
    if x > 1:
        angle.set(3)
        other = angle
    else:
        other = Angle(2)
    other.set(x + 5)
    return angle, other, angle is other


@add(*[lambda x=x: (Place(), x) for x in NUMBERS])
def put_into_an_argument(place, x):
    y = 0
    if x > 1:
        place.angle = Angle(x)
        place.angle.set(7)
        y = place.angle.doubled()
    return y, vars(place)


@add(*NUMBERS, raises=(ValueError, UnboundLocalError))
def used_where_it_may_be_missing(x):
    if x > 1:
        angle = Kept(x)
        if x > 2:
            raise ValueError(angle.half)
    return angle.half, angle.half is angle.half


@add(floats(1, 2), floats())
def property_kept_in_a_loop(xs):
    angle, total = Kept(8.0), 0.0
    for x in xs:
        total = total + angle.half[0] * x
    return angle.half, total, vars(angle)


@ag.do_not_convert
def anything(x):
    return x


class Late:
    """Has an attribute that only a method sets, and one that is computed once."""

    @cached_property
    def known(self):
        return anything(4)

    def set(self, x):
        self.late = anything(x)


@add(floats(1, 2), floats())
def attribute_of_anything_set_in_a_loop(xs):
    late, total = Late(), 0
    for x in xs:
        late.set(x)
        total = total + late.known
    try:
        return late.late, late.known + total
    except AttributeError as error:
        return str(error), late.known + total

"""Objects that ``object.__new__`` makes, by whatever name it is called."""

from __future__ import annotations

from argparse import Namespace
from fractions import Fraction
from string import Template

from tests.corpus.case import case, f64, i64

new = object.__new__
put = object.__setattr__


class Number:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __sub__(self, other):
        if hasattr(other, "value"):
            made = new(Number)
            made.value = self.value - other.value
            return made
        return self - Number(other)


class Frozen:
    def __init__(self, value):
        put(self, "value", value)

    def __setattr__(self, name, value):
        raise AttributeError(name)


class Maker:
    new = staticmethod(object.__new__)
    parts = (Frozen, object.__new__)


class Shape:
    def __new__(cls, *sides):
        if cls is Shape and len(sides) == 1:
            return Square(*sides)
        if sides[0] is None:
            return "nothing"
        return super().__new__(cls)

    def __init__(self, *sides):
        self.sides = sides
        self.told = len(sides)


class Square(Shape):
    def __init__(self, side):
        self.sides = side, side


class Kept:
    def __new__(cls, kept, x):
        return kept

    def __init__(self, kept, x):
        self.x = x


class Keeps(Kept):
    def __init__(self, kept, x):
        self.seen = x


def difference_of_bare_objects(x):
    return (Number(x) - Number(2)).value, Number(x) - 1


def made_by_a_name_in_a_branch(x):
    made = new(Number)
    if x > 2:
        made.value = x
    return hasattr(made, "value"), made


def made_by_what_an_object_holds(maker, x):
    kind, bare = maker.parts
    made = [bare(kind), maker.new(Number)]
    for each in made:
        put(each, "value", x)
    return made


def wrongly_made(x):
    try:
        return new(Number, x)
    except TypeError as error:
        return str(error)


def made_by_the_class_above(x):
    shapes = Shape(x), Shape(x, 2), Shape(None, x)
    return shapes, [type(each).__name__ for each in shapes], shapes[0].sides


def made_before_by_a_subclass(kept, x):
    made = Kept(kept, x)
    return made is kept, kept


def values_of_the_library(x):
    fraction = new(Fraction)
    fraction._numerator, fraction._denominator = x, 2
    text = Template.__new__(Template)
    text.template = "$a"
    text.number = x
    return fraction, text.number, text.substitute(a=x)


def objects_of_the_library(x):
    made = new(Namespace)
    made.a = x
    other = Namespace.__new__(Namespace)
    return made, repr(made), made == Namespace(a=x), "a" in made, other, made is other


class Ended:
    """An instance whose end is to be seen."""

    def __new__(cls, x):
        made = super().__new__(cls)
        made.x = x
        return made

    def __init__(self, x):
        self.seen = repr(self.x)

    def __del__(self):
        pass


def bare_with_arguments(x):
    made = new(Ended)
    made.x = x
    return f"{made.x}", new(Frozen, x) is new(Frozen, x)


CASES = [
    case(objects_of_the_library, 3, f64(2.5), f64(1)),
    case(bare_with_arguments, 3, f64(2.5), f64(1)),
    case(values_of_the_library, 3, 5, f64(2.5), f64(1)),
    case(difference_of_bare_objects, 3, f64(2.5)),
    case(made_by_a_name_in_a_branch, 3, i64(3), i64(1)),
    case(made_by_the_class_above, 3, f64(2.5)),
    case(
        made_before_by_a_subclass,
        lambda: (object.__new__(Keeps), 3),
        lambda: (object.__new__(Kept), f64(1)),
        lambda: ([], f64(1)),
    ),
    case(made_by_what_an_object_holds, lambda: (Maker(), 3), lambda: (Maker(), f64(1))),
    case(wrongly_made, 3, f64(2.5)),
]

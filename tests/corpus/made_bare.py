"""Objects that ``object.__new__`` makes, by whatever name it is called."""

from __future__ import annotations

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


CASES = [
    case(difference_of_bare_objects, 3, f64(2.5)),
    case(made_by_a_name_in_a_branch, 3, i64(3), i64(1)),
    case(made_by_what_an_object_holds, lambda: (Maker(), 3), lambda: (Maker(), f64(1))),
    case(wrongly_made, 3, f64(2.5)),
]

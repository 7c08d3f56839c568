"""Numbers and texts of one's own classes, made by ``__new__`` that is called by name."""

from __future__ import annotations

from tests.corpus.case import adding_to, f64

CASES: list = []
add = adding_to(CASES)


class Length(float):
    unit = "m"

    def __new__(cls, value=0.0, unit=""):
        made = float.__new__(cls, value)
        if unit:
            made.unit = unit
        return made


class Height(Length):
    def __new__(cls, value=0.0, unit="ft"):
        return Length.__new__(cls, value, unit)


class Bare(float):
    __slots__ = ()


class Label(str):
    def __new__(cls, text, kind):
        made = str.__new__(cls, text)
        made.kind = kind
        return made


class Count(int):
    def __new__(cls, value, of):
        made = int.__new__(cls, value)
        made.of = of
        return made


class Stack(list):
    def __new__(cls, *values):
        made = list.__new__(cls)
        made.extend(values)
        return made

    def __init__(self, *values):
        pass


@add(3, 2.5, f64(2))
def made_by_new_of_a_parent(x):
    tall = Height.__new__(Height, 3.5)
    return tall, tall.unit, Height.__new__(Height, x, "yd").unit, tall + x


@add(3, 2.5, f64(2))
def two_made_of_equal_numbers(x):
    first, second = float.__new__(Length, 2.0), float.__new__(Length, 2.0)
    first.unit = x
    return first is second, first.unit, second.unit, vars(first), vars(second)


@add(3, f64(2))
def made_by_new_without_attributes(x):
    return Bare.__new__(Bare, 3), float.__new__(Bare, x), Bare(2)


@add(3, f64(2))
def texts_and_integers_made_by_new(x):
    label, count = str.__new__(Label, "ab"), int.__new__(Count, "4")
    label.kind = count.of = x
    return label + "c", label.upper(), label, label.kind, count + 1, count.of, count


@add(3, f64(2))
def lists_made_by_new(x):
    made = Stack.__new__(Stack, 1, x)
    made.append(2)
    return made, type(made).__name__, Stack.__new__(Stack)


@add(3, f64(2))
def made_by_new_of_no_number(x):
    try:
        return Height.__new__(Height, "high")
    except ValueError as error:
        return str(error), x


@add(3, f64(2))
def made_by_new_in_branches(x):
    kind = Height if x > 2 else Length
    return kind.__new__(kind, 3), [kind.__new__(kind, i) for i in range(2)]


class Joiner(str):
    def joined(self, *parts):
        return Joiner(str.join(self, map(str, parts)))

    __call__ = joined


COMMA = Joiner(", ")


@add(3, f64(2))
def text_that_is_called_with_stars(x):
    parts = [str(i) for i in range(3)] if x > 2 else ["one"]
    return (
        COMMA("a", x),
        COMMA(*parts),
        COMMA(*parts, x)("c"),
        COMMA.joined("b", *parts),
    )

"""Operators of texts and of NumPy's scalars, called by the names of their methods."""

from __future__ import annotations

import functools
import operator
import time

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


def text_formatted(v):
    return "ab".__mod__(v)


def text_filled(v):
    return "ab %s".__mod__(v), "%d-%d".__mod__((v, v))


def text_repeated(v):
    return "ab".__mul__(v)


def bytes_formatted(v):
    return b"%d".__mod__(v)


def bytes_without_place(v):
    return b"ab".__mod__(v)


def method_kept(v):
    fill = "ab".__mod__
    return fill(v)


def compared(v):
    return np.float64(3).__eq__(v), np.float64(3).__lt__(v)


def divided(v):
    return np.float64(3).__divmod__(v), np.float64(3).__rdivmod__(v)


def remainder(v):
    return np.float64(3).__mod__(v), np.float64(3).__rmod__(v)


def quotient(v):
    return np.float64(3).__floordiv__(v), np.float64(3).__truediv__(v)


def overflowing(v):
    return np.float64(1e308).__mul__(v)


def integers(v):
    return np.int64(2**62).__add__(v), np.int64(2**62).__mul__(v)


def integers_divided(v):
    return np.int64(5).__floordiv__(v), np.int64(5).__divmod__(v)


def bits(v):
    return np.int64(5).__and__(v), np.int64(5).__lshift__(v), np.True_.__or__(v)


def single_precision(v):
    return np.float32(3e38).__add__(v)


def of_python_numbers(v):
    return (3.0).__add__(v), (3.0).__divmod__(v)


def in_a_branch(v):
    if np.all(v > 1):
        return np.float64(3).__truediv__(v)
    return (2).__mul__(3)


def of_the_class(v):
    joined = list(map(str.__add__, ["a", "b"], ["c", "d"]))
    return int.__add__(3, 4), int.__eq__(3, 3), float.__repr__(2.0), joined, v


NUMPYS = (f64(0), f64(2), i64(0), i64(1), floats(0, 1), ints(0, 2))
PYTHONS = (0, 2, 0.0, True)
RAISES: dict[object, type[Exception]] = {
    **dict.fromkeys(
        (
            text_formatted,
            text_filled,
            text_repeated,
            bytes_formatted,
            bytes_without_place,
            method_kept,
            bits,
        ),
        TypeError,
    ),
    of_python_numbers: ZeroDivisionError,
}


@functools.total_ordering
class Length:
    def __init__(self, size):
        self.size = size

    def __lt__(self, other):
        if not isinstance(other, Length):
            return NotImplemented
        return self.size < other.size

    def __eq__(self, other):
        if not isinstance(other, Length):
            return NotImplemented
        return self.size == other.size

    def __len__(self):
        return 2

    def __call__(self, x):
        return self.size + x

    def __getitem__(self, key):
        return self.size * key


class Width(Length):
    def __eq__(self, other):
        found = super().__eq__(other)
        if found is NotImplemented or not found:
            return found
        return True

    def __len__(self):
        return Length.__len__(self) + 1


def special_methods_of_the_class(length, other):
    kind = type(length)
    answers = (
        kind.__lt__(length, other),
        kind.__le__(length, other),
        kind.__len__(length),
    )
    return answers, kind.__call__(length, 2), kind.__getitem__(length, 3)


def ordered_by_two_methods(length, other):
    return length < other, length >= other, length == other, len(length)


def operators_that_decline(length, other):
    return length.__lt__(other), length.__eq__(other), NotImplemented


def fields_of_a_time(moment, x):
    year, month, day = moment[:3]
    return year * x, month + day, moment.tm_hour, moment


LENGTHS = (
    (Length(f64(1)), Length(i64(2))),
    (Width(f64(1)), Width(f64(1))),
    (Length(2), Length(1)),
)
CASES = [
    case(function, *NUMPYS, *PYTHONS, raises=RAISES.get(function, ()))
    for function in (
        text_formatted,
        text_filled,
        text_repeated,
        bytes_formatted,
        bytes_without_place,
        method_kept,
        compared,
        divided,
        remainder,
        quotient,
        overflowing,
        integers,
        integers_divided,
        bits,
        single_precision,
        of_python_numbers,
        in_a_branch,
        of_the_class,
    )
]
CASES += [
    case(special_methods_of_the_class, *LENGTHS),
    case(ordered_by_two_methods, *LENGTHS),
    case(operators_that_decline, *LENGTHS, (Width(f64(1)), 3), (Length(1), "a")),
    case(fields_of_a_time, (time.gmtime(0), i64(2)), (time.gmtime(90000), 3)),
]


def of_lists(v):
    held = [1.0, 2.0]
    found = held.__contains__(v), held.__eq__([v, 2.0]), held.__lt__([v]), held != [v]
    held.__iadd__(range(int(v)))
    held.__setitem__(int(v), 0)
    return found, held, held.__add__([v]), [1].__mul__(int(v)), [].__add__([*held])


def of_sets(v):
    held = {1.0}
    found = held.__or__({v}), held.__and__({v}), held.__eq__({v}), held.__contains__(v)
    held.__ior__(set(range(int(v))))
    return found, held, held.__sub__({v})


def of_dicts(v):
    held = {1.0: v}
    found = held.__eq__({1.0: v}), held.__ne__({1.0: 2}), held.__or__({v: 0})
    held.__ior__({int(v): 3})
    return found, held, held.__contains__(v)


def of_tuples(v):
    many = tuple(range(int(v)))
    return (1.0,).__add__(many), (1.0,).__eq__((v,)), (v,).__contains__(1.0)


CASES += [case(each, f64(1), 1, i64(2)) for each in (of_lists, of_sets, of_dicts)]
CASES += [case(of_tuples, f64(1), 1)]


class Below:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, k):
        if k >= self.n:
            raise IndexError(k)
        return k


def of_functions(v):
    held, seen = [3.0, 4.0], {1.0}
    operator.iadd(held, Below(int(v)))
    operator.setitem(held, int(v), v)
    operator.delitem(held, int(v) - 1)
    operator.iconcat(held, [*range(int(v))])
    operator.ior(seen, {v})
    return held, seen, operator.concat([v], [*range(int(v))]), operator.and_(seen, {v})


CASES += [case(of_functions, f64(2), 1, i64(3))]


def joined_to_a_number(v):
    return operator.concat([1], v)


def joined_to_a_number_by_method(v):
    return [1].__add__(v)


CASES += [
    case(each, f64(2), floats(1, 2), i64(3), 1, raises=TypeError)
    for each in (joined_to_a_number, joined_to_a_number_by_method)
]


class Near:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other, tol=0.1):
        if isinstance(other, str):
            return NotImplemented
        return abs(self.x - other) < tol

    def __add__(self, other, *, scale=2):
        return self.x + other * scale

    def __iter__(self, count=2):
        for k in range(count):
            yield k * self.x

    def __getattr__(self, name, *more):
        if name.startswith("_"):
            raise AttributeError(name)
        return name, more

    def __pow__(self, power, modulo=None):
        return self.x, power, modulo


class Declines:
    def __init__(self, x):
        self.x = x

    def __sub__(self, other, k=1):
        if other.x > 0:
            return NotImplemented
        return self.x - k

    def __rsub__(self, other):
        return "asked"


def operators_with_more_arguments(v):
    near = Near(v)
    return (
        near.__eq__(v + 3, tol=5),
        near.__eq__(v + 3, 5),
        near == v + 3,
        near.__eq__("a", tol=5),
        near.__add__(1, scale=5),
        near + 1,
        near.__pow__(2, 3),
        near.__pow__(2, modulo=4),
        near**2,
        pow(near, 2, 5),
    )


def looks_with_more_arguments(v):
    near = Near(v)
    items = [*near.__iter__(3)], [*near], sum(near.__iter__(count=4))
    return items, near.__getattr__("x"), near.x, near.y, near.__getattr__("z", 1)


def declined_with_more_arguments(one, other):
    return one.__sub__(other, 4), one.__sub__(other, k=3)


def wrong_arguments(v):
    return Near(v).__add__(1, wrong=2)


CASES += [
    case(each, f64(2), 1, i64(3))
    for each in (operators_with_more_arguments, looks_with_more_arguments)
]
CASES += [
    case(
        declined_with_more_arguments,
        *((Declines(x), Declines(y)) for x in (1, f64(2)) for y in (f64(-1), f64(3))),
    ),
    case(wrong_arguments, f64(2), 1, raises=TypeError),
]

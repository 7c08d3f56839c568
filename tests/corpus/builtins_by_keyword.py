"""Builtins whose arguments are given by name, or do not fit."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import Case, adding_to, f64, floats, i64, ints

CASES: list[Case] = []
add = adding_to(CASES)


@add(i64(3), f64(2.5), 4)
def complex_by_name(x):
    return complex(real=x), complex(imag=x), complex(x, imag=2), complex(2, imag=x)


@add(i64(1), i64(5), 7)
def int_of_a_base_by_name(n):
    return int("1101", base=n + 2), int(str(n), base=8)


@add((floats(1, -2, 3), i64(2)), (ints(4, 5), 1), (floats(), i64(0)))
def enumerate_by_name(x, n):
    named = [i * v for i, v in enumerate(iterable=x, start=n)]
    return named, list(enumerate(iterable=x)), list(enumerate(start=n, iterable=x))


@add(i64(3), f64(2.5), ints(1, 2))
def str_by_name(x):
    return str(object=x), str(b"a", encoding="ascii") + str(x)


@add(i64(3), i64(-2), 5)
def pow_and_round_by_name(n):
    return pow(base=n, exp=2), round(number=n * 1.26, ndigits=1), sum([n], start=n)


@add((floats(1, 2), i64(1)), raises=TypeError)
def enumerate_of_too_many(x, n):
    return list(enumerate(x, n, n))


@add(floats(1, 2), raises=TypeError)
def sum_with_an_unknown_name(x):
    return sum(x, initial=3)


@add(floats(1, 2), raises=TypeError)
def len_by_name(x):
    return len(obj=x)


@add(f64(1.5), raises=TypeError)
def float_with_an_unknown_name(x):
    return float(x, digits=3)


@add(floats(1, 2), raises=TypeError)
def numpy_sum_with_an_unknown_name(x):
    return np.sum(x, start=3)

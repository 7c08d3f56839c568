"""Loops on numbers of Python give what loops on numbers of NumPy give."""

import math
import textwrap

import numpy as np
import pytest

from tests.runtime.unboxed.unboxedly import same

GENERATOR = np.random.default_rng(7)


def recurrence(a, b, start):
    for i in range(start, len(a)):
        a[i] = 0.5 * a[i - 1] + b[i]


def product(a, b, c, n):
    for i in range(n):
        for j in range(n):
            total = 0.0
            for k in range(n):
                total += a[i, k] * b[k, j]
            c[i, j] = total


def longest_common(a, b, table, n):
    for i in range(n):
        for j in range(len(b)):
            if a[i] == b[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            else:
                table[i + 1, j + 1] = max(table[i, j + 1], table[i + 1, j])
    return table[-1, -1]


def newton(x):
    guess = x
    while abs(guess * guess - x) > 1e-9 * x:
        guess = 0.5 * (guess + x / guess)
    return guess


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps, n


def weighted(a, b):
    total = 0.0
    for i, (u, v) in enumerate(zip(a, b)):
        if u < v:
            total += u * v + i
    return total


def last_negative(a, n):
    for i in range(n):
        if a[i] < 0:
            where, value = i, a[i]
    return where, value


def text(loop):
    return loop.quick.source.partition("\n")[2]


def test_recurrence():
    a, b = GENERATOR.random(50), GENERATOR.random(50)
    (loop,) = same(recurrence, (a, b, np.int64(1)), (b, a, np.int64(7)))
    assert text(loop) == textwrap.indent(
        "for i in range(start, 50):\n"
        "    t = 0.5 * a[i - 1] + b[i]\n"
        "    if t - t != 0.0:\n"
        "        raise Unusual()\n"
        "    a[i] = t\n"
        "return ()\n",
        "    ",
    )


def test_sums_are_tested_behind_the_loop():
    a, b = GENERATOR.random((2, 4, 4))
    (loop,) = same(product, (a, b, np.zeros((4, 4)), np.int64(4)))
    assert text(loop).count("Unusual") == 1
    assert "row = a[i]" in text(loop)


def test_table_of_integers():
    a, b = GENERATOR.integers(0, 3, (2, 9))
    table = np.zeros((10, 10), np.int64)
    same(longest_common, (a, b, table, np.int64(9)), (a, b, table, np.int64(0)))


@pytest.mark.parametrize("function", [newton, collatz])
def test_numbers_alone(function):
    kind = np.float64 if function is newton else np.int64
    same(function, kind(3), kind(27), kind(1))


def test_type_of_a_result_that_may_be_of_two():
    empty = np.zeros(0)
    a, b = GENERATOR.random((2, 9))
    same(weighted, (a, b), (empty, empty), (a, a))


def test_variable_that_may_have_no_value():
    a = GENERATOR.random(9)
    a[4] = -2.0
    same(last_negative, (a, np.int64(9)), (a, np.int64(2)), (a, np.int64(0)))


def test_what_numpy_warns_of_is_done_again():
    a = np.array([1e308, 1e308, 2.0])
    same(recurrence, (a, a * 1.5, np.int64(1)), left=True)


def test_item_that_is_no_number_is_done_again():
    a = np.array([1.0, np.nan, 2.0, np.inf])
    same(recurrence, (a, np.ones(4), np.int64(2)), left=True)


def test_integers_that_wrap_around():
    def powers(base, n):
        result = base
        for _ in range(n):
            result = result * base + 1
        return result

    same(powers, (np.int64(3), np.int64(20)))
    same(powers, (np.int64(3), np.int64(60)), left=True)


def test_index_out_of_bounds():
    def shifted(a, n):
        for i in range(n):
            a[i] = a[i + 1]

    same(shifted, (np.arange(5.0), np.int64(5)), left=True)


def test_division_by_zero():
    def inverse_sum(a):
        total = 0.0
        for v in a:
            total += 1.0 / v
        return total

    same(inverse_sum, (np.array([1.0, 0.0]),), left=True)
    same(inverse_sum, (np.array([1.0, 4.0]),))


def test_error_of_the_users():
    def checked(a):
        for i, v in enumerate(a):
            if v < 0:
                raise ValueError("negative")
            a[i] = math.sqrt(v)

    same(checked, (np.array([1.0, 4.0, -1.0]),), left=True)


def test_arrays_that_overlap_stay_with_the_plan():
    def shift(a, b):
        for i in range(len(b)):
            a[i] = b[i] + 1.0

    def both(a):
        shift(a[1:], a[:-1])
        return a

    same(both, (np.arange(100.0),))


def test_array_that_cannot_be_written():
    a = np.ones(9)
    a.flags.writeable = False
    same(recurrence, (a, a, np.int64(1)))


def test_underflow_that_warns():
    def decay(a, n):
        for i in range(n):
            a[i] *= 1e-200
            a[i] *= 1e-200

    def strictly(a, n):
        with np.errstate(under="warn"):
            decay(a, n)

    same(strictly, (np.ones(3), np.int64(3)))


def test_remainders_and_powers():
    def mixed(a, b, n):
        total = 0
        for i in range(n):
            total ^= int(a[i] // b[i]) + int(10 * (a[i] % b[i]))
            a[i] = a[i] ** 2 + a[i] ** b[i]
        return total

    a, b = np.abs(GENERATOR.normal(size=(2, 30))) * 3 + 0.1
    same(mixed, (a, b, np.int64(30)), (b, a, np.int64(4)))


def test_small_integers_and_truth_values():
    def marked(flags, counts, n):
        for i in range(n):
            if flags[i] and not flags[i - 1]:
                counts[i] = counts[i] + 2 * i
            flags[i] = counts[i] % 3 == 0
        return counts[0]

    flags = GENERATOR.random(20) < 0.5
    same(marked, (flags, np.arange(20), np.int64(20)))

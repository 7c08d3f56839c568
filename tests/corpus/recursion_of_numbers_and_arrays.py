"""Functions that call themselves on numbers and arrays: what they give has a type."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import case, f64, floats, i64


def doubled(x, n):
    if n == 0:
        return x
    return (doubled(x, n - 1) + 1) * 2


def changes_what_it_got(x, n):
    if n == 0:
        return x
    y = changes_what_it_got(x, n - 1)
    y[0] += 1
    return y


def two_names_for_one(x, n):
    if n <= 0:
        return x
    y = two_names_for_one(x, n - 1)
    z = two_names_for_one(y, n - 2)
    z[0] += 1
    return y + z


def merge_sorted(x):
    if len(x) <= 1:
        return x
    middle = len(x) // 2
    a, b = merge_sorted(x[:middle]), merge_sorted(x[middle:])
    out = np.empty(len(x))
    i = j = 0
    for k in range(len(x)):
        if j >= len(b) or (i < len(a) and a[i] <= b[j]):
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
    return out


def sums_in_place(x, low, high):
    if high - low <= 1:
        return high
    middle = (low + high) // 2
    left = sums_in_place(x, low, middle)
    right = sums_in_place(x, middle, high)
    x[low] += x[middle] + left
    return right


def of_two_classes(n, x):
    if n == 0:
        return 1
    if n == 1:
        return x
    return of_two_classes(n - 1, x) + of_two_classes(n - 2, x)


def pair(n):
    if n == 0:
        return 0, 1.0
    total, share = pair(n - 1)
    return total + n, share * 0.5


def none_at_the_end(n, x):
    if n == 0:
        return None
    if x > 3:
        return x
    return none_at_the_end(n - 1, x + 1)


def of_two_shapes(n):
    if n == 0:
        return np.zeros(2)
    if n == 1:
        return np.zeros(3, int)
    return of_two_shapes(n - 2) * 2


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def fails_at_the_end(n):
    if n == 0:
        raise ValueError("end")
    return fails_at_the_end(n - 1) + 1


MADE = [0]


def counted(n):
    MADE[0] = MADE[0] + 1 if n else 0
    return n if n == 0 else counted(n - 1) + MADE[0]


CASES = [
    case(doubled, (floats(0, 1, 2), i64(5)), (floats(1), i64(2)), (f64(3), i64(4))),
    case(changes_what_it_got, (floats(0, 1), i64(5)), (floats(3), i64(0))),
    case(two_names_for_one, (floats(0, 1), i64(6)), (floats(0, 1), i64(9))),
    case(merge_sorted, floats(3, 1, 2, 9, -4, 5, 5), floats(2, 1), floats()),
    case(sums_in_place, (np.arange(20.0), i64(0), i64(20))),
    case(of_two_classes, (i64(8), 0.5), (i64(7), 2), (i64(6), f64(1))),
    case(pair, i64(9), i64(0)),
    case(none_at_the_end, (i64(3), 0.5), (i64(9), 0.5)),
    case(of_two_shapes, i64(8), i64(9)),
    case(even, i64(8), i64(9)),
    case(fails_at_the_end, i64(6), raises=ValueError),
    case(counted, i64(6), i64(9)),
]

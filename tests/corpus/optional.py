"""None or a number; sentinels; values that may be absent."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def none_then_number(x):
    best = None
    for v in x:
        if best is None or v > best:
            best = v
    return best


def none_default(x, low=None, high=None):
    if low is not None and x < low:
        return low
    if high is not None and x > high:
        return high
    return x


def index_or_none(x, key):
    where = None
    for i in range(len(x)):
        if x[i] == key:
            where = i
    if where is None:
        return "missing"
    return where + 1


def none_on_one_path(x):
    y = None
    if x > 0:
        y = x * 2
    return y


def none_on_other_path(x):
    if x > 0:
        y = x
    else:
        y = None
    if y is not None:
        y = y + 1
    return y


def none_used_as_number(x):
    y = None
    if x > 0:
        y = 1
    return x + y


def none_array(x):
    y = None
    if x[0] > 0:
        y = x * 2
    if y is None:
        return x
    return y.sum()


def none_in_tuple(x):
    pair = (None, 0)
    for i, v in enumerate(x):
        if pair[0] is None or v < pair[0]:
            pair = (v, i)
    return pair


def none_accumulator(x):
    total = None
    for v in x:
        total = v if total is None else total + v
    return total


def reset_to_none(x):
    previous = None
    repeats = 0
    for v in x:
        if v < 0:
            previous = None
            continue
        if previous is not None and previous == v:
            repeats += 1
        previous = v
    return repeats, previous


def none_as_flag_in_while(n):
    result = None
    while result is None:
        if n % 5 == 0:
            result = n
        n += 1
    return result


def first_and_last(x):
    first = last = None
    for v in x:
        if v > 0:
            if first is None:
                first = v
            last = v
    return first, last


def sentinel_minus_one(x):
    best = -1
    for i in range(len(x)):
        if x[i] > 0 and (best == -1 or x[i] < x[best]):
            best = i
    return best


def sentinel_infinity(x):
    best = np.inf
    for v in x:
        if v < best:
            best = v
    return best


def sentinel_nan(x):
    last = np.nan
    for v in x:
        if np.isnan(last) or v > last:
            last = v
    return last


def maybe_pair(x):
    if x > 0:
        pair = (x, x + 1)
    else:
        pair = None
    if pair is None:
        return 0
    a, b = pair
    return a * b


def optional_function(x, f=None):
    if f is None:
        return x
    return f(x) if x > 0 else f(-x)


def optional_output(x, out=None):
    if out is None:
        out = np.empty_like(x)
    for i in range(len(x)):
        out[i] = x[i] if x[i] > 0 else 0
    return out


def none_equality(x, y):
    if x == y:
        return "equal"
    return "not"


def number_or_string(x):
    if x > 0:
        r = x
    else:
        r = "negative"
    if isinstance(r, str):
        return len(r)
    return r


def previous_row(m):
    previous = None
    jumps = []
    for row in m:
        if previous is not None:
            jumps.append(np.abs(row - previous).max())
        previous = row
    return jumps


def optional_index_is_newaxis(x):
    i = None
    if x.sum() > 3:
        i = 0
    return x[i]


def optional_in_arithmetic(x):
    shift = None
    for v in x:
        if shift is not None:
            v = v - shift
        shift = v
    return shift


def optional_axis(x, axis=None):
    if x.ndim > 1 and axis is None:
        axis = 0
    return x.sum(axis=axis)


def peek(items, i):
    item = items[i] if i < len(items) else None
    if item is None:
        return -1
    return item


def lookup(table, key):
    value = table.get(key)
    if value is None:
        return 0
    return value * 2


def two_optionals(x):
    lo = None
    hi = None
    for v in x:
        if v < 0:
            lo = v if lo is None else max(lo, v)
        else:
            hi = v if hi is None else min(hi, v)
    if lo is None or hi is None:
        return None
    return hi - lo


def swap_none(x, n):
    a, b = x, None
    for _ in range(n):
        a, b = b, a
    return a, b


def not_none_in_the_test_of_an_inner_loop(x, n):
    previous, total = None, 0
    for _ in range(n):
        k = 0
        while k < 3 and previous is not None:
            k += 1
            total = total + previous.sum() * k
        previous = x + total
    return total


def not_none_behind_a_number(x, n):
    last = None
    for i in range(n):
        k = n
        while k > i and (last is None or last[0] < k):
            k -= 1
            last = x if last is None else last + 1
        if k and last is not None:
            x = x * 2
    return x, last


class Offset:
    def __init__(self, by):
        self.by = by

    def __call__(self, x):
        return x + self.by


def called_if_there(one, other, x):
    chosen = one if x > 0 else other
    return chosen(x)


def advanced_on_one_path(items, x):
    if x > 0:
        return next(items, None)
    return x


CASES = [
    case(
        not_none_in_the_test_of_an_inner_loop,
        *[(ints(0, 1, 2), i64(n)) for n in (1, 2, 4)],
    ),
    case(not_none_behind_a_number, *[(ints(0, 1), i64(n)) for n in (1, 2, 5)]),
    case(none_then_number, floats(1, 3, 2), ints(), ints(5), core=True),
    case(none_default, f64(5), (f64(5), 6), (f64(5), None, 4), (i64(5), 1, i64(9))),
    case(index_or_none, (ints(1, 2, 1), 1), (ints(1), 9), (ints(), 1), core=True),
    case(none_on_one_path, f64(1), f64(-1)),
    case(none_on_other_path, f64(1), f64(-1)),
    case(none_used_as_number, f64(1), f64(-1), raises=TypeError),
    case(none_array, floats(1, 2), floats(-1, 2), ints(1)),
    case(none_in_tuple, floats(3, 1, 2), ints(), ints(5)),
    case(none_accumulator, floats(1, 2), ints(), ints(100, 100, dtype=np.int8)),
    case(reset_to_none, floats(1, 1, -1, 1), ints(), ints(-1)),
    case(none_as_flag_in_while, i64(3), i64(5), f64(1)),
    case(first_and_last, floats(1, -1, 3), ints(-1), floats(2)),
    case(sentinel_minus_one, floats(1, -1, 0.5), ints(-1), floats()),
    case(sentinel_infinity, floats(1, -1), ints(4), floats()),
    case(sentinel_nan, floats(1, -1, 3), floats("nan", 2, "nan"), floats()),
    case(maybe_pair, f64(1), f64(-1), i64(2)),
    case(optional_function, (f64(4),), (f64(4), np.sqrt), (f64(-4), np.sqrt)),
    case(
        optional_output,
        floats(1, -1),
        (floats(1, -1), np.zeros(2)),
        (ints(3), np.zeros(2)),
    ),
    case(none_equality, (f64(1), None), (None, None), (i64(1), 1.0)),
    case(number_or_string, f64(1), f64(-1)),
    case(previous_row, grid(3, 2), grid(1, 2), grid(0, 2)),
    case(optional_index_is_newaxis, floats(1, 5), floats(1, 1)),
    case(optional_in_arithmetic, floats(1, 5, 2), ints(), ints(4)),
    case(optional_axis, floats(1, 5), grid(2, 3), (grid(2, 3), 1)),
    case(peek, ([1, 2], i64(1)), ([1, 2], i64(5)), ([None], i64(0)), (floats(1), 0)),
    case(lookup, ({"a": f64(1)}, "a"), ({"a": f64(1)}, "b"), ({1: 2}, 1)),
    case(two_optionals, floats(1, -1, 3, -0.5), floats(1), floats(), ints(-2, 2)),
    case(swap_none, (f64(1), i64(3)), (i64(1), i64(0))),
    case(
        called_if_there,
        lambda: (Offset(1), Offset(2), f64(1)),
        lambda: (Offset(1), None, f64(1)),
        lambda: (Offset(1), None, f64(-1)),
        lambda: (None, Offset(3), f64(1)),
        raises=TypeError,
    ),
    case(
        advanced_on_one_path,
        ((1, 2), f64(1)),
        ({1: 2}, f64(1)),
        (3, f64(1)),
        lambda: (iter([1]), f64(1)),
        ([1], f64(-1)),
        raises=TypeError,
    ),
]

"""for: over arrays, rows, ranges, lists; else; the loop variable afterwards."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    bools,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def total(x):
    s = 0
    for v in x:
        s = s + v
    return s


def total_float(x):
    s = 0.0
    for v in x:
        s += v
    return s


def dot(x, y):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y[i]
    return s


def count_positive(x):
    n = 0
    for v in x:
        if v > 0:
            n += 1
    return n


def maximum(x):
    best = x[0]
    for v in x[1:]:
        if v > best:
            best = v
    return best


def argmax(x):
    best = 0
    for i in range(1, len(x)):
        if x[i] > x[best]:
            best = i
    return best


def mean_and_variance(x):
    n = 0
    mean = 0.0
    m2 = 0.0
    for v in x:
        n += 1
        d = v - mean
        mean += d / n
        m2 += d * (v - mean)
    if n < 2:
        return mean, float("nan")
    return mean, m2 / (n - 1)


def running_sum(x):
    out = np.zeros_like(x)
    s = 0
    for i in range(len(x)):
        s += x[i]
        out[i] = s
    return out


def sum_of_rows(m):
    s = np.zeros(m.shape[1])
    for row in m:
        s = s + row
    return s


def row_norms(m):
    out = np.empty(len(m))
    for i, row in enumerate(m):
        out[i] = np.sqrt((row * row).sum())
    return out


def range_with_symbolic_stop(n):
    s = 0
    for i in range(n):
        s += i * i
    return s


def range_start_stop_step(a, b, c):
    s = 0
    for i in range(a, b, c):
        s = s * 2 + i
    return s


def range_backwards(n):
    out = 0
    for i in range(n - 1, -1, -1):
        out = out * 10 + i
    return out


def loop_variable_after(n):
    i = -1
    for i in range(n):
        pass
    return i


def loop_variable_unbound_when_empty(n):
    for i in range(n):
        pass
    return i


def loop_variable_rebound(n):
    s = 0
    for i in range(n):
        i = i * 2
        s += i
    return s


def for_else(x, key):
    for i in range(len(x)):
        if x[i] == key:
            where = i
            break
    else:
        where = -1
    return where


def for_else_without_break(x):
    s = 0
    for v in x:
        s += v
    else:
        s *= 2
    return s


def over_list_of_numbers(xs, y):
    for v in xs:
        if y > v:
            y = y - v
    return y


def over_tuple_of_arrays(arrays, t):
    s = 0
    for a in arrays:
        if a.sum() > t:
            s = s + a.sum()
    return s


def over_dict(weights, x):
    out = 0.0
    for name in weights:
        if name != "bias":
            out += weights[name] * x
    return out + weights["bias"]


def over_dict_items(limits, x):
    for name, limit in limits.items():
        if x > limit:
            return name
    return None


def over_string(text, x):
    for letter in text:
        if letter == "+":
            x = x + 1
        elif letter == "-":
            x = x - 1
        else:
            x = x * 2
    return x


def over_nested_lists(rows, x):
    for row in rows:
        for v in row:
            if x < v:
                x += v
    return x


def bound_changes_inside(n):
    k = 0
    for i in range(n):
        n = n - 1
        k += 1
    return n, k


def sequence_rebound_inside(x):
    s = 0
    for v in x:
        x = x * 2
        s += v + x[0]
    return s


def written_while_iterated(x):
    s = 0
    for i, v in enumerate(x):
        s += v
        if i + 1 < len(x):
            x[i + 1] += v
    return s


def alternate_signs(x):
    s = 0
    sign = 1
    for v in x:
        s += sign * v
        sign = -sign
    return s


def last_and_previous(x):
    previous = 0
    current = 0
    for v in x:
        previous = current
        current = v
    return previous, current


def shift_register(x):
    a = b = c = 0
    for v in x:
        a, b, c = b, c, v
    return a, b, c


def count_runs(x):
    runs = 0
    previous = None
    for v in x:
        if previous is None or v != previous:
            runs += 1
        previous = v
    return runs


def longest_run(x):
    best = 0
    length = 0
    for i in range(len(x)):
        if i > 0 and x[i] == x[i - 1]:
            length += 1
        else:
            length = 1
        best = max(best, length)
    return best


def max_subarray(x):
    best = x[0]
    here = x[0]
    for v in x[1:]:
        here = max(v, here + v)
        best = max(best, here)
    return best


def polynomial(coefficients, x):
    y = 0
    for c in coefficients:
        y = y * x + c
    return y


def powers(x, n):
    p = 1
    out = []
    for _ in range(n):
        out.append(p)
        p = p * x
    return out


def trapezoid(y, h):
    s = (y[0] + y[-1]) / 2
    for i in range(1, len(y) - 1):
        s += y[i]
    return s * h


def nested_for(m):
    s = 0
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if i == j:
                s += m[i, j]
            elif i < j:
                s -= m[i, j]
    return s


def triangle_sum(n):
    s = 0
    for i in range(n):
        for j in range(i):
            s += i * j
    return s


def matmul_loops(a, b):
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
    return c


def transpose_loops(m):
    out = np.empty((m.shape[1], m.shape[0]), m.dtype)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            out[j, i] = m[i, j]
    return out


def over_columns(m):
    out = []
    for column in m.T:
        if column[0] > 0:
            out.append(column.max())
        else:
            out.append(column.min())
    return out


def over_flat(m):
    s = 0
    for v in m.flat:
        if v > 2:
            s += v
    return s


def over_reversed(x):
    s = 0
    for v in reversed(x):
        s = s / 2 + v
    return s


def over_zip(x, y):
    s = 0
    for a, b in zip(x, y):
        if a > b:
            s += a - b
    return s


def over_zip_uneven(x, y):
    n = 0
    for a, b in zip(x, y):
        n += 1
        last = a + b
    return n, last


def over_enumerate_start(x):
    s = 0
    for i, v in enumerate(x, 1):
        s += i * v
    return s


def over_enumerate_from(x, n):
    s = 0
    for i, v in enumerate(x, n):
        s += i * v
        if s > 20:
            break
    return s, [i for i, v in enumerate(x, start=n) if v > 1]


def over_enumerate_zip(x, y):
    s = 0
    for i, (a, b) in enumerate(zip(x, y)):
        if a < b:
            s += i
    return s


def over_arange(n):
    s = 0
    for v in np.arange(n):
        s += v
    return s


def over_linspace(n):
    s = 0.0
    for t in np.linspace(0, 1, n):
        s += t * t
    return s


def over_zero_dim(x):
    for v in x:
        return v
    return None


def over_scalar(x):
    s = 0
    for v in x + 1:
        s += v
    return s


def item_is_a_view(m):
    for row in m:
        row[0] = 7
        row *= 2
    return m.sum()


def unpack_rows(points):
    s = 0
    for x, y in points:
        s += x * y
    return s


def unpack_star(rows):
    s = 0
    for first, *rest in rows:
        s += first * len(rest)
    return s


def long_range(x):
    for i in range(300):
        if i % 7 == 0:
            x = x + i
    return x


def for_over_range_object(r, x):
    for i in r:
        x = x * 2 - i
    return x


def unused_loop_variable(x, n):
    for _ in range(n):
        x = np.sqrt(x)
    return x


def target_is_item(x):
    box = [0]
    s = 0
    for box[0] in x:
        s += box[0]
    return s, box


CASES = [
    case(
        total,
        floats(1, 2, 3),
        ints(),
        ints(1, 2, dtype=np.int8),
        bools(1, 1),
        core=True,
    ),
    case(
        total_float,
        floats(1, 2, 3),
        floats(),
        ints(4, 5),
        floats(1, dtype=np.float32),
        core=True,
    ),
    case(
        dot,
        (floats(1, 2), floats(3, 4)),
        (ints(1, 2), floats(3, 4)),
        (floats(), floats()),
        core=True,
    ),
    case(count_positive, floats(1, -2, 3), floats(), ints(0, 1)),
    case(maximum, floats(1, 5, 3), ints(2), floats(), raises=IndexError, core=True),
    case(argmax, floats(1, 5, 3), ints(2), floats()),
    case(
        mean_and_variance,
        floats(1, 2, 4),
        floats(3),
        floats(),
        ints(1, 2, 9),
        core=True,
    ),
    case(
        running_sum,
        floats(1, 2, 3),
        ints(1, 2),
        floats(),
        ints(200, 100, dtype=np.uint8),
        core=True,
    ),
    case(sum_of_rows, grid(3, 2), grid(1, 4), grid(0, 3), core=True),
    case(row_norms, grid(3, 2), grid(1, 1)),
    case(
        range_with_symbolic_stop,
        i64(5),
        i64(0),
        i64(-2),
        4,
        f64(2),
        raises=TypeError,
        core=True,
    ),
    case(
        range_start_stop_step,
        (i64(1), i64(9), i64(3)),
        (9, i64(0), -2),
        (i64(0), 3, i64(0)),
        raises=ValueError,
    ),
    case(range_backwards, i64(5), i64(0), 3),
    case(loop_variable_after, i64(5), i64(0)),
    case(loop_variable_unbound_when_empty, i64(5), i64(0), raises=UnboundLocalError),
    case(loop_variable_rebound, i64(5), i64(0)),
    case(
        for_else,
        (ints(3, 1, 2), i64(1)),
        (ints(3, 1, 2), i64(9)),
        (ints(), 1),
        (floats(1, 2), 2),
        core=True,
    ),
    case(for_else_without_break, floats(1, 2), floats()),
    case(
        over_list_of_numbers,
        ([1, 2, 3], f64(4)),
        ([], f64(4)),
        ([0.5, 2], i64(2)),
        core=True,
    ),
    case(
        over_tuple_of_arrays,
        ((floats(1, 2), ints(5)), 2),
        ((), 2),
        ((floats(1),), f64(3)),
    ),
    case(over_dict, ({"a": 2.0, "bias": 1.0}, f64(3)), ({"bias": 0}, floats(1, 2))),
    case(
        over_dict_items,
        ({"high": 10, "low": 1}, i64(5)),
        ({"high": 10}, i64(5)),
        ({}, f64(1)),
    ),
    case(over_string, ("+-*", f64(3)), ("", f64(3)), ("++", i64(1))),
    case(over_nested_lists, ([[1, 2], [3]], i64(1)), ([[], [9]], f64(2))),
    case(bound_changes_inside, i64(4), i64(0)),
    case(sequence_rebound_inside, floats(1, 2), ints(1, 2, 3), floats()),
    case(written_while_iterated, floats(1, 2, 3), ints(1), floats()),
    case(alternate_signs, floats(1, 2, 3), ints(), ints(1, 2)),
    case(last_and_previous, floats(1, 2, 3), floats(1), floats()),
    case(shift_register, floats(1, 2), floats(1, 2, 3, 4), ints(), floats(9)),
    case(count_runs, ints(1, 1, 2, 2, 1), ints(), floats(0.5)),
    case(longest_run, ints(1, 1, 2, 2, 2, 1), ints(), floats(0.5)),
    case(
        max_subarray,
        ints(-2, 1, -3, 4, -1, 2, 1, -5, 4),
        floats(-1.5),
        ints(),
        raises=IndexError,
        core=True,
    ),
    case(
        polynomial,
        (floats(1, 2, 3), f64(2)),
        ([1, 2, 3], i64(2)),
        (floats(), 1),
        (ints(2, 1), floats(1, 2)),
        core=True,
    ),
    case(powers, (f64(2), i64(4)), (i64(3), i64(0)), (2, i64(3))),
    case(
        trapezoid,
        (floats(0, 1, 4, 9), 1.0),
        (floats(1, 2), 0.5),
        (ints(1, 2, 3), i64(2)),
    ),
    case(
        nested_for, grid(3, 3), grid(2, 3), grid(0, 2), grid(2, 2, np.int32), core=True
    ),
    case(triangle_sum, i64(6), i64(0), 4),
    case(
        matmul_loops,
        (grid(2, 3), grid(3, 2)),
        (grid(1, 1), grid(1, 2)),
        (grid(2, 0), grid(0, 2)),
        core=True,
    ),
    case(transpose_loops, grid(2, 3), grid(1, 1, np.int8), grid(0, 2)),
    case(over_columns, grid(2, 3), grid(3, 1), grid(2, 0)),
    case(over_flat, grid(2, 3), floats(1, 5), np.array(4.0)),
    case(over_reversed, floats(1, 2, 3), ints(4, 5), floats()),
    case(
        over_zip,
        (floats(3, 1), floats(1, 2)),
        (ints(5, 6, 7), ints(1)),
        (ints(), ints()),
        core=True,
    ),
    case(
        over_zip_uneven,
        (floats(3, 1), floats(1, 2, 3)),
        (ints(1), [4, 5]),
        (ints(), ints(1)),
        raises=UnboundLocalError,
    ),
    case(
        over_enumerate_start,
        floats(3, 1),
        ints(),
        ints(2, 2, dtype=np.int32),
        core=True,
    ),
    case(
        over_enumerate_from,
        ([3, 1, 2], i64(2)),
        (floats(3, 1), i64(20)),
        ((1, 2), np.int32(-1)),
        ({1: 2, 3: 4}, 3),
        ([], i64(1)),
        (ints(1, 2), f64(1.5)),
        raises=TypeError,
    ),
    case(
        over_enumerate_zip, (floats(1, 2), floats(2, 1)), (ints(0, 0, 0), ints(1, 1, 1))
    ),
    case(over_arange, i64(4), i64(0), f64(2.5), 3),
    case(over_linspace, i64(5), i64(1), 3),
    case(over_zero_dim, floats(1, 2), floats(), np.array(3.0), raises=TypeError),
    case(over_scalar, floats(1, 2), f64(3), raises=TypeError),
    case(item_is_a_view, grid(2, 2), grid(1, 3, np.int64), grid(0, 2)),
    case(unpack_rows, grid(3, 2), grid(0, 2), grid(2, 3), raises=ValueError),
    case(unpack_star, grid(2, 3), grid(1, 1), [[1, 2], [3]]),
    case(long_range, f64(1), i64(0)),
    case(
        for_over_range_object,
        (range(3), i64(1)),
        (range(5, 0, -2), f64(1)),
        (range(0), 1),
    ),
    case(unused_loop_variable, (f64(16), i64(2)), (floats(1, 4), 1), (f64(2), i64(0))),
    case(target_is_item, floats(1, 2), ints(), ints(5)),
]

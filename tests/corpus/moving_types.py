"""Values whose type, dtype or shape changes along the way; NEP 50; wrapping."""

from __future__ import annotations

import math

import numpy as np

from tests.corpus.case import (
    FALSE,
    TRUE,
    bools,
    c128,
    case,
    f32,
    f64,
    floats,
    grid,
    i8,
    i32,
    i64,
    ints,
    u8,
    u64,
    wave,
)


def int_then_float(n):
    x = 0
    while n > 0:
        x = x + n / 2
        n -= 1
    return x


def int_or_float_by_path(x):
    if x > 0:
        y = 1
    else:
        y = 1.5
    return y * 2


def int_int8_join(x, c):
    s = 300 if c else x[0]
    return s


def weak_int_overflows(x, c):
    if c > 0:
        k = 300
    else:
        k = 3
    return x[0] + k


def int32_plus_python(x):
    return x * 2 + 1, x / 2, x // 2, x**2, x % 3


def float32_stays(x):
    y = x * 0.1 + 1
    if y > 1:
        y = y * 2
    return y


def float32_meets_float64(x, y):
    if x > y:
        return x * y
    return x + np.float64(y)


def bool_arithmetic(x):
    flag = x > 0
    return flag + 1, flag * 2.5, flag + flag, -x


def bool_becomes_int(x):
    count = False
    for v in x:
        count = count + (v > 0)
    return count


def uint_minus(a, b):
    return a - b


def int8_accumulates(x):
    s = np.int8(0)
    for v in x:
        s = s + v
    return s


def python_int_stays_exact(n):
    x = 1
    for _ in range(n):
        x = x * 10
    return x


def numpy_int_wraps(n):
    x = np.int64(1)
    for _ in range(n):
        x = x * 10
    return x


def python_int_meets_numpy(n, k):
    x = 1
    for i in range(n):
        x = x * 1000
    return x + k


def negative_power(x, n):
    if n < 0:
        return 1 / x**-n
    return x**n


def python_power(n):
    r = 2
    if n > 0:
        r = r ** int(n)
    else:
        r = r**-1
    return r


def integer_power_negative(x, n):
    return x**n


def sqrt_of_negative(x):
    return x**0.5


def complex_by_path(x):
    if x < 0:
        r = np.sqrt(-x) * 1j
    else:
        r = np.sqrt(x)
    return r


def complex_loop(z, n):
    c = z
    for _ in range(n):
        z = z * z + c
        if abs(z) > 2:
            break
    return z, z.real, z.imag


def scalar_to_array(x, n):
    y = 0
    for i in range(n):
        y = y + x * i
    return y


def array_to_scalar(x):
    while x.ndim > 0:
        x = x.sum(axis=0)
    return x


def rank_grows(x, n):
    for _ in range(n):
        x = x[None]
    return x


def zero_dim_result(x):
    y = np.array(x)
    z = y + 1
    if z > 1:
        y = np.asarray(z)
    return y, z


def zero_dim_in_place(x):
    y = np.array(x)
    y += 1
    if y > 1:
        y *= 2
    return y


def length_one_is_not_scalar(x):
    y = x[:1]
    if y > 0:
        y = y[0]
    return y


def reshape_in_loop(x):
    while x.shape[0] > 1:
        x = x.reshape(x.shape[0] // 2, -1)
    return x


def append_in_while(x, limit):
    while x.sum() < limit:
        x = np.append(x, x[-1] + 1)
    return x


def concatenate_by_branch(x):
    out = x[:0]
    for v in x:
        if v > 0:
            out = np.concatenate([out, [v]])
        else:
            out = np.concatenate([[v], out])
    return out


def boolean_mask_shrinks(x):
    turns = 0
    while x.size > 0:
        x = x[x > x.mean()]
        turns += 1
    return turns


def dtype_widens_in_loop(x):
    y = x
    for k in range(3):
        if k == 1:
            y = y * 0.5
        y = y + 1
    return y


def dtype_by_path(x):
    if x.sum() > 3:
        y = x.astype(np.float32)
    else:
        y = x.astype(np.int16)
    return y + 1


def true_divide_once(x):
    y = x
    if x > 1:
        y = x / 1
    return y


def floor_kinds(x):
    return int(x), np.floor(x), x // 1, round(x), math.floor(x)


def cast_in_loop(x):
    s = 0
    for v in x:
        s += int(v)
    return s


def cast_to_float(x):
    s = 0.0
    for v in x:
        s += float(v)
    return s


def item_to_python(x):
    total = 0
    for i in range(x.size):
        if x[i].item() > 1:
            total += x[i].item()
    return total


def tolist_loop(x):
    s = 0
    for v in x.tolist():
        if v > 0:
            s += v
    return s


def mixed_minimum(x, y):
    return min(x, y), max(x, y), min(x, 0), max(0.5, y)


def string_or_number(x):
    out = 0
    if x > 2:
        out = "big"
    elif x > 1:
        out = b"mid"
    return out


def list_or_array(xs, c):
    ys = xs
    if c > 0:
        ys = np.array(xs)
    return ys * 2


def tuple_or_number(x):
    r = x
    if x > 0:
        r = (x, 1)
    return r


def tuple_lengths_differ(x):
    t = (x,)
    if x > 0:
        t = (x, x + 1)
    return len(t), t[-1], t


def number_of_any_kind(x):
    y = x + 1
    z = y * 2
    if z > 5:
        z = z - 0.5
    return y, z


def divide_by_zero_kinds(x, y):
    return x / y


def integer_divide_by_zero(x, y):
    return x // y, x % y


def overflow_warning(x):
    y = x * x
    if y > 0:
        return y
    return -y


def shift_kinds(x, n):
    return x << n, x >> n, x & n, x | n, x ^ n, ~x


def divmod_kinds(x, y):
    q, r = divmod(x, y)
    if r:
        q = q + 1
    return q, r


def unsigned_compare(x):
    if x > -1:
        return x + 1
    return 0


def int_float_equality(x):
    y = x
    if x == 2:
        y = 2.0
    return y, y == 2


def constants_alike(x):
    if x > 2:
        r = True
    elif x > 1:
        r = 1
    elif x > 0:
        r = 1.0
    else:
        r = np.int64(1)
    return r


def zeros_alike(x):
    if x > 1:
        r = 0.0
    elif x > 0:
        r = -0.0
    else:
        r = 0
    return r, np.signbit(r)


def sum_of_bools(x):
    n = sum(x > 0)
    m = (x > 0).sum()
    return n, m, np.count_nonzero(x > 0)


def datetime_steps(n):
    day = np.datetime64("2024-02-27")
    while n > 0:
        day = day + np.timedelta64(1, "D")
        n -= 1
    return day


CASES = [
    case(int_then_float, i64(3), i64(0), 2),
    case(int_or_float_by_path, f64(1), f64(-1), core=True),
    case(
        int_int8_join, (ints(5, dtype=np.int8), TRUE), (ints(5, dtype=np.int8), FALSE)
    ),
    case(
        weak_int_overflows,
        (ints(5, dtype=np.int8), f64(1)),
        (ints(5, dtype=np.int8), f64(-1)),
        raises=OverflowError,
    ),
    case(int32_plus_python, i32(7), i8(100), u8(200), i64(-7), f32(2.5)),
    case(float32_stays, f32(1), f32(-1), floats(1, dtype=np.float32)),
    case(
        float32_meets_float64, (f32(2), 1.5), (f32(0.1), f64(1.5)), (f32(0.1), f32(2))
    ),
    case(bool_arithmetic, i64(1), f64(-1), u8(3)),
    case(bool_becomes_int, floats(1, -1, 2), ints()),
    case(
        uint_minus,
        (u8(3), u8(5)),
        (u64(3), i64(5)),
        (u8(3), 5),
        (u8(3), 300),
        raises=OverflowError,
    ),
    case(
        int8_accumulates,
        ints(100, 100, dtype=np.int8),
        ints(1, 2),
        floats(),
        ints(1, dtype=np.uint8),
    ),
    case(python_int_stays_exact, i64(30), i64(0), 25),
    case(numpy_int_wraps, i64(30), i64(0), 5),
    case(
        python_int_meets_numpy,
        (i64(2), i64(5)),
        (i64(9), i64(5)),
        (i64(9), f64(5)),
        raises=OverflowError,
    ),
    case(negative_power, (f64(2), i64(-3)), (f64(2), i64(3)), (i64(2), -2)),
    case(python_power, i64(5), i64(-1), f64(70)),
    case(
        integer_power_negative,
        (i64(2), 3),
        (f64(2), -3),
        (i64(2), -1),
        raises=ValueError,
    ),
    case(sqrt_of_negative, f64(-4), f64(4), -4, floats(-1, 4), i64(-1)),
    case(complex_by_path, f64(-4), f64(4), i64(-9)),
    case(complex_loop, (c128(0.1 + 0.5j), i64(5)), (c128(2), 5), (0.2j, i64(3))),
    case(scalar_to_array, (floats(1, 2), i64(3)), (floats(1, 2), i64(0)), (i64(2), 2)),
    case(array_to_scalar, grid(2, 3), floats(1, 2), f64(3), np.array(2)),
    case(rank_grows, (floats(1, 2), i64(2)), (floats(1), i64(0))),
    case(zero_dim_result, f64(2), i64(-3), 5, np.array(1.5)),
    case(zero_dim_in_place, f64(2), i64(-3), 5, np.array(1.5)),
    case(length_one_is_not_scalar, floats(1, 2), floats(-1), ints(3)),
    case(reshape_in_loop, floats(1, 2, 3, 4), floats(1), ints(1, 2, 3)),
    case(append_in_while, (floats(1, 2), 20), (ints(5), i64(3)), (ints(1), f64(9.5))),
    case(concatenate_by_branch, floats(1, -2, 3), ints(), ints(1, -1)),
    case(boolean_mask_shrinks, floats(1, 2, 3, 9), ints(), wave(10)),
    case(dtype_widens_in_loop, ints(1, 2), i64(3), floats(1, dtype=np.float32)),
    case(dtype_by_path, ints(1, 5), floats(1, 1.7), ints(9, dtype=np.uint8)),
    case(true_divide_once, i64(3), i64(1), 5, -5),
    case(floor_kinds, f64(2.5), f64(-2.5), i64(3), f32(1.5)),
    case(cast_in_loop, floats(1.9, -1.9), ints(), floats("nan"), raises=ValueError),
    case(cast_to_float, ints(1, 2), floats(dtype=np.float32), bools(1)),
    case(item_to_python, ints(1, 2, 3), floats(), floats(1.5, dtype=np.float32)),
    case(tolist_loop, ints(1, -2, 3), floats(), floats(1.5, dtype=np.float32)),
    case(
        mixed_minimum,
        (i64(1), f64(1)),
        (f64(-1), i64(2)),
        (i8(0), u8(0)),
        (f64("nan"), 1),
    ),
    case(string_or_number, f64(3), f64(1.5), f64(0)),
    case(list_or_array, ([1, 2], f64(1)), ([1, 2], f64(-1))),
    case(tuple_or_number, f64(1), f64(-1)),
    case(tuple_lengths_differ, f64(1), f64(-1)),
    case(number_of_any_kind, i64(1), f32(9), u8(255), 3, 2.5, TRUE, c128(1j)),
    case(
        divide_by_zero_kinds,
        (f64(1), f64(0)),
        (i64(0), i64(0)),
        (floats(1, -1), 0),
        (1, 0),
        raises=ZeroDivisionError,
    ),
    case(
        integer_divide_by_zero,
        (i64(5), i64(0)),
        (f64(5), f64(0)),
        (ints(1, 2), ints(0, 2)),
        (5, 0),
        raises=ZeroDivisionError,
    ),
    case(overflow_warning, i64(10**10), f64(1e200), i8(100), f32(1e30), 10**10),
    case(shift_kinds, (i64(5), i64(2)), (u8(200), 3), (5, i64(1)), (i32(-5), 1)),
    case(divmod_kinds, (i64(7), i64(2)), (f64(-7.5), 2), (7, i64(-2)), (i64(6), 3)),
    case(unsigned_compare, u8(3), u64(0), u8(255)),
    case(int_float_equality, i64(2), i64(3), f32(2), 2),
    case(constants_alike, f64(3), f64(1.5), f64(0.5), f64(-1)),
    case(zeros_alike, f64(3), f64(0.5), f64(-1)),
    case(sum_of_bools, floats(1, -1, 2), ints(), ints(0)),
    case(datetime_steps, i64(3), i64(0)),
]

"""if, elif, else: with and without bindings, on scalars and reduced arrays."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    FALSE,
    TRUE,
    case,
    f32,
    f64,
    floats,
    grid,
    i32,
    i64,
    ints,
    u8,
    u64,
)


def absolute(x):
    if x < 0:
        x = -x
    return x


def sign(x):
    if x > 0:
        s = 1
    elif x < 0:
        s = -1
    else:
        s = 0
    return s


def relu(x):
    if x > 0:
        return x
    return 0


def clamp(x, low, high):
    if x < low:
        x = low
    if x > high:
        x = high
    return x


def larger(a, b):
    if a > b:
        m = a
    else:
        m = b
    return m


def if_without_else_keeps_value(x, y):
    z = y
    if x > 1:
        z = x * y
    return z


def two_results(x):
    if x > 0:
        a, b = x, x + 1
    else:
        a, b = -x, x - 1
    return a, b


def nested_three(x, y):
    if x > 0:
        if y > 0:
            q = 1
        else:
            q = 4
    else:
        if y > 0:
            q = 2
        else:
            q = 3
    return q


def empty_branch(x):
    if x > 0:
        pass
    else:
        x = x + 10
    return x


def grade(score):
    if score >= 90:
        letter = "A"
    elif score >= 80:
        letter = "B"
    elif score >= 70:
        letter = "C"
    elif score >= 60:
        letter = "D"
    else:
        letter = "F"
    return letter


def normalize_if_needed(x):
    total = x.sum()
    if total > 1:
        x = x / total
    return x


def test_on_max(x):
    if x.max() > 3:
        return x - x.max()
    return x * 2


def all_positive(x):
    if (x > 0).all():
        return np.log(x)
    return np.log(np.abs(x) + 1)


def any_negative(x):
    if np.any(x < 0):
        return np.where(x < 0, 0, x)
    return x


def shape_dependent(x):
    if x.ndim == 1:
        return x.sum()
    elif x.shape[0] > x.shape[1]:
        return x.sum(axis=0)
    else:
        return x.sum(axis=1)


def dtype_dependent(x):
    if x.dtype == np.float64:
        return x / 2
    if np.issubdtype(x.dtype, np.integer):
        return x // 2
    return x


def size_one_truth(x):
    if x:
        return "truthy"
    return "falsy"


def truth_of_product(x, y):
    if x * y:
        return x + y
    return x - y


def number_truth(n):
    count = 0
    if n:
        count += 1
    if not n:
        count += 10
    return count


def compare_chain(x):
    if 0 < x < 10:
        return x * 10
    elif -10 < x <= 0:
        return x * -10
    return x


def mixed_types_of_branches(x):
    if x > 2:
        r = 1
    elif x > 1:
        r = 2.5
    elif x > 0:
        r = x
    else:
        r = True
    return r


def array_or_scalar(x):
    if x[0] > 0:
        r = x
    else:
        r = x[0]
    return r + 1


def array_shapes_differ(x):
    if x.sum() > 5:
        r = x[1:]
    else:
        r = np.concatenate([x, x])
    return r * 2


def string_choice(x, names):
    if x % 2 == 0:
        name = names[0]
    else:
        name = names[1]
    return name + "!"


def condition_from_python_flag(x, flip):
    if flip:
        x = -x
    if x > 0:
        x = x + 1
    return x


def condition_flag_is_string(x, mode):
    if mode == "sum":
        return x.sum()
    elif mode == "mean":
        return x.mean()
    elif mode == "max":
        return x.max()
    raise ValueError(f"unknown mode {mode!r}")


def update_only_one(x, y):
    if x > y:
        x -= y
    else:
        y -= x
    return x, y


def swap_if_unordered(a, b):
    if a > b:
        a, b = b, a
    return a, b


def sort_three(a, b, c):
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return a, b, c


def condition_uses_result_of_condition(x):
    if x > 0:
        y = x - 1
    else:
        y = x + 1
    if y > 0:
        z = y - 1
    else:
        z = y + 1
    if z > 0:
        return z
    return -z


def leap_year(year):
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False
    return year % 4 == 0


def quadratic_roots(a, b, c):
    d = b * b - 4 * a * c
    if d > 0:
        r = np.sqrt(d)
        return (-b - r) / (2 * a), (-b + r) / (2 * a)
    elif d == 0:
        return (-b / (2 * a),)
    else:
        return ()


def tax(income):
    if income <= 10_000:
        due = 0.0
    elif income <= 40_000:
        due = 0.2 * (income - 10_000)
    else:
        due = 6_000 + 0.4 * (income - 40_000)
    return due


def triangle_kind(a, b, c):
    if a + b <= c or b + c <= a or a + c <= b:
        return "none"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


def nan_aware(x):
    if np.isnan(x):
        return -1.0
    if x == x:
        return x
    return 0.0


def negative_zero(x):
    if x == 0:
        y = x
    else:
        y = 1 / x
    return y


def huber(x, delta):
    if abs(x) <= delta:
        return 0.5 * x**2
    return delta * (abs(x) - 0.5 * delta)


def smoothstep(x):
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    return x * x * (3 - 2 * x)


def divide_or_zero(a, b):
    if b == 0:
        return a * 0
    return a / b


def bool_result(x, y):
    if x > y:
        flag = x > 0
    else:
        flag = False
    return flag


def condition_on_unsigned(a, b):
    if a - b > a:
        return "wrapped"
    return a - b


def scalar_zero_dim(x):
    if x > 1:
        x = x + 1
    return x


def eleven_arms(n):
    name = n
    if n == 0:
        name = -1
    elif n == 1:
        name = 1
    elif n == 2:
        name = 4
    elif n == 3:
        name = 9
    elif n == 4:
        name = 16
    elif n == 5:
        name = 25
    elif n == 6:
        name = 36
    elif n == 7:
        name = 49
    elif n == 8:
        name = 64
    elif n == 9:
        name = 81
    elif n == 10:
        name = 100
    return name


def eleven_cases(n):
    match n:
        case 0:
            return n - 0
        case 1:
            return n - 3
        case 2:
            return n - 6
        case 3:
            return n - 9
        case 4:
            return n - 12
        case 5:
            return n - 15
        case 6:
            return n - 18
        case 7:
            return n - 21
        case 8:
            return n - 24
        case 9:
            return n - 27
        case 10:
            return n - 30
    return n


def eleven_alternatives(n):
    return (
        n == 2
        or n == 3
        or n == 5
        or n == 7
        or n == 11
        or n == 13
        or n == 17
        or n == 19
        or n == 23
        or n == 29
        or n > 1000
    )


def eleven_comparisons(n):
    return 0 < n < 9 < n + 9 < n + 10 < n + 11 < n + 12 < n + 13 < 30 < n + 31 < 60


CASES = [
    case(absolute, i64(-3), i64(4), f64(-0.0), f32(-2.5), -7, core=True),
    case(sign, f64(2.5), f64(-1), f64(0), i32(0), float("nan"), core=True),
    case(relu, f64(3), f64(-3), i64(5), i64(-5), core=True),
    case(
        clamp,
        (f64(5), 0, 1),
        (f64(-5), 0, 1),
        (f64(0.5), 0, 1),
        (i64(9), 2, 4),
        core=True,
    ),
    case(larger, (i64(1), i64(2)), (f64(3), i64(2)), (2, f64(2))),
    case(if_without_else_keeps_value, (i64(3), f64(2)), (i64(0), f64(2)), (f64(5), 3)),
    case(two_results, f64(1), f64(-1), i64(0), core=True),
    case(
        nested_three,
        (i64(1), i64(1)),
        (i64(-1), i64(1)),
        (i64(-1), i64(-1)),
        (f64(1), 0),
    ),
    case(empty_branch, i64(1), i64(-1), f64(-1)),
    case(grade, i64(95), i64(85), i64(75), i64(65), i64(5), f64(89.9), core=True),
    case(normalize_if_needed, floats(1, 2, 3), floats(0.1, 0.2), floats(), core=True),
    case(
        test_on_max,
        floats(1, 2, 5),
        floats(1, 2),
        ints(4, 4),
        floats(),
        raises=ValueError,
    ),
    case(all_positive, floats(1, 2), floats(-1, 2), floats(), grid(2, 3)),
    case(any_negative, floats(-1, 2), floats(1, 2), ints(-3, 4), floats(-0.0)),
    case(shape_dependent, grid(3, 2), grid(2, 3), floats(1, 2), grid(1, 1, np.int32)),
    case(
        dtype_dependent,
        floats(1, 2),
        ints(3, 4),
        floats(1, dtype=np.float32),
        ints(1, dtype=np.uint8),
    ),
    case(
        size_one_truth,
        floats(1),
        floats(0),
        np.array(2.0),
        np.array([[0]]),
        floats(1, 2),
        raises=ValueError,
    ),
    case(
        truth_of_product,
        (f64(2), f64(3)),
        (f64(0), f64(3)),
        (i64(0), 1),
        (floats(2), floats(0)),
    ),
    case(number_truth, i64(0), i64(3), f64(0.0), f64(float("nan")), 0, 2, TRUE, FALSE),
    case(compare_chain, i64(5), i64(0), i64(-10), i64(10), f64(0.5)),
    case(mixed_types_of_branches, f64(3), f64(1.5), f64(0.5), f64(-1), i64(1)),
    case(array_or_scalar, floats(1, 2), floats(-1, 2), ints(0)),
    case(array_shapes_differ, floats(1, 2, 3), floats(1, 2), grid(2, 2)),
    case(string_choice, (i64(2), ["even", "odd"]), (i64(3), ["even", "odd"])),
    case(condition_from_python_flag, (f64(2), True), (f64(2), False), (i64(-2), True)),
    case(
        condition_flag_is_string,
        (floats(1, 2), "sum"),
        (floats(1, 2), "mean"),
        (ints(3, 1), "max"),
        (ints(1), "min"),
        raises=ValueError,
    ),
    case(update_only_one, (i64(5), i64(3)), (i64(3), i64(5)), (floats(1, 2).sum(), 1)),
    case(swap_if_unordered, (f64(2), f64(1)), (f64(1), f64(2)), (i64(2), 1), core=True),
    case(
        sort_three,
        (3, i64(2), f64(1)),
        (i64(1), i64(3), i64(2)),
        (f64(2), f64(1), f64(3)),
    ),
    case(condition_uses_result_of_condition, f64(5), f64(1), f64(0), f64(-3), i64(2)),
    case(leap_year, i64(2000), i64(1900), i64(2024), i64(2023), 2024, core=True),
    case(
        quadratic_roots,
        (f64(1), f64(-3), f64(2)),
        (f64(1), f64(2), f64(1)),
        (f64(1), f64(0), f64(1)),
        (1, i64(5), 6),
    ),
    case(tax, f64(5_000), f64(20_000), f64(90_000), i64(40_000), i64(3)),
    case(
        triangle_kind,
        (i64(3), i64(4), i64(5)),
        (f64(2), f64(2), f64(2)),
        (i64(2), i64(2), i64(3)),
        (i64(1), i64(1), i64(5)),
    ),
    case(nan_aware, f64("nan"), f64(2), f32("inf")),
    case(negative_zero, f64(-0.0), f64(0.0), f64(-4), i64(0)),
    case(huber, (f64(0.5), 1.0), (f64(-3), 1.0), (i64(3), 2), (f32(1.5), 1)),
    case(smoothstep, f64(-1), f64(0.25), f64(2), f32(0.5)),
    case(
        divide_or_zero,
        (f64(1), f64(0)),
        (f64(1), f64(4)),
        (i64(3), i64(0)),
        (i64(3), i64(2)),
        (1, 0),
    ),
    case(bool_result, (f64(2), f64(1)), (f64(1), f64(2)), (1, i64(0))),
    case(condition_on_unsigned, (u8(3), u8(5)), (u8(5), u8(3)), (u64(2), 1)),
    case(scalar_zero_dim, np.array(2.0), np.array(0.5), np.array(3, np.int32)),
    case(eleven_arms, i64(0), i64(4), i64(10), i64(11)),
    case(eleven_cases, i64(0), i64(4), i64(10), i64(11)),
    case(eleven_alternatives, i64(2), i64(29), i64(30), i64(1001)),
    case(eleven_comparisons, i64(5), i64(9), i64(0)),
]

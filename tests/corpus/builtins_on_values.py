"""range, len, enumerate, zip, min, max, sum, int, float, isinstance, math on NumPy values."""

from __future__ import annotations

import collections
import math

import numpy as np

from tests.corpus.case import (
    TRUE,
    bools,
    case,
    f32,
    f64,
    floats,
    grid,
    i64,
    ints,
    wave,
)


def absolute_values(x, y):
    return abs(x) + abs(y - x)


def min_max_two(x, y):
    if min(x, y) > 0:
        return max(x, y)
    return min(x, y, 0)


def min_max_array(x):
    return min(x), max(x)


def min_with_key(x, centre):
    return min(x, key=lambda v: abs(v - centre))


def max_with_default(x):
    return max(x, default=-1)


def sum_of_array(x):
    if sum(x) > 3:
        return sum(x, 10)
    return sum(x)


def sum_of_list(xs, x):
    return sum(xs) + x


def any_all_builtin(x):
    return any(x > 1), all(x > 1)


def any_generator(x, t):
    return any(v > t for v in x)


def all_generator(x, t):
    if all(v > t for v in x):
        return x.min()
    return t


def len_in_condition(x):
    if len(x) > 2:
        return x[len(x) // 2]
    return len(x)


def len_of_mask(x):
    y = x[x > 1]
    return len(y), len(y) > 1


def range_of_len(x):
    s = 0
    for i in range(1, len(x), 2):
        s += x[i]
    return s


def range_object_value(n):
    r = range(n)
    if len(r) > 2:
        return r[2]
    return list(r)


def reversed_range(n):
    out = []
    for i in reversed(range(n)):
        out.append(i)
    return out


def sorted_array(x):
    return sorted(x)


def sorted_by_key(x):
    return sorted(x, key=lambda v: -v)


def sorted_reverse_in_branch(x, t):
    if x[0] > t:
        return sorted(x, reverse=True)
    return x


def round_values(x):
    return round(x), round(x, 1)


def int_float_of_value(x):
    n = int(x)
    if n > 2:
        return n // 2
    return float(n)


def int_as_index(x, t):
    return x[int(t * len(x))]


def int_as_range(x):
    s = 0
    for i in range(int(x)):
        s += i
    return s


def bool_of_value(x):
    flags = 0
    for v in x:
        flags = flags * 2 + bool(v)
    return flags


def complex_of_value(x, y):
    z = complex(x, y)
    if z.real > z.imag:
        return z
    return z.conjugate()


def isinstance_numbers(x):
    if isinstance(x, np.ndarray):
        return "array"
    if isinstance(x, (int, np.integer)):
        return "integer"
    if isinstance(x, float):
        return "float"
    return "other"


def isinstance_after_branch(x):
    y = None
    if x > 0:
        y = x
    if isinstance(y, float):
        return y + 1
    return y


def type_of_value(x):
    if type(x) is np.float64:
        return "np.float64"
    return type(x).__name__


def type_call(x, y):
    t = type(x)
    if y > 0:
        return t(y)
    return t(0)


def power_builtin(x, n):
    return pow(x, n), x**n


def power_modulo(b, e, m):
    return pow(int(b), int(e), int(m))


def math_functions(x):
    if math.sqrt(x) > 2:
        return math.log(x)
    return math.exp(-x) + math.sin(x)


def math_integers(n):
    return math.gcd(n, 12), math.factorial(n), math.comb(n, 2)


def math_checks(x):
    if math.isnan(x) or math.isinf(x):
        return 0.0
    return math.copysign(1.0, x)


def math_hypot_atan(x, y):
    r = math.hypot(x, y)
    if r > 0:
        return r, math.atan2(y, x)
    return 0, None


def floor_ceil(x):
    if math.ceil(x) - math.floor(x) > 0:
        return math.floor(x)
    return math.trunc(x)


def zip_strict(x, y):
    s = 0
    for a, b in zip(x, y, strict=True):
        s += a * b
    return s


def zip_three(x, y, z):
    out = []
    for a, b, c in zip(x, y, z):
        out.append(a if a > b else c)
    return out


def zip_range_array(x, n):
    s = 0
    for i, v in zip(range(n), x):
        s += i * v
    return s


def enumerate_nested(m):
    best = (0, 0)
    for i, row in enumerate(m):
        for j, v in enumerate(row):
            if v > m[best]:
                best = (i, j)
    return best


def map_builtin(x):
    s = 0
    for v in map(abs, x):
        if v > 1:
            s += v
    return s


def filter_builtin(x):
    s = 0
    for v in filter(lambda w: w > 1, x):
        s += v
    return s


def list_of_array(x):
    xs = list(x)
    if xs and xs[0] > 1:
        xs[0] = 1
    return xs


def tuple_of_array(x):
    t = tuple(x)
    if len(t) > 1:
        a, b = t[:2]
        return a - b
    return t


def iterate_with_next(x):
    it = iter(x)
    first = next(it)
    s = 0
    for v in it:
        s += v - first
    return s


def chr_ord(codes, shift):
    text = ""
    for c in codes:
        text += chr(int(c) + shift)
    return text, ord(text[0]) if text else None


def divmod_time(seconds):
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours > 0:
        return hours, minutes, seconds
    return minutes, seconds


def hash_of_value(x):
    d = {x: "here"}
    return d.get(1, "absent")


def bin_hex(n):
    if n > 5:
        return bin(n)
    return hex(n)


def callable_and_hasattr(x):
    if hasattr(x, "shape") and x.ndim > 0:
        return x.shape
    return callable(x)


def slice_objects(x, n):
    s = slice(1, n)
    if len(x[s]) > 1:
        return x[s]
    return x[::-1][s]


def id_free_identity(x):
    xs = [x, x]
    return xs[0] is xs[1]


def unused_binary_text(n):
    bin(n)
    return n


def unused_character(n):
    chr(n)
    return n


def unused_item_of_a_made_list(x):
    made = []
    for value in x:
        made.append(value)
    made[x[0]]
    return len(made)


class Pair:
    def __init__(self):
        self.a = 1
        self.b = 2.0


def attribute_named_by_the_run(x, pair):
    name = "a" if x > 0 else "b"
    for _ in range(2):
        setattr(pair, name, getattr(pair, name) + x)
    setattr(pair, "c" if x > 0 else "a", 5)
    return getattr(pair, name), pair.a, pair.b, hasattr(pair, "c" if x > 0 else "d")


def attribute_named_by_the_run_of_a_made_object(x):
    pair = Pair()
    setattr(pair, "a" if x > 0 else "b", x)
    return pair.a, pair.b, getattr(pair, "q" if x > 0 else "b", 5)


def function_named_by_the_run(x):
    return getattr(np, "sin" if x > 0 else "cos")(x)


def missing_attribute_named_by_the_run(x, pair):
    return getattr(pair, "d" if x > 0 else "e")


def lengths_of_containers(given, x):
    total = 0
    for _ in range(len(given)):
        total = total + x
    return total, len(given) > 1, [0] * len(given)


class Fixed(list):
    pass


class Counted(list):
    def __len__(self):
        return 3


class Negative:
    def __len__(self):
        return -1


def sum_of_far_apart(v):
    return sum([v, 0.1, 0.2, 1e16, -1e16])


def sum_of_tenths(n):
    tenths = []
    for k in range(n):
        tenths.append(k * 0.1)
    return sum(tenths), sum(float(each) for each in np.arange(7) * 0.1)


def scalar_of_a_class(x):
    kind = type(x)
    return kind(kind)


CASES = [
    case(sum_of_far_apart, 0.7, f64(0.7), 1, floats(0.7, 1)),
    case(sum_of_tenths, 10, i64(10), i64(0)),
    case(
        attribute_named_by_the_run,
        lambda: (np.float64(1), Pair()),
        lambda: (np.float64(-1), Pair()),
    ),
    case(attribute_named_by_the_run_of_a_made_object, f64(1), f64(-1)),
    case(function_named_by_the_run, f64(1), f64(-1)),
    case(
        missing_attribute_named_by_the_run,
        lambda: (np.float64(1), Pair()),
        raises=AttributeError,
    ),
    case(
        absolute_values, (f64(-1), f64(2)), (i64(-3), 1), (floats(1, -2), 0), core=True
    ),
    case(min_max_two, (f64(1), f64(2)), (i64(-1), f64(2)), (0, i64(0))),
    case(min_max_array, floats(1, 3, 2), ints(5), floats(), raises=ValueError),
    case(min_with_key, (floats(1, 5, 9), f64(6)), ([1, 2], i64(0))),
    case(max_with_default, floats(1, 5), floats()),
    case(sum_of_array, floats(1, 5), ints(1), floats(), grid(2, 2), raises=ValueError),
    case(sum_of_list, ([1, 2], f64(1)), ([], i64(2)), ([f64(0.5), 1], 1)),
    case(any_all_builtin, floats(1, 2), floats(), ints(5, 6)),
    case(any_generator, (floats(1, 2), 1.5), (floats(), 1), (ints(1), i64(1))),
    case(all_generator, (floats(1, 2), 0.5), (ints(1), i64(1))),
    case(len_in_condition, floats(1, 2, 3), floats(), grid(3, 2), core=True),
    case(len_of_mask, floats(1, 2, 3), ints()),
    case(range_of_len, floats(1, 2, 3, 4), ints()),
    case(range_object_value, i64(5), i64(2), i64(0)),
    case(reversed_range, i64(3), i64(0)),
    case(sorted_array, floats(3, 1, 2), ints()),
    case(sorted_by_key, floats(3, 1, 2), ints()),
    case(sorted_reverse_in_branch, (floats(3, 1, 4), f64(2)), (ints(3, 5), i64(3))),
    case(round_values, f64(2.55), f64(-0.5), i64(3), f32(1.25)),
    case(
        int_float_of_value, f64(7.9), f64(-1.5), i64(2), f64("nan"), raises=ValueError
    ),
    case(
        int_as_index,
        (floats(1, 2, 3), f64(0.5)),
        (floats(1, 2), f64(1)),
        raises=IndexError,
    ),
    case(int_as_range, f64(3.7), i64(4), f64(-1)),
    case(bool_of_value, ints(1, 0, 1), floats(), bools(1, 1)),
    case(complex_of_value, (f64(1), f64(2)), (i64(3), i64(2))),
    case(isinstance_numbers, floats(1), i64(1), 1, f64(1), f32(1), True, TRUE, "a"),
    case(isinstance_after_branch, f64(1), f64(-1), i64(1)),
    case(type_of_value, f64(1), i64(1), 1, floats(1)),
    case(type_call, (f64(1), i64(5)), (i64(1), f64(2.7)), (1, f64(-1)), (f32(1), 0.1)),
    case(power_builtin, (f64(2), i64(3)), (i64(2), 3), (2, i64(5))),
    case(power_modulo, (i64(3), i64(20), i64(7)), (2, 5, i64(1))),
    case(math_functions, f64(9), f64(1), i64(2), f64(-1), raises=ValueError),
    case(math_integers, i64(8), 5, i64(0)),
    case(math_checks, f64("nan"), f64("-inf"), f64(-0.0), f32(3)),
    case(math_hypot_atan, (f64(3), f64(4)), (i64(0), i64(0)), (f32(1), 1)),
    case(floor_ceil, f64(1.5), f64(-1.5), f64(2), i64(3), raises=TypeError),
    case(
        zip_strict,
        (floats(1, 2), floats(3, 4)),
        (floats(1, 2), floats(3)),
        (ints(), ints()),
        raises=ValueError,
    ),
    case(zip_three, (floats(1, 5), floats(3, 4), ints(7, 8)), (ints(), ints(), ints())),
    case(zip_range_array, (floats(1, 5, 2), i64(2)), (ints(3), i64(9))),
    case(enumerate_nested, grid(2, 3), -grid(2, 2), wave(6).reshape(2, 3)),
    case(map_builtin, floats(1, -5), ints()),
    case(filter_builtin, floats(1, 5, 2), ints()),
    case(list_of_array, floats(3, 5), ints(), grid(2, 2), raises=ValueError),
    case(tuple_of_array, floats(3, 5), ints(4), [f64(1), 2]),
    case(iterate_with_next, floats(3, 5, 1), ints(4), floats(), raises=StopIteration),
    case(chr_ord, (ints(97, 98), 1), (ints(), 0)),
    case(divmod_time, i64(3725), f64(65.5), i64(5)),
    case(hash_of_value, i64(1), f64(2), TRUE),
    case(bin_hex, i64(9), i64(3), 7),
    case(callable_and_hasattr, floats(1), f64(1), np.array(1), 3),
    case(slice_objects, (floats(1, 2, 3), i64(3)), (floats(1, 2, 3), i64(2))),
    case(id_free_identity, floats(1), f64(2)),
    case(unused_binary_text, i64(3), f64(3), 3.0, raises=TypeError),
    case(unused_character, i64(97), f64(97), "a", raises=TypeError),
    case(
        lengths_of_containers,
        (collections.deque([1, 2]), f64(3)),
        (collections.deque(), f64(3)),
        ({1, 2}, f64(3)),
        (collections.OrderedDict(a=1), f64(3)),
        (bytearray(b"ab"), f64(3)),
        (Fixed([1]), f64(3)),
        (Counted([1]), f64(3)),
        (Negative(), f64(3)),
        (object(), f64(3)),
        raises=(ValueError, TypeError),
    ),
    case(unused_item_of_a_made_list, ints(1, 2), floats(1, 2), raises=TypeError),
    case(scalar_of_a_class, f64(1.5), i64(2), 3.0, raises=TypeError),
]

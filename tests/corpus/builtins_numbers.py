"""Conversions, rounding, math, cmath, operator, statistics, fractions on values."""

from __future__ import annotations

import cmath
import copy
import decimal
import fractions
import functools
import math
import operator
import statistics

import numpy as np

from tests.corpus.case import (
    bools,
    c128,
    case,
    f32,
    f64,
    floats,
    grid,
    i8,
    i64,
    ints,
    u8,
)


def to_int(x):
    return int(x), type(int(x))


def to_int_of_array(x):
    return int(x), float(x), bool(x)


def to_int_base(x):
    return int(str(int(x)), 16), int("12") * x


def to_float_text(x):
    return float("1.5") * x, float(str(x))


def to_float_bad_text(x):
    return float("x") * x


def to_complex(x, y):
    return complex(x), complex(x, y), complex("1+2j") * x


def to_bool(x):
    return bool(x), not x, bool([x]), bool([]), bool((x,))


def to_str(x):
    return str(x), repr(x), format(x), f"{x}"


def to_list_tuple_set(x):
    return list(x), tuple(x), len({1, 2}), list(range(len(x)))


def no_arguments(x):
    return int() + x, float() + x, str(), bool(), list(), tuple(), dict(), complex()


def bytes_of(n):
    return bytes([1, 2]), n


def round_digits(x, n):
    return round(x, n), round(x), round(x, None)


def round_python(x):
    n = float(x)
    return round(n), round(n, 1), round(int(x), -1)


def round_array(x):
    return round(x, 1)


def round_half(x):
    return [round(v) for v in x]


def divmod_kinds(a, b):
    return divmod(a, b), divmod(int(a), int(b)), divmod(float(a), 2)


def divmod_array(x):
    q, r = divmod(x, 2)
    return q, r


def divmod_both_ways(x, y):
    q, r = divmod(x, y)
    return q * y + r, r * r, divmod(2.5, x), divmod(y, 0.75)


def divmod_in_loop(x, step):
    angles, turns = np.empty_like(x), 0
    for i in range(len(x)):
        turn, angles[i] = divmod(x[i], step)
        turns = turns + turn
    return angles, turns


def divmod_by_zero(a):
    return divmod(a, 0)


def pow_kinds(a, b):
    return pow(a, b), pow(a, 2), pow(2, a), pow(a, -1)


def pow_modulus(a):
    return pow(int(a), 3, 5), pow(3, int(a), 7), pow(int(a), -1, 7)


def absolute_kinds(a):
    return abs(a), abs(-a), abs(int(a)), abs(complex(a, 1))


def absolute_smallest(a):
    return abs(a)


def isinstance_kinds(x):
    return (
        isinstance(x, int),
        isinstance(x, float),
        isinstance(x, (np.floating, np.integer)),
        isinstance(x, np.number | str),
        isinstance(x + 1, np.generic),
        isinstance([x], list),
        isinstance(x, object),
    )


def isinstance_in_loop(xs):
    s = 0
    for v in xs:
        if isinstance(v, str):
            s += len(v)
        elif isinstance(v, bool):
            s += 100
        elif isinstance(v, np.floating):
            s += v
    return s


def isinstance_after_loop(x):
    s = 0
    for v in x:
        s = s + v
    return isinstance(s, int), type(s).__name__, isinstance(s, np.generic)


def issubclass_of_type(x):
    return issubclass(type(x), float), issubclass(np.float64, float), type(x) is float


def type_names(x):
    return type(x).__name__, type(x + 1) is type(x), type(x) in (int, np.float64)


def type_rebuilds(x):
    return type(x)(2), type([1])([x]), type((x,))


def hasattr_getattr(x):
    return hasattr(x, "dtype"), getattr(x, "ndim", -1), getattr(x, "missing", 3)


def callable_kinds(x):
    return callable(x), callable(abs), callable(lambda: x)


def math_rounding(x):
    return math.floor(x), math.ceil(x), math.trunc(x), math.fmod(x, 2)


def math_powers(x):
    return math.sqrt(x), math.pow(x, 2), math.exp(x), math.log(x), math.log(x, 2)


def math_more(x):
    return math.log2(x), math.log10(x), math.log1p(x), math.expm1(x), math.hypot(x, 3)


def math_angles(x):
    return math.sin(x), math.cos(x), math.atan2(x, 2), math.degrees(x), math.radians(x)


def math_tests(x):
    return math.isnan(x), math.isinf(x), math.isfinite(x), math.isclose(x, 1.0)


def math_close(x, y):
    return math.isclose(x, y, rel_tol=1e-3), math.isclose(x, y, abs_tol=0.5)


def math_integer(n):
    return math.gcd(n, 12), math.lcm(n, 4), math.isqrt(n), math.factorial(n)


def math_counts(n):
    return math.comb(n, 2), math.perm(n, 2), math.perm(n)


def math_sums(x):
    return (
        math.fsum(x),
        math.prod(x),
        math.dist(x, x + 1),
        math.sumprod(x, x) if (hasattr(math, "sumprod")) else 0,
    )


def math_sum_generators(x):
    return math.fsum(v * v for v in x), math.prod(v + 1 for v in x)


def math_sum_maps(x):
    return math.fsum(map(lambda v: v / 3, x)), math.prod(map(int, x), start=2)


def math_parts(x):
    fraction, whole = math.modf(x)
    mantissa, exponent = math.frexp(x)
    return fraction, whole, mantissa, exponent, math.ldexp(mantissa, exponent)


def math_steps(x):
    return math.nextafter(x, 9.0), math.ulp(x), math.copysign(x, -0.0)


def math_constants(x):
    return math.pi * x, math.e + x, math.inf > x, math.tau / 2


def math_domain(x):
    return math.acos(x)


def math_overflow(x):
    return math.exp(x)


def math_of_array(x):
    return math.sqrt(x)


def math_in_branch(x):
    if x > 0:
        return math.sqrt(x)
    return math.nan


def math_on_any(xs):
    s = 0.0
    for v in xs:
        s += math.sqrt(abs(v))
    return s


def cmath_functions(z):
    return cmath.exp(z), cmath.phase(z), cmath.polar(z), cmath.sqrt(z)


def cmath_checks(z):
    r, angle = cmath.polar(z)
    if cmath.isfinite(z):
        return cmath.rect(r, angle)
    return None


def quadratic(a, b, c):
    d = cmath.sqrt(b * b - 4 * a * c)
    return (-b + d) / (2 * a), (-b - d) / (2 * a)


def operator_arithmetic(a, b):
    return (
        operator.add(a, b),
        operator.sub(a, b),
        operator.mul(a, b),
        operator.truediv(a, b),
        operator.floordiv(a, b),
        operator.mod(a, b),
        operator.pow(a, 2),
        operator.neg(a),
        operator.pos(a),
        operator.abs(a),
    )


def operator_comparisons(a, b):
    return (
        operator.lt(a, b),
        operator.le(a, b),
        operator.eq(a, b),
        operator.ne(a, b),
        operator.ge(a, b),
        operator.gt(a, b),
    )


def operator_logic(a, b):
    return (
        operator.not_(a),
        operator.truth(b),
        operator.is_(a, None),
        operator.is_not(a, None),
        operator.contains([1, 2], a),
    )


def operator_bits(a, b):
    return (
        operator.and_(a, b),
        operator.or_(a, b),
        operator.xor(a, b),
        operator.inv(a),
        operator.lshift(a, 1),
        operator.rshift(a, 1),
    )


def inverted_truths(b):
    known = not b
    return ~b, ~known, operator.invert(known), ~True


def operator_items(x, i):
    return operator.getitem(x, i), operator.itemgetter(0, 1)(x), operator.index(i)


def operator_attributes(x):
    return operator.attrgetter("ndim")(x), operator.methodcaller("sum")(x)


def operator_counts(x, v):
    return operator.countOf(x, v), operator.indexOf(x, v), operator.length_hint(x)


def operator_in_place(x):
    y = operator.iadd(x, 1)
    return y is x, y


def operator_table(a, b, name):
    table = {"+": operator.add, "-": operator.sub, "*": operator.mul}
    return table[name](a, b)


def operator_matmul(m):
    return operator.matmul(m, m)


def partial_function(x, y):
    half = functools.partial(operator.mul, 0.5)
    shifted = functools.partial(lambda a, b=1: a + b, b=y)
    return half(x), shifted(x), functools.partial(max, 3)(x)


def partial_keyword(x):
    return functools.partial(np.sum, axis=0)(x), functools.partial(round, ndigits=1)(
        x[0, 0]
    )


def wrapped_inner(x):
    def doubled(f):
        @functools.wraps(f)
        def inner(v):
            return 2 * f(v)

        return inner

    @doubled
    def square(v):
        return v * v

    return square(x), square.__name__


def cached_inner(x):
    @functools.lru_cache
    def power(n):
        return 1 if n == 0 else 2 * power(n - 1)

    return x * power(5)


def bits(n):
    return bin(n), hex(n), oct(n), int(n).bit_length()


def bits_in_loop(n):
    out = ""
    while n > 0:
        out = str(n % 2) + out
        n //= 2
    return out


def characters(n):
    return chr(n + 65), ord("a") + n, ord(chr(n + 97))


def caesar(text, k):
    return "".join(chr((ord(c) - 97 + k) % 26 + 97) for c in text)


def statistics_of_array(x):
    return statistics.mean(x), statistics.median(x), statistics.pstdev(x)


def statistics_of_list(a, b):
    return (
        statistics.mean([a, b, 1.5]),
        statistics.fmean([a, b]),
        statistics.mode([1, 1]),
    )


def statistics_of_generator(x):
    return statistics.fmean(v * 2 for v in x), statistics.median(map(abs, x))


def statistics_in_branch(x):
    if len(x) > 2 and x[0] > 0:
        return statistics.stdev(x)
    return None


def statistics_empty(x):
    return statistics.mean(x[x > 100])


def fraction_of(n):
    f = fractions.Fraction(int(n), 6)
    return f.numerator, f + 1, float(f)


def decimal_of(n):
    d = decimal.Decimal(int(n)) / 4
    return str(d), d > 1


def copies(x, xs):
    y = copy.copy(x)
    ys = copy.deepcopy(xs)
    return y, y is x, ys, ys is xs


def small_integers(x):
    return x + 1, x * 2, abs(x), -x, round(x), int(x) * 300, sum([x, x]), divmod(x, 3)


def booleans(b):
    return b + 1, -b if isinstance(b, bool) else ~b, int(b), float(b), abs(b), round(b)


def numeric_attributes(x):
    return x.real, x.imag, x.conjugate(), int(x).bit_length(), float(x).is_integer()


def float_methods(x):
    f = float(x)
    return f.is_integer(), f.hex(), f.as_integer_ratio(), float.fromhex("0x1p3") + x


def chained_conversions(x):
    return str(int(float(x))), int(str(int(x))) + 1, bool(str(x)), len(str(x))


def format_kinds(x):
    return f"{x:.3f}|{x:10.2e}|{x!r}|{x!s}", format(x, ".1f"), "%5.2f" % x


def format_width(x, n):
    return f"{x:{n}.{n - 4}f}", "{:>{}}".format(x, 8), "{0!r} {name}".format(x, name=n)


def format_integer(n):
    return f"{int(n):05d}|{int(n):x}|{int(n):,}", "%d %s" % (n, n), format(int(n), "b")


def print_kinds(x):
    print(x, x + 1, sep=", ", end="!\n")
    print("text", [x], (x,), {"a": x})
    print(f"{x:.2f}", flush=True)
    print()
    return None


def print_in_loop(x):
    for i, v in enumerate(x):
        print(i, v, end=" ")
    print(*x)
    print("sum:", sum(x))


def ascii_repr(x):
    return ascii(str(x)), repr([x]), repr((x, "a")), str({"a": x})


def text_methods(x):
    t = f" {x} "
    return (
        t.strip(),
        t.upper(),
        t.replace(".", ","),
        t.split(),
        t.startswith(" 1"),
        t.center(9),
    )


def text_arguments(x):
    return "1.5 and 2.5".find(str(x)), "a-b".split("-"), "ab".join([str(x), "c"])


def text_compare(x):
    t = str(x)
    if t == "1.5" or t < "1":
        return "small"
    return t + "!"


def text_index(x):
    t = str(x)
    return t[0], t[-1], t[::-1], t[1:], len(t), "5" in t


def text_loop(x):
    n = 0
    for c in str(x):
        if c.isdigit():
            n = n * 10 + int(c)
    return n


def enumerate_text(x):
    return [(i, c) for i, c in enumerate(str(x))]


NUMBERS = (f64(1.5), i64(2), f32(0.25), i8(-3), 3, 2.5)

CASES = [
    case(to_int, *NUMBERS, True, f64("inf"), raises=OverflowError),
    case(
        to_int_of_array,
        np.array(2.5),
        floats(1),
        ints(3),
        floats(1, 2),
        raises=TypeError,
    ),
    case(to_int_base, f64(12), i64(9)),
    case(to_float_text, f64(1.5), f32(0.1), i64(3)),
    case(to_float_bad_text, f64(1), raises=ValueError),
    case(to_complex, (f64(1), f64(2)), (i64(1), 2.0), (c128(1j), f64(1))),
    case(to_bool, *NUMBERS, f64(0), i64(0), None),
    case(to_str, *NUMBERS, True, bools(1), floats(1, 2)),
    case(to_list_tuple_set, floats(1, 2), ints(), grid(2, 2)),
    case(no_arguments, f64(1), i64(2)),
    case(bytes_of, i64(1)),
    case(
        round_digits,
        (f64(2.567), i64(1)),
        (f32(2.567), 1),
        (i64(25), -1),
        (2.5, i64(0)),
    ),
    case(round_python, f64(2.5), f64(-1.25), i64(25)),
    case(round_array, floats(1.25, 2.35), grid(2, 2), raises=TypeError),
    case(round_half, floats(0.5, 1.5, 2.5, -0.5)),
    case(divmod_kinds, (f64(7), f64(2)), (i64(-7), i64(2)), (7, f64(-2)), (i8(7), 2)),
    case(divmod_array, floats(1, 5), ints(7, -3)),
    case(
        divmod_both_ways, (f64(7.25), f64(-2)), (floats(1.5, -5), f32(2)), (i64(7), 2)
    ),
    case(divmod_in_loop, (floats(1.5, -5), 2.0), (ints(7, -3), 2), (floats(1, 2), 0.0)),
    case(divmod_by_zero, f64(1), i64(2), 3, raises=ZeroDivisionError),
    case(pow_kinds, (f64(2), f64(3)), (f32(2), i64(3)), (2.0, f64(0.5))),
    case(pow_modulus, i64(3), f64(4), 5),
    case(absolute_kinds, *NUMBERS),
    case(absolute_smallest, i8(-128), u8(200), c128(3 + 4j)),
    case(isinstance_kinds, *NUMBERS, True, "a", None, floats(1), raises=TypeError),
    case(isinstance_in_loop, [f64(1), "ab", True, 2], [f32(1)]),
    case(isinstance_after_loop, floats(1), floats(), ints(2)),
    case(issubclass_of_type, *NUMBERS),
    case(type_names, *NUMBERS),
    case(type_rebuilds, *NUMBERS),
    case(hasattr_getattr, *NUMBERS, floats(1)),
    case(callable_kinds, *NUMBERS, floats(1)),
    case(math_rounding, *NUMBERS, raises=TypeError),
    case(math_powers, f64(1.5), i64(2), f32(0.25), f64(-1), raises=ValueError),
    case(math_more, f64(1.5), i64(2), f32(0.25), 0.5),
    case(math_angles, *NUMBERS),
    case(math_tests, f64(1), f64("nan"), f32("inf"), i64(1)),
    case(math_close, (f64(1), f64(1.0005)), (f32(1), 1.4), (i64(1), 1)),
    case(math_integer, i64(8), 5, i64(0), f64(2), raises=TypeError),
    case(math_counts, i64(5), 4),
    case(math_sums, floats(1, 2, 3), ints(1, 2), floats()),
    case(math_sum_generators, floats(1, 2, 3), ints(1, 2), floats()),
    case(math_sum_maps, floats(1, 2, 3), ints(1, 2), floats()),
    case(math_parts, f64(3.75), f32(-1.5), i64(3)),
    case(math_steps, f64(3.75), f32(-1.5), i64(3)),
    case(math_constants, f64(3.75), i64(3)),
    case(math_domain, f64(0.5), f64(2), raises=ValueError),
    case(math_overflow, f64(1), f64(1000), raises=OverflowError),
    case(math_of_array, np.array(4.0), floats(1, 2), raises=TypeError),
    case(math_in_branch, f64(4), f64(-1), i64(4)),
    case(math_on_any, [f64(4), 9, i64(-16)], [4]),
    case(cmath_functions, c128(1 + 2j), f64(2), i64(-1)),
    case(cmath_checks, c128(1 + 2j), f64(2), f64("inf")),
    case(quadratic, (f64(1), f64(2), f64(5)), (i64(1), 3, i64(2))),
    case(operator_arithmetic, (f64(7), f64(2)), (i64(7), 2), (3, f64(2))),
    case(operator_comparisons, (f64(7), f64(2)), (i64(7), 7), (floats(1, 2), 1)),
    case(operator_logic, (f64(1), f64(2)), (i64(0), 7)),
    case(inverted_truths, (True,), (False,), (np.True_,)),
    case(operator_bits, (i64(6), i64(3)), (i8(6), 3), (True, i64(1))),
    case(operator_items, (floats(1, 2), i64(1)), (ints(1, 2), 0)),
    case(operator_attributes, floats(1, 2), grid(2, 2)),
    case(operator_counts, (floats(1, 2, 2), f64(2)), (ints(1, 2), 1)),
    case(operator_in_place, floats(1, 2), ints(1)),
    case(operator_table, (f64(1), f64(2), "+"), (i64(1), 2, "*")),
    case(operator_matmul, grid(2, 2), grid(3, 3)),
    case(partial_function, (f64(1), f64(2)), (i64(5), 2)),
    case(partial_keyword, grid(2, 2), grid(1, 3)),
    case(wrapped_inner, f64(3), i64(2)),
    case(cached_inner, f64(3), i64(2)),
    case(bits, i64(9), 7, i64(0)),
    case(bits_in_loop, i64(9), 7, i64(0)),
    case(characters, i64(3), 4, u8(0)),
    case(caesar, ("abc", i64(3)), ("xyz", 3)),
    case(statistics_of_array, floats(1, 2, 4), ints(1, 5), raises=AttributeError),
    case(statistics_of_list, (f64(1), f64(3)), (i64(2), 3), raises=TypeError),
    case(statistics_of_generator, floats(1, 2, -4), ints(1, 5)),
    case(statistics_in_branch, floats(1, 2, 4), ints(-1, 5, 6)),
    case(
        statistics_empty, floats(1, 200), floats(1), raises=statistics.StatisticsError
    ),
    case(fraction_of, i64(3), 4, f64(2)),
    case(decimal_of, i64(3), 9, f64(2)),
    case(copies, (floats(1, 2), [f64(1), 2]), (ints(1), [])),
    case(small_integers, i8(100), u8(3), i8(-128)),
    case(booleans, np.True_, True, False, raises=TypeError),
    case(numeric_attributes, f64(1.5), i64(2), f32(0.25)),
    case(float_methods, f64(1.5), i64(2), f32(0.25)),
    case(chained_conversions, f64(1.5), i64(2), f32(0.25)),
    case(format_kinds, f64(1.5), i64(2), f32(0.25), 3),
    case(format_width, (f64(1.5), i64(6)), (f32(0.1), 7)),
    case(format_integer, i64(1234), 77, f64(9)),
    case(print_kinds, f64(1.5), i64(2)),
    case(print_in_loop, floats(1.5, 2), ints()),
    case(ascii_repr, f64(1.5), i64(2)),
    case(text_methods, f64(1.5), i64(12)),
    case(text_arguments, f64(1.5), f64(2.5), i64(12)),
    case(text_compare, f64(1.5), f64(0.5), i64(12)),
    case(text_index, f64(1.5), i64(12)),
    case(text_loop, f64(1.5), i64(12)),
    case(enumerate_text, f64(1.5), i64(12)),
]

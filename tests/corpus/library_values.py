"""Values of Python's own library beside symbols: numbers, texts, dates, enumerations."""

import _pydecimal
import datetime
import decimal
import enum
import math
import operator
import re
import statistics
import string
import struct
import types
from decimal import Decimal
from fractions import Fraction

import numpy as np

from tests.corpus.case import c128, case, f32, f64, i8, i64, ints

DIGITS = re.compile(r"(\d)([a-z]?)")
THIRD = Fraction(1, 3)
NEW_YEAR = datetime.date(2024, 1, 1)


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


# Enumerations


def members_of_enumeration(x):
    larger = [color for color in Color if color.value > x]
    first, *others = Color
    for color, v in zip(Color, (x, x + 1), strict=False):
        larger.append((color.name, v * color.value))
    return larger, first, others, len(Color), list(reversed(Color)), color in Color


def members_by_builtins(x):
    levels = [(i, level * x) for i, level in enumerate(Level)]
    found = any(color is Color.GREEN for color in Color)
    return levels, max(Level), sum(Level), dict(Color.__members__), found, bool(Color)


def class_is_not_iterable(x):
    try:
        return [v + x for v in int]
    except TypeError as error:
        return str(error)


# Counting and rounding


def element_by_number_in_array(x, i):
    y = x[0, i]
    if isinstance(y, np.ndarray):
        return "an array", y
    return "a number", type(y).__name__, x[i, i, ...], x[i, 0] + y


def counts_from(x, start):
    try:
        return [(i, v) for i, v in enumerate(x, start)]
    except TypeError as error:
        return str(error)


def counts_generated_from(x, start):
    doubled = (v * 2 for v in x if v > 0)
    return list(enumerate(doubled, start))


def truncated(x):
    return math.trunc(x), math.copysign(2, -x)


def rounded_down_complex(x):
    return math.floor(x), x + 1


# Dicts by pairs


def table_by_pairs(n):
    paths = {}
    for i in range(n):
        for j in range(n):
            edge = i == 0 or j == 0
            paths[i, j] = 1 if edge else paths[i - 1, j] + paths[i, j - 1]
    return paths[n - 1, n - 1]


def pair_of_symbols(x, d):
    moves = {(0, "a"): 1, (1, "a"): 2, (1, "b"): 0}
    state, seen = 0, []
    for v in x:
        state = moves[state, "a" if v > 0 else "b"]
        seen.append(state)
        if state == 2:
            break
    return seen, d[int(x[0]), 1]


# Exact numbers


def fractions_with_symbols(x):
    half, n = Fraction(1, 2), int(x)
    half += n
    less = Fraction(1, 2) < n, THIRD == n, max(THIRD, n)
    return half, n - THIRD, THIRD**n, divmod(Fraction(7, 2), n), less


def fraction_methods(x):
    third = Fraction(22, 7).limit_denominator(int(x))
    return third, round(Fraction(22, 7), int(x)), THIRD.numerator * x, sum([THIRD, x])


def decimals_with_symbols(x):
    n = int(x)
    larger = Decimal("1.5") > n
    cents = Decimal("1.255").quantize(Decimal(1).scaleb(-n))
    return larger, cents, Decimal(7) % n, Decimal(3).compare(Decimal(n))


def decimal_error(x):
    try:
        return Decimal(1) / int(x)
    except decimal.DivisionByZero:
        return "by zero"


# Texts


def pattern_made_here(x, text):
    pattern = re.compile(r"(\d)([a-z]?)")
    found = []
    for match in pattern.finditer(text):
        n = int(match.group(1)) * x
        if n > 4:
            found.append((match[2] or "?", n))
    replaced = pattern.sub(lambda match: str(int(match[1]) + x), text)
    return found, replaced, pattern.sub(f"<{x}>", text), pattern.split(text)


def pattern_of_the_module(x, text):
    match = DIGITS.match(text)
    if match is None:
        return None
    part = int(x)
    return match.group(part), match[part], match.start(part), DIGITS.sub(f"{x}", text)


def template_of_symbols(x):
    greeting = string.Template("$who has $what")
    return greeting.substitute(who=f"{x}", what=x), greeting.safe_substitute(what=x)


def packed(x):
    pair = struct.Struct("<bb")
    return pair.pack(int(x), 1), pair.size


def formatted_as_text(x, width):
    texts = f"{x!s:.{width}}|{x!r:>{width}}|{x!a:{width}}", "{!s:^{}}".format(x, width)
    return texts, "{0!r:{w}.{w}}".format(x, w=width)


def number_of_a_text(x):
    return f"{x!s:d}"


# Generators that are sent values


def running_totals(x):
    def totals():
        total = 0
        while True:
            v = yield total
            if v is None:
                return
            total += v

    adding = totals()
    next(adding)
    found = [adding.send(v) for v in x]
    try:
        adding.send(None)
    except StopIteration as end:
        found.append(end.value)
    return found


# The first versions of NumPy only warn of its bools as indices.
NO_INDEX = () if hasattr(np.bool, "__index__") else TypeError


def sliced_by_truth(x, upper):
    y = x[: upper > 1]
    x[:upper] += 1
    return y, x


def counted_by_truth(x, upper):
    try:
        return list(range(upper > 1)), x[np.True_ :], x[:: upper > 1]
    except (TypeError, ValueError) as error:
        return str(error)


# Dates


def dates_with_symbols(x):
    day = datetime.date(2024, 1, 30).replace(day=int(x))
    later = NEW_YEAR + datetime.timedelta(days=1) * int(x)
    return day, later, later < day, NEW_YEAR.isoformat(), NEW_YEAR.year + x


def table_of_the_caller(d, i, j):
    found = d.get((i, j), 0), (i, j) in d
    d[i, j] = found[0] + 1
    d[i, j] += 1
    return found, len(d), d[i, j]


def last_of_the_table(d, i):
    if (i, i) in d:
        del d[i, i]
    return sorted(d)


def dates_from_texts(x, text):
    day = datetime.date.fromisoformat(text)
    noon = datetime.datetime.strptime(f"{text} {int(x)}", "%Y-%m-%d %H")
    return day + datetime.timedelta(days=int(x)), noon, noon.hour * x, day < noon.date()


def common_class(x):
    kind = int
    for v in x:
        kind = statistics._coerce(kind, type(v))  # noqa: SLF001 - asks of classes
    return kind, statistics._coerce(type(x[0]), float)  # noqa: SLF001


def letters_by_attribute(x, letters):
    return "abc".translate(letters.table), f"{x}a".translate(letters.table)


def letters_of_a_symbol(x):
    return "abc".translate(str.maketrans(x, "x"))


def picked_by_argument(x, pick):
    return [pick(row) for row in x], [pick(x) for _ in range(2)]


CASES = [
    case(dates_from_texts, (i64(3), "2024-02-28"), (2, "2024-01-01")),
    case(formatted_as_text, (ints(1, 2), i64(4)), (f64(1.5), 4), (2, i8(3))),
    case(number_of_a_text, i64(2), raises=ValueError),
    case(running_totals, [1, 2], (), [i64(1)], raises=TypeError),
    case(counted_by_truth, (ints(1, 2), i64(2)), (ints(1, 2), i64(1))),
    case(sliced_by_truth, (ints(1, 2), i64(1)), raises=NO_INDEX),
    case(element_by_number_in_array, (np.eye(2), np.array(1)), (np.eye(2), i64(0))),
    case(table_of_the_caller, ({(0, 1): 5}, i64(0), i64(1)), ({}, i64(0), 1)),
    case(last_of_the_table, ({(0, 0): 5, (1, 2): 3}, i64(0)), ({}, i8(2))),
    case(members_of_enumeration, i64(1), 2, f64(0.5)),
    case(members_by_builtins, i64(2), f32(1.5)),
    case(class_is_not_iterable, i64(2)),
    case(
        counts_from,
        (ints(5, 6), i64(3)),
        (ints(5, 6), f64(3)),
        (ints(5, 6), c128(3)),
        (ints(5, 6), np.True_),
        (ints(5, 6), np.array(2)),
        ([i64(5)], f32(1)),
    ),
    case(
        counts_generated_from,
        (ints(5, -6, 7), i8(3)),
        (ints(5, -6), f64(3)),
        (ints(5, -6), 1.5),
        (ints(5, -6), True),
        raises=TypeError,
    ),
    case(
        truncated,
        f64(1.5),
        2.5,
        np.True_,
        f32(1.5),
        i64(3),
        np.array(1.5),
        raises=TypeError,
    ),
    case(rounded_down_complex, f64(1.5), 1j, "a", raises=TypeError),
    case(table_by_pairs, i64(4), i8(1), i64(0), raises=KeyError),
    case(
        pair_of_symbols,
        (ints(1, -1, 1, 1), {(1, 1): "one"}),
        (ints(-1, 1), {(1, 1): "one"}),
        (ints(0), {(0, 1): "none"}),
        raises=KeyError,
    ),
    case(fractions_with_symbols, i64(2), i8(-1), f64(3), 2),
    case(fraction_methods, i64(2), f64(1.5)),
    case(decimals_with_symbols, i64(2), i8(1), 2),
    case(decimal_error, i64(2), i64(0)),
    case(pattern_made_here, (i64(2), "3a 1b7"), (f32(2), ""), (1, "9")),
    case(pattern_of_the_module, (i64(1), "3a"), (i64(2), "3a"), (i64(0), "x")),
    case(template_of_symbols, i64(2), f64(1.5), 2),
    case(packed, i64(2), i8(1)),
    case(dates_with_symbols, i64(2), i8(29), raises=OverflowError),
    case(common_class, [1, 2.0], [True, 2, 3], raises=AssertionError),
    case(
        letters_by_attribute,
        (f64(1.5), types.SimpleNamespace(table={97: 98, 98: "zz", 99: None})),
        (i64(1), types.SimpleNamespace(table={})),
    ),
    case(letters_of_a_symbol, "b", np.str_("b")),
    case(
        picked_by_argument,
        ([(1, 2), (3, 4)], operator.itemgetter(1)),
        (np.eye(2), operator.itemgetter(1)),
    ),
]


def got_by_a_changing_name(name):
    return operator.methodcaller(name)("Hello"), operator.attrgetter(name)(str)


CASES += [case(got_by_a_changing_name, "upper", "lower", "title", "swapcase")]


def methods_written_in_python(number):
    made = _pydecimal.Decimal(5)
    return str(made.__sub__(number)), str(made.compare(number))


NUMBERS = [_pydecimal.Decimal(each) for each in ("1", "7.5", "5")]
CASES += [case(methods_written_in_python, *NUMBERS)]

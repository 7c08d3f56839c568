"""Values of Python's library: another one at each call."""

import datetime
import math
import re
import statistics
import uuid
from decimal import Decimal
from fractions import Fraction

import numpy as np

from tests.corpus.case import case


def of_a_fraction(value, x):
    return value.numerator * x, math.floor(value), str(value), value > Fraction(1, 2)


def of_a_decimal(value, n):
    return value.sqrt(), str(value + n), value.quantize(Decimal(".1")), int(value)


def of_a_date(day, x):
    late = day > datetime.date(2002, 1, 1)
    return day.isoformat(), day.replace(year=1999), day.month * x, late


def of_a_pattern(pattern, text):
    found = pattern.match(text)
    return found.group(0) if found else None


def of_a_distribution(normal, x):
    return normal.mean, normal.cdf(x), normal + 1


def of_an_identifier(value):
    return value.hex, str(value), {value: 1}


def counted_by_a_fraction(value, x):
    for turn in range(value.numerator):
        x = x + turn * value.denominator
    return x


def in_the_order_of_a_set(fixed, x):
    return list(fixed), [each * x for each in fixed], max(fixed), next(iter(fixed))


class Pairs(frozenset):
    """A set that never changes, with attributes that do."""

    def __new__(cls, pairs, uses=0):
        self = super().__new__(cls, pairs)
        self.uses = uses
        return self


def of_a_set_with_attributes(pairs, x):
    pairs.uses += 1
    return pairs, pairs.uses * x, len(pairs)


def of_a_dtype(dtype):
    return dtype.isalignedstruct, dtype.metadata and dtype.metadata["unit"]


def measured(unit=None):
    """Return an array whose dtype says its unit, if there is one."""
    metadata = {} if unit is None else {"metadata": {"unit": unit}}
    return np.arange(4.0).view(np.dtype("f8", **metadata))


def of_the_dtype_of_an_array(x):
    dtype = x[1:].dtype
    return dtype.metadata and dtype.metadata["unit"], x.sum()


def a_set_passed_on(found, number):
    if number in found:
        return found, found is found
    return [found]


CASES = [
    case(
        a_set_passed_on,
        *(
            lambda one=one: (frozenset([one, 2]), np.int64(one % 2))
            for one in (1, 3, 1)
        ),
    ),
    case(
        of_the_dtype_of_an_array,
        *(lambda unit=unit: (measured(unit),) for unit in (None, "m", None, "s")),
    ),
    case(
        of_a_set_with_attributes,
        (Pairs([(1, 2)]), np.float64(2)),
        (Pairs([(1, 2)], 5), np.float64(2)),
        (Pairs([(1, 2)], 7), np.float64(2)),
        (Pairs([]), np.float64(2)),
    ),
    case(
        of_a_dtype,
        np.dtype([("a", "i1"), ("b", "i1")]),
        np.dtype([("a", "i1"), ("b", "i1")], align=True),
        np.dtype("f8", metadata={"unit": "m"}),
        np.dtype("f8", metadata={"unit": "s"}),
        np.dtype("f8"),
    ),
    case(
        in_the_order_of_a_set,
        (frozenset([0, 8]), np.float64(2)),
        (frozenset([8, 0]), np.float64(2)),
        (frozenset([16, 8, 0]), np.float64(2)),
    ),
    case(
        of_a_fraction, (Fraction(1, 3), np.float64(2)), (Fraction(7, 2), np.float64(2))
    ),
    case(of_a_decimal, (Decimal(2), 3), (Decimal("1.50"), 3), (Decimal("1.5"), 3)),
    case(of_a_date, (datetime.date(2001, 2, 3), 1.5), (datetime.date(2002, 3, 3), 1.5)),
    case(
        of_a_pattern,
        (re.compile("a+"), "aab"),
        (re.compile("a"), "aab"),
        (re.compile("b"), "aab"),
    ),
    case(
        of_a_distribution,
        (statistics.NormalDist(1, 2), 0.5),
        (statistics.NormalDist(0, 1), 0.5),
    ),
    case(of_an_identifier, (uuid.UUID(int=1),), (uuid.UUID(int=2),)),
    case(
        counted_by_a_fraction,
        (Fraction(9, 2), np.float64(1)),
        (Fraction(5, 3), np.float64(1)),
    ),
]

"""Dates, durations, objects, records, masks: arrays of which only NumPy knows more."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.corpus.case import case, f64, floats, i64


def day(text):
    return np.datetime64(text)


DAYS = np.array(["2020-01-01", "2020-02-03", "2020-01-04"], "datetime64[D]")
MIXED = np.array([1, None, "abc"], object)
MASKED = np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
RECORDS = np.array(
    [(1, 2.0, "ab"), (3, 4.0, "c")], [("a", int), ("b", float), ("c", "U4")]
)


class Vector(np.ndarray):
    """An array with a length."""

    def length(self):
        return np.sqrt((self * self).sum())

    @property
    def first(self):
        return self[0]


def count_late(days):
    late = 0
    for each in days:
        if each > np.datetime64("2020-01-03"):
            late += 1
    return late, days.max() - days.min(), np.diff(days), (days[1:] - days[:-1]).mean()


def months(days):
    days.sort()
    days[0] = np.datetime64("2019-01-01")
    days += np.timedelta64(2, "D")
    return days.tolist(), days.astype("datetime64[M]"), np.unique(days)


def labels(days):
    found = []
    for each in days:
        january = each.astype("datetime64[M]") == np.datetime64("2020-01")
        found.append(str(each) if january else f"{each}!")
    return found


def halved(start, end):
    left = end - start
    while left > np.timedelta64(10, "D"):
        left = left // 2
    return left, left / np.timedelta64(1, "h"), np.timedelta64(3, "D") + left


def week(start):
    days = np.arange(start, start + 7)
    return days, np.where(days > start + np.timedelta64(2, "D"), 1, 2), -(start - days)


def known_days(days):
    known = 0
    for each in days:
        if np.isnat(each):
            continue
        known += 1
    return known, np.isnat(days).any(), days[~np.isnat(days)]


def raw(days):
    numbers = days.view("i8")
    numbers[0] = 0
    return days, numbers


def days_and_text(days):
    return days + "a"


def total(items):
    found = 0
    for each in items:
        if isinstance(each, str):
            found += len(each)
        elif each is None:
            found -= 1
        else:
            found += each
    return found


def module_arrays(i):
    return MIXED[i], [each for each in MIXED if each is not None], MASKED + i, len(DAYS)


def objects_written(items, value):
    items[0] = [value]
    items[0].append(value)
    items[1] = {"a": value}
    back = items[::-1]
    back[-1] = items[0]
    return items, back


def doubled(items):
    missing = []
    for i in range(len(items)):
        if items[i] is None:
            missing.append(i)
        else:
            items[i] = items[i] * 2
    return missing, items


def fibonacci(n):
    pair = np.array([1, 1], dtype=object)
    for _ in range(n):
        pair[0], pair[1] = pair[1], pair[0] + pair[1]
    return pair


def exact(parts):
    product = parts[0]
    for each in parts[1:]:
        product = product * each
    return product, parts.sum(), parts.dot(parts), np.cumsum(parts), parts**2


def truth_of_objects(items):
    if items:
        return 1
    return 2


def fields(table):
    table["a"][0] = 10
    table[1]["b"] += 5
    total = 0.0
    for row in table:
        if row["a"] > 2:
            total += row["b"]
    return total, table["c"], table[["a", "b"]], table.dtype.names, table[0].item()


def record_attributes(table):
    total = 0
    for row in table:
        total += row.a * row.b
    table.a[0] = 7
    return total, table.a, table.b.max()


def masked(values):
    total = values.sum()
    values[0] = np.ma.masked
    if values.mask.any():
        total = total + 1
    return total, values.mean(), values.filled(0), values.count(), np.sqrt(values * 2)


def vector(values):
    if values.first > 0:
        values[0] = -1
    return values.length(), values + 1, type(values).__name__, values.first


def big_endian(values):
    values[0] += 1
    return values.sum(), values, values.byteswap(), values.dtype.byteorder


CASES = [
    *[
        case(function, DAYS.copy(), DAYS.astype("datetime64[s]"))
        for function in (count_late, months, labels, raw)
    ],
    case(known_days, DAYS.copy(), np.array(["2020-01-01", "NaT"], "datetime64[s]")),
    case(halved, (day("2020-01-01"), day("2020-05-01"))),
    case(week, day("2020-01-01")),
    case(days_and_text, DAYS.copy(), raises="_UFuncBinaryResolutionError"),
    case(total, MIXED.copy(), [2, "a"], np.array([2.5, 1], object)),
    case(module_arrays, i64(1), 2),
    case(objects_written, (MIXED.copy(), f64(3)), (MIXED.copy(), 3)),
    case(doubled, np.array([1, None, "ab", [3]], object), MIXED.copy()),
    case(fibonacci, 100, i64(100)),
    case(exact, np.array([Fraction(1, 2), Fraction(2, 3)], object), floats(1, 2)),
    case(truth_of_objects, MIXED.copy(), MIXED[1:2].copy(), raises=ValueError),
    case(fields, RECORDS.copy()),
    case(record_attributes, RECORDS.view(np.recarray).copy()),
    case(masked, MASKED.copy()),
    case(vector, floats(1, 2).view(Vector), floats(-1, 2).view(Vector)),
    case(big_endian, np.arange(3, dtype=">i4")),
]

"""Masked arrays, matrices and other arrays whose class decides what operators do."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import case, f64

MASKED = np.ma.array([0.25, 0.5, 0.75], mask=[False, True, False])
TABLE = np.ma.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], mask=[[0, 1, 0], [0, 0, 1]])
WHOLE = np.ma.array([3, 1, 2], np.int8, mask=[False, False, True])
MATRIX = np.array([[2.0, 1.0], [1.0, 3.0]]).view(np.matrix)
NAMES = np.char.array(["ab ", "Cd", "e"])
RECORDS = np.array([(1, 2.0), (3, 4.0)], [("a", int), ("b", float)]).view(np.recarray)
DAYS = np.array(["2020-01-01", "2020-02-03"], "M8[D]")


def standardized(x):
    centered = x - x.mean()
    return centered / x.std(), np.ma.exp(centered).filled(0.0), x.count()


def masked_above(x, limit):
    kept = np.ma.masked_greater(x, limit)
    if kept.count() == 0:
        return kept, None
    return kept, kept.compressed().sum()


def first_or_masked(x):
    first = x[0]
    if first is np.ma.masked:
        return "masked", x.sum()
    return first * 2, x[1:] + 1


def written_through_a_view(x):
    tail = x[1:]
    mask = x.mask
    x[0] = np.ma.masked
    tail[0] = 9
    x += 1
    return x, tail, mask, tail.sum()


def by_rows(table):
    totals = []
    for row in table:
        totals.append(row.sum())
    return totals, table.sum(axis=0), table.mean(axis=1, keepdims=True)


def accumulated(x, n):
    total = x
    for i in range(n):
        total = np.ma.add(total, x) * 0.5 if i % 2 == 0 else total - i
    return total, np.ma.median(total), total.max()


def another_dtype(x):
    x.dtype = np.int64
    return x.dtype, x[0], x + 1


def another_shape(x):
    x.shape = (3, 1)
    return x.shape, x.ndim, x.sum(axis=0)


def halving(x, n):
    if n <= 0:
        return x.sum()
    return halving(x * 0.5, n - 1)


def solved(matrix, steps):
    power = matrix
    for _ in range(steps):
        power = power * matrix
    return power, power.I, power[0], power[0, 0], power.sum(0), matrix.A1 + 1, -power.T


def cleaned(names):
    short = names.strip().upper()
    return short, short == "CD", names.find("d"), names[0], names.split()


def columns(records):
    records.a += 1
    return records.a.sum(), records.field("b"), records[0].b, records["a"]


def delays(days, late):
    shifted = days + late
    return shifted, shifted > days, np.isnat(shifted), shifted[1:], shifted.max()


def statistics_of_both(x):
    return (
        np.sum(x),
        np.max(x),
        np.sqrt(x),
        np.concatenate([x, x]),
        np.where(x > 1, x, 0),
    )


def fields_of_masks(x):
    return x.fill_value, x.data, x.shape, x.T, x.real, x.size, np.ma.getmaskarray(x)


def made(x, values):
    own = np.ma.array(values, mask=x.mask)
    return (
        own,
        np.ma.MaskedArray(x, np.float32),
        np.matrix(values),
        np.ma.zeros(3) + own,
    )


CASES = [
    case(standardized, MASKED.copy(), TABLE.copy(), WHOLE.copy(), np.ma.array([1.0])),
    case(
        masked_above, (MASKED.copy(), 0.3), (MASKED.copy(), f64(0.1)), (WHOLE.copy(), 2)
    ),
    case(first_or_masked, MASKED.copy(), np.ma.array([1, 2], mask=[True, False])),
    case(
        written_through_a_view, TABLE[0].copy(), MASKED.copy(), np.ma.array([1.0, 2.0])
    ),
    case(by_rows, TABLE.copy(), TABLE.T.copy(), np.ma.array(np.ones((2, 2)))),
    case(accumulated, (MASKED.copy(), 3), (TABLE.copy(), 2), (MASKED.copy(), 0)),
    case(another_dtype, MASKED.copy()),
    case(another_shape, MASKED.copy()),
    case(halving, (MASKED.copy(), 3), (MASKED.copy(), 0)),
    case(solved, (MATRIX.copy(), 2), (MATRIX.astype(np.float32), 1)),
    case(cleaned, NAMES.copy(), np.char.array([["x y", "d"]])),
    case(columns, RECORDS.copy()),
    case(delays, (DAYS.copy(), np.timedelta64(3, "D")), (DAYS.copy(), 2)),
    case(statistics_of_both, MASKED.copy(), TABLE.copy(), MATRIX.copy()),
    case(fields_of_masks, MASKED.copy(), TABLE.copy(), np.ma.array([1, 2])),
    case(made, (MASKED.copy(), [1, 2, 3]), (MASKED.copy(), np.ones(3))),
]

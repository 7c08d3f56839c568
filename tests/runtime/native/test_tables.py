"""Dicts and sets of numbers that loops make for themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.loading import library
from tests.corpus.dicts_of_numbers import longest_collatz
from tests.runtime.native.natively import inline, native, natives, same

LARGE = np.array([2**62, -(2**62), 7, 2**63 - 1, -(2**63), 0, 7, 2**62, 1])


def residues(n):
    counts = {}
    for i in range(n):
        k = (i * i + 3 * i) % 97
        counts[k] = counts.get(k, 0) + 1
    return counts


def pair(values, total):
    seen = {}
    for i in range(len(values)):
        if total - values[i] in seen:
            return seen[total - values[i]], i
        seen[values[i]] = i
    return -1, -1


def distinct(values):
    seen = set()
    order = []
    for v in values:
        if v not in seen:
            seen.add(v)
            order.append(v)
    return seen, order, len(seen)


def places(values):
    last, first = {}, {}
    for i in range(len(values)):
        last[values[i]] = i, 0.5 * i
        if values[i] not in first:
            first[values[i]] = i
    return last, first


def means(x, n):
    sums, counts = {}, {}
    for i in range(n):
        k = i * 7919 % 13 - 6
        if k in sums:
            sums[k] += x[i % len(x)]
            counts[k] += 1
        else:
            sums[k] = x[i % len(x)]
            counts[k] = 1
    largest = 0.0
    for k, s in sums.items():
        largest = max(largest, k * s / counts[k])
    for k in counts:
        largest = largest + k
    for v in counts.values():
        largest = largest - v
    return largest, sums


def in_each_turn(n):
    total = 0
    for i in range(n):
        seen = {}
        for j in range(i):
            k = (i * j) % 7
            if seen.get(k) is not None:
                total += seen[k]
            seen[k] = j
        total += len(seen)
    return total


def caught(n):
    known = {0: 0.0, 1: 1.0}
    for i in range(2, n):
        try:
            known[i] = known[i - 1] + known[i - 3]
        except KeyError:
            known[i] = 0.5
    return known


def caught_beside_a_sum(n):
    total, known = 0, {}
    for i in range(n):
        try:
            total = total + known[i % 7]
        except KeyError:
            known[i % 7] = 0.5 * i
    return total


def used_afterwards(n):
    counts = {}
    for i in range(n):
        counts[i * i % 11] = i
    return sorted(counts.items()), str(counts), max(counts.values())


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (residues, (500,)),
        (longest_collatz, (300,)),
        (pair, (np.arange(200) ** 2, 800)),
        (pair, ([*range(0, 400, 3), 2**62, -(2**62)], 700)),
        (distinct, (LARGE,)),
        (distinct, (np.arange(5000) * 37 % 1013 - 500,)),
        (distinct, (np.array([3, 300, -2, 3], dtype=np.int16),)),
        (places, (LARGE,)),
        (means, (np.linspace(-1.0, 2.0, 7), 60)),
        (in_each_turn, (30,)),
        (caught, (30,)),
        (caught_beside_a_sum, (60,)),
        (used_afterwards, (60,)),
    ],
)
def test_they_are_machine_code(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    inline(function, *arguments)
    made, expected = native(function)(*arguments), function(*arguments)
    assert repr(made) == repr(expected)  # the order, and the classes of keys


def test_they_grow() -> None:
    def squares(n):
        known = {}
        for i in range(n):
            known[(i * i) % 1_000_003] = i
        found = 0
        for i in range(n):
            if i in known:
                found += known[i]
        return known, found

    inline(squares, 50_000)


# What the plan does


def missing(n):
    known = {}
    for i in range(n):
        known[2 * i] = i
    total = 0
    for i in range(n):
        total += known[i]
    return total


def grown(n):
    known = {0: 1}
    for i in range(n):
        known[i % 50] = i
    for k in known:
        known[k + n] = 1
    return known


def set_again(n):
    known = {}
    for i in range(n):
        known[i % 50] = i
    for k in known:
        known[k] = known[k] + n
    return known


def too_large(n):
    known = {}
    k = 1
    for i in range(n):
        known[k] = i
        k = k * 3
    return known


def item_too_large(n):
    known = {0: 1}
    for _ in range(n):
        known[0] = known[0] * 5
    return known


@pytest.mark.parametrize(
    "function", [missing, grown, set_again, too_large, item_too_large]
)
def test_errors_and_large_integers(function: Callable[..., Any]) -> None:
    same(function, (3,), (60,), (7,), (61,))


def key_of_another_class(values, n):
    known = {5: 0}
    for i in range(n):
        known[values[i]] = i
    return known


def float_key(n):
    known = {0: 1}
    total = 0
    for i in range(n):
        known[i] = i
        if i / 2 in known:
            total += known[i / 2]
    return total


def truth_key(n):
    known = {}
    for i in range(n):
        known[i] = i
        known[i > 1] = -i
    return known


def two_names(n):
    known = {}
    other = known
    for i in range(n):
        known[i] = i
        other[i + 1] = -i
    return known, other


def within_a_list(n):
    known = {}
    found = []
    for i in range(n):
        known[i] = i
        found.append(known)
    return found, found[0] is found[1]


def texts(n):
    known = {}
    for i in range(n):
        known[i % 3] = str(i)
    return known


def deleted(n):
    known = {}
    for i in range(n):
        known[i] = i
        if i > 3:
            del known[i - 3]
    return known


def ordered_set(values):
    seen = set()
    for v in values:
        seen.add(v)
    return list(seen), seen.pop()


def set_of_items(n):
    seen = {70, 3, 9}
    for i in range(n):
        seen.add(i * 37 % 101)
    return list(seen)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (key_of_another_class, (np.array([1, 5, 5, 2]), 4)),
        (float_key, (9,)),
        (truth_key, (9,)),
        (two_names, (9,)),
        (within_a_list, (9,)),
        (texts, (9,)),
        (deleted, (9,)),
        (ordered_set, (np.arange(40) * 37 % 101,)),
        (set_of_items, (40,)),
    ],
)
def test_others_are_as_ever(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    made, expected = native(function)(*arguments), function(*arguments)
    assert repr(made) == repr(expected)


def test_keys_that_are_equal() -> None:
    def looked_up(values, n):
        known = {}
        for i in range(n):
            known[i % 50] = i
        yes, total = 0, 0
        for v in values:
            if v in known:
                yes += known[v]
            total += known.get(v > 2, 0) + known[v == v]
        return yes, total

    for kind in (np.int64, np.uint8, np.int32, np.uint64):
        same(looked_up, (np.array([0, 1, 5, 7, 7, 2], dtype=kind), np.int64(6)))


def test_forced_faults() -> None:
    made = native(in_each_turn)
    library.library().force_faults(2)
    try:
        for n in (3, 200, 201):
            assert made(n) == in_each_turn(n)
    finally:
        library.library().force_faults(0)
    assert natives(made)


def counted(n):
    counts = defaultdict(int)
    for i in range(n):
        counts[i * i % 7] += 1
    return counts, len(counts)


def summed(x, n):
    sums = defaultdict(float)
    for i in range(n):
        sums[i % 5] += x[i % len(x)]
    return sums


def in_counters(n):
    kept, counts = defaultdict(int), Counter()
    total = 0
    for i in range(n):
        total += kept[i * i % 7] + counts[i * i % 5]
        if i % 3 == 0:
            kept[i % 11] += 2
            counts[i % 4] -= 1
        total += len(kept) - len(counts) + kept.get(3, -7)
    for k, v in kept.items():
        total += k * v
    return kept, counts, total


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(counted, (90,)), (summed, (np.linspace(0.0, 1.0, 7), 90)), (in_counters, (90,))],
)
def test_missing_keys_are_zero(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    inline(function, *arguments)
    made, expected = native(function)(*arguments), function(*arguments)
    assert repr(made) == repr(expected)


def added_up(values, start):
    once = {}
    for v in values:
        if v not in once:
            once[v] = v
    for k in once:
        start += once[k]
    return start, once


@pytest.mark.parametrize("start", [None, "a", 2.5, (1,)])
def test_an_operation_that_always_raises_is_left_to_the_plan(start: object) -> None:
    few = np.array([3, 1, 3])
    same(added_up, (few[:0], start), (few, start), regions=0)

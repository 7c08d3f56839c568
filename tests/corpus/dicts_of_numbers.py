"""Dicts and sets of numbers that loops make: counts, memories, places, sums."""

from collections import Counter, defaultdict

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints, wave


def residues(n):
    counts = {}
    for i in range(n):
        k = (i * i + 3 * i) % 17
        if k in counts:
            counts[k] += 1
        else:
            counts[k] = 1
    return counts


def most_frequent(values):
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    best, found = 0, None
    for v, count in counts.items():
        if count > best:
            best, found = count, v
    return found, best


def longest_collatz(limit):
    lengths = {1: 1}
    best, where = 1, 1
    for start in range(2, limit):
        n, steps = start, 0
        while n not in lengths:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        lengths[start] = lengths[n] + steps
        if lengths[start] > best:
            best, where = lengths[start], start
    return best, where


def two_sum(values, total):
    seen = {}
    for i in range(len(values)):
        if total - values[i] in seen:
            return seen[total - values[i]], i
        seen[values[i]] = i
    return None


def first_repeated(values):
    seen = set()
    for v in values:
        if v in seen:
            return v, seen
        seen.add(v)
    return None, seen


def longest_run(values):
    seen = set()
    for v in values:
        seen.add(int(v))
    best = 0
    for v in values:
        if int(v) - 1 not in seen:
            k = int(v)
            while k in seen:
                k += 1
            best = max(best, k - int(v))
    return best


def group_means(keys, x):
    sums, counts = defaultdict(float), Counter()
    for i in range(len(keys)):
        sums[keys[i]] += x[i]
        counts[keys[i]] += 1
    means = {}
    for k in sums:
        means[k] = sums[k] / counts[k]
    return means, counts


def fibonacci_by_memory(n):
    known = {0: 0, 1: 1}
    for i in range(2, n):
        try:
            found = known[i]
        except KeyError:
            found = known[i - 1] + known[i - 2]
            known[i] = found
    return known[n - 1], len(known)


def first_and_last(values):
    places = {}
    for i, v in enumerate(values):
        if v in places:
            places[v] = (places[v][0], i)
        else:
            places[v] = (i, i)
    return (places,)


def grows_as_it_goes(n):
    known = {}
    for i in range(n):
        known[i % 5] = i
    for k in known:
        if known[k] > 40:
            known[k + 100] = 0
    return known


def powers(n):
    found = {}
    k = 1
    for i in range(n):
        found[k] = i
        k = k * 7 - 3
    return found


def sum_of_all(x):
    s = 0.0
    for v in x:
        s = s + v
    return (s,)


CASES = [
    case(residues, i64(60), 0, i64(500)),
    case(most_frequent, ints(3, 1, 3, 2, 1, 3), ints(), [2**62, 5, 5, 2**62]),
    case(longest_collatz, i64(60), 2, i64(2)),
    case(
        two_sum,
        (ints(3, 9, 14, 20), i64(23)),
        (ints(3, 9), i64(5)),
        ([1, 2, 4, 8] * 20, 12),
        (ints(2, -(2**63)), i64(2)),
    ),
    case(first_repeated, ints(5, 3, 9, 3), ints(4, 8), np.arange(50) * 37 % 41),
    case(longest_run, ints(100, 4, 200, 1, 3, 2), floats(3, 2, 7), ints()),
    case(group_means, (np.arange(40) % 7, wave(40)), (ints(1, 1), floats(2, 0.5))),
    case(fibonacci_by_memory, i64(30), i64(120), 5),
    case(first_and_last, ints(2, 5, 2, 2, 5), np.arange(30) ** 2 % 11),
    case(grows_as_it_goes, i64(30), i64(60), raises=RuntimeError),
    case(powers, i64(20), i64(40)),
    case(sum_of_all, wave(30), floats(1e308, 1e308), f64(2.0), raises=TypeError),
]

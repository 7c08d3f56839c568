"""Iterators of known length that are gone through more than once, or in part."""

from __future__ import annotations

import re

from tests.corpus.case import Case, adding_to, floats, i64, ints

CASES: list[Case] = []
add = adding_to(CASES)

ARRAYS = (floats(3, -1, 2), ints(4))


@add(*ARRAYS)
def starred_twice(x):
    pairs = enumerate(x)
    return [*pairs], [*pairs]


@add(*ARRAYS)
def comprehended_twice(x):
    pairs = enumerate(x)
    return [p for p in pairs], [p for p in pairs]


@add(*ARRAYS)
def starred_after_the_first(x):
    pairs = zip(x, x)
    first = next(pairs, None)
    return first, [*pairs], (*pairs,)


@add(*ARRAYS)
def zipped_with_itself(x):
    pairs = zip(x, x)
    return [p + q for p, q in zip(pairs, pairs)], [p for p in pairs]


@add((floats(1, 2), i64(2)), (floats(1, 2), i64(0)))
def gone_through_in_a_loop(x, n):
    pairs, found = enumerate(x), []
    for _ in range(n):
        found.append([p for p in pairs])
    return found


@add((floats(1, 2), i64(2)), (floats(1, 2), i64(0)))
def gone_through_in_a_branch(x, n):
    pairs = enumerate(x)
    found = [p for p in pairs] if n > 1 else []
    return found, [p for p in pairs]


@add(*ARRAYS)
def numbered_pairs_and_the_rest(x):
    pairs = zip(x, x)
    return [p for p in enumerate(pairs)], next(pairs, 3)


@add(*ARRAYS)
def unzipped(x):
    places, values = zip(*enumerate(x))
    return places, values, list(zip(*zip(x, x))), max(*reversed(x), 0)


@add((floats(1, 2), i64(2)), (floats(1, 2), i64(0)))
def of_a_pure_function_in_a_loop(x, n):
    places = []
    while n > 0:
        matches = re.finditer("a", "banana")
        places.append(next(matches).start() * x[0])
        for match in matches:
            places.append(match.start() * x[1])
        n = n - 1
    return places


@add((floats(1, 2), i64(2)), (floats(1, 2), i64(0)))
def of_a_pure_function_in_a_branch(x, n):
    total = x.sum()
    if n > 1:
        matches = re.finditer("a", "banana")
        for match in matches:
            total = total + match.end()
    return total

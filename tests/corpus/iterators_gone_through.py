"""Iterators of known length that are gone through more than once, or in part."""

from __future__ import annotations

import itertools
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


@add(*[(n, floats(0.5, 2)) for n in (1, 2, 3, 6)], (i64(3), ints(2)))
def of_many_throws(n, x):
    found = [0] * (6 * int(n) + 1)
    for dice in itertools.product(range(1, 7), repeat=int(n)):
        found[sum(dice)] += x[0]
        if len(set(dice)) == 1:
            found[0] += 1
    return found


@add("abcdef", "abcab", "ab")
def of_many_orders(text):
    best, count = None, 0
    for first, *rest in itertools.permutations(text):
        count += first < rest[-1] if rest else 0
        if best is None or [first, *rest] > best:
            best = [first, *rest]
    return best, count


@add((5, {}), (12, {}), (12, {"a": 2}))
def of_many_pairs_of_objects(n, names):
    made = [names.setdefault(f"k{k}", [k]) for k in range(n)]
    for one, other in itertools.combinations(made, 2):
        one.append(other[0])
    return made, names


@add((4, ints(3)), (7, ints(3)), (7, floats(60)))
def of_many_until_one(n, x):
    steps = 0
    many = itertools.product(range(n), repeat=3)
    for a, b, c in many:
        steps += 1
        if a * b - c == x[0]:
            break
    return steps, next(many, None)


@add("the quick brown fox " * 5, "short", "éa\n" * 30)
def of_a_long_text(text):
    counts, shouted = {}, ""
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
        if letter.isspace():
            continue
        shouted += letter.upper()
    return counts, shouted


@add(b"the quick brown fox " * 5, b"short")
def of_many_bytes(data):
    total = 0
    for each in data:
        total = (total * 31 + each) % 1009
    return total


@add(floats(*range(80)), floats(*range(80), 7))
def backwards_until_one_is_small(x):
    kept = []
    for place, k in enumerate(reversed(range(80)), start=2):
        if x[k] < 3.5:
            break
        kept.append(x[k] * place)
    return kept, place


@add(floats(*range(80)), floats(*range(80), 7))
def partners_taken_within_the_loop(x):
    numbers, total = iter(range(70)), 0.0
    for k in numbers:
        if x[k] > 20:
            total += x[k] * next(numbers, 0)
    return total, next(numbers, None)


@add(floats(*range(80)), floats(*range(80), 7))
def list_that_grows_while_it_is_numbered(x):
    items, total = list(range(70)), 0.0
    for k, item in enumerate(items):
        if x[k] > 66 and len(items) < 75:
            items.append(k)
        total += x[k] * item
    return total, items


@add(floats(*range(80)), floats(*range(80), 7))
def squares_until_the_sum_is_large(x):
    total, rest = 0.0, map(lambda k: k * k, range(9))
    for k in rest:
        total += x[k]
        if total > 60:
            return total, k, list(rest)
    return total

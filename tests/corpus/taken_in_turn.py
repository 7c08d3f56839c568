"""What takes the items of a generator one by one, and stops where it has to."""

import itertools
from collections import Counter, OrderedDict, defaultdict

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
COUNTS = (5, []), (i64(5), []), (2, []), (i64(1), [])


def shown(n, bad, made):
    """Note each number when it is made; the third is something else."""
    for i in range(n):
        made.append(i)
        yield bad if i == 2 else i


@add(*COUNTS)
def set_of_what_has_no_hash(n, made):
    try:
        return set(shown(n, [1], made))
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def frozenset_of_what_has_no_hash(n, made):
    try:
        return frozenset(shown(n, [1], made))
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def set_display(n, made):
    try:
        return {*shown(n, [1], made)}
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def set_comprehension(n, made):
    try:
        return {v for v in shown(n, [1], made)}
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def counted(n, made):
    try:
        return Counter(shown(n, [1], made))
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def dict_comprehension(n, made):
    try:
        return {v: 0 for v in shown(n, [1], made)}
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def default_dict_of_numbers(n, made):
    try:
        return defaultdict(int, shown(n, 0, made))
    except TypeError as error:
        return str(error)


@add((3,), (i64(3),), (i64(0),))
def dict_whose_third_item_is_no_pair(n):
    try:
        return dict(pair if i != 2 else 7 for i, pair in enumerate([(1, 2)] * n))
    except TypeError as error:
        return str(error)


@add((3,), (i64(3),), (i64(0),))
def ordered_dict_whose_third_item_is_no_pair(n):
    try:
        items = (pair if i != 2 else 7 for i, pair in enumerate([(1, 2)] * n))
        return OrderedDict(items)
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def superset(n, made):
    return {0, 7}.issuperset(shown(n, 3, made))


@add(*COUNTS)
def disjoint(n, made):
    return {1, 5}.isdisjoint(shown(n, 3, made))


@add((1,), (i64(2),))
def disjoint_from_all_numbers(x):
    # Generators, which a test may stop, in place of `count` alone.
    apart = {2}.isdisjoint(k for k in itertools.count())
    return apart, {x}.issuperset(k for k in itertools.count())


@add(*COUNTS)
def intersection(n, made):
    try:
        return {1, 5}.intersection(shown(n, [1], made)), {1, 5}.difference(
            shown(n, 7, made)
        )
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def symmetric_difference(n, made):
    try:
        return {1, 5}.symmetric_difference(shown(n, [1], made))
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def found_in_a_generator(n, made):
    return 1 in shown(n, 3, made), 9 not in shown(n, 3, made)


@add(*COUNTS)
def too_many_to_unpack(n, made):
    try:
        first, second = shown(n, 3, made)
    except ValueError as error:
        return str(error)
    return first + second


@add(*COUNTS)
def largest_of_what_does_not_compare(n, made):
    try:
        return max(shown(n, "a", made))
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def smallest_by_what_does_not_compare(n, made):
    try:
        return min(shown(n, "a", made), key=lambda v: made.append(["key", v]) or v)
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def largest_by_a_key_that_prints(n, made):
    return max(shown(n, 0, made), key=lambda v: made.append(["key", v]) or -v)


@add((2, np.uint8(1)), (1j, np.uint8(1)), (f64(2), np.uint8(1)))
def keys_behind_one_that_does_not_compare(a, total):
    try:
        return max(a, 100, total, key=lambda v: -v)
    except TypeError as error:
        return str(error)


@add(*COUNTS)
def slice_of_a_list(n, made):
    items = [7, 8, 9]
    items[1:2] = shown(n, 0, made)
    return items


@add((5, []), (2, []))
def bytes_of_a_number_too_large(n, made):
    try:
        return bytes(shown(n, 300, made))
    except ValueError as error:
        return str(error)


@add((5, []), (2, []))
def keys_that_have_no_hash(n, made):
    try:
        return dict.fromkeys(shown(n, [1], made))
    except TypeError as error:
        return str(error)


@add((np.arange(6),), (np.arange(6) * 0.5,), ([3, 1, 2, 5, 4, 0],))
def permutations_gone_through(x):
    sums = list(map(lambda p: p[0] - p[1] + 2 * p[2], itertools.permutations(x)))
    best = max(itertools.permutations(x), key=lambda p: p[0] - 2 * p[3])
    rising = sum(i for i, p in enumerate(itertools.permutations(x)) if p[0] < p[1])
    return sums, best, rising, len(set(itertools.permutations(x)))


@add((floats(1, 2),), (np.array([0, 1], np.int8),), (floats(),))
def default_of_next_is_of_another_type(x):
    first = next(iter((x * 1j).tolist()), 0.5)
    try:
        found = next(iter((x * 1j).tolist()), 0.5)
    except Exception:
        found = "caught"
    return first, found


@add([1, 1, 2, 3, 3], ((1.0, 2.0, 2.0, 5.0),), range(100))
def groups_and_what_is_left(x):
    items = iter(x)
    groups = itertools.groupby(items, lambda value: value > 1)
    key, group = next(groups)
    first = next(group)
    return key, first, next(items), list(items), list(groups)


@add([1, 1, 2, 3, 3], ((1.0, 2.0, 2.0, 5.0),))
def groups_left_early(x):
    doubled = map(lambda value: value * 2, x)
    for key, group in itertools.groupby(doubled):  # noqa: B007
        if key > 2:
            break
    return key, len(list(group)), list(doubled)[:5]


@add((floats(1, 2, 3, 4), [0, 1, 1, 0]), ([1, 2, 3, 4], ints(1, 0, 1, 1)))
def chosen_and_what_is_left(x, wanted):
    items, others = iter(x), iter(wanted)
    chosen = itertools.compress(items, others)
    return next(chosen), list(items), list(chosen), list(others)


@add((floats(1, 2, 3), 2), ([5, 6, 7, 8], 3))
def chosen_by_what_has_no_end(x, n):
    numbers = (k for k in itertools.count())
    places = itertools.compress(numbers, itertools.cycle(range(n)))
    return list(itertools.islice(places, 4)), list(itertools.compress(x, iter([0, 1])))

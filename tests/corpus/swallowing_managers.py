"""`return` and `break` out of a `with` whose manager swallows exceptions, in loops."""

from __future__ import annotations

from contextlib import suppress

from tests.corpus.case import case, f64, i64, ints


class Quiet:
    """Swallows errors of some classes."""

    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.kinds)


def first_that_has_it(table, key):
    for _ in table:
        with suppress(KeyError):
            return table[key]
    return None


def returns_on_a_test(xs, bound):
    for k in xs:
        with suppress(ZeroDivisionError):
            if k > bound:
                return 1 // int(k)
    return -1


def breaks(table, key):
    total = 0
    for k in table:
        with suppress(KeyError):
            total = total + table[key]
            break
        total = total + 100 + k
    return total


def in_two_loops(table, key):
    seen = []
    for k in table:
        for j in range(2):
            with suppress(KeyError, ZeroDivisionError):
                if table[k] > 1:
                    return table[key], seen
                seen.append(table[key + k])
            seen.append(j)
    return seen


def by_a_manager_of_its_own(xs, key):
    for k in xs:
        with Quiet(ZeroDivisionError):
            return key // k
    return "none"


def in_a_while(x, table):
    k = 0
    while k < 5:
        k += 1
        with suppress(KeyError):
            x = x + table[k]
            if x > 6:
                break
        x = x + 1
    return x, k


TABLES = {1: 2, 4: 5}, {0: 1, 1: 3}, {}
CASES = [
    case(first_that_has_it, *[(t, k) for t in TABLES for k in (1, i64(4), 3)]),
    case(returns_on_a_test, (ints(0, 1, 2), 0), ([1, 0], -1), (ints(1), i64(3))),
    case(breaks, *[(t, k) for t in TABLES for k in (1, i64(4), 3)]),
    case(in_two_loops, *[(t, k) for t in TABLES for k in (0, i64(4))]),
    case(by_a_manager_of_its_own, ([0, 2], 5), (ints(0, 3), i64(7)), ([], 1)),
    case(in_a_while, (0, {2: 3, 3: 9}), (f64(2.0), {1: 1, 5: 2})),
]

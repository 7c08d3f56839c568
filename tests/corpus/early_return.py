"""Several returns: in branches, in loops, after loops, of different kinds."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def guard_clauses(x):
    if x < 0:
        return -1
    if x == 0:
        return 0
    if x > 100:
        return 100
    return x


def find_first(x, key):
    for i in range(len(x)):
        if x[i] == key:
            return i
    return -1


def contains(x, key):
    for v in x:
        if v == key:
            return True
    return False


def return_none_on_some_paths(x):
    if x > 0:
        return x


def bare_return(x):
    if x < 0:
        return
    return x * 2


def return_in_nested_loop(m, key):
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] == key:
                return i, j
    return None


def return_in_while(n):
    while n > 0:
        if n % 7 == 0:
            return n
        n -= 1
    return 0


def return_from_while_true(n):
    k = 0
    while True:
        k += 1
        if k * (k + 1) // 2 >= n:
            return k


def return_in_else(x):
    if x > 0:
        y = x
    else:
        return 0
    return y + 1


def return_in_both(x):
    if x > 0:
        return x
    else:
        return -x


def return_three_deep(a, b, c):
    if a > 0:
        if b > 0:
            if c > 0:
                return 111
            return 110
        return 100
    return 0


def code_between_returns(x):
    y = x + 1
    if y < 0:
        return y
    y = y * 2
    if y > 10:
        return y - 10
    y = y + 3
    return y


def return_and_break(x):
    s = 0
    for v in x:
        if v == 0:
            return "zero"
        if v < 0:
            break
        s += v
    return s


def return_and_continue(x):
    for v in x:
        if v % 2:
            continue
        return v
    return None


def return_loop_variable(x, t):
    for v in x:
        if v > t:
            return v
    return v


def return_array_or_none(x, t):
    for row in x:
        if row.sum() > t:
            return row
    return None


def is_sorted(x):
    for i in range(1, len(x)):
        if x[i - 1] > x[i]:
            return False
    return True


def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


def is_palindrome(x):
    i, j = 0, len(x) - 1
    while i < j:
        if x[i] != x[j]:
            return False
        i += 1
        j -= 1
    return True


def binary_search(x, key):
    low, high = 0, len(x) - 1
    while low <= high:
        middle = (low + high) // 2
        if x[middle] == key:
            return middle
        if x[middle] < key:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def first_divisor_pair(n):
    for a in range(2, n):
        for b in range(a, n):
            if a * b == n:
                return a, b
            if a * b > n:
                break
    return 1, n


def two_sum(x, target):
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] + x[j] == target:
                return (i, j)
    return ()


def lexicographic(a, b):
    for x, y in zip(a, b):
        if x < y:
            return -1
        if x > y:
            return 1
    if len(a) < len(b):
        return -1
    if len(a) > len(b):
        return 1
    return 0


def same_elements(a, b):
    if a.shape != b.shape:
        return False
    for x, y in zip(a.ravel(), b.ravel()):
        if x != y:
            return False
    return True


def return_from_else_of_loop(x):
    for v in x:
        if v < 0:
            break
    else:
        return "all"
    return v


def return_different_types(x):
    if x > 3:
        return "big"
    if x > 2:
        return [x, x]
    if x > 1:
        return {"x": x}
    if x > 0:
        return x, -x
    return np.array([x])


def return_first_fit(sizes, need):
    best = None
    for i in range(len(sizes)):
        if sizes[i] == need:
            return i
        if sizes[i] > need and (best is None or sizes[i] < sizes[best]):
            best = i
    return best


def returns_after_mutation(x, stop):
    for i in range(len(x)):
        if x[i] > stop:
            return x
        x[i] = 0
    return x[::-1]


def many_guards(x, y):
    if x > 10:
        return 1
    if y > 10:
        return 2
    x = x + y
    if x > 10:
        return 3
    y = y + x
    if y > 10:
        return 4
    for _ in range(3):
        x = x + 1
        if x > 8:
            return 5
    if y == x:
        return 6
    return x - y


def deeply_nested_return(x):
    for a in range(3):
        for b in range(3):
            for c in range(3):
                if a + b * c == x:
                    return a, b, c
    return None


def return_value_of_call(x):
    if x > 0:
        return np.sqrt(x)
    return abs(x)


def nested_else_returns(x):
    if x > 10:
        return "a"
    else:
        if x > 5:
            return "b"
        else:
            if x > 0:
                return "c"
            else:
                return "d"


def return_tuple_partial(x):
    lo = hi = None
    for v in x:
        if lo is None:
            lo = hi = v
        elif v < lo:
            lo = v
        elif v > hi:
            hi = v
        else:
            return v, lo, hi
    return lo, hi


CASES = [
    case(guard_clauses, i64(-5), i64(0), f64(500), f64(7), core=True),
    case(
        find_first,
        (ints(3, 1, 2), i64(2)),
        (ints(3, 1), i64(9)),
        (floats(), 1),
        core=True,
    ),
    case(contains, (ints(3, 1, 2), i64(2)), (floats(3, 1), 9), ([], i64(1))),
    case(return_none_on_some_paths, f64(1), f64(-1), core=True),
    case(bare_return, f64(1), f64(-1), i64(0)),
    case(
        return_in_nested_loop,
        (grid(3, 3), f64(5)),
        (grid(2, 2), 9),
        (grid(0, 2), 0),
        core=True,
    ),
    case(return_in_while, i64(20), i64(5), i64(0)),
    case(return_from_while_true, i64(20), i64(0), f64(5.5), core=True),
    case(return_in_else, f64(1), f64(-1)),
    case(return_in_both, f64(1), f64(-1)),
    case(
        return_three_deep,
        (i64(1), i64(1), i64(1)),
        (i64(1), i64(1), 0),
        (i64(1), 0, 1),
        (f64(0), 1, 1),
    ),
    case(code_between_returns, f64(-5), f64(7), f64(1), i64(1)),
    case(return_and_break, ints(1, 2, 0), ints(1, -1, 0), floats(1, 2), floats()),
    case(return_and_continue, ints(1, 3, 4), ints(1), ints()),
    case(
        return_loop_variable,
        (floats(1, 5, 2), 3),
        (floats(1, 2), 3),
        (floats(), 3),
        raises=UnboundLocalError,
    ),
    case(return_array_or_none, (grid(3, 2), 4), (grid(3, 2), 99), (grid(0, 2), 1)),
    case(is_sorted, floats(1, 2, 2), ints(2, 1), floats()),
    case(is_prime, i64(97), i64(91), i64(1), i64(2), 13, core=True),
    case(is_palindrome, ints(1, 2, 1), ints(1, 2), [1, 2, 2, 1], ints(), core=True),
    case(
        binary_search,
        (ints(1, 3, 5, 7), i64(5)),
        (ints(1, 3, 5, 7), i64(4)),
        (floats(), 1),
        (floats(2), 2.0),
        core=True,
    ),
    case(first_divisor_pair, i64(35), i64(7), i64(1)),
    case(two_sum, (ints(2, 7, 11, 15), i64(9)), (ints(1, 2), 10), (floats(), 1)),
    case(
        lexicographic,
        (ints(1, 2), ints(1, 3)),
        (ints(1, 2), ints(1, 2)),
        (ints(2), ints(1, 9)),
        (ints(), ints(1)),
    ),
    case(
        same_elements,
        (grid(2, 2), grid(2, 2)),
        (grid(2, 2), grid(2, 1)),
        (floats(1, 2), floats(1, 3)),
    ),
    case(return_from_else_of_loop, floats(1, 2), floats(1, -2), floats()),
    case(return_different_types, f64(4), f64(2.5), f64(1.5), f64(0.5), f64(-1)),
    case(
        return_first_fit,
        (ints(5, 9, 7), i64(6)),
        (ints(5, 9, 7), i64(9)),
        (ints(1), 5),
        (ints(), 1),
    ),
    case(
        returns_after_mutation,
        (floats(1, 2, 5, 1), 3),
        (ints(1, 2), i64(9)),
        (floats(), 1),
    ),
    case(
        many_guards,
        (i64(11), i64(0)),
        (i64(0), i64(11)),
        (i64(6), i64(6)),
        (i64(4), i64(4)),
        (i64(1), i64(1)),
        (i64(-9), i64(0)),
        (f64(-3), f64(1)),
    ),
    case(deeply_nested_return, i64(5), i64(6), i64(99), f64(0)),
    case(return_value_of_call, f64(4), f64(-4), i64(9), i64(-9)),
    case(nested_else_returns, i64(11), i64(6), i64(1), i64(0)),
    case(return_tuple_partial, floats(3, 1, 5), floats(1, 5, 3), floats(), ints(2)),
]

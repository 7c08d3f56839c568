"""break, continue and loop else, alone and nested."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f32,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def break_on_value(x, stop):
    s = 0
    for v in x:
        if v == stop:
            break
        s += v
    return s


def continue_negative(x):
    s = 0
    for v in x:
        if v < 0:
            continue
        s += v
    return s


def break_and_continue(x):
    s = 0
    for v in x:
        if v < 0:
            continue
        if v > 10:
            break
        s += v
    return s


def continue_in_while(n):
    s = 0
    while n > 0:
        n -= 1
        if n % 3 == 0:
            continue
        s += n
    return s


def break_in_while(n):
    i = 0
    while i < n:
        if i * i > n:
            break
        i += 1
    return i


def break_inner_only(m, limit):
    out = 0
    for row in m:
        for v in row:
            if v > limit:
                break
            out += v
        out += 100
    return out


def break_both(m, key):
    found = False
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] == key:
                found = True
                break
        if found:
            break
    return found, i, j


def continue_outer_via_flag(m):
    kept = 0
    for row in m:
        bad = False
        for v in row:
            if v < 0:
                bad = True
                break
        if bad:
            continue
        kept += 1
    return kept


def for_else_nested(n):
    primes = 0
    for k in range(2, n):
        for d in range(2, k):
            if k % d == 0:
                break
        else:
            primes += 1
    return primes


def while_else_with_continue(n):
    i = 0
    s = 0
    while i < n:
        i += 1
        if i % 2:
            continue
        s += i
    else:
        s = -s
    return s


def break_in_else_of_if(x):
    k = 0
    for v in x:
        if v > 0:
            k += 1
        else:
            break
    return k


def break_in_both_arms(x):
    for v in x:
        if v > 0:
            r = "positive"
            break
        else:
            r = "other"
            break
    else:
        r = "empty"
    return r


def code_after_break_branch(x):
    s = 0
    for v in x:
        if v > 5:
            s += 100
            break
        elif v > 3:
            s += 10
            continue
        elif v > 1:
            s += 1
        s *= 2
    return s


def break_with_values(x, y):
    for i in range(len(x)):
        a = x[i]
        b = y[i]
        if a > b:
            break
    return i, a, b


def continue_skips_update(n):
    i = 0
    skipped = 0
    while i < n:
        i += 1
        if i in (2, 3):
            skipped += 1
            continue
        if i == 7:
            break
    return i, skipped


def infinite_with_two_breaks(x, limit):
    turns = 0
    while True:
        turns += 1
        x = x * 2
        if x > limit:
            break
        if turns == 10:
            break
    return x, turns


def break_in_first_turn(x):
    for v in x:
        break
    else:
        v = None
    return v


def jump_under_nested_ifs(x):
    s = 0
    for v in x:
        if v > 0:
            if v > 10:
                if v > 100:
                    break
                continue
            s += 1
        s += 10
    return s


def break_after_mutation(x, limit):
    for i in range(len(x)):
        x[i] = -x[i]
        if x[i] < limit:
            break
    return x


def three_deep(m, limit):
    s = 0
    for a in m:
        if a.sum() > 50:
            continue
        for b in a:
            if b < 1:
                continue
            k = 0
            while k < b:
                k += 1
                s += k
                if s > limit:
                    break
            if s > limit:
                break
        else:
            s += 1000
    return s


def staged_break_in_python_list(items, x):
    seen = 0
    for item in items:
        if x > item:
            break
        seen += 1
        x = x + item
    return seen, x


def staged_continue_in_dict(d, x):
    names = ""
    for name, bound in d.items():
        if x < bound:
            continue
        names += name
    return names


def break_sets_result(x):
    result = None
    for i, v in enumerate(x):
        if v < 0:
            result = i
            break
    if result is None:
        return -1
    return result


def else_reads_loop_variable(x):
    for v in x:
        if v < 0:
            break
    else:
        v = v + 100
    return v


def else_with_return(x, key):
    for i, v in enumerate(x):
        if v == key:
            break
    else:
        return None
    return i


def break_in_loop_else(m):
    n = 0
    for row in m:
        n += 1
        for v in row:
            if v < 0:
                break
        else:
            break
    return n


def continue_in_loop_else(m):
    n = 0
    for row in m:
        for v in row:
            if v < 0:
                break
        else:
            continue
        n += 1
    return n


def two_loops_one_flag(x):
    broke = False
    for v in x:
        if v > 2:
            broke = True
            break
    if not broke:
        for v in x:
            if v < -2:
                broke = True
                break
    return broke, v


def while_with_break_and_test(x):
    i = 0
    while i < len(x) and x[i] >= 0:
        if x[i] == 5:
            break
        i += 1
    else:
        i += 10
    return i


def last_kept(x):
    kept = None
    for v in x:
        if v % 2:
            continue
        kept = v
    return kept


def sum_until_repeat(x):
    s = 0
    previous = None
    for v in x:
        if previous is not None and v == previous:
            break
        s += v
        previous = v
    return s


def nested_while_true(n):
    outer = 0
    while True:
        inner = 0
        while True:
            inner += 1
            if inner * inner >= n:
                break
        outer += inner
        if outer > 3 * n:
            break
        n -= 1
        if n <= 0:
            break
    return outer, n


def sentinel_loop(codes):
    i = 0
    stack = 0
    while True:
        c = codes[i]
        i += 1
        if c == 0:
            break
        if c == 1:
            stack += 1
            continue
        if c == 2:
            stack -= 1
            if stack < 0:
                break
            continue
        stack *= c
    return i, stack


CASES = [
    case(
        break_on_value,
        (ints(3, 1, 2), i64(1)),
        (floats(3, 1), 7),
        (ints(), 1),
        core=True,
    ),
    case(continue_negative, floats(1, -2, 3), ints(-1), floats(), core=True),
    case(break_and_continue, floats(1, -2, 3, 11, 4), ints(11), ints(-1, 5)),
    case(continue_in_while, i64(10), i64(0), 7),
    case(break_in_while, i64(30), i64(0), f64(2.0), core=True),
    case(break_inner_only, (grid(3, 3), 4), (grid(2, 2), i64(-1)), (grid(0, 2), 1)),
    case(
        break_both,
        (grid(3, 3), f64(4)),
        (grid(2, 2), 9),
        (grid(1, 1, np.int64), i64(0)),
    ),
    case(continue_outer_via_flag, grid(3, 3), grid(3, 3) - 4, grid(0, 3)),
    case(for_else_nested, i64(20), i64(2), i64(0), core=True),
    case(while_else_with_continue, i64(7), i64(0)),
    case(break_in_else_of_if, floats(1, 2, -1, 3), ints(-1), floats()),
    case(break_in_both_arms, floats(1), ints(-1), floats()),
    case(code_after_break_branch, floats(1, 2, 4, 6, 9), ints(4, 4), ints()),
    case(
        break_with_values,
        (floats(1, 5), floats(2, 3)),
        (ints(1), ints(1)),
        (ints(), ints()),
        raises=UnboundLocalError,
    ),
    case(continue_skips_update, i64(10), i64(3), i64(0)),
    case(infinite_with_two_breaks, (f64(1), 100), (i64(1), i64(10**6)), (f32(0), 1)),
    case(break_in_first_turn, floats(4, 5), floats()),
    case(jump_under_nested_ifs, floats(1, -1, 50, 5, 500, 1), ints(), ints(11, 3)),
    case(
        break_after_mutation,
        (floats(1, 2, 3), -1.5),
        (ints(1, 2), i64(-9)),
        (floats(), 0),
    ),
    case(three_deep, (grid(3, 3), 100), (grid(3, 2) - 1, i64(6)), (grid(0, 2), 1)),
    case(
        staged_break_in_python_list, ([5, 1, 9], f64(2)), ([], f64(2)), ([1, 2], i64(0))
    ),
    case(
        staged_continue_in_dict,
        ({"a": 1, "b": 5, "c": 2}, i64(3)),
        ({}, i64(3)),
        ({"a": 0.5}, f64(0.1)),
    ),
    case(break_sets_result, floats(1, -2, 3), floats(1), floats()),
    case(
        else_reads_loop_variable,
        floats(1, 2),
        floats(1, -2),
        floats(),
        raises=UnboundLocalError,
    ),
    case(else_with_return, (ints(4, 5), i64(5)), (ints(4, 5), i64(6)), (floats(), 1)),
    case(break_in_loop_else, grid(3, 2) - 3, grid(2, 2), grid(0, 2)),
    case(continue_in_loop_else, grid(3, 2) - 3, grid(2, 2), grid(0, 2)),
    case(
        two_loops_one_flag,
        floats(1, 3),
        floats(-3, 1),
        floats(1),
        floats(),
        raises=UnboundLocalError,
    ),
    case(
        while_with_break_and_test,
        floats(1, 5, 2),
        floats(1, -1),
        floats(1, 2),
        floats(),
    ),
    case(last_kept, ints(1, 2, 4, 5), ints(1), ints()),
    case(sum_until_repeat, ints(1, 2, 2, 3), floats(1, 2), floats()),
    case(nested_while_true, i64(10), i64(1), 3),
    case(sentinel_loop, ints(1, 1, 2, 5, 0), ints(2, 1), ints(1), raises=IndexError),
]

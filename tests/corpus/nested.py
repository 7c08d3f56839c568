"""if in while in for, in every order."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    FALSE,
    TRUE,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    wave,
)


def if_in_for(x):
    a = b = 0
    for v in x:
        if v > 0:
            a += v
        else:
            b += v
    return a, b


def for_in_if(x, c):
    if c > 0:
        s = 0
        for v in x:
            s += v
    else:
        s = 1
        for v in x:
            s *= v
    return s


def while_in_for(x):
    turns = 0
    for v in x:
        while v > 1:
            v = v / 2
            turns += 1
    return turns


def for_in_while(n):
    s = 0
    while n > 0:
        for i in range(n):
            s += i
        n -= 2
    return s


def while_in_if(x):
    if x > 0:
        while x > 1:
            x /= 2
    else:
        while x < -1:
            x /= 2
    return x


def if_in_while_in_for(x):
    evens = odds = 0
    for v in x:
        while v > 0:
            if v % 2 == 0:
                evens += 1
                v //= 2
            else:
                odds += 1
                v -= 1
    return evens, odds


def for_in_for_in_if(m, c):
    s = 0
    if c:
        for i in range(m.shape[0]):
            for j in range(i, m.shape[1]):
                s += m[i, j]
    return s


def if_after_loop_in_loop(m):
    out = 0
    for row in m:
        s = 0
        for v in row:
            s += v
        if s > 10:
            out += s
    return out


def state_reset_in_inner(m):
    best = 0
    for row in m:
        run = 0
        for v in row:
            if v > 0:
                run += 1
            else:
                run = 0
            if run > best:
                best = run
    return best


def state_carried_through(m):
    last = 0
    jumps = 0
    for row in m:
        for v in row:
            if abs(v - last) > 1:
                jumps += 1
            last = v
    return jumps, last


def inner_loop_in_both_arms(x, n):
    for i in range(n):
        if i % 2:
            for j in range(i):
                x = x + j
        else:
            j = 0
            while j < i:
                x = x - 1
                j += 1
    return x


def four_deep(n):
    count = 0
    for a in range(1, n):
        for b in range(a, n):
            for c in range(b, n):
                if a * a + b * b == c * c:
                    count += 1
    return count


def inner_result_decides_outer(m, limit):
    i = 0
    total = 0
    while i < m.shape[0] and total < limit:
        for v in m[i]:
            total += v
        i += 1
    return i, total


def inner_bound_from_outer_array(lengths, values):
    out = np.zeros(len(lengths))
    k = 0
    for i in range(len(lengths)):
        for _ in range(lengths[i]):
            out[i] += values[k]
            k += 1
    return out


def if_in_if_in_loop(x):
    state = 0
    for v in x:
        if state == 0:
            if v > 0:
                state = 1
        elif state == 1:
            if v < 0:
                state = 2
            elif v == 0:
                state = 0
        else:
            state = 0
    return state


def loop_in_else_of_loop(x):
    for v in x:
        if v > 100:
            s = v
            break
    else:
        s = 0
        for v in x:
            s += v
    return s


def inner_names_are_outer_names(n):
    i = 0
    out = []
    while i < n:
        j = i
        while j > 0:
            i, j = i + 1, j // 2
        out.append(i)
        i += 1
    return out


def loops_in_sequence(x):
    s = 0
    for v in x:
        s += v
    m = s / max(len(x), 1)
    q = 0
    for v in x:
        if v > m:
            q += 1
    while q > 0 and s > 0:
        s -= m
        q -= 1
    return s, q


def prefix_maxima(x):
    count = 0
    for i in range(len(x)):
        top = True
        for j in range(i):
            if x[j] >= x[i]:
                top = False
        if top:
            count += 1
    return count


def inversions(x):
    n = 0
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i] > x[j]:
                n += 1
    return n


def saddle_point(m):
    for i in range(m.shape[0]):
        j = 0
        for c in range(m.shape[1]):
            if m[i, c] < m[i, j]:
                j = c
        top = True
        for r in range(m.shape[0]):
            if m[r, j] > m[i, j]:
                top = False
        if top:
            return i, j
    return None


def spiral(m):
    top, left = 0, 0
    bottom, right = m.shape[0] - 1, m.shape[1] - 1
    out = np.empty(m.size, m.dtype)
    k = 0
    while top <= bottom and left <= right:
        for j in range(left, right + 1):
            out[k] = m[top, j]
            k += 1
        top += 1
        for i in range(top, bottom + 1):
            out[k] = m[i, right]
            k += 1
        right -= 1
        if top <= bottom:
            for j in range(right, left - 1, -1):
                out[k] = m[bottom, j]
                k += 1
            bottom -= 1
        if left <= right:
            for i in range(bottom, top - 1, -1):
                out[k] = m[i, left]
                k += 1
            left += 1
    return out


def pascal(n):
    row = [1]
    for _ in range(n):
        following = [1]
        for i in range(len(row) - 1):
            following.append(row[i] + row[i + 1])
        following.append(1)
        row = following
    return row


def pascal_array(n):
    m = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        m[i, 0] = 1
        for j in range(1, i + 1):
            m[i, j] = m[i - 1, j - 1] + m[i - 1, j]
    return m


def magic_square(n):
    m = np.zeros((n, n), dtype=int)
    i, j = 0, n // 2
    for k in range(1, n * n + 1):
        m[i, j] = k
        r, c = (i - 1) % n, (j + 1) % n
        if m[r, c]:
            i = (i + 1) % n
        else:
            i, j = r, c
    return m


CASES = [
    case(if_in_for, floats(1, -2, 3), ints(), ints(5), core=True),
    case(for_in_if, (floats(1, 2, 3), f64(1)), (floats(1, 2, 3), f64(-1)), (ints(), 0)),
    case(while_in_for, floats(1, 9, 3), ints(8, 1), floats()),
    case(for_in_while, i64(7), i64(0), 4, core=True),
    case(while_in_if, f64(10), f64(-10), f64(0.5)),
    case(if_in_while_in_for, ints(10, 3), ints(), ints(7, dtype=np.int32), core=True),
    case(
        for_in_for_in_if, (grid(3, 3), TRUE), (grid(3, 3), FALSE), (grid(2, 4), i64(1))
    ),
    case(if_after_loop_in_loop, grid(3, 3), grid(1, 2), grid(0, 1)),
    case(state_reset_in_inner, wave(12).reshape(3, 4), grid(2, 2), grid(0, 1)),
    case(
        state_carried_through, wave(12).reshape(3, 4), grid(2, 2, np.int64), grid(0, 1)
    ),
    case(inner_loop_in_both_arms, (f64(1), i64(5)), (i64(0), i64(4)), (1, i64(0))),
    case(four_deep, i64(14), i64(2)),
    case(
        inner_result_decides_outer,
        (grid(4, 2), 6),
        (grid(2, 2), i64(1000)),
        (grid(0, 1), 1),
    ),
    case(
        inner_bound_from_outer_array,
        (ints(2, 0, 1), floats(1, 2, 3)),
        (ints(), floats()),
        (ints(2), floats(1)),
        raises=IndexError,
    ),
    case(if_in_if_in_loop, floats(1, 1, -1, 0), floats(1, 0, 2), floats()),
    case(loop_in_else_of_loop, floats(1, 2), floats(1, 200, 3), floats()),
    case(inner_names_are_outer_names, i64(9), i64(0)),
    case(loops_in_sequence, floats(1, 2, 6), floats(), ints(3, 3)),
    case(prefix_maxima, floats(3, 1, 4, 1, 5), floats(), ints(1)),
    case(inversions, ints(3, 1, 2), floats(), floats(2, 1)),
    case(
        saddle_point,
        grid(3, 3),
        floats(3, 1, 2, 5).reshape(2, 2),
        ints(1, 2, 2, 1).reshape(2, 2),
    ),
    case(spiral, grid(3, 4), grid(1, 3, np.int64), grid(4, 1), grid(3, 3, np.float32)),
    case(pascal, i64(4), i64(0), 6),
    case(pascal_array, i64(5), i64(1), 4),
    case(magic_square, i64(3), i64(5), i64(1)),
]

"""Functions made in branches, and called behind them, hold what the branches made."""

from __future__ import annotations

import functools

from tests.corpus.case import adding_to, f64, i64

CASES = []
add = adding_to(CASES)
ARGUMENTS = [
    (f64(1), [1, 2, 3]),
    (f64(0.8), [1, 2, 3]),
    (f64(2), [1, 2, 3]),
    (f64(5), [3, 2, 1]),
]


@add(*ARGUMENTS)
def three(a, e):
    if a > 2:
        c = [a]

        def p(x):
            c.append(x)
            return len(c)
    elif a > 1:
        n = 0

        def p(x):
            nonlocal n
            n += x
            return n
    else:

        def p(x):
            return -x

    return p(1), p(2), p(3)


@add(*ARGUMENTS)
def later(a, e):
    if a > 1:
        k = a * 2

        def p(x):
            return x + k
    else:
        k = a * 3

        def p(x):
            return x * k

    r = p(1)
    k = k + 100
    return r, p(1), p


@add(*ARGUMENTS)
def in_loop(a, e):
    out = []
    for v in e:
        if v > a:
            k = v * 2

            def p(x):
                return x + k
        else:
            d = {v: a}

            def p(x):
                return x * d.get(x, 7)

        out.append(p(2))
    return out


@add(*ARGUMENTS)
def in_loop_kept(a, e):
    out = []
    for v in e:
        if v > a:
            k = v * 2

            def p(x):
                return x + k
        else:
            d = {2: a}

            def p(x):
                return x * d.get(x, 7)

        out.append(p)
    return [q(2) for q in out]


@add(*ARGUMENTS)
def part(a, e):
    if a > 1:
        b = a + 1
        f = functools.partial(lambda y, x: x * b + y, 2)
    else:
        b = [a, a]
        f = functools.partial(lambda y, x: x + len(b) + y, a)
    return f(3)


@add(*ARGUMENTS)
def klass(a, e):
    if a > 1:
        b = {1: a}

        class C:
            def m(self, x):
                return b[1] + x
    else:

        class C:
            def m(self, x):
                return x

    return C().m(2)


@add(*ARGUMENTS)
def matched(a, e):
    match int(a):
        case 1:
            t = {"x": a}

            def p(x):
                return t["x"] + x
        case 2:
            t = [a]

            def p(x):
                return t[0] * x
        case _:

            def p(x):
                return x

    return p(5)


@add(*ARGUMENTS)
def tried(a, e):
    try:
        k = e[int(a)]

        def p(x):
            return x + k
    except IndexError as err:
        m = str(err)

        def p(x):
            return m
    finally:
        z = 3
    return p(2)


@add(*ARGUMENTS)
def whiled(a, e):
    i = 0

    def p(x):
        return x

    while i < a:
        q = i * 2

        def p(x):
            return x + q

        i += 1
    return p(1)


@add(*ARGUMENTS)
def whiled_prev(a, e):
    i = 0

    def p(x):
        return x

    while i < a:
        q = [i]
        old = p

        def p(x):
            return q[0] + 1

        q[0] += old(1)
        i += 1
    return p(1)


@add(*ARGUMENTS)
def recursive(a, e):
    if a > 1:
        memo = {}

        def fib(n):
            if n < 2:
                return n
            if n not in memo:
                memo[n] = fib(n - 1) + fib(n - 2)
            return memo[n]
    else:

        def fib(n):
            return n

    return fib(8), fib


@add(*ARGUMENTS)
def raising(a, e):
    if a > 1:
        k = {}

        def p(x):
            return k[x]
    else:

        def p(x):
            return x

    try:
        return p(3)
    except KeyError as err:
        return repr(err)


@add(*ARGUMENTS)
def unbound(a, e):
    if a > 1:
        k = 1

        def p(x):
            return k + x
    else:

        def p(x):
            return k + x

    try:
        return p(2)
    except NameError as err:
        return type(err).__name__, str(err)


@add(*ARGUMENTS)
def deco(a, e):
    def d(f):
        def w(x):
            return f(x) * 2

        return w

    if a > 1:
        t = [1.0, 2.0]

        @d
        def p(x):
            return t[x] + a
    else:
        p = d(lambda x: x)
    return p(1)


@add(*ARGUMENTS)
def default(a, e):
    if a > 1:
        k = [a]

        def p(x, y=k):
            y.append(x)
            return len(y)
    else:
        k = {}

        def p(x, *, y=k):
            y[x] = a
            return len(y)

    p(1)
    p(2)
    return p(3), len(k)


@add(*ARGUMENTS)
def gen(a, e):
    if a > 1:
        k = [a, 2.0]

        def p():
            for v in k:
                yield v * a
    else:

        def p():
            yield from e

    return list(p()), sum(p())


@add(*ARGUMENTS)
def attribute_of_a_function_set_in_branches(a, e):
    def h():
        pass

    h.v = 0
    p = lambda: 0
    if a > 2:
        h.v = a
        p = lambda: h.v
    else:
        h.v += 1
    s = p()
    h.v += 1
    return s, p(), h.v

"""Functions made in one turn of a loop, and called in the next, share its variables."""

from __future__ import annotations

from contextlib import nullcontext


import numpy as np

from tests.corpus.case import adding_to, f64, i64

CASES = []
add = adding_to(CASES)


@add(i64(1), 3, f64(5), i64(4))
def kept_list(a):
    fs = []
    s = 0
    i = 0
    while i < a:
        q = i
        for f in fs:
            s = s * 3 + f(1)
        fs.append(lambda x: x + q)
        i += 1
    return s, [f(2) for f in fs]


@add(i64(1), 3, f64(5), i64(4))
def kept_dict(a):
    fs = {}
    s = 0
    i = 0
    while i < a:
        q = i * 2
        if 0 in fs:
            s = s * 3 + fs[0](1)
        fs.setdefault(int(i), lambda x: x + q)
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def for_target(a):
    s = 0
    p = lambda x: x
    for q in range(int(a)):
        s = s * 10 + p(1)
        p = lambda x: x + q
    return s, p(1)


@add(i64(1), 3, f64(5), i64(4))
def for_array(a):
    s = 0
    p = None
    for q in np.arange(a):
        if p is not None:
            s = s * 10 + p(1)

        def p(x):
            return x + q

    return s


@add(i64(1), 3, f64(5), i64(4))
def setter(a):
    q = 0
    s = 0
    i = 0

    def setq(v):
        nonlocal q
        q = v

    p = lambda: -1
    while i < a:
        setq(i)
        s = s * 10 + p()

        def p():
            return q

        i += 1
    return s, q


@add(i64(1), 3, f64(5), i64(4))
def setter_in_p(a):
    q = 0
    s = 0
    i = 0

    def p():
        return -1

    while i < a:
        s = s * 10 + p()

        def p():
            nonlocal q
            q += 2
            return q

        i += 1
        q = q + 1
    return s, q


@add(i64(1), 3, f64(5), i64(4))
def walrus(a):
    s = 0
    i = 0
    p = lambda: 0
    while (q := i + 1) < a:
        s = s * 10 + p()
        p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def aug(a):
    s = 0
    i = 0
    q = 1
    p = lambda: 0
    while i < a:
        q += 2
        s = s * 10 + p()
        p = lambda: q
        i += 1
    return s, q


@add(i64(1), 3, f64(5), i64(4))
def unpacked(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        q, r = i, i * 2
        s = s * 10 + p()
        p = lambda: q + r
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def starred(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        q, *r = [i, i * 2, 3]
        s = s * 10 + p()
        p = lambda: q + r[0] + len(r)
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def withed(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        with nullcontext(i) as q:
            s = s * 10 + p()
            p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def caught(a):
    s = 0
    i = 0
    p = lambda: 0
    keep = None
    while i < a:
        try:
            [][int(i)]
        except IndexError as e:
            q = len(str(e)) + i
            s = s * 10 + p()
            p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def matched(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        match (i, 2):
            case (q, 2):
                s = s * 10 + p()
                p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def nested(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        j = 0
        while j < 2:
            q = i + j
            s = s * 5 + p()
            p = lambda: q
            j += 1
        i += 1
    return s


def helper(f, i):
    q = i
    g = lambda: q + f()
    q += 1
    return g


@add(i64(1), 3, f64(5), i64(4))
def by_helper(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        p = helper(p, i)
        s = s * 3 + p()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def listq(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        q = [i]
        q.append(2)
        s = s * 5 + p()
        p = lambda: len(q) + q[0]
        i += 1
        q.append(i)
    return s, p()


@add(i64(1), 3, f64(5), i64(4))
def deleted(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        q = i
        try:
            s = s * 10 + p()
        except NameError as e:
            s = -1
        p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def comp(a):
    s = 0
    i = 0
    p = lambda: 0
    while i < a:
        q = i
        s = s * 10 + sum([p() for _ in range(2)])
        p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def gens(a):
    s = 0
    i = 0
    p = lambda: iter([0])
    while i < a:
        q = i
        s = s * 10 + sum(p())

        def p():
            yield q
            yield 1

        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def two(a):
    s = 0
    i = 0
    p = lambda: 0
    r = lambda: 0
    while i < a:
        q = i
        s = s * 10 + p() + r()
        if i > 1:
            p = lambda: q
        else:
            w = i + 1
            r = lambda: w + q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def inif(a):
    s = 0
    i = 0
    p = lambda: 0
    q = 5
    while i < a:
        if i > 1:
            q = i
        s = s * 10 + p()
        p = lambda: q
        i += 1
    return s


class Box:
    pass


@add(i64(1), 3, f64(5), i64(4))
def boxed(a):
    b = Box()
    b.f = lambda: 0
    s = 0
    i = 0
    while i < a:
        q = i
        s = s * 10 + b.f()
        b.f = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def klass(a):
    s = 0
    i = 0
    C = Box
    while i < a:
        q = i
        if i > 0:
            s = s * 10 + C.m()

        class C:
            @staticmethod
            def m():
                return q

        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def rng(a):
    s = 0
    p = lambda: 0
    for i in range(4):
        q = a * i
        s = s * 10 + p()
        if a > i:
            p = lambda: q
    return s


@add(i64(1), 3, f64(5), i64(4))
def early(a):
    s = 0
    p = lambda: 0
    i = 0
    while i < 9:
        q = i
        s = s * 10 + p()
        if i > a:
            break
        p = lambda: q
        i += 1
    else:
        q = 99
    return s, p()

"""Functions, classes and iterators that are made in one turn, and used in the next."""

from __future__ import annotations

import functools
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


class Bare:
    pass


@add(i64(1), 3, f64(5), i64(4))
def boxed(a):
    b = Bare()
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


@add(i64(1), 3, f64(5), i64(4))
def gen_carried(a):
    s = 0
    i = 0
    g = iter([])
    while i < a:
        q = i
        s = s * 10 + next(g, 0)

        def make():
            yield q
            yield q + 1

        g = make()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def gen_carried_late(a):
    s = 0
    i = 0
    g = None
    while i < a:
        if g is not None:
            s = s * 10 + next(g)
        q = i

        def make():
            yield q
            yield q + 1

        g = make()
        q += 1
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def map_carried(a):
    s = 0
    i = 0
    m = iter([5, 6])
    while i < a:
        q = i
        s = s * 10 + next(m)
        m = map(lambda x: x + q, [1, 2])
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def genexpr_carried(a):
    s = 0
    i = 0
    m = iter([5, 6])
    while i < a:
        q = i
        s = s * 10 + next(m)
        m = (x + q for x in [1, 2])
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def partial_carried(a):
    s = 0
    i = 0
    p = functools.partial(int, 3)
    while i < a:
        q = i
        s = s * 10 + p()
        p = functools.partial(lambda y: y + q, i)
        i += 1
    return s


class Box:
    def __init__(self, f):
        self.f = f
        self.v = 0

    def go(self):
        self.v += 1
        return self.f() + self.v


@add(i64(1), 3, f64(5), i64(4))
def object_carried(a):
    s = 0
    i = 0
    b = Box(lambda: 1)
    while i < a:
        q = i
        s = s * 10 + b.go()
        if i > 1:
            b = Box(lambda: q)
        i += 1
    return s, b.v


@add(i64(1), 3, f64(5), i64(4))
def method_carried(a):
    s = 0
    i = 0
    m = Box(lambda: 1).go
    while i < a:
        q = i
        s = s * 10 + m()
        if i > 0:
            m = Box(lambda: q).go
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def class_carried(a):
    class C:
        n = 0

        def m(self):
            return self.n + q

    s = 0
    i = 0
    q = 0
    c = C()
    while i < a:
        q = i
        s = s * 10 + c.m()
        C.n = C.n + 1
        if i > 1:
            c = C()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def instance_of_turn(a):
    s = 0
    i = 0
    c = None
    while i < a:
        q = i
        if c is not None:
            s = s * 10 + c.m()

        class C:
            k = q

            def m(self):
                return self.k * 2 + q

        c = C()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def list_in_closure(a):
    s = 0
    i = 0
    items = []
    p = lambda: 0
    while i < a:
        items.append(i)
        s = s * 10 + p()
        p = lambda: len(items) + items[-1]
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def array_in_closure(a):
    s = 0
    i = 0
    x = np.zeros(3)
    p = lambda: 0.0
    while i < a:
        x[0] += i
        s = s * 10 + p()
        p = lambda: x.sum()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def array_rebound(a):
    s = 0
    i = 0
    x = np.zeros(3)
    p = lambda: 0.0
    while i < a:
        x = x + i
        s = s * 10 + p()
        p = lambda: x.sum()
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def dict_of_functions(a):
    s = 0
    i = 0
    t = {"p": lambda: 0, "r": lambda: 1}
    while i < a:
        q = i
        s = s * 10 + t["p"]() + t["r"]()
        t["p" if i % 2 else "r"] = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def rec(a):
    s = 0
    i = 0

    def p(n):
        return n

    while i < a:
        q = i
        s = s * 10 + p(2)

        def p(n):
            if n < 1:
                return q
            return p(n - 1) + q

        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def try_in_loop(a):
    s = 0
    i = 0
    p = lambda: 1
    while i < a:
        q = i
        try:
            s = s * 10 + 12 // p()
        except ZeroDivisionError:
            s = s + 1
        p = lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def handler_loop(a):
    s = 0
    i = 0
    p = lambda: 1
    while i < a:
        try:
            q = i
            s = s * 10 + 12 // p()
            p = lambda: q
            if i == 2:
                raise ValueError
        except ZeroDivisionError:
            p = lambda: q + 5
        except ValueError:
            q = 9
        finally:
            i += 1
    return s, p()


@add(i64(1), 3, f64(5), i64(4))
def default_reads(a):
    s = 0
    i = 0
    p = lambda x=1: x
    while i < a:
        q = i
        s = s * 10 + p()
        p = lambda x=q: x + q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def sortkey(a):
    s = []
    i = 0
    key = lambda v: v
    while i < a:
        q = i
        s.append(sorted([3, 1, 2], key=key))
        key = lambda v: (v + q) % 3
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def reduce_(a):
    s = 0
    i = 0
    op = lambda u, v: u + v
    while i < a:
        q = i
        s = s * 10 + functools.reduce(op, [1, 2, 3])
        op = lambda u, v: u + v * q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def generator_expr_outer(a):
    s = 0
    i = 0
    k = 0
    g = (k + v for v in range(100))
    while i < a:
        k = i * 10
        s = s + next(g)
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def cond_expr(a):
    s = 0
    i = 0
    p = None
    while i < a:
        q = i
        s = s * 10 + (p() if p else 3)
        p = (lambda: q) if i % 2 == 0 else None
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def swap(a):
    s = 0
    i = 0
    p = lambda: 1
    r = lambda: 2
    while i < a:
        q = i
        s = s * 10 + p() - r()
        p, r = r, lambda: q
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def counter(a):
    def make():
        n = 0

        def bump():
            nonlocal n
            n += 1
            return n

        return bump

    b = make()
    s = 0
    i = 0
    while i < a:
        s = s * 10 + b()
        if i == 2:
            b = make()
        i += 1
    return s, b()


@add(i64(1), 3, f64(5), i64(4))
def comp_lambdas(a):
    s = 0
    i = 0
    fs = [lambda: 0]
    while i < a:
        q = i
        s = s * 10 + sum([f() for f in fs])
        fs = [lambda k=k: k + q for k in range(2)]
        i += 1
    return s


@add(i64(1), 3, f64(5), i64(4))
def gen_bumps(a):
    n = 0

    def g():
        nonlocal n
        while True:
            n += 2
            yield n

    it = g()
    s = 0
    i = 0
    while i < a:
        n = n + 1
        s = s * 10 + next(it)
        i += 1
    return s, n


names = [
    v
    for k, v in list(globals().items())
    if type(v).__name__ == "function"
    and v.__code__.co_argcount == 1
    and v.__module__ == "__main__"
]
bad = 0

"""Generators that hand out values at tests known only at run time, and their consumers."""

from __future__ import annotations

from tests.corpus.case import case, f64, floats, i64

X = floats(1, 2, 3, 4)


def kept_above(x, t):
    for v in x:
        if v > t:
            yield (v * 2)
        elif v < 0:
            return


def sum_until(x, t):
    s = 0
    for v in kept_above(x, t):
        s += v
        if s > 20:
            break
    else:
        s = -s
    return s


def several_consumers(x):

    def g():
        k = 0
        for v in x:
            k += 1
            if v > 1:
                yield v
                yield k
        yield from x[:2]

    return (sum(g()), list(g()), [a + 1 for a in g() if a > 2], max(g()))


def generator_in_generator_loop(n):

    def count():
        i = 0
        while i < n:
            if i % 2:
                yield i
            i += 1

    out = []
    for a in count():
        for b in count():
            if a == b:
                continue
            out.append(a * b)
    return out


def generator_of_generator(x):

    def a():
        for v in x:
            if v > 0:
                yield v

    def b():
        for v in a():
            if v < 3:
                yield (v + 10)

    s = 0
    for v in b():
        s += v
    return (s, any((v > 11 for v in b())))


def order_of_effects(x):

    def g():
        print("start")
        for v in x:
            print("before", v)
            if v > 1:
                yield v
            print("after", v)
        print("end")

    for v in g():
        print("got", v)
        if v > 2:
            break
    print("done")


def returns_from_the_loop(x):
    for v in kept_above(x, 0.5):
        if v > 5:
            return v
    return None


CASES = [
    case(sum_until, (X, f64(1)), (X * 3, f64(1)), (-X, f64(1)), (X[:0], f64(0))),
    case(several_consumers, X, X[:1]),
    case(generator_in_generator_loop, i64(6), 6, i64(0)),
    case(generator_of_generator, X, -X),
    case(order_of_effects, X, X[:2]),
    case(returns_from_the_loop, X, X[:2]),
]

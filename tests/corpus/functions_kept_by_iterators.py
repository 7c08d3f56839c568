"""Functions that an iterator keeps see their variables as they are when it calls."""

from __future__ import annotations

import heapq
import io
import itertools

from tests.corpus.case import adding_to, f64

CASES = []
add = adding_to(CASES)


@add(f64(1), f64(2), 5.0)
def kept_by_straight(a):
    q = a
    m = map(lambda x: x + q, [1, 2])
    q = q + 10
    return next(m)


@add(f64(1), f64(2), 5.0)
def kept_by_branch(a):
    q = a
    m = iter([3])
    if a > 1:
        m = map(lambda x: x + q, [1, 2])
    q = q + 10
    return next(m)


@add(f64(1), f64(2), 5.0)
def kept_by_branch_f(a):
    q = a
    m = iter([3])
    if a > 1:
        m = filter(lambda x: x < q, [1, 12])
    q = q - 1.5
    return list(m)


@add(f64(1), f64(2), 5.0)
def kept_by_branch_z(a):
    q = a
    m = iter([3])
    if a > 1:
        m = zip(map(lambda x: x + q, [1, 2]), [1])
    q = q + 10
    return next(m)


@add(f64(1), f64(2), 5.0)
def kept_by_branch_kept(a):
    q = a
    m = [iter([3])]
    if a > 1:
        m.append(map(lambda x: x + q, [1, 2]))
    q = q + 10
    return list(m[-1])


@add(f64(1), f64(2), 5.0)
def kept_by_returned(a):
    q = a
    m = map(lambda x: x + q, [1, 2])
    q = q + 10
    return list(m)


@add(f64(1), f64(2), 5.0)
def kept_by_gen(a):
    q = a
    m = (x + q for x in [1, 2])
    q = q + 10
    return list(m)


@add(f64(1), f64(2), 5.0)
def kept_by_takew(a):
    q = a
    m = itertools.takewhile(lambda x: x < q, [1, 20, 3])
    if a > 1:
        m = itertools.dropwhile(lambda x: x < q, [1, 2, 3])
    q = q + 10
    return list(m)


@add(f64(1), f64(2), 5.0)
def kept_by_starm(a):
    q = a
    m = itertools.starmap(lambda x, y: x + q + y, [(1, 2)])
    if a > 1:
        m = itertools.accumulate([1, 2, 3], lambda x, y: x + q * y)
    q = q + 10
    return list(m)


@add(f64(1), f64(2), 5.0)
def kept_by_it_call2(a):
    q = a
    m = iter([7])
    if a > 1:
        m = iter(lambda: q, 3)
    q = q + 10
    return next(m)


@add(f64(3), 4.0, f64(2))
def until_forit(a):
    q = a
    s = 0

    def f():
        nonlocal q
        q = q - 1
        return q

    for v in iter(f, 0):
        s = s * 10 + v
        if s > 1000:
            break
    return s


@add(f64(3), 4.0, f64(2))
def until_nextit(a):
    q = a

    def f():
        nonlocal q
        q = q - 1
        return q

    it = iter(f, 0)
    return next(it), next(it, 7), list(it)


@add(f64(3), 4.0, f64(2))
def until_comp(a):
    items = [a, a + 1, 3]
    return [x for x in iter(lambda: items.pop(), a)]


class Reader:
    def __init__(self, items):
        self.items = list(items)

    def read(self):
        return self.items.pop(0) if self.items else ""


@add(f64(3), 4.0, f64(2))
def until_reads(a):
    r = Reader(["x", "y", "zz"])
    out = []
    for part in iter(r.read, ""):
        out.append(part * int(a))
    return out, r.items


@add(([1.0, 2.0, 3.0, 4.0], f64(3)), ([1, 2, 3, 4, 5, 6], 2))
def until_popper(items, a):
    s = 0
    for v in iter(items.pop, a):
        s += v
    return s, items


@add(("hello you", f64(3)), ("", 2))
def until_buf(text, a):
    f = io.StringIO(text)
    return [x * int(a) for x in iter(lambda: f.read(2), "")]


@add(f64(3), 4.0, f64(2))
def until_rolls(a):
    n = 0
    for v in iter(lambda: n * a, 12.0):
        n += 1
        if n > 9:
            break
    return n


@add(f64(0), f64(-1), 1)
def until_raises(a):
    k = 3

    def f():
        nonlocal k
        k -= 1
        if k < 0:
            raise ValueError(f"below {k}")
        return k

    try:
        return [x for x in iter(f, a)]
    except ValueError as e:
        return str(e)


@add(f64(3), 4.0, f64(2))
def until_stop(a):
    def f():
        raise StopIteration

    return list(iter(f, a))


print()


@add(f64(3), 4.0, f64(2))
def until_nx(a):
    it = iter([1.0, 2.0, 3.0])
    return list(iter(it.__next__, a))


@add(f64(3), 4.0, f64(2))
def until_own(a):
    n = 0

    def f():
        nonlocal n
        n += 1
        if n > 3:
            raise StopIteration
        return n

    return list(iter(f, a))


@add(f64(3), 4.0, f64(2))
def until_ownloop(a):
    n = 0
    s = 0

    def f():
        nonlocal n
        n += 1
        if n > a:
            raise StopIteration
        return n

    for v in iter(f, 20):
        s += v
    return s


@add([1, 2], [3.0, 0.5])
def merged_as_asked(factors):
    seen = []

    def told(count):
        for i in range(count):
            seen.append(i)
            yield i * factors[0]

    merged = heapq.merge(told(3), factors)
    seen.append("made")
    return next(merged), list(seen), list(merged), seen

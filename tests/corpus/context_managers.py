"""Context managers written as generators, in the traced function and outside."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager

import numpy as np

from tests.corpus.case import case, f64, floats, i64


@contextmanager
def quiet():
    old = np.seterr(all="ignore")
    try:
        yield
    finally:
        np.seterr(**old)


def module(x):
    with quiet():
        return 1 / x


@contextmanager
def tag(name):
    print("<", name)
    yield name
    print(">", name)


@contextmanager
def logged(log, name):
    log.append("+" + name)
    try:
        yield len(log)
    finally:
        log.append("-" + name)


def logged_raise(x):
    log = []
    try:
        with logged(log, "a") as n:
            if x > 0:
                raise ValueError("pos")
            y = x * n
    except ValueError as e:
        log.append(str(e))
        y = None
    return y, log


def local(x):
    @contextlib.contextmanager
    def scope(name):
        print("enter", name)
        try:
            yield x * 2
        finally:
            print("leave", name)

    with scope("s") as v:
        if v > 1:
            print("big")
        r = v + 1
    return r


def local_nonlocal(x):
    depth = 0

    @contextmanager
    def indent():
        nonlocal depth
        depth += 1
        try:
            yield depth
        finally:
            depth -= 1

    out = []
    with indent() as a:
        out.append(a)
        with indent() as b:
            out.append(b * x)
    out.append(depth)
    return out


def loop(n):
    log = []
    s = 0
    for i in range(n):
        with logged(log, "i") as k:
            if i == 2:
                continue
            s += k
    return s, log


@contextmanager
def swallow(kind):
    try:
        yield
    except kind:
        print("swallowed")


def swallow_other(x):
    y = 1
    try:
        with swallow(ValueError):
            if x > 0:
                raise KeyError("a")
            y = 2
    except KeyError:
        y = 5
    return y


def if_yield(x):
    @contextmanager
    def maybe(flag):
        if flag:
            print("on")
            yield 1
            print("off")
        else:
            yield 2

    with maybe(x > 0) as v:
        y = v * x
    return y


def array_restore(x):
    @contextmanager
    def scaled(a, k):
        a *= k
        try:
            yield a
        finally:
            a /= k

    with scaled(x, 2) as y:
        s = y.sum()
    return s, x


def no_yield(x):
    @contextmanager
    def none(flag):
        if flag:
            yield

    with none(x > 0):
        y = 1
    return y


def variable_changes(n):
    level = 1

    @contextmanager
    def at():
        print("in", level * n)
        yield level
        print("out", level * n)

    with at() as a:
        level = 2
    if n > 4:
        level = 7
    with at() as b:
        pass
    return a, b, level


def enters_itself(n):
    @contextmanager
    def nested(k):
        if k > 0:
            with nested(k - 1) as inner:
                yield inner + 1
        else:
            yield n

    with nested(2) as v:
        return v


def tree(n):
    def walk(k):
        if k > 0:
            yield from walk(k - 1)
            yield k * n

    return list(walk(3))


def tree_leaves(n):
    def walk(k):
        if k > 0:
            yield from walk(k - 1)
            yield k * n

    return walk


def used_in_loop(n):
    log = []

    @contextlib.contextmanager
    def step(i):
        log.append(i)
        try:
            yield i * n
        except ValueError as e:
            log.append(str(e))
        finally:
            log.append(-i)

    s = 0
    for i in range(int(n)):
        with step(i) as v:
            s += v
            if v > 6:
                raise ValueError("big")
    return s, log


def raised_through(n):
    @contextmanager
    def guard():
        try:
            yield
        except KeyError as e:
            raise ValueError("bad") from e

    with guard():
        if n > 4:
            raise KeyError("k")
    return n


def made_in_branch(n):
    if n > 4:

        @contextmanager
        def c():
            print("a")
            yield 1
            print("b")
    else:
        c = contextlib.nullcontext
    with c() as v:
        return v, n


def with_arrays(n):
    a = np.arange(4) * n

    @contextmanager
    def doubled():
        a[:] *= 2
        yield a
        a[:] -= 1

    with doubled() as b:
        s = b.sum()
        b[0] = 9
    return s, a, b is a


def of_module(n):
    print("enter", n)
    yield n
    print("leave", n)


def decorated_here(n):
    cm = contextmanager(of_module)
    with cm(n) as v:
        return v * 2


NUMBERS = (3, i64(5), 6.0)

CASES = [
    case(module, (floats(1, 0),)),
    case(logged_raise, (3.0,), (f64(-1.0),)),
    case(local, (3.0,), (f64(-1.0),)),
    case(local_nonlocal, (3.0,), (f64(-1.0),)),
    case(loop, (3,), (i64(4),)),
    case(swallow_other, (3.0,), (f64(-1.0),)),
    case(if_yield, (3.0,), (f64(-1.0),)),
    case(array_restore, (floats(1, 2, 3),)),
    case(no_yield, (3.0,), (f64(-1.0),), raises=RuntimeError),
    case(variable_changes, *NUMBERS),
    case(enters_itself, *NUMBERS),
    case(tree, *NUMBERS),
    case(tree_leaves, *NUMBERS),
    case(used_in_loop, *NUMBERS),
    case(raised_through, *NUMBERS, raises=ValueError),
    case(made_in_branch, *NUMBERS),
    case(with_arrays, *NUMBERS),
    case(decorated_here, *NUMBERS),
]

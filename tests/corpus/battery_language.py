"""Finally, generators, patterns, dicts, sets, texts and targets, as a stranger would write them."""

import math
import operator
import itertools
import functools
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


NAN = float("nan")
INF = float("inf")


@add((floats(1, -1, 3),), (floats(),), (floats(0.0),))
def finally_return_order(x):
    log = []

    def inner(v):
        try:
            log.append("body")
            if v < 0:
                raise ValueError(v)
            if v == 0:
                return "zero"
            log.append("end")
        except ValueError as e:
            log.append(repr(e))
            return "handled"
        else:
            log.append("else")
            return "fine"
        finally:
            log.append("finally")
        return "after"

    return [inner(v) for v in x], log


@add((floats(1, -1, 3),), (floats(),), (floats(-1),), (floats(5, 7, -1),))
def break_in_try(x):
    log = []
    for v in x:
        try:
            if v < 0:
                break
            if v > 4:
                continue
            log.append(v)
        finally:
            log.append("f")
    else:
        log.append("else")
    return log


@add((i64(3),), (i64(0),), (i64(10),))
def retry_loop(n):
    attempts = 0
    while True:
        try:
            attempts += 1
            if attempts < n:
                raise TimeoutError(f"attempt {attempts}")
            break
        except TimeoutError as e:
            if attempts >= 5:
                return "gave up", str(e)
            print("again:", e)
    return "ok", attempts


@add((i64(3),), (i64(0),), raises=(RuntimeError,))
def reraise(n):
    try:
        try:
            r = 10 // int(n)
        except ZeroDivisionError:
            print("inner")
            raise
        finally:
            print("cleanup")
    except ArithmeticError as e:
        raise RuntimeError("wrapped") from e
    return r


@add((f64(-1),), (f64(1),), raises="KeyError")
def context_chain(x):
    try:
        if x < 0:
            raise ValueError("first")
    except ValueError:
        raise KeyError("second")
    return x


@add((f64(-1),), (f64(1),), (f64(0),))
def context_seen(x):
    try:
        try:
            if x < 0:
                raise ValueError("first")
            if x == 0:
                raise ValueError("zero") from TypeError("t")
        except ValueError as e:
            raise KeyError("second") from None if x < 0 else e
    except KeyError as k:
        return (
            repr(k),
            repr(k.__cause__),
            repr(k.__context__),
            k.__suppress_context__,
            k.args,
        )
    return "none"


@add((f64(-1),), (f64(1),), (f64(5),), (NAN,))
def nested_handlers(x):
    r = []
    try:
        try:
            if x < 0:
                raise IndexError("i")
            if x > 2:
                raise LookupError("l")
            if x != x:
                raise OSError(2, "nofile")
        except IndexError as e:
            r.append(("index", e.args))
        except (KeyError, LookupError) as e:
            r.append(type(e).__name__)
            raise TypeError("t") from e
        else:
            r.append("clean")
    except TypeError as e:
        r.append((str(e), type(e.__cause__).__name__))
    except OSError as e:
        r.append((e.errno, e.strerror))
    return r


class AppError(Exception):
    code = 1

    def __init__(self, message, value=None):
        super().__init__(message)
        self.value = value

    def __str__(self):
        return f"[{self.code}] {self.args[0]} ({self.value})"


class SubError(AppError):
    code = 7


def check(v, limit=2):
    if v > limit:
        raise SubError("too big", v)
    if v != v:
        raise AppError("nan")
    return v


@add((floats(1, 3),), (floats(NAN),), (floats(),), (floats(1),))
def custom_errors(x):
    out = []
    for v in x:
        try:
            out.append(check(v))
        except SubError as e:
            out.append((str(e), e.value, e.code))
        except AppError as e:
            out.append(e)
    return [str(o) for o in out]


@add((floats(1, 3),), (floats(NAN),), raises=(AppError, SubError))
def custom_errors_escape(x):
    t = 0
    for v in x:
        t += check(v)
        print(t)
    return t


@add((f64(3),), (f64(1),), raises=AssertionError)
def assert_in_callee(x):
    def need(c, msg):
        assert c, msg
        return True

    need(x > 2, f"{x} is small")
    with_msg = need(isinstance(x, float), "type")
    return with_msg


@add(("3", f64(1)), ("x", f64(1)), ("2.5", i64(2)), raises=ValueError)
def parse_number(s, x):
    try:
        v = int(s)
    except ValueError:
        v = float(s)
    return v * x


@add(("1,2;3,4",), ("",), ("1,2;x,4",), raises=ValueError)
def parse_matrix(text):
    rows = [[float(c) for c in line.split(",") if c] for line in text.split(";")]
    m = np.array(rows)
    if m.size and m.shape[0] == m.shape[1]:
        return np.linalg.det(m)
    return m.shape


# generators
def countdown(n):
    try:
        while n > 0:
            got = yield n
            if got:
                n -= got
            n -= 1
    finally:
        print("closed")


@add((i64(4),), (i64(0),))
def generator_loop(n):
    s = []
    for v in countdown(n):
        s.append(v)
        if v == 2:
            break
    return s


def chain_gen(*xs):
    for x in xs:
        yield from x
    return len(xs)


def delegating(x, y):
    n = yield from chain_gen(x, y)
    yield ("n", n)


@add((floats(1, 2), [3]), (floats(), []), (grid(2, 2), (1,)))
def delegated(x, y):
    return list(delegating(x, y))


def evens(x):
    for i, v in enumerate(x):
        if i % 2:
            continue
        yield v


def scaled(it, k):
    for v in it:
        yield v * k


def limited(it, limit):
    for v in it:
        if v > limit:
            return
        yield v


@add((floats(1, 2, 3, 4), f64(5)), (floats(), f64(5)), (ints(1, 2, 3), f64(1)))
def generator_pipeline(x, limit):
    total = 0.0
    for v in limited(scaled(evens(x), 2), limit):
        total += v
    return total, sum(limited(scaled(evens(x), 2), limit)), list(enumerate(evens(x)))


def fib_gen():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


@add((i64(20),), (i64(0),), (20,))
def infinite_generator(limit):
    out = []
    for f in fib_gen():
        if f > limit:
            break
        if f % 2 == 0:
            out.append(f)
    return (
        out,
        list(itertools.islice(fib_gen(), 5)),
        next(f for f in fib_gen() if f > limit),
    )


def walk(tree):
    if tree is None:
        return
    left, value, right = tree
    yield from walk(left)
    yield value
    yield from walk(right)


@add(((((None, f64(1), None), f64(2), None)), f64(2)), (None, f64(0)))
def recursive_generator(t, limit):
    s = 0
    for v in walk(t):
        if v > limit:
            break
        s += v
    return s


@add((floats(1, 2, 3),), (floats(),))
def generator_expressions(x):
    g = (v * 2 for v in x)
    a = list(g)
    b = list(g)
    h = ((i, j) for i in range(2) for j in x if j > i)
    return (
        a,
        b,
        dict(h),
        sum(1 for _ in x),
        max((v for v in x), default=None),
        ",".join(str(v) for v in x),
        all(v > 0 for v in x if v < 3),
        tuple(v for v in x),
    )


@add((floats(1, 2, 3),), (floats(),))
def first_match(x):
    return (
        next((v for v in x if v > 1.5), None),
        next(iter(x), "empty"),
        next((i for i, v in enumerate(x) if v == 3), -1),
    )


SEQUENCE = 1 << 5
"""The flag of a class whose instances patterns take for sequences."""


# match exotica
@add(
    ([1, [2, 3]],),
    ([f64(1), [f64(2)]],),
    ((1, 2, 3),),
    ({"a": [1, 2]},),
    ("ab",),
    (b"ab",),
    (None,),
    (True,),
    (floats(1, 2),),
    (f64(2),),
    (range(2),),
    raises=() if np.ndarray.__flags__ & SEQUENCE else "ValueError",
)
def match_structures(v):
    match v:
        case [a, [b, *c]]:
            return "nested", a, b, c
        case (1, x, *_):
            return "tuple", x
        case {"a": [x, y], **kw}:
            return "map", x, y, kw
        case "ab" | "cd" as s:
            return "str", s
        case bytes(b):
            return "bytes", b
        case None:
            return "none"
        case True:
            return "true"
        case np.ndarray(shape=(n,)) if n > 1:
            return "array", n
        case float() | int() as num:
            return "num", num
        case [*items]:
            return "seq", items


@add((i64(3), i64(4)), (i64(0), i64(0)), (i64(0), i64(2)), (f64(1), i64(1)))
def match_pairs(a, b):
    match a, b:
        case 0, 0:
            return "origin"
        case (0, y) | (y, 0):
            return "axis", y
        case x, y if x == y:
            return "diagonal"
        case (3 | 5) as x, y:
            return "special", x, y
    return "other"


class Token:
    __match_args__ = ("kind", "value")

    def __init__(self, kind, value):
        self.kind, self.value = kind, value


@add(
    ([("num", f64(2)), ("op", "+"), ("num", f64(3))],),
    ([("num", f64(2)), ("op", "-"), ("num", f64(3)), ("end", None)],),
    ([],),
)
def match_tokens(items):
    total, sign = 0.0, 1
    for t in [Token(*i) for i in items]:
        match t:
            case Token("num", v) if v > 2.5:
                total += sign * v * 10
            case Token("num", v):
                total += sign * v
            case Token("op", "+"):
                sign = 1
            case Token("op", "-"):
                sign = -1
            case Token(kind=k):
                print("skip", k)
    return total


class K:
    LIMIT = 5
    ZERO = 0


@add((i64(5),), (i64(0),), (i64(2),), (5.0,))
def match_value_patterns(v):
    match v:
        case K.LIMIT:
            return "limit"
        case K.ZERO:
            return "zero"
        case math.pi:
            return "pi"
        case -2 | 2:
            return "two"


# comprehension exotica
@add((grid(2, 3), i64(2)), (np.zeros((0, 3)), i64(1)))
def comprehension_exotica(m, n):
    flat = [v for row in m for v in row if v % n == 0 if v > 0]
    table = {(i, j): m[i, j] for i in range(len(m)) for j in range(3) if i != j}
    last = None
    sq = [last := v * v for v in flat]
    trans = [[row[j] for row in m] for j in range(3)]
    groups = {k: [v for v in flat if v % 4 == k] for k in range(2)}
    fns = [lambda: i for i in range(3)]
    return (
        flat,
        table,
        sq,
        last,
        trans,
        groups,
        [f() for f in fns],
        [x for x in (n, n + 1)],
        {v: 0 for v in "abc"},
        [*map(str, flat)],
    )


# dicts, sets
@add((["a", "b", "a"], floats(1, 2, 3)), ([], floats()))
def dict_operations(keys, x):
    d = dict(zip(keys, x))
    e = {**d, "z": 0}
    e |= {"y": 5}
    f = d | e
    e.update(q=1, a=-1)
    popped = e.pop("z", None), e.pop("nothere", 7)
    while e:
        k, v = e.popitem()
        if k == "q":
            break
    total = sum(d.values())
    inv = {v: k for k, v in d.items()}
    best = max(d, key=d.get, default=None)
    del f["z"]
    s = sorted(d.items(), key=lambda p: -p[1])
    return (
        d,
        e,
        f,
        popped,
        total,
        inv,
        best,
        s,
        list(d),
        "a" in d,
        d.get("a"),
        d == e,
        len(f),
        dict.fromkeys(keys, x.sum()),
        list(reversed(d)),
    )


@add((ints(1, 2, 2, 3), [2, 5]), (ints(), []), raises=KeyError)
def set_operations(x, items):
    s = set(x.tolist())
    t = {i for i in items}
    s.add(10)
    s.discard(99)
    u = s | t
    v = s & t
    w = s - t
    z = s ^ t
    s -= {10}
    t.update(x)
    ok = t <= u, v.issubset(s), t.isdisjoint(w)
    s.remove(2)
    return sorted(s), t, u, v, w, z, ok, len(u), frozenset(items), 2 in s


@add((f64(3.14159), i64(42), "héllo wörld"), (f64(-0.5), i64(-7), ""))
def strings(x, n, s):
    words = s.split()
    out = [w.capitalize().center(n % 20 if n > 0 else 3, "*") for w in words]
    return (
        out,
        s.upper(),
        s.title(),
        s.zfill(14),
        s.find("w"),
        s.count("l"),
        f"{x:+.3e}|{n:#x}|{n:,}|{x:%}|{n:>8}|{x!s:<10}|",
        str(n).rjust(6, "0"),
        " ".join([str(x), str(n)]),
        "{:.{p}f}".format(x, p=2),
        s.encode(),
        s.translate({104: "H"}),
        s[n % 5 :],
        s * (n % 3),
        chr(65 + n % 26),
        ord("a") + n,
        bin(n),
        hex(n),
        oct(n),
        int(str(n)),
        float(str(x)),
        str(n).isdigit(),
        s.partition(" "),
        f"{'x' if x > 0 else 'y'}{{}}",
        f"{x=:.2f}",
        f"{words!r}",
        s.startswith(("h", "x")),
    )


# evaluation order and targets
@add((floats(1, 2, 3),), (floats(4),))
def targets(x):
    log = []

    def f(name, v):
        log.append(name)
        return v

    a = b = [0, 0]
    a[f("i", 0)] += f("v", x[0])
    i = 0
    i, a[i] = 1, 9
    d = {}
    d[f("k", "key")] = f("val", x.sum())
    c = d["x"], (e, *d["rest"]) = f("rhs", (1, (2, 3, 4)))
    x[f("xi", 0)], x[-1] = x[-1], f("swap", x[0])
    r = f("l", 1) < f("m", x[0]) < f("r", 3)
    for d["loop"], a[1] in [(1, 2), (3, 4)]:
        pass
    return a, b is a, d, c, e, log, r, i


@add((f64(2),), (f64(-2),))
def short_circuits(x):
    log = []

    def f(v):
        log.append(v)
        return v

    r = [
        f(x > 0) and f(1) or f(2),
        f(x) > 0 > f(-1),
        not f(x < 0) or f(5),
        (f(0) or f(x)) and f(None),
    ]
    return r, log


# aliasing
@add((floats(1, 2, 3), i64(1)), (floats(1), i64(0)))
def list_aliases(x, n):
    a = [x[0]]
    b = a
    c = [a, b, a[:]]
    for v in x:
        b.append(v)
        if v > 1:
            c[n].append(-v)
            c[2] += [0]
    a += [7]
    d = a
    d = d + [1]
    a[1:2] = [10, 11]
    del a[0]
    a[::2] = [0] * len(a[::2])
    return a, b is a, c, d, a == b


@add((grid(2, 2), f64(1)), (np.zeros((1, 1)), f64(-1)))
def array_aliases(m, v):
    rows = [r for r in m]
    other = m
    if v > 0:
        view = m[0]
    else:
        view = m[:, 0].copy()
    view += v
    rows[-1][0] = 100
    m = m * 2
    other[...] += 1
    t = other.T
    t[0, 0] = -5
    return m, view, rows, other, t.base is other

"""Control flow, match, exceptions and comprehensions, as a stranger would write them."""

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


# --- return in staged loops, nested ---
@add(
    (grid(3, 4), 5.0),
    (grid(3, 4), 99.0),
    (np.zeros((0, 4)), 1.0),
    (np.array([[NAN, 2.0]]), 2.0),
)
def first_cell(m, target):
    for i, row in enumerate(m):
        for j, v in enumerate(row):
            if math.isnan(v):
                return ("nan at", i, j)
            if v >= target:
                return i, j
    return None


@add((i64(100),), (i64(3),), (i64(1),), (50,))
def pythagorean(limit):
    for a in range(1, limit):
        for b in range(a, limit):
            c2 = a * a + b * b
            c = math.isqrt(c2)
            if c > limit:
                break
            if c * c == c2 and a + b + c > limit // 2:
                return a, b, c
    else:
        return "none"


@add((f64(2.0), 50), (f64(-1), 5), (f64(0), 3), (f64(2), 0))
def newton_or_none(a, steps):
    x = a if a > 1 else 1.0
    for k in range(steps):
        if x == 0:
            return None
        new = 0.5 * (x + a / x)
        if abs(new - x) < 1e-12:
            return new, k
        x = new
    return None


@add(
    (f64(0.5), f64(3.0)), (f64(0.0), f64(0.1)), (f64(3.0), f64(0.5)), raises=ValueError
)
def bisect_cos(lo, hi):
    flo, fhi = np.cos(lo) - lo, np.cos(hi) - hi
    if flo * fhi > 0:
        raise ValueError(f"no sign change on [{lo:g}, {hi:g}]")
    iterations = 0
    while True:
        mid = (lo + hi) / 2
        fm = np.cos(mid) - mid
        iterations += 1
        if fm == 0 or hi - lo < 1e-6:
            return mid, iterations
        if fm * flo < 0:
            hi, fhi = mid, fm
        else:
            lo, flo = mid, fm


@add(([1, 2, 3], i64(2)), ([], i64(2)), ([5, 6], i64(0)))
def break_in_list_loop(items, limit):
    taken = []
    for item in items:
        if item > limit:
            print("stop at", item)
            break
        taken.append(item)
    else:
        print("all")
    return taken, len(taken)


@add(({"a": 1.0, "b": 2.0}, f64(1.5)), ({"a": 1.0}, f64(0.0)), ({}, f64(1)))
def break_in_dict_loop(prices, budget):
    bought = None
    for name, price in prices.items():
        if price > budget:
            break
        bought = name
        budget -= price
    return bought, budget


@add((floats(1, 2, 3), [3, 2, 1]), (floats(1, 2), [5]), (floats(), []))
def break_in_zip(x, names):
    found = -1
    for k, (v, n) in enumerate(zip(x, names)):
        if v >= n:
            found = k
            break
    return found


@add((floats(3, 2, 9, 1),), (floats(1),), (floats(),), (floats(NAN, 1.0),))
def python_then_symbolic(x):
    best = None
    where = -1
    for i in range(len(x)):
        if best is None or x[i] > best:
            best, where = x[i], i
    return best, where


@add((i64(10), f64(0.3)), (i64(0), f64(1)), (i64(3), f64(5)))
def first_true_later_symbolic(n, p):
    go = True
    total = 0.0
    k = 0
    while go:
        total += p * k
        k += 1
        go = k < n and total < 2
    return total, k


@add((floats(1, 2, 3), 3), (floats(1), 0), (floats(), 2))
def nested_mix(x, reps):
    out = []
    for r in range(reps):
        acc = 0
        for v in x:
            for name in ("a", "b"):
                if v > r and name == "a":
                    acc += v
                elif name == "b":
                    acc -= 0.5
        out.append(acc)
    return out


@add((f64(1.5),), (f64(-1),))
def long_range_prints(x):
    total = 0
    for i in range(200):
        total = total + x * i
        if i % 97 == 0:
            print(i, total)
    return total, i


@add((f64(1.5),), (i64(2),))
def long_range_needs_index(x):
    names = [str(i) for i in range(150)]
    out = ""
    for i in range(150):
        if x * i > 140:
            out += names[i] + ","
    return out


@add((i64(5),), (i64(0),), (i64(-3),))
def while_true_counter(n):
    steps = []
    while True:
        if n <= 0:
            break
        n -= 2
        if n == 1:
            steps.append("one")
            continue
        steps.append(n)
    return steps, n


@add((i64(27),), (i64(1),), (i64(97),))
def collatz_peak(n):
    peak = n
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        peak = max(peak, n)
        steps += 1
        if steps > 500:
            return None
    else:
        return peak, steps


# --- match ---
@dataclass
class Point:
    x: float
    y: float = 0.0


class Seg(NamedTuple):
    a: float
    b: float


@dataclass(frozen=True)
class Sphere:
    r: float
    __match_args__ = ("r",)


def _area(shape):
    match shape:
        case Point(x=0, y=0):
            return "origin"
        case Point(x, y) if x == y:
            return ("diag", x)
        case Point(x=x):
            return ("pt", x)
        case Seg(a, b) if b < a:
            return ("rev", b, a)
        case Seg(a, b):
            return b - a
        case Sphere(r):
            return 4 * np.pi * r**2
        case _:
            return None


@add(
    (Point(f64(0), f64(0)),),
    (Point(f64(1), f64(1)),),
    (Point(f64(2)),),
    (Seg(f64(2), f64(1)),),
    (Seg(f64(1), f64(5)),),
    (Sphere(f64(2)),),
    (f64(3),),
)
def match_classes(shape):
    return _area(shape)


@add((f64(0),), (f64(2),), (i64(3),), (i64(-7),), (f64(NAN),))
def match_made(v):
    p = Point(v, v * v)
    results = []
    for s in (p, Seg(v, 1.0), Sphere(v + 1)):
        results.append(_area(s))
    return results


@add(("add", 1, 2), ("neg", 4), ("sum", 1, 2, 3, 4), ("noop",), ("bad", None))
def match_commands(*cmd):
    match cmd:
        case ("add", a, b):
            return a + b
        case ["neg", int(a)]:
            return -a
        case ["sum", *rest]:
            return sum(rest)
        case [str(s)]:
            return s
        case _:
            return "?"


@add(
    (i64(1), [f64(1), f64(2)]),
    (i64(2), [f64(1), f64(2), f64(3)]),
    (i64(3), []),
    (i64(9), [1]),
)
def match_symbolic_literal(op, args):
    match op, args:
        case 1, [a, b]:
            r = a + b
        case 2, [a, b, c]:
            r = a * b - c
        case 3, []:
            r = None
        case k, [*_]:
            r = -k
    return r


@add(
    ({"kind": "linear", "w": f64(2)}, f64(3)),
    ({"kind": "quad", "w": f64(2), "b": 1}, f64(3)),
    ({"kind": "zzz"}, f64(0)),
)
def match_mapping(cfg, x):
    match cfg:
        case {"kind": "linear", "w": w}:
            return w * x
        case {"kind": "quad", "w": w, **rest}:
            return w * x * x + rest.get("b", 0)
        case {"kind": other}:
            return other
    return None


@add((f64(0.1),), (f64(1),), (f64(NAN),), (i64(1),), (True,), (1.0,))
def match_number_literals(v):
    match v:
        case 0:
            return "zero"
        case 1 | 2:
            return "one or two"
        case float() if v != v:
            return "nan"
        case float(f):
            return f * 2
        case int() | np.integer():
            return "int"
    return "else"


# --- walrus, conditional, operands ---
@add((floats(1, 5, 9), 4.0), (floats(), 1.0), (floats(NAN), 0.0))
def walrus_filter(x, t):
    out = [y for v in x if (y := v * v) > t]
    n = 0
    while (n := n + 1) < 10 and (s := n * t) < 20:
        pass
    return out, n, s


@add((f64(0), f64(2)), (f64(3), f64(0)), (f64(NAN), f64(1)), (0, 5), (i64(0), None))
def operands(a, b):
    return a and b, a or b, not a, (a or "empty"), a and (b or 7), None or a


@add(
    (floats(3),),
    (floats(0),),
    (np.array(2.0),),
    (np.array([[0]]),),
    (floats(1, 2),),
    (floats(),),
    raises=ValueError,
)
def truth_of_arrays(x):
    if x:
        return "true"
    return "false"


@add((i64(3), [1, 2, 3]), (i64(9), [1, 2, 3]), (f64(2.0), [1, 2, 3]), (f64(NAN), [NAN]))
def member(v, items):
    r = []
    if v in items:
        r.append("in list")
    if v not in (2, 3):
        r.append("not in tuple")
    if v in {3: "x"}:
        r.append("in dict")
    if v in np.array(items):
        r.append("in array")
    if v in range(3, 10):
        r.append("range")
    return r


@add((None, f64(1)), (f64(1), None), (f64(1), f64(2)))
def is_tests(a, b):
    c = a if a is not None else b
    d = None
    if c > 0:
        d = c
    e = d is None, d is c, a is b, d is not None
    return e


@add((f64(2),), (f64(-2),), (f64(0),), raises=AssertionError)
def assertion_messages(x):
    assert x != 0
    assert x > 0, ("must be positive", x)
    y = np.sqrt(x)
    assert y < 100, f"{y=}"
    return y


class ConvergenceError(ArithmeticError):
    def __init__(self, k, residual):
        super().__init__(f"no convergence after {k} steps: {residual:.3g}")
        self.k = k
        self.residual = residual


@add((f64(0.5), 100), (f64(0.5), 3), (f64(4), 10), raises=ConvergenceError)
def fixed_point(x, limit):
    k = 0
    while True:
        y = np.cos(x)
        if abs(y - x) < 1e-8:
            return y
        k += 1
        if k >= limit:
            raise ConvergenceError(k, abs(y - x))
        x = y


@add((f64(0.5), 100), (f64(0.5), 3), (f64(4), 10))
def fixed_point_caught(x, limit):
    try:
        return fixed_point(x, limit)
    except ConvergenceError as error:
        print("failed:", error, error.k)
        return error.residual
    finally:
        print("done")


@add((floats(1, 0, 2),), (floats(),), (floats(0, 0),))
def try_in_loop(x):
    log = []
    total = 0.0
    for i, v in enumerate(x):
        try:
            if v == 0:
                raise ZeroDivisionError(f"item {i}")
            total += 1 / v
        except ZeroDivisionError as e:
            log.append(str(e))
            continue
        else:
            log.append("ok")
        finally:
            log.append(i)
    return total, log


@add((ints(4, 0, 2), 1), (ints(1), 0), (ints(), 2), raises="ArithmeticError")
def try_index_and_division(x, k):
    try:
        v = x[k]
        r = 10 // int(v)
    except IndexError:
        r = -1
    except ZeroDivisionError as e:
        raise ArithmeticError("zero at %d" % k) from e
    return r


@add((floats(1, 0, -1),), (floats(0),), (floats(),))
def errstate_regions(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        a = 1 / x
        b = np.log(x)
    c = np.sqrt(x)
    with np.errstate(all="ignore"):
        if x.size > 1:
            d = x / 0
        else:
            d = None
    return a, b, c, d


@add((floats(1, 0),), (floats(2, 3),), raises=FloatingPointError)
def errstate_raise(x):
    with np.errstate(divide="raise"):
        s = 0
        for v in x:
            s += 1 / v
    return s


@add((floats(1, 0),), (floats(2, 3),))
def errstate_raise_caught(x):
    try:
        with np.errstate(divide="raise"):
            return 1 / x
    except FloatingPointError as e:
        return str(e)


# --- comprehensions ---
@add((grid(2, 3), i64(3)), (np.zeros((0, 2)), i64(0)), (grid(1, 1), i64(2)))
def comps(m, n):
    a = [r.sum() for r in m]
    b = {i: i * i for i in range(n)}
    c = {int(v) % 3 for r in m for v in r if v > 0}
    d = sum(v * v for v in m.ravel())
    e = tuple(i + 0.5 for i in range(n) if i % 2)
    f = [[v * w for v in m[0]] for w in range(2)] if len(m) else []
    return a, b, c, d, e, f


@add((floats(3, 1, 2),), (floats(),))
def lambdas(x):
    fs = [lambda v, k=k: v * k for k in range(3)]
    g = (lambda a, b: a - b) if x.size and x[0] > 2 else (lambda a, b: a + b)
    return [f(v) for f in fs for v in x], g(1, 2)


@add((floats(1, 2, 3, 4),), (floats(1, 2),))
def starred(x):
    a, *b = x
    *c, d = list(x)
    (e, *f), g = (a, d, 1), b
    return a, b, c, d, e, f, g


@add((f64(1),), (f64(-1),), raises=UnboundLocalError)
def deleted(x):
    y = x * 2
    z = y + 1
    if x < 0:
        del y
    print(z)
    return y


TOTAL = 0.0
HISTORY = []


@add((floats(1, 2, -1),), (floats(),), state=("TOTAL", "HISTORY"))
def global_state(x):
    global TOTAL
    for v in x:
        if v > 0:
            TOTAL += v
        HISTORY.append(TOTAL)
    return TOTAL


@add((floats(1, 2, -1),), (floats(),))
def nonlocal_state(x):
    count, last = 0, None

    def see(v):
        nonlocal count, last
        count += 1
        if v > 0:
            last = v

    for v in x:
        see(v)
    return count, last


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


@add((i64(2), i64(2)), (1, 3), (i64(0), i64(0)))
def ackermann(m, n):
    return ack(m, n)


def runaway(n):
    return n + runaway(n + 1)


@add((i64(1),), (1,), raises=RecursionError)
def endless(n):
    return runaway(n)


@add((i64(5),), (i64(0),), (5,))
def hanoi(n):
    moves = []

    def move(k, a, b, c):
        if k == 0:
            return
        move(k - 1, a, c, b)
        moves.append((a, c))
        move(k - 1, b, a, c)

    move(n, "A", "B", "C")
    return moves, len(moves)


def primes_gen(n):
    for p in range(2, n):
        for q in range(2, math.isqrt(p) + 1):
            if p % q == 0:
                break
        else:
            yield p


@add((i64(30),), (i64(0),), (20,))
def primes_sum(n):
    s = 0
    for p in primes_gen(n):
        s += p
    return s, list(primes_gen(n)), max(primes_gen(n), default=None)


def windows(x, k):
    it = iter(x)
    win = deque(itertools.islice(it, k), maxlen=k)
    if len(win) == k:
        yield tuple(win)
    for v in it:
        win.append(v)
        yield tuple(win)


@add((floats(1, 2, 3, 4), 2), (floats(1), 2), ([1, 2, 3], 3))
def moving_average(x, k):
    return [sum(w) / k for w in windows(x, k)]


@add((floats(1, 2, 3),), ([1, 2],), (floats(),))
def iterators(x):
    it = iter(x)
    out = []
    first = next(it, None)
    while True:
        v = next(it, None)
        if v is None:
            break
        out.append(v - first)
        first = v
    return out, first


@add((floats(1, 2, 3),), ([],), (floats(),))
def iterator_stop(x):
    it = iter(x)
    n = 0
    try:
        while True:
            v = next(it)
            n += v
    except StopIteration:
        pass
    return n

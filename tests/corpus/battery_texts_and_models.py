"""Texts and numbers, small classes, learning and simulation."""

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
import re, string


# --- text and number processing ---
@add(("the cat the dog", i64(2)), ("", i64(1)), ("a b a c a", i64(0)))
def word_counts(text, n):
    counts = {}
    for w in text.split():
        counts[w] = counts.get(w, 0) + 1
    ranked = sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))
    lines = []
    for w, c in ranked[:n] if n > 0 else ranked:
        lines.append(f"{w:<5}|{'*' * c} {c / len(counts):.0%}")
    return "\n".join(lines), len(counts), n


@add((floats(1.5, -2.25, NAN, INF),), (floats(),), (ints(1, 20, 300),))
def table(x):
    out = ["{:>3} {:>10}".format("i", "value")]
    width = max((len(f"{v:.2f}") for v in x), default=0)
    for i, v in enumerate(x, start=1):
        mark = "+" if v > 0 else "-" if v < 0 else "?"
        out.append(f"{i:>3} {v:>{width}.2f} {mark}")
    return "\n".join(out)


@add((i64(1994),), (i64(0),), (i64(4),), (3999,))
def roman(n):
    out = ""
    for v, s in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while n >= v:
            out += s
            n -= v
    return out


@add(("MCMXCIV",), ("",), ("IXQ",), raises=KeyError)
def from_roman(s):
    values = dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000)))
    total, prev = 0, 0
    for c in reversed(s):
        v = values[c]
        total += v if v >= prev else -v
        prev = max(prev, v)
    return total


@add(
    (i64(10), i64(2)),
    (i64(255), i64(16)),
    (i64(0), i64(7)),
    (i64(-5), i64(3)),
    (10, 1),
    raises=ValueError,
)
def to_base(n, b):
    if b < 2 or b > 36:
        raise ValueError(f"base {b} not in 2..36")
    digits = string.digits + string.ascii_uppercase
    if n == 0:
        return "0"
    sign, n, out = "-" if n < 0 else "", abs(n), []
    while n:
        n, r = divmod(n, b)
        out.append(digits[r])
    return sign + "".join(reversed(out))


@add(("Hello, World", i64(3)), ("abc", i64(-1)), ("", i64(5)))
def caesar(text, k):
    out = []
    for c in text:
        if c.isalpha():
            base = ord("A") if c.isupper() else ord("a")
            out.append(chr((ord(c) - base + k) % 26 + base))
        else:
            out.append(c)
    return "".join(out)


@add(("aaabbc",), ("",), ("abc",), ("zzzzzzzzzzzz",))
def run_length(s):
    out, i = [], 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append(s[i] + (str(j - i) if j - i > 1 else ""))
        i = j
    coded = "".join(out)
    back = re.sub(r"(\D)(\d+)", lambda m: m[1] * int(m[2]), coded)
    return coded, back == s


@add(("([]{})",), ("([)]",), ("((",), ("",))
def balanced(s):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for i, c in enumerate(s):
        if c in "([{":
            stack.append(c)
        elif c in pairs:
            if not stack or stack.pop() != pairs[c]:
                return False, i
    return not stack, len(stack)


@add(
    ("3 4 + 2 *",),
    ("1 +",),
    ("4 0 /",),
    ("2 x",),
    raises=(ZeroDivisionError, IndexError, ValueError),
)
def rpn(text):
    stack = []
    ops = {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": operator.truediv,
    }
    for tok in text.split():
        if tok in ops:
            b, a = stack.pop(), stack.pop()
            stack.append(ops[tok](a, b))
        else:
            stack.append(float(tok))
    (result,) = stack
    return result


@add(("2x^2 + 3x - 5", f64(2)), ("7", f64(1)), ("x", f64(-1)))
def polynomial_text(text, x):
    coeffs = defaultdict(float)
    for sign, num, var, exp in re.findall(r"([+-]?)\s*(\d*)(x?)\^?(\d*)", text):
        if not (num or var):
            continue
        c = float(num or 1) * (-1 if sign == "-" else 1)
        coeffs[int(exp or 1) if var else 0] += c
    return sum(c * x**e for e, c in coeffs.items()), dict(coeffs)


@add(("a=1;b=2.5;c=x;;d", f64(2)), ("", f64(0)))
def settings(text, scale):
    result, bad = {}, []
    for part in text.split(";"):
        if not part:
            continue
        key, eq, value = part.partition("=")
        try:
            result[key] = (float(value) if "." in value else int(value)) * scale
        except ValueError as e:
            bad.append(f"{key}: {e}")
            continue
        finally:
            result.setdefault("_seen", []).append(key)
    return result, bad


@add(([("a", f64(1), 2), ("b", f64(5), 1), ("a", f64(3), 4)],), ([],))
def group_rows(rows):
    groups = {}
    for name, price, qty in rows:
        g = groups.setdefault(name, {"n": 0, "total": 0.0, "max": None})
        g["n"] += 1
        g["total"] += price * qty
        if g["max"] is None or price > g["max"]:
            g["max"] = price
    summary = {
        k: (v["n"], v["total"] / v["n"], v["max"]) for k, v in sorted(groups.items())
    }
    best = max(summary.items(), key=lambda kv: kv[1][1])[0] if summary else None
    return summary, best


@add((floats(1, 2, 3, 10),), (floats(1),), (floats(),), (floats(NAN, 1),))
def describe(x):
    n = len(x)
    if n == 0:
        return {"n": 0}
    mean = sum(x) / n
    var = sum((v - mean) ** 2 for v in x) / (n - 1) if n > 1 else float("nan")
    s = sorted(x)
    mid = n // 2
    median = s[mid] if n % 2 else (s[mid - 1] + s[mid]) / 2
    result = dict(
        n=n, mean=mean, std=math.sqrt(var), median=median, range=(s[0], s[-1])
    )
    for k, v in result.items():
        print(f"{k:>8}: {v}")
    return result


# --- classes as state machines, inventories, matrices ---
class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v

    def __matmul__(self, o):
        n, k = self.shape
        k2, m = o.shape
        if k != k2:
            raise ValueError(f"shapes {self.shape} and {o.shape}")
        return Matrix(
            [
                [sum(self[i, t] * o[t, j] for t in range(k)) for j in range(m)]
                for i in range(n)
            ]
        )

    def __eq__(self, o):
        return isinstance(o, Matrix) and self.rows == o.rows

    def __pow__(self, e):
        result, base = Matrix.identity(self.shape[0]), self
        while e:
            if e % 2:
                result = result @ base
            base = base @ base
            e //= 2
        return result

    def __repr__(self):
        return f"Matrix({self.rows})"

    def trace(self):
        return sum(self[i, i] for i in range(self.shape[0]))


@add((f64(2), i64(3)), (i64(1), i64(0)), (2, 5))
def matrix_class(x, e):
    m = Matrix([[x, 1], [0, x]])
    p = m @ m
    p[0, 1] = p[0, 1] + 1
    return p.rows, p.trace(), p.shape, repr(p), m[0, 1]


@add((f64(2), 3), (i64(1), 0), (2, 5))
def matrix_power(x, e):
    return (Matrix([[x, 1], [0, x]]) ** e).rows


@add((f64(2), i64(3)), (i64(1), i64(0)))
def matrix_power_staged(x, e):
    return (Matrix([[x, 1], [0, x]]) ** e).rows


class Stack:
    def __init__(self, limit=3):
        self._items, self.limit = [], limit

    def push(self, v):
        if len(self._items) >= self.limit:
            raise OverflowError("full")
        self._items.append(v)

    def pop(self):
        return self._items.pop() if self._items else None

    def peek(self):
        return self._items[-1]

    def __contains__(self, v):
        return v in self._items

    @property
    def empty(self):
        return not self._items


@add((floats(1, 2, 3, 4),), (floats(),), (floats(5),), raises=OverflowError)
def stack_class(x):
    s = Stack()
    for v in x:
        s.push(v)
    return s.pop(), s.pop(), s.empty, 1.0 in s


@add((Stack(5), floats(1, 2, 3, 4)), (Stack(2), floats(1, 2, 3)), (Stack(), floats()))
def stack_argument(s, x):
    dropped = 0
    for v in x:
        try:
            s.push(v * 2)
        except OverflowError:
            dropped += 1
    top = s.pop()
    return top, dropped, s.empty


class Elevator:
    def __init__(self):
        self.floor, self.state, self.log = 0, "idle", []

    def request(self, floor):
        while self.floor != floor:
            self.state = "up" if self.floor < floor else "down"
            self.floor += 1 if self.state == "up" else -1
            self.log.append((self.state, self.floor))
        self.state = "idle"
        return len(self.log)


@add((ints(3, 1),), (ints(),), (ints(0, 0),), ([2, -1],))
def elevator(floors):
    e = Elevator()
    steps = [e.request(f) for f in floors]
    return steps, e.log, e.state, e.floor


@add((Elevator(), i64(2)), (Elevator(), i64(0)))
def elevator_argument(e, floor):
    n = e.request(floor)
    if n > 1:
        e.log = e.log[-1:]
    return n


class Observable:
    def __init__(self):
        self.listeners = []

    def on(self, f):
        self.listeners.append(f)
        return f

    def emit(self, v):
        for f in self.listeners:
            f(v)


@add((floats(1, -2, 3),), (floats(),))
def observers(x):
    o = Observable()
    total, seen = 0.0, []

    @o.on
    def add_up(v):
        nonlocal total
        total += v

    @o.on
    def note(v):
        if v > 0:
            seen.append(v)

    for v in x:
        o.emit(v)
    return total, seen


class Vec(NamedTuple):
    x: float
    y: float

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def norm(self):
        return math.hypot(self.x, self.y)

    @staticmethod
    def zero():
        return Vec(0.0, 0.0)


@add((f64(3), f64(4), i64(2)), (f64(0), f64(0), i64(0)), (1, 2, 3))
def vectors(x, y, n):
    p, v = Vec(x, y), Vec.zero()
    for _ in range(n):
        v = v + p * 0.5
        if v.norm() > 4:
            v = v._replace(x=0.0)
    return p.norm(), v, v.x, p._asdict(), [*v]


@dataclass
class Body:
    name: str
    x: np.ndarray
    v: np.ndarray
    m: float = 1.0
    hits: int = 0


@add((f64(0.1), i64(5)), (f64(0.5), i64(0)))
def nbody(dt, steps):
    bodies = [
        Body("a", np.zeros(2), floats(0, 1)),
        Body("b", floats(1, 0), floats(0, -1), 2.0),
        Body("c", floats(0, 2), floats(1, 0)),
    ]
    for s in range(steps):
        for a in bodies:
            acc = np.zeros(2)
            for b in bodies:
                if a is b:
                    continue
                d = b.x - a.x
                r = np.sqrt(d @ d + 0.01)
                if r < 0.9:
                    a.hits += 1
                acc += b.m * d / r**3
            a.v += acc * dt
        for a in bodies:
            a.x = a.x + a.v * dt
    energy = sum(0.5 * b.m * (b.v @ b.v) for b in bodies)
    return energy, {b.name: b.hits for b in bodies}, bodies[0].x


# --- learning, statistics, signal ---
@add(
    (floats(0, 1, 2, 3), floats(1, 3, 5, 7), f64(0.05), i64(50)),
    (floats(1), floats(2), f64(0.5), i64(0)),
    (floats(0, 1), floats(NAN, 1), f64(0.1), i64(10)),
)
def gradient_descent(x, y, rate, limit):
    w, b = 0.0, 0.0
    losses = []
    for epoch in range(limit):
        p = w * x + b
        err = p - y
        loss = (err**2).mean()
        losses.append(loss)
        if np.isnan(loss):
            print("diverged at", epoch)
            break
        if len(losses) > 1 and abs(losses[-2] - loss) < 1e-9:
            break
        w -= rate * 2 * (err * x).mean()
        b -= rate * 2 * err.mean()
    else:
        print("limit")
    return w, b, len(losses)


@add((grid(4, 2), ints(0, 1, 1, 0), i64(10)), (np.zeros((2, 2)), ints(0, 1), i64(1)))
def perceptron(X, y, epochs):
    w = np.zeros(X.shape[1] + 1)
    for e in range(epochs):
        errors = 0
        for xi, t in zip(X, y):
            out = 1 if w[0] + xi @ w[1:] > 0 else 0
            if out != t:
                w[1:] += (t - out) * xi
                w[0] += t - out
                errors += 1
        if errors == 0:
            break
    return w, errors, e


@add((floats(1, 2, 3, 4, 5), 3), (floats(1), 3), (floats(), 1), (floats(1, NAN, 3), 2))
def moving_median(x, k):
    out = np.full(len(x), np.nan)
    for i in range(len(x) - k + 1):
        w = x[i : i + k]
        if np.isnan(w).any():
            continue
        out[i + k - 1] = np.median(w)
    return out


@add((floats(0, 1, 0, 2, 0, 1, 5), 0.5), (floats(), 1.0), (floats(1, 1), 0.0))
def peaks(x, threshold):
    found = []
    i = 1
    while i < len(x) - 1:
        if x[i - 1] < x[i] >= x[i + 1] and x[i] > threshold:
            found.append((i, x[i]))
            i += 2
            continue
        i += 1
    return found, [p for p, _ in found]


@add(
    (floats(1, 2, 3), floats(0, 1, 0.5)), (floats(1), floats(2)), (floats(), floats(1))
)
def convolution(x, h):
    if not len(x) or not len(h):
        return None
    y = np.zeros(len(x) + len(h) - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(h):
            y[i + j] += a * b
    assert np.allclose(y, np.convolve(x, h))
    return y


@add(
    (0.5, np.array([[0.9, 0.1], [0.5, 0.5]]), i64(4), 3), (f64(0), np.eye(2), i64(0), 1)
)
def markov(p, P, n, seed):
    rng = np.random.default_rng(seed)
    state, counts = 0 if p > 0.3 else 1, np.zeros(2, int)
    path = ""
    for _ in range(n):
        counts[state] += 1
        path += "AB"[state]
        u, acc = rng.random(), 0.0
        for nxt, q in enumerate(P[state]):
            acc += q
            if u < acc:
                break
        state = nxt
    return path, counts


@add((5, f64(1.5), i64(6)), (1, 1.0, 0))
def metropolis(seed, width, n):
    rng = np.random.default_rng(seed)
    x, accepted, samples = 0.0, 0, np.empty(n)
    for i in range(n):
        y = x + rng.uniform(-width, width)
        if rng.random() < min(1.0, math.exp((x * x - y * y) / 2)):
            x = y
            accepted += 1
        samples[i] = x
    return samples, accepted


@add(
    (np.random.default_rng(0), i64(4), f64(0.5)),
    (np.random.default_rng(1), i64(0), f64(0.5)),
)
def epidemic(rng, days, beta):
    s, i, r = 20, 3, 0
    history = []
    for d in range(days):
        new = rng.binomial(s, min(1.0, beta * i / (s + i + r)))
        rec = rng.binomial(i, 0.3)
        s, i, r = s - new, i + new - rec, r + rec
        history.append((s, i, r))
        if i == 0:
            break
    return history, (s, i, r)

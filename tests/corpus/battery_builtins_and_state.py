"""Builtins, missing values, moving types and state, as a stranger would write them."""

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


# --- builtins on symbolic values ---
@add(
    (i64(3), i64(10), i64(2)),
    (i64(5), i64(0), i64(-1)),
    (i64(0), i64(0), i64(1)),
    (1, 4, 0),
    raises=ValueError,
)
def ranges(a, b, c):
    r = range(a, b, c)
    return (
        list(r),
        len(r),
        sum(r),
        (a in r),
        [x for x in reversed(r)],
        r[0] if len(r) else None,
        r,
    )


@add((floats(1, 2, 3), [4, 5, 6]), (floats(1), [4, 5]), raises=ValueError)
def zip_strict(x, y):
    s = 0
    for a, b in zip(x, y, strict=True):
        s += a * b
        print(s)
    return s


@add((floats(3, 1, 2),), (floats(5),), (floats(NAN, 1),))
def sort_keys(x):
    return (
        sorted(x),
        sorted(x, reverse=True),
        sorted(x, key=lambda v: -v),
        max(x, key=lambda v: (v % 2, v)),
        min(x, default=0),
        max(enumerate(x), key=lambda p: p[1]),
        sorted(enumerate(x), key=operator.itemgetter(1)),
    )


@add((floats(),), (floats(1),))
def min_default(x):
    return (
        min(x, default=None),
        max((v for v in x if v > 2), default=-1),
        sum(x, start=10),
        any(x),
        all(x),
    )


@add(
    (f64(2.5),),
    (f64(-3.7),),
    (i64(7),),
    (np.float32(1.25),),
    (f64(INF),),
    raises=OverflowError,
)
def number_builtins(v):
    return (
        abs(v),
        round(v),
        round(v, 1),
        divmod(v, 2),
        pow(v, 2),
        int(v),
        float(v),
        bool(v),
        complex(v),
        pow(int(v), 3, 5),
    )


@add((f64(2.5), i64(4)), (f64(NAN), i64(-1)), (np.float32(2), np.uint8(255)))
def text_of(v, n):
    return (
        f"{v}",
        f"{v!r:>12}",
        f"{n:05d}|{v:8.3f}",
        str(n),
        repr(v),
        format(v, ".1e"),
        "%5.2f %d %s" % (v, n, v),
        "{0:>6} {k}".format(n, k=v),
    )


@add((f64(2.5), i64(4)), (f64(NAN), i64(-1)))
def prints(v, n):
    print(v, n, sep=", ", end=";\n", flush=True)
    print(f"{v=} {n=:3}", [v, n], (v,), {"v": v})
    if v > 1:
        print("big", v, end="")
        print()
    print(np.array([v, n]))


@add(
    (f64(2),), (i64(2),), (np.float32(2),), (2,), (True,), (None,), (floats(1),), ("a",)
)
def types(v):
    kinds = []
    for k in (
        int,
        float,
        np.floating,
        np.integer,
        np.ndarray,
        str,
        bool,
        type(None),
        np.number,
        complex,
    ):
        if isinstance(v, k):
            kinds.append(k.__name__)
    return (
        kinds,
        type(v),
        type(v).__name__,
        type(v) is np.float64,
        isinstance(v, (int, float)),
    )


@add((f64(2),), (f64(0.5),), (1,), (f64(-0.5),), raises=ValueError)
def maths(x):
    return (
        math.sqrt(x),
        math.floor(x),
        math.ceil(x),
        math.exp(x),
        math.log(x),
        math.hypot(x, 1),
        math.atan2(x, 2),
        math.isclose(x, 2.0),
        math.copysign(1, x),
        math.fsum([x, 0.1, 0.2]),
        math.prod([x, 2, x]),
        math.modf(x),
        math.frexp(x),
        math.degrees(x),
        math.trunc(x),
    )


@add((i64(12), i64(18)), (i64(0), i64(5)), (7, 3))
def int_maths(a, b):
    return (
        math.gcd(a, b),
        math.lcm(a, b),
        math.comb(abs(a), abs(b) % 5),
        math.factorial(b % 6),
        math.isqrt(a),
        a.bit_length() if isinstance(a, int) else None,
    )


@add((floats(1, 2, 3),), (floats(),), raises=TypeError)
def reduces(x):
    f = functools.partial(pow, 2)
    return (
        functools.reduce(operator.add, x),
        functools.reduce(lambda a, b: a * b, x, 1),
        [f(v) for v in x],
        list(map(operator.neg, x)),
        list(itertools.accumulate(x)),
    )


@add((floats(1, 2, 3), [1, 2]), (floats(), []))
def itertools_use(x, items):
    return (
        list(itertools.chain(x, items)),
        list(itertools.product(items, repeat=2)),
        list(itertools.combinations(x, 2)),
        [list(g) for k, g in itertools.groupby(items, key=lambda v: v % 2)],
        list(itertools.zip_longest(x, items, fillvalue=0)),
        list(itertools.pairwise(x)),
        list(itertools.takewhile(lambda v: v < 3, x)),
        list(itertools.islice(itertools.count(1), 3)),
    )


@add((floats(3, 4), floats(1, 2)), (floats(), floats()))
def operators(a, b):
    return (
        operator.add(a, b),
        operator.mul(a, b),
        operator.truediv(a, b),
        operator.matmul(a, b),
        operator.lt(a, b),
        operator.neg(a),
        operator.methodcaller("sum")(a),
        operator.attrgetter("shape")(b),
    )


@add((floats(1, 2, 3, 4), 2), (floats(1), 0))
def reversed_enum(x, start):
    out = []
    for i, v in enumerate(reversed(x), start):
        out.append((i, v))
    for i in reversed(range(len(x))):
        out.append(x[i])
    for i, (a, b) in enumerate(zip(x[:-1], x[1:])):
        out.append(b - a + i)
    return out


# --- values that are not there ---
@add((i64(1),), (i64(0),), raises=UnboundLocalError)
def unbound_after(n):
    for k in range(n):
        last = k * 2
    return last, k


@add((floats(1, 2),), (floats(),), (floats(-1),), raises=UnboundLocalError)
def unbound_in_branch(x):
    for v in x:
        if v > 0:
            label = "pos"
        print(v, label)
    return len(x)


@add((f64(3),), (f64(-3),), (f64(0),))
def none_on_path(x):
    y = None
    if x > 0:
        y = x
    elif x < 0:
        y = -x
    if y is None:
        return "none"
    return y + 1


@add((floats(1, -2, 3),), (floats(),))
def optional_results(x):
    def safe_log(v):
        if v > 0:
            return math.log(v)

    vals = [safe_log(v) for v in x]
    return vals, [v for v in vals if v is not None], sum(v is None for v in vals)


# --- types that move ---
@add(
    (floats(1, 2),),
    (ints(1, 2, dtype=np.int8),),
    (ints(),),
    (bools(1, 1, 1),),
    (np.array([1j, 2]),),
)
def sum_from_zero(x):
    s = 0
    for v in x:
        s = s + v
    p = 1
    for v in x:
        p *= v
    return s, p


@add(
    (ints(100, 100, dtype=np.int8),),
    (ints(1, dtype=np.int8),),
    (np.array([200, 100], np.uint8),),
)
def wrap(x):
    s = x[0]
    for v in x:
        s += v
    t = 0
    for v in x:
        t += int(v)
    return s, t, x[0] * 2, -x[0], abs(x[0])


@add((i64(30),), (i64(0),), (70,))
def exact_ints(n):
    f = 1
    for k in range(1, n + 1):
        f *= k
    g = 1
    for k in range(1, int(n) + 1):
        g *= k
    return f, g


@add((floats(5, 3, 8, 1),), (floats(),), (floats(-1, -2),), (floats(NAN, 1),))
def shrink(x):
    rounds = 0
    while x.size > 0 and rounds < 10:
        x = x[x > x.mean()]
        rounds += 1
    return x, rounds


@add((floats(1, 2, 3),), (floats(),), (ints(1, 2),))
def grow(x):
    out = np.array([])
    for v in x:
        out = np.append(out, v)
        out = np.concatenate([out, [v * 2, v]])
    while len(x) > 1:
        x = x[1:]
        out = np.concatenate((x, out))
    return out, x


@add((i64(5),), (i64(0),), (1,))
def fib_tuple(n):
    pair = (0, 1)
    for _ in range(n):
        pair = (pair[1], pair[0] + pair[1])
    return pair


@add((f64(1), i64(3)), (i64(1), i64(0)), (2, i64(2)))
def tuples_grow(v, n):
    t = ()
    for k in range(n):
        t = t + (v * k,)
    return t, len(t), t[::-1], t * 2


@add((f64(1), i64(3)), (i64(1), i64(0)), (2, i64(2)))
def int_or_float(v, n):
    r = n
    if n > 2:
        r = v / 2
    elif n == 0:
        r = floats(1, 2)
    return r * 2, r + v, type(r).__name__


@add((f64(1), i64(3)), (i64(1), i64(0)))
def scalar_becomes_array(v, n):
    acc = v
    for k in range(n):
        acc = acc + np.ones(2) * k
    return acc


# --- state ---
class Account:
    interest = 0.1

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self._balance = balance
        self.log = []

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError(f"{self.owner}: {value}")
        self.log.append(("set", value))
        self._balance = value

    def deposit(self, amount):
        self.balance += amount
        return self

    def year(self):
        self.balance = self.balance * (1 + self.interest)

    def __repr__(self):
        return f"Account({self.owner!r}, {self._balance:.2f})"


@add(
    (Account("ann", 10.0), floats(1, -2, 5)),
    (Account("bob"), floats(1, -5)),
    (Account("c"), floats()),
    raises=ValueError,
)
def bank(account, amounts):
    for a in amounts:
        account.deposit(a).year()
    return account.balance, len(account.log), repr(account)


@add((floats(1, -2, 5),), (floats(1, -5),), (floats(),))
def bank_made(amounts):
    account = Account("zed", 1.0)
    failed = 0
    for a in amounts:
        try:
            account.deposit(a)
        except ValueError as e:
            print(e)
            failed += 1
    return account.balance, failed, account.log


class Ring:
    def __init__(self, size):
        self.data = np.zeros(size)
        self.pos = 0
        self.full = False

    def __setitem__(self, i, v):
        self.data[(self.pos + i) % len(self.data)] = v

    def __getitem__(self, i):
        return self.data[(self.pos + i) % len(self.data)]

    def __len__(self):
        return len(self.data) if self.full else self.pos

    def push(self, v):
        self.data[self.pos] = v
        self.pos += 1
        if self.pos == len(self.data):
            self.pos = 0
            self.full = True


@add((Ring(3), floats(1, 2, 3, 4)), (Ring(2), floats()), (Ring(1), floats(9)))
def ring(r, x):
    for v in x:
        r.push(v)
        r[0] = r[0] + 0.5
    return r.data, r.pos, r.full


@add((i64(3), floats(1, 2, 3, 4)), (2, floats()))
def ring_made(n, x):
    r = Ring(3)
    for v in x:
        r.push(v)
        r[0] = r[0] + 0.5
    n = len(r)
    return n, r.data.copy(), r


@dataclass
class Particle:
    pos: np.ndarray
    vel: np.ndarray
    mass: float = 1.0
    trail: list = field(default_factory=list)

    def step(self, dt, force):
        self.vel = self.vel + force(self.pos) / self.mass * dt
        self.pos = self.pos + self.vel * dt
        self.trail.append(self.pos[0])

    @property
    def energy(self):
        return 0.5 * self.mass * (self.vel**2).sum()


@add((f64(0.1), i64(4)), (f64(0.5), i64(0)))
def particles(dt, n):
    ps = [
        Particle(floats(0, 1), floats(1, 0)),
        Particle(floats(2, 2), floats(0, -1), mass=2.0),
    ]
    for _ in range(n):
        for p in ps:
            p.step(dt, lambda q: -q)
            if p.pos[0] > 2:
                p.vel *= -1
    return [p.energy for p in ps], [p.trail for p in ps], ps[0].pos


@add(
    (Particle(floats(0, 1), floats(1, 0)), i64(3)),
    (Particle(floats(3, 1), floats(1, 0)), i64(0)),
)
def particle_arg(p, n):
    for k in range(n):
        p.step(0.1, lambda q: -2 * q)
    return p.energy


@add((floats(3, 1, 2),), (floats(),), ([5, 1, 4],))
def list_methods(x):
    out = []
    for v in x:
        if v > 1:
            out.append(v)
            out.insert(0, -v)
        else:
            out.extend([v, v])
    if out:
        last = out.pop()
        first = out.pop(0)
        out.remove(out[0]) if out else None
    else:
        last = first = None
    out.sort()
    out.reverse()
    return (
        out,
        len(out),
        last,
        first,
        out[1:],
        out + [1],
        out * 2,
        (out.index(out[0]) if out else -1),
        out.count(1.0),
    )


@add((floats(3, 1, 2),), (floats(1),), (floats(),), raises=ValueError)
def stack_list(x):
    rows = []
    for v in x:
        if v > 1:
            rows.append(np.array([v, v * v]))
    return np.stack(rows), np.array(rows), np.concatenate(rows)


@add((ints(1, 2, 1, 3, 1),), (ints(),))
def counters(x):
    c = Counter()
    d = defaultdict(list)
    s = set()
    o = {}
    for i, v in enumerate(x):
        c[int(v)] += 1
        d[int(v) % 2].append(i)
        s.add(int(v))
        o.setdefault(int(v), []).append(i)
    return c.most_common(2), dict(d), s, o, sorted(s), {k: len(v) for k, v in o.items()}


@add((ints(1, 2, 1),), (ints(),))
def string_growing(x):
    s = ""
    parts = []
    for v in x:
        s += str(v) + ","
        parts.append(f"<{v}>")
        if v > 1:
            s = s.upper() + "!"
    return (
        s.rstrip(","),
        "-".join(parts),
        s.split(","),
        len(s),
        s[::-1],
        s.replace(",", ";"),
    )


# --- array writes ---
@add((grid(3, 4),), (grid(4, 4),))
def writes(m):
    m[0] = 1
    m[:, 1] += 10
    m[m > 9] = -1
    m[[0, 2], [1, 0]] *= 2
    m[..., -1] = [7] * len(m)
    m[1:, ::2] = m[:-1, ::2]
    m[-1, [0, 0, 1]] += 1
    np.add.at(m, ([0, 0], [1, 1]), 5)
    m.T[0] = 3
    m.reshape(-1)[2] = 99
    m.ravel()[3] = 98
    m[None, 0, 0] = 1.5
    m[np.arange(2), np.array([1, 0])] = [4, 5]
    return m.sum()


@add((grid(3, 4),), (np.zeros((0, 4)),))
def row_writes(m):
    for i, row in enumerate(m):
        row[i % 2] = i
        row *= 2
        if row.sum() > 10:
            row[:] = 0
        v = row[1:]
        v[v > 2] = 2
    for col in m.T:
        col.sort()
    return m


@add((floats(3, 1, 2),), (floats(),), (ints(3, 1, 2),))
def out_params(x):
    y = np.empty_like(x)
    np.multiply(x, 2, out=y)
    np.add(y, x, out=x)
    z = np.zeros(len(x))
    np.copyto(z, x, where=x > 5)
    np.cumsum(z, out=z)
    x.sort()
    y.fill(4)
    np.clip(z, 0, 10, out=z)
    np.minimum(x, 7, out=x)
    return y, z


@add(lambda: (lambda a: (a[1:], a[:-1]))(np.arange(5.0)), (floats(1, 2), floats(3, 4)))
def overlap(a, b):
    for i in range(len(a)):
        a[i] = b[i] * 2
    a += b
    a[:] = b[::-1]
    return a, b

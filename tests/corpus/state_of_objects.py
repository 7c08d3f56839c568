"""Classes with state: layers, controllers, simulations."""

import numpy as np
import math
import threading
from dataclasses import dataclass, field, replace
from collections import namedtuple, deque, defaultdict, Counter, OrderedDict
from typing import NamedTuple
from enum import Enum
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


class RunningStat:
    __slots__ = ("n", "mean", "m2")

    def __init__(self, n=0, mean=0.0, m2=0.0):
        self.n, self.mean, self.m2 = n, mean, m2

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)

    @property
    def variance(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0

    def __len__(self):
        return self.n


def feed(rs, xs):
    for x in xs:
        rs.push(x)
        if rs.variance > 10:
            break
    return rs.mean, rs.variance, len(rs)


add(
    feed,
    (RunningStat(), floats(1, 2, 3)),
    (RunningStat(2, 1.5, np.float64(0.5)), ints(5, 50, 1)),
    (RunningStat(), floats()),
    (RunningStat(), [1, 2.5]),
)


class Kalman1D:
    Q = 1e-3

    def __init__(self, x=0.0, p=1.0, r=0.1):
        self.x, self.p, self.r = x, p, r
        self.log = []

    def predict(self):
        self.p += self.Q
        return self

    def update(self, z):
        k = self.gain()
        self.x += k * (z - self.x)
        self.p *= 1 - k
        self.log.append(k)
        return self.x

    def gain(self):
        return self.p / (self.p + self.r)


def kalman_run(kf, zs):
    out = np.empty(len(zs))
    for i, z in enumerate(zs):
        kf.predict().update(z)
        out[i] = kf.x
        if kf.p < 0.02:
            kf.p = 0.5
    return out


add(
    kalman_run,
    (Kalman1D(), floats(1, 1.1, 0.9)),
    (Kalman1D(np.float64(1)), ints(1, 2)),
    (Kalman1D(), floats()),
)


class PID:
    def __init__(self, kp, ki, kd, limits=(None, None)):
        self.kp, self.ki, self.kd = kp, ki, kd
        self.limits = limits
        self.integral = 0
        self.last = None

    def __call__(self, err, dt):
        self.integral += err * dt
        d = 0 if self.last is None else (err - self.last) / dt
        self.last = err
        out = self.kp * err + self.ki * self.integral + self.kd * d
        lo, hi = self.limits
        if lo is not None and out < lo:
            out = lo
            self.integral -= err * dt
        elif hi is not None and out > hi:
            out = hi
            self.integral -= err * dt
        return out


def pid_sim(pid, target, y, n):
    ys = []
    for _ in range(n):
        u = pid(target - y, 0.1)
        y = y + 0.1 * (u - y)
        ys.append(y)
    return np.array(ys), pid.integral


add(
    pid_sim,
    (PID(2.0, 0.5, 0.1), 1.0, 0.0, 4),
    (PID(2.0, 0.5, 0.1, (-1, 1)), np.float64(5), 0.0, 4),
    (PID(1, 0, 0, (0, None)), -1, 0, np.int64(3)),
)


class Grid:
    def __init__(self, n):
        self.n = n
        self.cells = np.zeros((n, n), dtype=int)
        self.t = 0

    def neighbours(self, i, j):
        s = 0
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                if di or dj:
                    s += self.cells[(i + di) % self.n, (j + dj) % self.n]
        return s

    def step(self):
        new = self.cells.copy()
        for i in range(self.n):
            for j in range(self.n):
                k = self.neighbours(i, j)
                if self.cells[i, j] and k not in (2, 3):
                    new[i, j] = 0
                elif not self.cells[i, j] and k == 3:
                    new[i, j] = 1
        self.cells = new
        self.t += 1
        return self.cells.sum()


def _g(n, *pts):
    g = Grid(n)
    for p in pts:
        g.cells[p] = 1
    return g


def life_run(g, n):
    pops = [g.step() for _ in range(n)]
    return pops, g.t


add(
    life_run,
    (_g(4, (1, 1), (1, 2), (2, 1), (2, 2)), 1),
    (_g(4, (1, 0), (1, 1), (1, 2)), 2),
)


@dataclass
class Adam:
    lr: float = 0.1
    beta1: float = 0.9
    beta2: float = 0.999
    t: int = 0
    m: dict = field(default_factory=dict)
    v: dict = field(default_factory=dict)

    def step(self, params, grads):
        self.t += 1
        for k in params:
            m = self.m.get(k, 0.0)
            v = self.v.get(k, 0.0)
            m = self.beta1 * m + (1 - self.beta1) * grads[k]
            v = self.beta2 * v + (1 - self.beta2) * grads[k] ** 2
            self.m[k], self.v[k] = m, v
            params[k] = params[k] - self.lr * m / (1 - self.beta1**self.t) / (
                np.sqrt(v / (1 - self.beta2**self.t)) + 1e-8
            )


def adam_obj(opt, p, n):
    for _ in range(n):
        opt.step(p, {k: 2 * v for k, v in p.items()})
    return p


add(
    adam_obj,
    (Adam(), {"w": floats(1, 2), "b": np.float64(1)}, 3),
    (Adam(lr=np.float64(0.5), t=2), {"w": floats(1, 2)}, 1),
    (Adam(), {}, 2),
)


class Dense:
    def __init__(self, w, b, act=None):
        self.w, self.b, self.act = w, b, act
        self.x = self.z = None
        self.gw = np.zeros_like(w)

    def forward(self, x):
        self.x = x
        self.z = x @ self.w + self.b
        return self.z if self.act is None else self.act(self.z)

    def backward(self, g):
        if self.act is not None:
            g = g * (self.z > 0)
        self.gw += self.x.T @ g
        self.gb = g.sum(0)
        return g @ self.w.T


def relu(z):
    return np.maximum(z, 0)


class Sequential:
    def __init__(self, *layers):
        self.layers = list(layers)

    def __call__(self, x):
        for l in self.layers:
            x = l.forward(x)
        return x

    def fit(self, x, y, lr, n):
        losses = []
        for _ in range(n):
            p = self(x)
            g = 2 * (p - y) / len(x)
            losses.append(((p - y) ** 2).mean())
            for l in reversed(self.layers):
                g = l.backward(g)
            for l in self.layers:
                l.w -= lr * l.gw
                l.b = l.b - lr * l.gb
                l.gw[:] = 0
        return losses


X = wave(6).reshape(3, 2)


def train_net(net, x, y, lr, n):
    losses = net.fit(x, y, lr, n)
    if losses[-1] < losses[0]:
        return losses, net(x)
    return losses, None


add(
    train_net,
    (
        Sequential(
            Dense(X.T.copy(), floats(0, 0, 0), relu), Dense(np.ones((3, 1)), floats(0))
        ),
        X,
        floats(0, 1, 2)[:, None],
        0.05,
        3,
    ),
    (Sequential(Dense(np.eye(2), 0.0)), X, X * 2, np.float64(0.1), 2),
)


class Counterish:
    total = 0

    def __init__(self):
        self.seen = {}

    def add(self, k):
        self.seen[k] = self.seen.get(k, 0) + 1
        self.total = self.total + 1
        return self


def count_py(c, keys):
    for k in keys:
        c.add(k)
    return c.total, c.seen


add(
    count_py,
    (Counterish(), ["a", "b", "a"]),
    (Counterish(), [1, 2, 1]),
    (Counterish(), ()),
)


class Vec(NamedTuple):
    x: float
    y: float

    def dot(self, o):
        return self.x * o.x + self.y * o.y

    def scale(self, k):
        return Vec(self.x * k, self.y * k)

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)


def vec_walk(p, v, n):
    for _ in range(n):
        p = p + v
        if p.dot(p) > 10:
            v = v.scale(-1)
    return p, v


add(
    vec_walk,
    (Vec(0.0, 0.0), Vec(1.0, 2.0), 4),
    (Vec(np.float64(0), 0.0), Vec(1, 2), 3),
    (Vec(0, 0), Vec(np.int64(1), np.int64(3)), np.int64(2)),
)


@dataclass(frozen=True)
class Cfg:
    tol: float = 1e-3
    maxit: int = 20
    relax: float = 1.0
    verbose: bool = False


def solve_cfg(a, b, cfg=Cfg()):
    x = np.zeros_like(b)
    for it in range(cfg.maxit):
        r = b - a @ x
        if cfg.verbose:
            print(it, np.abs(r).max())
        if np.abs(r).max() < cfg.tol:
            return x, it
        x = x + cfg.relax * r / a.diagonal()
    return x, cfg.maxit


_a = np.array([[4.0, 1], [1, 3]])
add(
    solve_cfg,
    (_a, floats(1, 2)),
    (_a, floats(1, 2), Cfg(tol=np.float64(1e-1), verbose=True)),
    (_a, floats(1, 2), Cfg(maxit=0)),
    (_a, floats(1, 2), Cfg(relax=np.float64(0.9), maxit=np.int64(3))),
)


class Particle:
    def __init__(self, pos, vel, alive=True):
        self.pos, self.vel, self.alive = pos, vel, alive

    def move(self, dt):
        self.pos += self.vel * dt
        if self.pos[0] < 0 or self.pos[0] > 1:
            self.vel[0] *= -1
            self.alive = not self.alive


class System:
    def __init__(self, ps):
        self.ps = ps
        self.time = 0

    @property
    def alive(self):
        return [p for p in self.ps if p.alive]

    def energy(self):
        return sum((p.vel @ p.vel) / 2 for p in self.ps)

    def run(self, dt, n):
        for _ in range(n):
            for p in self.ps:
                p.move(dt)
            self.time += dt
        return self


def particles(sys_, dt, n):
    return sys_.run(dt, n).energy(), sys_.time


add(
    particles,
    (
        System(
            [
                Particle(floats(0.5, 0.5), floats(1, 0)),
                Particle(floats(0.1, 0.1), floats(-1, 1)),
            ]
        ),
        0.3,
        3,
    ),
    (System([]), 0.1, 2),
    (System([Particle(floats(0.9), floats(2))]), np.float64(0.1), np.int64(2)),
)


def particles_alive(sys_, dt, n):
    sys_.run(dt, n)
    return len(sys_.alive)


add(
    particles_alive,
    (
        System(
            [
                Particle(floats(0.5, 0.5), floats(1, 0)),
                Particle(floats(0.1, 0.1), floats(-1, 1)),
            ]
        ),
        0.3,
        3,
    ),
    (System([]), 0.1, 2),
)


class LCG:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1103515245 * self.state + 12345) % 2**31
        return self.state

    def uniform(self, lo=0.0, hi=1.0):
        return lo + (hi - lo) * self.next() / 2**31


def mc_pi(rng, n):
    hits = 0
    for _ in range(n):
        x, y = rng.uniform(), rng.uniform()
        if x * x + y * y <= 1:
            hits += 1
    return 4 * hits / n


add(mc_pi, (LCG(1), 20), (LCG(np.int64(7)), 10), (LCG(np.int64(7)), np.int64(5)))


class Ring:
    def __init__(self, n):
        self.buf = np.zeros(n)
        self.i = 0
        self.full = False

    def push(self, v):
        self.buf[self.i] = v
        self.i += 1
        if self.i == len(self.buf):
            self.i = 0
            self.full = True

    def view(self):
        return (
            np.concatenate([self.buf[self.i :], self.buf[: self.i]])
            if self.full
            else self.buf[: self.i]
        )


def ring_use(r, xs):
    means = []
    for x in xs:
        r.push(x)
        means.append(r.view().mean())
    return means, r.view()


add(ring_use, (Ring(3), floats(1, 2, 3, 4)), (Ring(2), ints(1)), (Ring(2), floats()))


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    @property
    def empty(self):
        return len(self.items) == 0


def rpn(st, tokens):
    for t in tokens:
        if t == "+":
            st.push(st.pop() + st.pop())
        elif t == "*":
            st.push(st.pop() * st.pop())
        else:
            st.push(t)
    return st.pop(), st.empty


add(
    rpn,
    (Stack(), [1, 2, "+", 3, "*"]),
    (Stack(), [np.float64(2), 3, "*"]),
    (Stack(), (floats(1, 2), 2, "*")),
    raises=("ValueError",),
)


def stack_of_array(st, xs):
    for x in xs:
        while not st.empty and st.items[-1] < x:
            st.pop()
        st.push(x)
    return len(st.items), st.items[0]


add(stack_of_array, (Stack(), floats(3, 1, 2)), (Stack(), ints(1, 5)))


def dict_params(p, x):
    p["scale"] *= 2
    if x.sum() > 0:
        p["offset"] = p["offset"] + 1
        p["hits"] = p.get("hits", 0) + 1
    else:
        p.setdefault("misses", []).append(x.sum())
    return p["scale"] * x + p["offset"]


add(
    dict_params,
    ({"scale": 1.0, "offset": 0}, floats(1, 2)),
    ({"scale": np.float64(1), "offset": floats(1, 1)}, floats(-1, -2)),
    ({"scale": floats(2, 2), "offset": 1, "hits": 3}, ints(1, 0)),
)


def list_of_dicts(items, thr):
    kept = []
    total = 0.0
    for it in items:
        if it["w"] > thr:
            continue
        kept.append(it["name"])
        total += it["w"] * it.get("n", 1)
    return kept, total


add(
    list_of_dicts,
    ([{"name": "a", "w": 1.0}, {"name": "b", "w": 5.0, "n": 2}], 3),
    (
        [{"name": "a", "w": np.float64(1)}, {"name": "b", "w": np.float64(5)}],
        np.float64(3),
    ),
    ([], 1),
)


def defaultdict_groups(keys, vals):
    g = defaultdict(list)
    for k, v in zip(keys, vals):
        g[k].append(v)
    return {k: sum(v) / len(v) for k, v in g.items()}


add(defaultdict_groups, (["a", "b", "a"], [1, 2, 4]), (["a"], floats(1)), ([], []))


def deque_mean(xs, n):
    d = deque(maxlen=n)
    out = []
    for x in xs:
        d.append(x)
        out.append(sum(d) / len(d))
    return out


add(deque_mean, ([1, 2, 3, 4], 2), (floats(1, 2, 3), 2))

COEF = np.array([1.0, -2.0, 0.5])
TABLE = {"a": 1.5, "b": np.float64(2.5), "c": [1, 2, 3]}
N_MAX = 5
EPS = np.finfo(float).eps
HISTORY = []
STATE = {"calls": 0}
COUNT = 0
BUF = np.zeros(3)


def horner_global(x):
    s = 0
    for c in COEF[::-1]:
        s = s * x + c
    if abs(s) < EPS:
        return TABLE["a"]
    return s * TABLE["b"] + TABLE["c"][N_MAX - 4]


add(horner_global, 2.0, np.float64(1), floats(1, 2)[0], np.int8(3))


def global_write(x):
    global COUNT
    COUNT += 1
    STATE["calls"] += 1
    if x > 0:
        BUF[0] += x
        HISTORY.append(x)
        COUNT += 10
    return COUNT, STATE["calls"], len(HISTORY)


add(
    global_write,
    1.0,
    np.float64(2),
    np.float64(-1),
    state=("COUNT", "STATE", "HISTORY", "BUF"),
)


def global_buf(xs):
    BUF[:] = 0
    for i, x in enumerate(xs):
        BUF[i % 3] += x
    return BUF.copy(), BUF


add(global_buf, floats(1, 2, 3, 4), ints(1), floats(), state=("BUF",))


class Color(Enum):
    RED = 1
    BLUE = 2


def enum_weights(c, x):
    if c is Color.RED:
        w = 0.5
    elif c == Color.BLUE:
        w = 2
    return w * x.sum() + c.value


add(enum_weights, (Color.RED, floats(1, 2)), (Color.BLUE, ints(1)))


class Matrix:
    def __init__(self, a):
        self.a = a

    def __matmul__(self, o):
        return Matrix(self.a @ o.a)

    def __getitem__(self, k):
        return self.a[k]

    def __setitem__(self, k, v):
        self.a[k] = v

    def __len__(self):
        return len(self.a)

    def __iter__(self):
        return iter(self.a)

    def __mul__(self, k):
        return Matrix(self.a * k)

    __rmul__ = __mul__

    def __eq__(self, o):
        return bool((self.a == o.a).all())

    def __neg__(self):
        return Matrix(-self.a)

    def __abs__(self):
        return np.abs(self.a).sum()

    def __contains__(self, v):
        return bool((self.a == v).any())

    @property
    def T(self):
        return Matrix(self.a.T)

    @classmethod
    def eye(cls, n):
        return cls(np.eye(n))

    @staticmethod
    def norm(m):
        return float(np.sqrt((m.a**2).sum()))


def matrix_ops(m, n):
    r = Matrix.eye(len(m))
    for _ in range(n):
        r = r @ m
    r[0, 0] = 5
    k = (2 * r).T * 0.5
    return Matrix.norm(k), abs(-k), k == r, 5 in r, r[0, 0]


add(
    matrix_ops,
    (Matrix(grid(2, 2)), 2),
    (Matrix(np.eye(2)), 0),
    (Matrix(grid(2, 2, int)), 1),
)


def matrix_iter(m):
    s = 0
    for row in m:
        if row[0] > 0:
            s += row.sum()
    return s


add(matrix_iter, Matrix(grid(2, 2)), Matrix(np.eye(2)))


class Base:
    rate = 0.1

    def __init__(self, w):
        self.w = w

    def grad(self, x):
        return 2 * self.w * x

    def step(self, x):
        self.w = self.w - self.rate * self.grad(x)
        return self.w


class L1(Base):
    def grad(self, x):
        g = super().grad(x)
        if self.w > 0:
            return g + 0.5
        elif self.w < 0:
            return g - 0.5
        return g


def inherit(o, xs):
    for x in xs:
        o.step(x)
    return o.w


add(
    inherit,
    (L1(1.0), floats(1, 2)),
    (Base(np.float64(1)), ints(1, 2)),
    (L1(np.float64(0)), floats(1)),
    (L1(-1), [1.0]),
)


class Schedule:
    def __init__(self):
        self.k = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.k += 1
        if self.k > 3:
            raise StopIteration
        return 0.1 / self.k


def custom_iter(s, x):
    for lr in s:
        x = x - lr * x
    return x, s.k


add(custom_iter, (Schedule(), 1.0), (Schedule(), floats(1, 2)))


class Table:
    def __init__(self):
        self._cache = {}

    def get(self, n):
        if n not in self._cache:
            self._cache[n] = np.arange(n).sum()
        return self._cache[n]


def cached(t, ns):
    s = 0
    for n in ns:
        s += t.get(n)
    return s, len(t._cache)


add(cached, (Table(), [1, 3, 3]), (Table(), (5,)), (Table(), []))


class Chain:
    def __init__(self, v):
        self.v = v
        self.next = None


def chain_sum(head):
    s = 0.0
    node = head
    while node is not None:
        s += node.v
        node.v = s
        node = node.next
    return s


def _chain(*v):
    c = None
    for x in reversed(v):
        n = Chain(x)
        n.next = c
        c = n
    return c


add(
    chain_sum,
    _chain(1.0, 2.0),
    _chain(np.float64(1), np.float64(5), 3),
    _chain(floats(1, 2), floats(3, 4)),
    lambda: (None,),
)


def obj_swap(a, b):
    if a.v > b.v:
        a, b = b, a
    a.v += 100
    return a.v, b.v


add(
    obj_swap, (_chain(1.0), _chain(2.0)), (_chain(np.float64(3)), _chain(np.float64(2)))
)


def obj_pick(objs, k):
    best = objs[0]
    for o in objs[1:]:
        if o.v > best.v:
            best = o
    best.v = -1.0
    return best is objs[k], [o.v for o in objs]


add(
    obj_pick,
    ([_chain(1.0), _chain(2.0), _chain(0.5)], 1),
    ([_chain(np.float64(1)), _chain(np.float64(2))], 0),
    ([_chain(5)], 0),
)


def attr_array_alias(p):
    v = p.pos
    p.pos = p.pos * 2
    v[0] = 99
    p.vel[:] = v
    return v, p.pos


add(
    attr_array_alias,
    Particle(floats(1, 2), floats(0, 0)),
    Particle(ints(1, 2), floats(0, 0)),
)


def attr_loop_alias(p, n):
    q = p
    for i in range(n):
        q.pos[i % 2] += p.vel[0]
        p.vel = p.vel + 1
        if q.pos[0] > 3:
            q.alive = False
            break
    return q.pos.sum(), p.alive, q.vel


add(
    attr_loop_alias,
    (Particle(floats(1, 2), floats(1, 0)), 5),
    (Particle(floats(1, 2), floats(-1, 0)), np.int64(2)),
    (Particle(ints(1, 2), ints(1, 0)), 0),
)


class Account:
    def __init__(self, total=0):
        self.total = total


def keys_are_objects(paid, account):
    for each in paid:
        each.total += paid[each]
    return account.total, account in paid, len(paid), [each.total for each in paid]


ACCOUNT = Account(1)
add(
    keys_are_objects,
    ({ACCOUNT: 5, Account(): 2}, ACCOUNT),
    ({Account(): 2.5}, ACCOUNT),
)


def frozen_set_of_objects(accounts):
    for each in accounts:
        each.total += 1
    return [each.total for each in accounts]


add(frozen_set_of_objects, (frozenset([Account(1)]),))


def attributes_of_a_library_object(x):
    state = LOCAL
    if not hasattr(state, "total"):
        state.total = 0
    state.total += x
    state.last = state.total * 2
    del state.total
    try:
        return state.total
    except AttributeError:
        return state.last


LOCAL = threading.local()
add(attributes_of_a_library_object, np.float64(2), 3)

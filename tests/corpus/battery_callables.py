"""Classes, decorators, closures and the standard library, as a stranger would write them."""

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
import contextlib, string, textwrap, statistics, fractions, decimal, random, re, copy, json, enum, abc, typing, io, time, struct, cmath, numbers, types, weakref


# --- callables ---
class Base:
    registry = []
    scale = 2

    def __init__(self, k):
        self.k = k

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Base.registry.append(cls.__name__)

    def apply(self, x):
        return x * self.k

    @classmethod
    def make(cls, k):
        return cls(k)

    @staticmethod
    def halve(x):
        return x / 2

    def __call__(self, x):
        return self.apply(x) if x > 0 else self.halve(x)

    @property
    def double(self):
        return self.k * 2

    def __secret(self, x):
        return x + self.scale

    def reveal(self, x):
        return self.__secret(x)


class Derived(Base):
    scale = 3

    def apply(self, x):
        return super().apply(x) + 1

    @classmethod
    def make(cls, k):
        made = super().make(k)
        made.k += 1
        return made

    @property
    def double(self):
        return super().double + 0.5


@add((f64(1), Derived(2)), (f64(-1), Base(3)), (i64(2), Derived(i64(4))))
def class_features(x, b):
    d = Derived.make(x)
    return (
        b(x),
        b.double,
        b.reveal(x),
        d(x),
        d.k,
        type(b).make(1).k,
        Base.halve(x),
        d.halve(x),
        isinstance(b, Derived),
        issubclass(type(b), Base),
    )


class Temp:
    def __init__(self, c):
        self.c = c

    @functools.cached_property
    def f(self):
        print("computed")
        return self.c * 9 / 5 + 32

    def __eq__(self, o):
        return isinstance(o, Temp) and self.c == o.c

    def __lt__(self, o):
        return self.c < o.c

    def __hash__(self):
        return hash(self.c)

    def __add__(self, o):
        return Temp(self.c + (o.c if isinstance(o, Temp) else o))

    __radd__ = __add__

    def __neg__(self):
        return Temp(-self.c)

    def __abs__(self):
        return abs(self.c)

    def __float__(self):
        return float(self.c)

    def __str__(self):
        return f"{self.c:.1f}C"

    def __format__(self, spec):
        return format(self.c, spec) + "°"

    def __bool__(self):
        return self.c != 0

    def __contains__(self, v):
        return v < self.c

    def __getattr__(self, name):
        if name.startswith("as_"):
            return (name, self.c)
        raise AttributeError(name)


@add(
    (Temp(f64(20)), f64(3)), (Temp(f64(0)), f64(0)), (Temp(1.5), 2), raises="TypeError"
)
def operators_of_class(t, x):
    u = t + x
    w = x + t
    s = sum([t, u, w])
    return (
        u.c,
        w.c,
        s.c,
        (-t).c,
        abs(u),
        float(u),
        str(t),
        f"{u:.2f} {t}",
        (1 if t else 2),
        (x in t),
        t.f,
        t.f,
        t.as_k,
        max(t, u).c,
        t < u,
    )


@add((f64(3),), (f64(0),), (2,), raises="TypeError")
def operators_of_made(x):
    t = Temp(x)
    u = t + 1
    out = []
    for v in (t, u, t + u):
        if v:
            out.append(str(v))
        if 1 in v:
            out.append(f"{v:.3f}")
    return out, u.f, u.f, t.as_q


def logged(f):
    calls = []

    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        calls.append(f.__name__)
        print("call", f.__name__, len(calls) > 0)
        return f(*args, **kwargs)

    wrapper.calls = calls
    return wrapper


def repeat(n):
    def deco(f):
        @functools.wraps(f)
        def inner(x):
            for _ in range(n):
                x = f(x)
            return x

        return inner

    return deco


@repeat(3)
def twice_if_positive(x):
    return x * 2 if x > 0 else x - 1


@add((f64(1),), (f64(-1),))
def decorated_callee(x):
    return twice_if_positive(x), twice_if_positive.__name__


class Retry:
    def __init__(self, f):
        self.f, self.count = f, 0
        functools.update_wrapper(self, f)

    def __call__(self, *a):
        self.count += 1
        return self.f(*a)


@Retry
def cube(v):
    return v**3


@add((f64(2),), (i64(3),))
def class_decorated(x):
    return cube(x) + cube(1)


def params(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, sorted(kw)


@add(
    (f64(1), (2, 3), {"d": 1}),
    (f64(1), (), {"d": 2, "z": 3}),
    (1, (2, 3, 4, 5), {"d": 1, "e": 2}),
    (1, (), {}),
    raises=TypeError,
)
def star_calls(x, args, kw):
    return params(x, *args, **kw), params(x, *args, *[x], d=x, **{"q": 1})


@add((floats(1, 2, 3),), (floats(),))
def lambdas_one_line(x):
    f, g, h = (
        (lambda v: v + 1),
        (lambda v: v * 2),
        (lambda v, *, k=(lambda z: z - 1): k(v)),
    )
    return (
        [f(v) for v in x],
        [g(v) for v in x],
        [h(v) for v in x],
        (lambda: 5)(),
        (lambda *a: a)(*x),
    )


def make_counter(start=0):
    n = start

    def bump(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n

    return bump, get


@add((floats(1, 2, 3),), (floats(),))
def counters(x):
    bump, get = make_counter()
    b2, g2 = make_counter(10)
    for v in x:
        if v > 1:
            bump(v)
        b2()
    return get(), g2()


def bad_default(v, acc=[]):
    acc.append(v)
    return acc


@add((f64(1),), (f64(2),))
def compose_many(x):
    def compose(*fs):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), fs, lambda v: v)

    p = compose(
        math.sin, lambda v: v * 2, functools.partial(round, ndigits=3), np.float64
    )
    return p(x), compose()(x)


class Color(enum.Enum):
    RED = 1
    GREEN = 2

    @property
    def weight(self):
        return self.value / 10

    @classmethod
    def pick(cls, v):
        return cls.RED if v > 0 else cls.GREEN


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


@add((f64(1),), (f64(-1),))
def enums(x):
    c = Color.pick(x)
    w = c.weight
    if c is Color.RED:
        r = "red"
    else:
        r = c.name
    match c:
        case Color.GREEN:
            w += 1
    return r, w, x * Level.HIGH, Level.HIGH > x, c


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    def describe(self):
        return f"{type(self).__name__} of {self.area():.2f}"


@dataclass(order=True)
class Rect(Shape):
    w: float
    h: float = 1.0

    def area(self):
        return self.w * self.h

    def __post_init__(self):
        if self.w < 0:
            raise ValueError(f"negative width {self.w}")


@dataclass
class Disc(Shape):
    r: float
    unit: str = field(default="m", repr=False)

    def area(self):
        return np.pi * self.r**2


@add((f64(2),), (f64(0.5),), (f64(-1),), raises=ValueError)
def shapes(x):
    made = [Rect(x, 2), Disc(x), Rect(x + 1)]
    biggest = max(made, key=lambda s: s.area())
    return (
        [s.describe() for s in made],
        biggest.describe(),
        sum(s.area() for s in made if isinstance(s, Rect)),
    )


@add((f64(2),), (f64(-1),), raises=ValueError)
def dataclass_results(x):
    r = Rect(x, 2)
    return r, [Disc(x)], repr(r)


@contextlib.contextmanager
def timed(name, log):
    log.append(("enter", name))
    try:
        yield log
    except ValueError as e:
        log.append(("error", str(e)))
    finally:
        log.append(("exit", name))


@add((f64(2),), (f64(-1),))
def context_manager(x):
    log = []
    with timed("a", log) as l:
        l.append(x)
        if x < 0:
            raise ValueError("neg")
        with timed("b", log), contextlib.suppress(ZeroDivisionError):
            log.append(1 // int(x - 2))
    return log


class Lock:
    held = 0

    def __enter__(self):
        self.held += 1
        return self

    def __exit__(self, t, e, tb):
        self.held -= 1
        return t is KeyError


@add((Lock(), {1: 2}, i64(1)), (Lock(), {1: 2}, i64(3)), (Lock(), {}, 1))
def lock_suppress(lock, d, k):
    v = None
    with lock:
        v = d[k]
        v += lock.held
    return v, lock.held


# stdlib text and number modules
@add((f64(2.5), "a b c"), (f64(-1), ""))
def stdlib(x, text):
    return (
        textwrap.fill(text * 3, 5),
        string.ascii_lowercase[:3],
        statistics.mean([1, x]),
        statistics.median([x, 2, 3]),
        fractions.Fraction(int(x * 4), 4),
        re.sub(r"\s", "-", text),
        json.dumps({"x": float(x)}),
        cmath.sqrt(x),
        copy.copy([x]),
        decimal.Decimal("1.5"),
    )


@add((floats(1, 2, 4),), (floats(5, 5),))
def statistics_use(x):
    data = [float(v) for v in x]
    return (
        statistics.mean(data),
        statistics.stdev(data),
        statistics.variance(x),
        statistics.median(x),
        statistics.mode(data),
    )


@add((i64(3),), (i64(0),))
def random_module(n):
    random.seed(4)
    out = []
    for _ in range(n):
        out.append(random.random())
    return out, random.randint(1, 6)


@add((floats(1, 2),), (floats(),))
def deepcopy_state(x):
    a = [x, {"k": x}]
    b = copy.deepcopy(a)
    for v in x:
        b[0][0] += v
    return a, b, a[0] is b[0]


@add((floats(1, 2),), (floats(),))
def string_io(x):
    out = io.StringIO()
    for v in x:
        print(v, file=out, end=";")
    out.write(f"{len(x)}")
    return out.getvalue()


def tree(depth, value):
    if depth == 0:
        return None
    return {
        "left": tree(depth - 1, value - 1),
        "value": value,
        "right": tree(depth - 1, value + 1),
    }


def depth_sum(node, depth=0):
    if node is None:
        return 0
    return (
        node["value"] * depth
        + depth_sum(node["left"], depth + 1)
        + depth_sum(node["right"], depth + 1)
    )


@add((3, f64(1)), (0, f64(1)), (2, i64(5)))
def trees(depth, value):
    t = tree(depth, value)
    return depth_sum(t), t


class Node:
    __slots__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value, self.next = value, next


class LinkedList:
    def __init__(self, values=()):
        self.head = None
        self.length = 0
        for v in values:
            self.push(v)

    def push(self, v):
        self.head = Node(v, self.head)
        self.length += 1

    def __iter__(self):
        node = self.head
        while node is not None:
            yield node.value
            node = node.next

    def reverse(self):
        prev, cur = None, self.head
        while cur:
            cur.next, prev, cur = prev, cur, cur.next
        self.head = prev

    def __len__(self):
        return self.length


@add((floats(3, 1, 2),), (floats(),), ([1, 2],))
def linked(x):
    l = LinkedList(x)
    a = list(l)
    l.reverse()
    b = [v for v in l if v > 1]
    return a, b, len(l), sum(l)


class BST:
    def __init__(self):
        self.root = None

    def insert(self, v):
        if self.root is None:
            self.root = [v, None, None]
            return True
        node = self.root
        while True:
            if v == node[0]:
                return False
            side = 1 if v < node[0] else 2
            if node[side] is None:
                node[side] = [v, None, None]
                return True
            node = node[side]

    def walk(self, node="root"):
        node = self.root if node == "root" else node
        return (
            [] if node is None else self.walk(node[1]) + [node[0]] + self.walk(node[2])
        )


@add((floats(3, 1, 2, 3),), (floats(),), ([5, 1],))
def bst(x):
    t = BST()
    inserted = [t.insert(v) for v in x]
    return inserted, t.walk()

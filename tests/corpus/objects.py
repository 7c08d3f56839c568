"""User classes: attributes, methods, properties, special methods, dataclasses."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace

import numpy as np

import autograph as ag
from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


class Counter:
    def __init__(self, start=0):
        self.value = start
        self.history = []

    def bump(self, by):
        if by > 0:
            self.value += by
        return self.value

    def record(self, v):
        self.history.append(v)


class Account:
    fee = 1

    def __init__(self, balance):
        self.balance = balance

    @property
    def rich(self):
        return self.balance > 100

    @property
    def cents(self):
        return self.balance * 100

    @cents.setter
    def cents(self, value):
        if value < 0:
            raise ValueError("negative balance")
        self.balance = value / 100

    @staticmethod
    def interest(amount, rate):
        if amount > 50:
            return amount * rate
        return 0

    @classmethod
    def opened(cls, balance):
        return cls(balance - cls.fee)

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"only {self.balance} left")
        self.balance -= amount
        return self


class Saver(Account):
    fee = 0

    def withdraw(self, amount):
        if amount > 10:
            amount = amount + 1
        return super().withdraw(amount)


class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def __getitem__(self, i):
        return self.x if i == 0 else self.y

    def __setitem__(self, i, v):
        if i == 0:
            self.x = v
        else:
            self.y = v

    def __len__(self):
        return 2

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    __hash__ = None

    def __iter__(self):
        yield self.x
        yield self.y

    def __contains__(self, v):
        return v == self.x or v == self.y

    def __call__(self, v):
        if v > 0:
            return self.x * v
        return self.y * v

    def __bool__(self):
        return bool(self.x != 0 or self.y != 0)


@dataclass
class Particle:
    position: float
    velocity: float
    hits: int = 0
    path: list = field(default_factory=list)

    def step(self, dt):
        self.position += self.velocity * dt
        if self.position > 1:
            self.velocity = -self.velocity
            self.hits += 1


@dataclass(frozen=True)
class Interval:
    low: float
    high: float

    def contains(self, v):
        return self.low <= v < self.high


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Layer:
    def __init__(self, weights, bias):
        self.weights = weights
        self.bias = bias

    def __call__(self, x):
        y = x @ self.weights + self.bias
        if y.max() > 0:
            return np.maximum(y, 0)
        return y


class Watched:
    def __init__(self):
        object.__setattr__(self, "log", [])
        self.v = 0

    def __setattr__(self, name, value):
        self.log.append(name)
        object.__setattr__(self, name, value)


class Lazy:
    def __getattr__(self, name):
        if name.startswith("x"):
            return len(name)
        raise AttributeError(name)


def method_in_loop(c, x):
    for v in x:
        c.bump(v)
    return c.value


def method_in_test(c, x):
    while c.bump(x) < 10:
        x = x + 1
    return c.value, x


def method_appends(c, x):
    for v in x:
        if v > 1:
            c.record(v)
    return c.history


def bound_method_value(c, x):
    bump = c.bump
    for v in x:
        bump(v)
    return c.value


def property_in_test(a, x):
    if a.rich:
        a.balance -= x
    else:
        a.balance += x
    return a.balance


def property_setter(a, x):
    if x > 0:
        a.cents = x
    return a.cents


def property_setter_raises(a, x):
    a.cents = x
    return a


def static_and_class_methods(a, x):
    if x > 0:
        return a.interest(x, 0.5)
    return Account.opened(x).balance


def overridden_method(a, x):
    a.withdraw(x)
    return a.balance


def chained_methods(a, x):
    return a.withdraw(x).withdraw(x / 2).balance


def class_attribute_read(a, x):
    if x > a.fee:
        a.fee = a.fee + 1
    return a.fee, type(a).fee


def operator_methods(u, v, k):
    w = u + v * k
    if w.x > w.y:
        w = w * 2
    return w.x, w.y


def item_methods(u, i, x):
    if x > u[i]:
        u[i] = x
    return u[0], u[1]


def len_iter_contains(u, x):
    s = 0
    for v in u:
        s += v
    if x in u:
        s += len(u)
    return s


def callable_object(u, x):
    s = 0
    for v in x:
        s += u(v)
    return s


def truth_of_object(u):
    if u:
        return "some"
    return "null"


def equality_of_objects(u, v):
    if u == v:
        return 0
    return u.x - v.x


def dataclass_steps(p, dt, n):
    for _ in range(n):
        p.step(dt)
        p.path.append(p.position)
    return p.hits


def dataclass_replaced(i, x):
    while not i.contains(x):
        i = replace(i, low=i.low - 1, high=i.high + 1)
    return i


def dataclass_made(x):
    p = Particle(x, -x)
    if x > 0:
        p = Particle(0.0, 1.0, hits=1)
    p.step(2)
    return p


def enum_test(c, x):
    if c is Color.RED:
        return x
    if c == Color.BLUE and x > 0:
        return -x
    return 0


def enum_by_test(x):
    c = Color.RED if x > 0 else Color.BLUE
    return c


def layers(net, x):
    for layer in net:
        x = layer(x)
    return x


def set_attribute_hook(w, x):
    if x > 0:
        w.v = x
    w.u = 1
    return w.log


def get_attribute_hook(lazy, x):
    if x > 0:
        return lazy.xyz + x
    return lazy.other


def getattr_setattr(c, x):
    if x > 0:
        setattr(c, "value", getattr(c, "value") + x)
    return getattr(c, "missing", -1) + c.value


def isinstance_of_user_class(a, x):
    if isinstance(a, Saver) and x > 0:
        return "saver"
    return "account"


def object_in_list_of_branches(particles, x):
    best = None
    for p in particles:
        if p.position < x and (best is None or p.position > best.position):
            best = p
    if best is not None:
        best.hits += 1
    return best


def object_shared_by_two_names(c, x):
    pair = (c, c)
    for v in x:
        pair[0].bump(v)
    return pair[1].value


def array_attribute_written(layer, x):
    for i in range(len(x)):
        if x[i] > 0:
            layer.bias[i] += x[i]
            layer.weights[i] *= 2
    return layer.weights


def object_returned_from_loop(x):
    c = Counter()
    while True:
        c.bump(x)
        if c.value > 5:
            return c
        x = x + 1


def private_names(x):
    class Hidden:
        def __init__(self, v):
            self.__v = v

        def get(self):
            if self.__v > 0:
                return self.__v
            return 0

    return Hidden(x).get()


class Open:
    pass


def opened(weight):
    made = Open()
    made.__weight = weight  # no class stands around it, so the name is as written
    return made


@ag.do_not_convert
def heaviest_of(others):
    return max(others, key=lambda each: vars(each)["__weight"])


def names_with_two_underscores(weights):
    return heaviest_of([opened(w) for w in weights]).__weight


CASES = [
    case(method_in_loop, (Counter(), floats(1, -2, 3)), (Counter(f64(1)), ints())),
    case(method_in_test, (Counter(), i64(1)), (Counter(), f64(20))),
    case(method_appends, (Counter(), floats(1, 2, 3)), (Counter(), ints())),
    case(bound_method_value, (Counter(), floats(1, -2, 3)), (Counter(2), ints(4))),
    case(
        property_in_test,
        (Account(f64(200)), f64(5)),
        (Account(f64(20)), f64(5)),
        (Account(50), i64(1)),
    ),
    case(property_setter, (Account(f64(200)), f64(5)), (Account(2), f64(-5))),
    case(
        property_setter_raises,
        (Account(f64(200)), f64(5)),
        (Account(2), f64(-5)),
        raises=ValueError,
    ),
    case(
        static_and_class_methods,
        (Account(1), f64(60)),
        (Account(1), f64(6)),
        (Account(1), i64(-6)),
    ),
    case(
        overridden_method,
        (Saver(f64(50)), f64(20)),
        (Account(f64(50)), f64(20)),
        (Saver(5), f64(9)),
        raises=ValueError,
    ),
    case(
        chained_methods,
        (Account(f64(50)), f64(20)),
        (Account(25), f64(20)),
        raises=ValueError,
    ),
    case(class_attribute_read, (Account(1), f64(5)), (Saver(1), f64(0))),
    case(
        operator_methods,
        (Vector(f64(1), f64(2)), Vector(1, 0), f64(3)),
        (Vector(0, 0), Vector(i64(1), i64(2)), 1),
    ),
    case(
        item_methods,
        (Vector(f64(1), f64(2)), 1, f64(5)),
        (Vector(f64(1), f64(2)), i64(0), f64(0)),
    ),
    case(len_iter_contains, (Vector(f64(1), f64(2)), f64(2)), (Vector(1, 2), i64(5))),
    case(
        callable_object, (Vector(f64(1), f64(2)), floats(1, -1)), (Vector(1, 2), ints())
    ),
    case(truth_of_object, Vector(f64(1), f64(0)), Vector(i64(0), i64(0))),
    case(
        equality_of_objects,
        (Vector(f64(1), f64(0)), Vector(1, 0)),
        (Vector(f64(1), 5), Vector(2, i64(0))),
    ),
    case(
        dataclass_steps,
        (Particle(f64(0), 0.4), 1.0, i64(5)),
        (Particle(0.5, f64(1)), 1, 0),
    ),
    case(dataclass_replaced, (Interval(0, 1), f64(3.5)), (Interval(f64(0), 5), 1)),
    case(dataclass_made, f64(3), f64(-3)),
    case(enum_test, (Color.RED, f64(1)), (Color.BLUE, f64(1)), (Color.BLUE, f64(-1))),
    case(enum_by_test, f64(1), f64(-1)),
    case(
        layers,
        (
            [Layer(grid(2, 2), floats(1, -9)), Layer(-grid(2, 2), floats(0, 0))],
            floats(1, 2),
        ),
        ([], floats(1)),
    ),
    case(set_attribute_hook, (Watched(), f64(1)), (Watched(), f64(-1))),
    case(
        get_attribute_hook, (Lazy(), f64(1)), (Lazy(), f64(-1)), raises=AttributeError
    ),
    case(getattr_setattr, (Counter(), f64(1)), (Counter(5), f64(-1))),
    case(
        isinstance_of_user_class,
        (Saver(1), f64(1)),
        (Account(1), f64(1)),
        (Saver(1), f64(-1)),
    ),
    case(
        object_in_list_of_branches,
        ([Particle(0.0, 1), Particle(f64(2), 1)], f64(3)),
        ([Particle(1, 1)], f64(0)),
        ([], f64(0)),
    ),
    case(
        object_shared_by_two_names, (Counter(), floats(1, -2, 3)), (Counter(), ints())
    ),
    case(
        array_attribute_written,
        (Layer(grid(2, 2), floats(0, 0)), floats(1, -1)),
        (Layer(grid(2, 2), ints(0, 0)), floats(1.5, -1)),
    ),
    case(object_returned_from_loop, f64(1), i64(6)),
    case(private_names, f64(1), f64(-1)),
    case(names_with_two_underscores, floats(1, 5, 2), ints(3)),
]

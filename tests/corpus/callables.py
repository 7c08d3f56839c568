"""Everything that can be called: decorators, methods of all kinds, signatures, classes."""

from __future__ import annotations

import contextlib
import copy
import enum
import functools
import operator
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


# --- decorators ---------------------------------------------------------------


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("call", function.__name__)
        return function(*args, **kwargs)

    return wrapper


def without_wraps(function):
    def wrapper(x):
        return function(x) + 1

    return wrapper


def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(x):
            for _ in range(times):
                x = function(x)
            return x

        return wrapper

    return decorate


def clamps(low, high=10.0):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            value = function(*args)
            if value < low:
                return low
            if value > high:
                return high
            return value

        return wrapper

    return decorate


def registers(function):
    REGISTRY[function.__name__] = function
    return function


REGISTRY = {}


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        self.count = 0

    def __call__(self, *args):
        self.count += 1
        return self.function(*args)


class Memoize:
    def __init__(self, function):
        self.function = function
        self.known = {}

    def __call__(self, key):
        if key not in self.known:
            self.known[key] = self.function(key)
        return self.known[key]


@logged
def halve(x):
    if x > 1:
        return x / 2
    return x


@without_wraps
def bump(x):
    if x > 0:
        return x * 2
    return x


@repeat(3)
def grow(x):
    if x < 5:
        return x * 2
    return x


@logged
@repeat(2)
@clamps(0.5, high=4.0)
def stacked(x):
    return x * 3 if x > 0 else x - 1


@registers
def registered_double(x):
    return x + x


@registers
def registered_negate(x):
    if x > 0:
        return -x
    return x


@CountCalls
def counted(x):
    if x > 2:
        return x - 2
    return x


@Memoize
def squares_below(n):
    return [k * k for k in range(n)]


@functools.lru_cache
def cached_square(n):
    return n * n


@functools.cache
def cached_weights(n):
    return tuple(1.0 / (k + 1) for k in range(n))


@functools.singledispatch
def describe(value):
    return "object"


@describe.register
def _(value: int):
    return "int"


@describe.register
def _(value: list):
    return "list of %d" % len(value)


@describe.register(np.ndarray)
def _(value):
    return "array"


@contextlib.contextmanager
def scope(name):
    print("enter", name)
    try:
        yield name
    finally:
        print("leave", name)


def calls_logged(x):
    if x > 3:
        return halve(x)
    return halve(x + 1)


def calls_without_wraps(x):
    return bump(x) + bump(-x)


def calls_repeated(x):
    return grow(x)


def calls_stacked(x):
    if x > 0.5:
        return stacked(x)
    return stacked(x) + 1


def calls_registered(x, name):
    return REGISTRY[name](x)


def calls_counted(x):
    before = counted.count
    y = counted(x)
    y = counted(y)
    return y, counted.count - before


def calls_counted_in_branch(x):
    before = counted.count
    if x > 0:
        x = counted(x)
    return x, counted.count - before


def calls_memoized(x):
    total = 0.0
    for v in squares_below(4):
        if v < x:
            total += v * x
    return total


def calls_caches(x):
    return x * cached_square(3) + sum(cached_weights(4))


def calls_cache_in_loop(x):
    total = x
    for k in range(3):
        if total < 10:
            total = total + cached_square(k)
    return total


def cache_of_symbol(x):
    return cached_square(x)


def looks_behind_decorators(x):
    return halve.__wrapped__(x), halve.__name__, cached_square.__wrapped__(x)


def dispatches_on_class(x):
    return describe(3), describe([x, x]), describe(None), describe(x)


def dispatch_on_array(x):
    if x.sum() > 0:
        return describe(x)
    return describe(0)


def uses_context_manager(x):
    with scope("outer") as name:
        y = x * 2
        if y > 4:
            y = y - 1
    return y, name


def context_manager_and_return(x):
    with scope("one"), scope("two"):
        if x > 0:
            return x
    return -x


def decorates_inside(x):
    @logged
    def inner(v):
        if v > 1:
            return v * 10
        return v

    if x > 0:
        return inner(x) + inner(x / 2)
    return inner(-x)


def decorates_with_arguments_inside(x, n):
    @repeat(n)
    def inner(v):
        return v + 1 if v > 0 else v - 1

    return inner(x)


# --- methods --------------------------------------------------------------------


class Shape:
    sides = 0
    made = 0

    def __init__(self, size):
        self.size = size

    def area(self):
        return self.size * 0

    def bigger(self, other):
        if self.area() > other.area():
            return self
        return other

    @property
    def name(self):
        return type(self).__name__.lower()

    @property
    def doubled(self):
        if self.size > 1:
            return self.size * 2
        return self.size

    @doubled.setter
    def doubled(self, value):
        if value < 0:
            raise ValueError("negative")
        self.size = value / 2

    @classmethod
    def unit(cls):
        return cls(1.0)

    @classmethod
    def of_area(cls, area):
        if area < 0:
            raise ValueError(f"{cls.__name__}: {area}")
        return cls(area**0.5)

    @staticmethod
    def clip(value, low=0.0, high=5.0):
        if value < low:
            return low
        return min(value, high)

    @functools.cached_property
    def perimeter(self):
        return self.size * self.sides

    def __call__(self, factor=2):
        if factor > 3:
            return self.size
        return self.size * factor

    def __add__(self, other):
        if isinstance(other, Shape):
            return type(self)(self.size + other.size)
        return type(self)(self.size + other)

    __radd__ = __add__

    def __lt__(self, other):
        return self.area() < other.area()

    def __getitem__(self, index):
        if index >= self.sides:
            raise IndexError(index)
        return self.size

    def __len__(self):
        return self.sides

    def __iter__(self):
        for _ in range(self.sides):
            yield self.size

    def __contains__(self, value):
        return value <= self.size

    def __bool__(self):
        return self.sides > 0

    def __eq__(self, other):
        return isinstance(other, Shape) and self.size == other.size

    def __hash__(self):
        return 7


class Square(Shape):
    sides = 4

    def area(self):
        return self.size * self.size

    def __repr__(self):
        return f"Square({self.size})"


class Cube(Square):
    def __init__(self, size, weight=1.0):
        super().__init__(size)
        self.weight = weight

    def area(self):
        if self.weight > 2:
            return 6 * super().area()
        return super().area() * 5

    @classmethod
    def unit(cls):
        made = super().unit()
        made.weight = 3.0
        return made

    @property
    def doubled(self):
        return super().doubled + 100


def overridden_methods(x):
    shapes = [Shape(x), Square(x), Cube(x), Cube(x, weight=5.0)]
    total = 0.0
    for shape in shapes:
        total = total + shape.area()
    return total


def method_chooses_object(x, y):
    return Square(x).bigger(Square(y)).size


def properties(x):
    square = Square(x)
    before = square.doubled
    square.doubled = x + 3
    return before, square.size, square.doubled, square.name


def inherited_property(x):
    return Cube(x).doubled


def class_methods(x):
    return Square.unit().size + Cube.unit().weight + Square.of_area(x).size


def class_method_raises(x):
    return Square.of_area(x).size


def static_methods(x):
    return Shape.clip(x) + Square(1.0).clip(x, high=2.0) + Shape.clip(x, 1.0)


def callable_object(x):
    square = Square(x)
    return square() + square(5) + square(factor=3)


def callable_object_symbolic(x, k):
    return Square(x)(k)


def operators_of_objects(x):
    three = Square(x) + Square(1.0) + 1.0
    four = 1.0 + three
    return three.size, four.size


def comparison_of_objects(x, y):
    a, b = Square(x), Square(y)
    if a < b:
        return b.size - a.size
    return a == b, a != b


def sequence_protocol(x):
    square = Square(x)
    total = 0.0
    for side in square:
        total += side
    return total, len(square), square[0], x / 2 in square, bool(square)


def cached_property_read(x):
    square = Square(x)
    first = square.perimeter
    return first, square.perimeter is first


def methods_as_values(x):
    square = Square(x)
    method = square.area
    unbound = Square.area
    calls = [method, functools.partial(unbound, square), lambda: square.area()]
    return [call() for call in calls]


def method_chosen_by_name(x, name):
    return getattr(Cube(x), name)()


def method_on_argument(shape, x):
    if shape.area() > x:
        return shape.bigger(Square(x)).size
    return shape.clip(x)


def property_of_argument(shape, x):
    return shape.doubled * x, shape.name


def property_set_of_argument(shape, x):
    if x > 0:
        shape.doubled = x
    return shape.size


class Account:
    __slots__ = ("__balance", "owner")

    def __init__(self, owner, balance):
        self.owner = owner
        self.__balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"amount {amount}")
        self.__balance += amount
        self.__check()
        return self

    def __check(self):
        if self.__balance > 100:
            self.__balance = 100.0

    def balance(self):
        def read(self):
            return self.__balance

        return read(self)


def mangled_names(x):
    account = Account("a", 10.0)
    account.deposit(x).deposit(x)
    return account.balance(), account._Account__balance


def mangled_names_of_argument(account, x):
    if x > 1:
        account.deposit(x)
    return account.balance()


class Base(ABC):
    @abstractmethod
    def step(self, x): ...

    def run(self, x, n):
        for _ in range(n):
            x = self.step(x)
        return x

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.label = cls.__name__.lower()


class Doubling(Base):
    def step(self, x):
        if x > 50:
            return x
        return x * 2


class Mixin:
    def step(self, x):
        return super().step(x) + 1


class Both(Mixin, Doubling):
    pass


def template_method(x, n):
    return Doubling().run(x, n), Both().run(x, n), Both.label


def mro_and_super(x):
    return [kind.__name__ for kind in Both.__mro__], Both().step(x)


class Point(NamedTuple):
    x: float
    y: float

    def norm(self):
        if self.x < 0:
            return -self.x + self.y
        return self.x + self.y

    @classmethod
    def origin(cls):
        return cls(0.0, 0.0)


def named_tuple_methods(x):
    point = Point(x, y=2.0)
    moved = point._replace(x=x - 1)
    return point.norm(), moved.norm(), Point.origin() + moved, moved


Pair = namedtuple("Pair", "first second", defaults=(1.0,))


def named_tuple_defaults(x):
    pair = Pair(x)
    return pair, pair._asdict(), pair.second + pair[0]


@dataclass
class Particle:
    position: float
    velocity: float = 1.0
    history: list = field(default_factory=list)

    def __post_init__(self):
        self.start = self.position

    def step(self, dt):
        self.history.append(self.position)
        self.position = self.position + dt * self.velocity
        if self.position > 10:
            self.velocity = -self.velocity

    @property
    def moved(self):
        return self.position - self.start


def dataclass_methods(x):
    particle = Particle(x, velocity=4.0)
    for _ in range(4):
        particle.step(0.75)
    return particle.moved, particle.velocity, particle.history


def dataclass_argument(particle, dt):
    particle.step(dt)
    if dt > 1:
        particle.step(dt)
    return particle.moved


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


def frozen_dataclass(x):
    low, high = Version(1, 2), Version(1, 3)
    return low < high, x * low.major, {low: 1}[Version(1, 2)], low == Version(1, 2)


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    def weight(self, x):
        if self is Color.RED:
            return x
        return -x

    @classmethod
    def default(cls):
        return cls.BLUE


def enum_methods(color, x):
    return color.weight(x), Color.default().weight(x), Color(1).name, Color["RED"].value


class Descriptor:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return getattr(instance, self.name) * 2

    def __set__(self, instance, value):
        setattr(instance, self.name, value + 1)


class Described:
    level = Descriptor()

    def __init__(self, level):
        self.level = level


def descriptors(x):
    thing = Described(x)
    thing.level = thing.level + x
    return thing.level


class Missing:
    def __getattr__(self, name):
        if name.startswith("k_"):
            return len(name)
        raise AttributeError(name)


def dynamic_attributes(x):
    thing = Missing()
    return x * thing.k_abc, hasattr(thing, "other"), getattr(thing, "other", x)


# --- signatures -------------------------------------------------------------------


def positional_only_callee(a, b=2.0, /, c=3.0, *, d=4.0):
    if a > b:
        return a * c + d
    return b - d


def every_kind(a, /, b, *rest, c=1.0, d, **others):
    total = a + b * c + d
    for value in rest:
        if value > 0:
            total = total + value
    for key in sorted(others):
        total = total + others[key]
    return total


def positional_only_calls(x):
    return (
        positional_only_callee(x),
        positional_only_callee(x, 1.0),
        positional_only_callee(x, 1.0, c=x),
        positional_only_callee(x, x, x, d=x),
    )


def positional_only_by_name(x):
    return positional_only_callee(a=x)


def every_kind_calls(x):
    extra = {"z": x, "y": 1.0}
    return (
        every_kind(x, 1.0, d=2.0),
        every_kind(x, 1.0, 2.0, -x, d=x, c=3.0),
        every_kind(x, b=1.0, d=2.0, **extra),
        every_kind(*[x, x, x], d=x, e=5.0),
    )


def missing_keyword(x):
    return every_kind(x, 1.0)


def too_many_arguments(x):
    return positional_only_callee(x, x, x, x)


def duplicate_argument(x):
    return every_kind(x, 1.0, b=2.0, d=1.0)


def mutable_default(x, seen=[]):
    seen.append(1)
    return x * len(seen)


def calls_mutable_default(x):
    return mutable_default(x, []), mutable_default(x, [1, 2])


SCALE = 3.0


def default_from_global(x, scale=SCALE * 2):
    if x > 0:
        return x * scale
    return x


def calls_default_from_global(x):
    return default_from_global(x), default_from_global(x, scale=x)


def defaults_evaluated_once(x):
    made = []

    def stamp():
        made.append(1)
        return len(made)

    functions = []
    for k in range(3):

        def inner(v, k=k, n=stamp()):
            return v * k + n

        functions.append(inner)
    return [f(x) for f in functions], len(made)


def lambdas_on_one_line(x):
    first, second = (
        (lambda v: v + 1 if v > 0 else v),
        (lambda v: v * 2 if v > 0 else -v),
    )
    return first(x), second(x), (lambda v: (lambda w: w - 1)(v))(x)


TABLE = {
    "a": lambda v: v + 1 if v > 0 else v,
    "b": lambda v, k=2: v * k if v > 0 else -v,
}
ONE, TWO = (
    lambda v: v if v > 1 else 1.0,
    lambda v: (lambda w: w if w > 0 else -w)(v - 5),
)


def lambdas_from_a_table(x):
    return TABLE["a"](x), TABLE["b"](x), TABLE["b"](x, k=5), ONE(x), TWO(x)


def partials(x):
    add = functools.partial(operator.add, 1.0)
    named = functools.partial(positional_only_callee, c=2.0)
    nested = functools.partial(functools.partial(every_kind, x, d=1.0), 2.0)
    return add(x), named(x), named(x, 1.0, c=9.0), nested(), nested(x, c=2.0)


def partial_attributes(x):
    named = functools.partial(positional_only_callee, 1.0, c=2.0)
    return named.args, named.keywords, named.func(x)


PARTIAL = functools.partial(every_kind, 1.0, d=2.0)


def global_partial(x):
    return PARTIAL(x), PARTIAL(x, c=x)


class WithPartial:
    def scale(self, x, k):
        return x * k if x > 0 else x

    triple = functools.partialmethod(scale, k=3)


def partial_method(x):
    return WithPartial().triple(x)


def closures_over_loops(x):
    functions = []
    for k in range(3):
        functions.append(lambda v: v * k)
    return [f(x) for f in functions]


def counter_closure(x):
    count = 0

    def step(by):
        nonlocal count
        if by > 0:
            count += 1
        return count

    return step(x), step(-x), step(x), count


def make_adder(n):
    def add(x):
        if x > n:
            return x + n
        return x - n

    return add


ADD_TWO = make_adder(2.0)


def closure_from_elsewhere(x):
    return ADD_TWO(x), make_adder(x)(1.0)


def compose(*functions):
    return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)


def composed(x):
    return compose(make_adder(1.0), ADD_TWO, np.sqrt, lambda v: v * 2)(x)


def copied_objects(x):
    square = Square(x)
    other = copy.copy(square)
    other.size = x + 1
    return square.size, other.size


def recursion_through_decorator(x):
    @functools.wraps(make_adder)
    def fold(v, depth):
        if depth == 0:
            return v
        return fold(v * 2 if v < 10 else v, depth - 1)

    return fold(x, 4)


def classes_made_inside(x):
    class Local(Square):
        factor = 2

        def area(self):
            return super().area() * self.factor if self.size > 1 else __class__.factor

    return Local(x).area(), Local.__name__, isinstance(Local(x), Square)


def metaclass_call(x):
    kind = type("Made", (Square,), {"sides": 7, "area": lambda self: self.size * 7})
    return kind(x).area(), kind(x).sides, kind.__name__


class New:
    def __new__(cls, value):
        made = super().__new__(cls)
        made.value = value * 2
        return made

    def __init__(self, value):
        self.plain = value


def new_and_init(x):
    made = New(x)
    return made.value, made.plain


def function_attributes(x):
    def inner(v):
        return v * inner.factor

    inner.factor = 3
    return inner(x), inner.__name__, inner.__defaults__, inner.__kwdefaults__


def signature_of_callee(x):
    return (
        every_kind.__name__,
        every_kind.__kwdefaults__,
        make_adder.__code__.co_argcount,
    )


def sorting_by_method(x):
    shapes = [Square(3.0), Square(x), Square(1.0)]
    return [shape.size for shape in sorted(shapes, key=lambda shape: -shape.sides)]


def callable_tests(x):
    return callable(ADD_TWO), callable(x), callable(Square), callable(Square(x))


def map_of_methods(x):
    return list(map(Square(x).__call__, (1, 2, 5))), list(map(ADD_TWO, x * np.ones(2)))


CASES = [
    case(calls_logged, f64(5.0), f64(0.5)),
    case(calls_without_wraps, f64(2.0), f64(-2.0), 3),
    case(calls_repeated, f64(1.0), f64(3.0), f64(9.0)),
    case(calls_stacked, f64(1.0), f64(-1.0), f64(0.2)),
    case(
        calls_registered,
        (f64(1.5), "registered_double"),
        (f64(1.5), "registered_negate"),
    ),
    case(calls_counted, f64(9.0), f64(1.0)),
    case(calls_counted_in_branch, f64(9.0), f64(-1.0)),
    case(calls_memoized, f64(3.0), f64(100.0)),
    case(calls_caches, f64(2.0), floats(1, 2)),
    case(calls_cache_in_loop, f64(2.0), i64(9)),
    case(cache_of_symbol, f64(2.0), i64(3)),
    case(looks_behind_decorators, f64(4.0), f64(0.5)),
    case(dispatches_on_class, floats(1, 2), f64(1.0)),
    case(dispatch_on_array, floats(1, 2), floats(-1, -2)),
    case(uses_context_manager, f64(1.0), f64(5.0)),
    case(context_manager_and_return, f64(1.0), f64(-1.0)),
    case(decorates_inside, f64(1.5), f64(0.5), f64(8.0)),
    case(decorates_with_arguments_inside, (f64(1.5), 2), (f64(-0.5), 3)),
    case(overridden_methods, f64(2.0), f64(-3.0)),
    case(method_chooses_object, (f64(2.0), f64(1.0)), (f64(1.0), f64(2.0))),
    case(properties, f64(2.0), f64(0.5), f64(-9.0), raises=ValueError),
    case(inherited_property, f64(2.0), f64(0.5)),
    case(class_methods, f64(4.0), f64(9.0)),
    case(class_method_raises, f64(4.0), f64(-9.0), raises=ValueError),
    case(static_methods, f64(4.0), f64(-9.0), f64(99.0)),
    case(callable_object, f64(4.0), floats(1, 2)),
    case(callable_object_symbolic, (f64(4.0), i64(2)), (f64(4.0), i64(9))),
    case(operators_of_objects, f64(4.0), floats(1, 2)),
    case(comparison_of_objects, (f64(1.0), f64(2.0)), (f64(2.0), f64(2.0))),
    case(sequence_protocol, f64(2.0), f64(5.0)),
    case(cached_property_read, f64(2.0), i64(5)),
    case(methods_as_values, f64(2.0), f64(5.0)),
    case(method_chosen_by_name, (f64(2.0), "area"), (f64(2.0), "__call__")),
    case(method_on_argument, (Square(2.0), f64(1.0)), (Cube(2.0), f64(99.0))),
    case(property_of_argument, (Square(2.0), f64(1.0)), (Cube(0.5), f64(99.0))),
    case(property_set_of_argument, (Square(2.0), f64(1.0)), (Square(2.0), f64(-1.0))),
    case(mangled_names, f64(5.0), f64(500.0), f64(-1.0), raises=ValueError),
    case(
        mangled_names_of_argument,
        (Account("a", f64(1.0)), f64(5.0)),
        (Account("a", f64(1.0)), f64(0.5)),
    ),
    case(template_method, (f64(1.0), 3), (f64(40.0), 2)),
    case(mro_and_super, f64(1.0), f64(99.0)),
    case(named_tuple_methods, f64(3.0), f64(0.5)),
    case(named_tuple_defaults, f64(3.0), floats(1, 2)),
    case(dataclass_methods, f64(0.0), f64(8.0)),
    case(
        dataclass_argument,
        (Particle(f64(1.0)), f64(0.5)),
        (Particle(f64(1.0)), f64(5.0)),
    ),
    case(frozen_dataclass, f64(3.0)),
    case(enum_methods, (Color.RED, f64(3.0)), (Color.BLUE, f64(3.0))),
    case(descriptors, f64(3.0), floats(1, 2)),
    case(dynamic_attributes, f64(3.0)),
    case(positional_only_calls, f64(3.0), f64(-1.0)),
    case(positional_only_by_name, f64(3.0), raises=TypeError),
    case(every_kind_calls, f64(3.0), f64(-1.0)),
    case(missing_keyword, f64(3.0), raises=TypeError),
    case(too_many_arguments, f64(3.0), raises=TypeError),
    case(duplicate_argument, f64(3.0), raises=TypeError),
    case(calls_mutable_default, f64(3.0)),
    case(calls_default_from_global, f64(3.0), f64(-1.0)),
    case(defaults_evaluated_once, f64(3.0)),
    case(lambdas_on_one_line, f64(3.0), f64(-3.0)),
    case(lambdas_from_a_table, f64(3.0), f64(-3.0)),
    case(partials, f64(3.0), f64(-3.0)),
    case(partial_attributes, f64(3.0)),
    case(global_partial, f64(3.0), f64(-3.0)),
    case(partial_method, f64(3.0), f64(-3.0)),
    case(closures_over_loops, f64(3.0)),
    case(counter_closure, f64(3.0), f64(-3.0)),
    case(closure_from_elsewhere, f64(3.0), f64(-3.0)),
    case(composed, f64(30.0), f64(9.0)),
    case(copied_objects, f64(3.0)),
    case(recursion_through_decorator, f64(1.0), f64(9.0)),
    case(classes_made_inside, f64(3.0), f64(0.5)),
    case(metaclass_call, f64(3.0)),
    case(new_and_init, f64(3.0), ints(1, 2)),
    case(function_attributes, f64(3.0)),
    case(signature_of_callee, f64(3.0)),
    case(sorting_by_method, f64(2.0)),
    case(callable_tests, f64(2.0)),
    case(map_of_methods, f64(2.0), f64(-2.0)),
]

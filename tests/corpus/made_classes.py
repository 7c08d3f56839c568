"""Classes that a function makes, and that leave it or are made by each run."""

import abc
import collections
import dataclasses
import enum
import functools
import typing

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (i64(3), f64(0), np.int8(3), 0)


@add(*NUMBERS)
def instance_leaves(x):
    class P:
        """doc"""

        k = 2

        def __init__(self, a):
            self.a = a

        def twice(self):
            return self.a * self.k

    p = P(x)
    return p, p.twice(), P.__doc__, P.__name__, P.k


@add(ints(1, 2, 3), floats(0), [1, 2, 3])
def linked(xs):
    class Node:
        __slots__ = ("v", "next")

        def __init__(self, v, next=None):
            self.v, self.next = v, next

    head = None
    for x in xs:
        if x > 1:
            head = Node(x, head)
    out = []
    while head is not None:
        out.append(head.v)
        head = head.next
    return out


@add(*NUMBERS)
def dataclass_leaves(x):
    @dataclasses.dataclass(order=True)
    class P:
        a: float
        b: list = dataclasses.field(default_factory=list)

    ps = [P(x), P(1)]
    ps[0].b.append(x)
    if x > 1:
        ps.append(P(x + 1))
    return sorted(ps), max(ps).a, [p.b for p in ps]


@add(*NUMBERS)
def derived_or_base(x):
    class Base:
        def f(self, v):
            return v + 1

    class D(Base):
        def f(self, v):
            return super().f(v) * 2

    o = D() if x > 1 else Base()
    return o.f(x), isinstance(o, D), isinstance(o, Base), type(o).__name__


@add(ints(3, 2, 0), floats(), [3, 2])
def counts_in_class_and_closure(x):
    n = 0

    class Counted:
        total = 0

        def hit(self, v):
            nonlocal n
            n += v
            Counted.total += 1
            return n

    c = Counted()
    for v in x:
        if v > 1:
            c.hit(v)
    return n, Counted.total


@add(*NUMBERS)
def members(x):
    class Color(enum.Enum):
        R = 1
        G = 2

    c = Color.R if x > 1 else Color.G
    return c.name, c.value * x, Color(2) is Color.G


@add(*NUMBERS)
def ordered_totally(x):
    @functools.total_ordering
    class V:
        def __init__(self, v):
            self.v = v

        def __eq__(self, o):
            return self.v == o.v

        def __lt__(self, o):
            return self.v < o.v

    a, b = V(x), V(2)
    return a < b, a >= b, max(a, b).v, sorted([V(v) for v in (3, 1, 2)])[0].v


@add(*NUMBERS)
def by_type(x):
    T = type("T", (), {"k": 3, "f": lambda self, v: v * self.k})
    t = T()
    t.q = x
    return t.f(x), T.__name__, t


@add(*NUMBERS)
def by_factory(x):
    def make(scale):
        class Scaler:
            def __init__(self, off=scale):
                self.off = off

            def run(self, v):
                return v * scale + self.off

        return Scaler

    doubles, scales = make(2), make(x)
    objs = {"a": doubles(), "b": scales(1)}
    return {k: o.run(x) for k, o in objs.items()}, objs["a"]


class Known:
    seen = []

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Known.seen.append(cls.__name__)


@add(*NUMBERS)
def told_to_its_base(x):
    class First(Known):
        pass

    class Second(First):
        def f(self, v):
            return v + x

    return Known.seen[-2:], Second().f(1)


@add(*NUMBERS)
def abstract(x):
    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self): ...

        def twice(self):
            return self.area() * 2

    class Square(Shape):
        def __init__(self, s):
            self.s = s

        def area(self):
            return self.s**2

    try:
        Shape()
    except TypeError as e:
        m = type(e).__name__
    return Square(x).twice(), m, isinstance(Square(1), Shape)


@add(*NUMBERS)
def with_descriptor(x):
    class Positive:
        def __set_name__(self, owner, name):
            self.n = "_" + name

        def __get__(self, o, t=None):
            return self if o is None else getattr(o, self.n, 0)

        def __set__(self, o, v):
            setattr(o, self.n, v if v > 0 else -v)

    class U:
        a = Positive()
        b = Positive()

    u = U()
    u.a = x
    if u.a > 1:
        u.b = u.a * 2
    return u.a, u.b, u


@add(ints(3, 1, 2, 5), floats(0), [3, 1])
def counted_by_type(xs):
    class Item:
        count = 0

        def __init__(self, v):
            type(self).count += 1
            self.v = v

        def __lt__(self, o):
            return self.v < o.v

        def __repr__(self):
            return f"Item({self.v})"

    items = []
    for v in xs:
        if v > 1:
            items.append(Item(v))
    items.sort()
    return Item.count, [i.v for i in items], repr(items), min(items, default=None)


@add(*NUMBERS)
def by_metaclass(x):
    class Meta(type):
        def __new__(m, n, b, d):
            d["tag"] = n.lower()
            return super().__new__(m, n, b, d)

    class W(metaclass=Meta):
        def __init__(self, x):
            self.x = x

    return W.tag, W(x).x


@add(*NUMBERS)
def named_tuple(x):
    class P(typing.NamedTuple):
        a: float
        b: int = 2

        def area(self):
            return self.a * self.b

    p = P(x)
    if x > 1:
        p = p._replace(b=5)
    return p.area(), p


@add(*NUMBERS)
def documentation_of_one_of_two(x):
    f = abs if x > 1 else by_metaclass
    return f.__doc__, f.__name__


@add(*NUMBERS)
def holds_a_value_of_the_run(x):
    class Settings:
        a = x

        def __eq__(self, other):
            return isinstance(other, Settings) and other.a == self.a

        __hash__ = None

    one, other = Settings(), Settings()
    if x > 1:
        other.a = 0
    return one == other, one != other, vars(other), one.a


class Doubling:
    def __init__(self, v):
        self.v = v

    def __getattribute__(self, name):
        if name == "w":
            return object.__getattribute__(self, "v") * 2
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


class Inheriting(Doubling):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


@add(*NUMBERS)
def hook_of_attributes(x):
    return Doubling(x).w, Inheriting(x).w, Inheriting(x).v


@add(*NUMBERS)
def past_the_hook_of_attributes(x):
    d = Doubling(1)
    if x > 1:
        d.v = x
    return d.w, d.v, object.__getattribute__(d, "v")


@add(*NUMBERS)
def hook_and_property(x):
    class Area:
        def __init__(self, v):
            self.v = v

        area = property(lambda self: self.v**2, doc="area")

        def __getattribute__(self, name):
            return object.__getattribute__(self, name)

    a = Area(x)
    a.v = a.area + 1
    return a.area, Area.area.__doc__


@add(f64(2), f64(0), raises=ValueError)
def attribute_of_a_branch(x):
    if x > 1:

        class C:
            n = x + 1
            items = [x]

    else:
        raise ValueError("no")
    C.items.append(3)
    return C.n, C.items


@add(f64(2), f64(0), raises=ValueError)
def attribute_of_a_branch_in_its_method(x):
    if x > 1:

        class C:
            items = {"a": x}

            @staticmethod
            def get():
                return C.items["a"]

    else:
        raise ValueError("no")
    return C.items, C.get()


@add(ints(0, 1, 2), [1, 2])
def list_that_all_instances_share(xs):
    class C:
        seen = []

        def add(self, v):
            self.seen.append(v)

    for v in xs:
        C().add(v)
    return C.seen


@add(*NUMBERS)
def tuple_of_values(x):
    class C:
        pair = (x, [x])

    return C.pair


@add(*NUMBERS)
def made_by_functions(x):
    pair = collections.namedtuple("pair", "a b")
    color = enum.Enum("color", "A B")
    return pair(1, x), pair.__module__, color.A.name, color.__module__


@add(f64(2), f64(0))
def made_by_functions_in_a_branch(x):
    if x > 1:
        pair = typing.NamedTuple("pair", [("a", int)])
        return pair(x), pair.__module__
    return x


CALLS = []


def counted():
    CALLS.append(len(CALLS))
    print("called", CALLS)
    return len(CALLS)


@add(*NUMBERS)
def body_that_calls(x):
    CALLS.clear()

    class C:
        print("body of", x)
        n = counted()
        m = counted() + x

    return C.n, C.m, len(CALLS)


@add(*NUMBERS)
def nested_body_that_calls(x):
    CALLS.clear()
    for _ in range(2):

        class C:
            class D:
                n = counted()

    return C.D.n


@add(ints(1, 2), raises=NameError)
def body_that_raises_after_an_effect(x):
    print("before", x)
    x[0] = 7

    class C:
        print("body of", x)
        n = undefined_function(x)  # noqa: F821

    return C


@add(ints(1, 2), raises=NameError)
def body_that_calls_what_raises(x):
    def fails():
        print("in", x)
        undefined_table[::2] = 0  # noqa: F821

    print("before", x)

    class C:
        n = fails()

    return C


@add(ints(1, 2))
def body_that_raises_under_a_handler(x):
    try:

        class C:
            print("body of", x)
            n = int("a")

    except ValueError as error:
        return str(error)
    return C


LIMIT = 3


@add(*NUMBERS)
def body_that_binds_a_global_it_reads(x):
    class C:
        LIMIT: int = LIMIT

        class D:
            LIMIT = LIMIT + 1

    return x + C.LIMIT + C.D.LIMIT


@add(*NUMBERS)
def attribute_of_a_class_of_a_library(x):
    P = collections.namedtuple("P", "a b")
    if x > 0:
        P.extra = x
        P.__doc__ = "positive"
    return getattr(P, "extra", None), P.__doc__, P(x, 1), P.__module__


@add(*NUMBERS)
def method_of_a_class_of_a_library(x):
    P = dataclasses.make_dataclass("P", [("a", float)])
    if x > 0:
        P.twice = lambda self: self.a * 2
    return hasattr(P, "twice") and P(x).twice()


@add(*NUMBERS)
def attribute_of_an_enumeration_made_here(x):
    Color = enum.Enum("Color", "red green")
    if x > 0:
        Color.extra = x
    return getattr(Color, "extra", 0), Color.red.name, Color["green"].value

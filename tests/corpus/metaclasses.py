"""Classes that answer by methods of their own class: operators, items, what they hold."""

import ctypes
import typing

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Registering(type):
    """Keeps the classes that it makes, by name."""

    known = {}

    def __iter__(cls):
        return iter(cls.known.values())

    def __len__(cls):
        return len(cls.known)

    def __getitem__(cls, name):
        return cls.known[name]

    def __contains__(cls, name):
        return name in cls.known

    def __mul__(cls, number):
        return [each.weight * number for each in cls.known.values()]

    def __rsub__(cls, number):
        return number - len(cls.known)

    def __neg__(cls):
        return [-each.weight for each in cls]

    def __lt__(cls, number):
        return len(cls.known) < number

    @property
    def names(cls):
        return list(cls.known)


class Register(metaclass=Registering):
    """The class that is asked."""


def registered(number):
    """Return sets for registers of another length each."""

    def made(count):
        names = [f"C{i}" for i in range(count)]
        Registering.known = {
            each: Registering(each, (), {"weight": i + 0.5})
            for i, each in enumerate(names)
        }
        return (number,)

    return [lambda count=count: made(count) for count in (2, 3, 0, 5)]


@add(*registered(f64(2.0)), *registered(3))
def weights(x):
    total = 0.0
    for each in Register:
        total += each.weight * x
    return total, len(Register), [each.__name__ for each in Register]


@add(*registered(f64(2.0)))
def looked_up(x):
    found = "C2" in Register
    return found, Register["C1"].weight * x if found else None, Register.names


@add(*registered(2.5), *registered(3))
def with_operators(x):
    return Register * x, x - Register, -Register, Register < x


@add(*registered(1.5))
def as_truth(x):
    if Register:
        return max(each.weight for each in Register) * x
    return sorted(each.weight for each in Register), sum(c.weight for c in Register)


@add(*registered(2))
def handed_in(x, register=Register):
    return len(register), register * x, list(register)[:1] == [], x in register


class OfSigns(type):
    """Says by its value what belongs to a class."""

    def __instancecheck__(cls, value):
        return type(value) is not str and value > 0

    def __subclasscheck__(cls, kind):
        return kind in SIGNED


SIGNED = [int]


class Positive(metaclass=OfSigns):
    """What is larger than 0."""


@add(1, -1, f64(2.5), f64(-2.5), 3, -3, 4, -4, "a", "b")
def is_positive(x):
    match x:
        case Positive():
            kind = "positive"
        case str():
            kind = "text"
        case _:
            kind = "another"
    return kind, isinstance(x, (bytes, Positive))


def signed(*kinds):
    SIGNED[:] = kinds
    return (float,)


@add(lambda: signed(int), lambda: signed(float), lambda: signed(int, float))
def is_signed(kind):
    return issubclass(kind, Positive)


@typing.runtime_checkable
class Named(typing.Protocol):
    """Has a name."""

    name: str


class Thing:
    """May have a name."""

    def __init__(self, **attributes):
        vars(self).update(attributes)


@add(*[lambda given=given: (Thing(**given),) for given in ({"name": 1}, {}, {"n": 2})])
def is_named(thing):
    return isinstance(thing, Named)


class Sized:
    """Makes what stands in brackets after it."""

    sizes = []

    def __class_getitem__(cls, size):
        cls.sizes.append(size)
        return len(cls.sizes), size


def without_sizes(size):
    Sized.sizes.clear()
    return (size,)


@add(*[lambda size=size: without_sizes(size) for size in (1, 1, f64(2), 3, [1])])
def in_brackets(size):
    return Sized[size], Sized[size], Sized.sizes


@add(1, 2, 3, i64(4))
def c_array(n):
    made = (ctypes.c_int64 * n)()
    made[0] = 5
    return list(made), ctypes.sizeof(n * ctypes.c_int8)


class Unhashable(type):
    """Classes that are equal to whatever there is, and have no hash."""

    def __eq__(self, other):
        return True

    __hash__ = None


@add(lambda: (Unhashable("One", (), {}), {}), lambda: (Unhashable("Two", (), {}), {}))
def class_that_has_no_hash(kind, memo):
    memo["kind"] = len(memo), kind
    return memo["kind"][1] is kind, kind.__name__, type(kind).__name__, [kind]


class Field:
    def __init__(self, kind):
        self.kind = kind


PLAIN_KIND, OTHER_KIND = Field(0), Field(1)


class Described:
    __fields__ = {"x": Field(PLAIN_KIND), "y": Field(OTHER_KIND)}
    __kind__ = PLAIN_KIND


@add(lambda: (Described,), lambda: (Described(),))
def objects_under_a_name_with_underscores(described):
    found = getattr(described, "__fields__")
    kinds = [name for name, each in found.items() if each.kind is PLAIN_KIND]
    return kinds, described.__kind__ is PLAIN_KIND


class Counted(type):
    def __call__(self, *args):
        made = super().__call__(*args)
        made.number = len(self)
        return made

    def __len__(self):
        return 3

    def described(self, x):
        return self.__name__ + str(x)


class Named(Counted):
    def __len__(self):
        return super().__len__() * 2

    def described(self, x):
        return super().described(x) + "!"

    @property
    def size(self):
        return len(self)


class Item(metaclass=Named):
    def __init__(self, x):
        self.x = x


@add((Item, f64(2)), (Item, 3))
def methods_of_a_metaclass_and_its_parent(kind, x):
    return kind.described(x), kind.size, len(kind), kind(x).number


@add((Item, f64(2)), (Item, 3))
def call_of_a_class_by_its_metaclass(kind, x):
    made = Named.__call__(kind, x)
    return made.x, made.number, type(made) is kind

"""Functions bound to objects by ``__get__``, and attributes set past their classes."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

put = object.__setattr__
setter_of = object.__setattr__.__get__


class Frozen:
    """An object whose properties are kept in slots, once they were asked for."""

    __slots__ = ("size", "twice")

    def __init__(self, size):
        keep = setter_of(self)
        keep("size", size)

    def __setattr__(self, name, value):
        raise AttributeError(f"{name} is frozen")

    def __getattr__(self, name, computed={"twice": lambda self: self.size * 2}):
        found = computed.get(name)
        if found is None:
            raise AttributeError(name)
        result = found(self)
        keep = setter_of(self)
        keep(name, result)
        return result


def scaled(frozen, x):
    return frozen.size * x


bind = scaled.__get__
apply = scaled.__call__


@add(lambda: (Frozen(f64(2)), 3), lambda: (Frozen(f64(5)), 4), lambda: (Frozen(2), 3))
def kept_when_asked(frozen, x):
    first = frozen.twice * x
    return first, frozen.twice, frozen


@add(f64(3), f64(4), 3)
def kept_by_one_made_here(x):
    made = Frozen(x)
    try:
        made.size = x
    except AttributeError as error:
        return str(error), made.twice, made.twice + made.size


@add(lambda: ([Frozen(f64(2)), Frozen(f64(3))], 2), lambda: ([Frozen(f64(2))] * 2, 3))
def kept_by_each(several, n):
    total = 0.0
    for each in several:
        for turn in range(n):
            put(each, "size", each.size + turn)
            setter_of(each, Frozen)("twice", turn)
        total += each.size + each.twice
    return total, several


@add(lambda: (Frozen(f64(2)), f64(3)), lambda: (Frozen(f64(2)), f64(-3)))
def set_in_a_branch(frozen, x):
    keep = object.__setattr__.__get__(frozen)
    if x > 0:
        keep("size", x)
    return frozen.size, frozen.twice


@add(lambda: (Frozen(f64(2)), f64(3)))
def set_without_a_slot(frozen, x):
    try:
        put(frozen, "other", x)
    except AttributeError as error:
        return str(error)


@add(lambda: (Frozen(f64(2)), f64(3)), lambda: (Frozen(4), 5))
def bound_and_called(frozen, x):
    return bind(frozen)(x), apply(frozen, x), scaled.__get__(frozen, Frozen)(x + 1)

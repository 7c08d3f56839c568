"""Operators called by the names of their methods, which may decline."""

import itertools
import operator

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Amount:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v if isinstance(other, Amount) else NotImplemented

    def __add__(self, other):
        return self.v + other.v if isinstance(other, Amount) else NotImplemented

    __hash__ = None


VALUES = (
    *(lambda: 1, lambda: 2, lambda: 2.5, lambda: True, lambda: 1j, lambda: 10**30),
    *(lambda: np.int64(3), lambda: np.float32(1.5), lambda: np.array([1.0, 2.0])),
    *(lambda: "a", lambda: b"a", lambda: [1, 2], lambda: {1: 2}, lambda: None),
    *(lambda: Amount(1), lambda: 7, lambda: 0.5),
)


def pairs(*lefts):
    """Return sets of two arguments, each value beside each of the first ones."""
    lefts = lefts or VALUES
    return [lambda p=p: (p[0](), p[1]()) for p in itertools.product(lefts, VALUES)]


@add(*pairs(*VALUES[:9]))
def compared(a, b):
    return a.__eq__(b), a.__ne__(b)


@add(*pairs(*VALUES[9:13]))
def containers_compared(a, b):
    return a.__eq__(b), a.__ne__(b)


@add(*pairs(*VALUES[:4]))
def ordered(a, b):
    return a.__lt__(b), a.__ge__(b)


@add(*pairs(*VALUES[:6]))
def added(a, b):
    return a.__add__(b), a.__radd__(b), a.__mul__(b)


@add(*pairs(*VALUES[:6]), raises=("AttributeError", "OverflowError"))
def asked_in_turn(a, b):
    found = a.__sub__(b)
    if found is NotImplemented:
        found = b.__rsub__(a)
    return found


@add(*pairs(*VALUES[:6]))
def by_text(a, b):
    return [getattr(a, name)(b) for name in ("__add__", "__mul__", "__eq__")]


@add(*pairs(*VALUES[:6]))
def kept_in_a_dict(a, b):
    operators = {"+": a.__add__, "-": a.__sub__}
    return [operator(b) for operator in operators.values()]


@add(*pairs(*VALUES[:6]))
def counted(a, b):
    return sum(1 if a.__eq__(b) is True else 2 for _ in range(3))


@add(*[(x,) for x in (1.5, 2, -0.5, True, 2.5, 7)])
def rounded(x):
    return type(x).__floor__(x), x.__ceil__(), type(x).__trunc__(x), x.__round__()


@add(*pairs(*VALUES[:3])[:30])
def of_the_module(a, b):
    contains = operator.__contains__([1], a)
    return (
        operator.__eq__(a, b),
        operator.__ne__(a, b),
        contains,
        operator.__mul__(a, 2),
    )


@add(*pairs(*VALUES[:3])[:30])
def of_a_module_by_another_name(a, b):
    module = operator
    return module.__eq__(a, b), module.__ne__(a, b), module.__lt__(1, 2)

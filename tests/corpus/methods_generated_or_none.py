"""Special methods made by `exec`, which have no source, and those set to None."""

from dataclasses import dataclass

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

SOURCE = """
def __eq__(self, other):
    if isinstance(other, str):
        return NotImplemented
    return self.value == other.value

def __add__(self, other):
    return NotImplemented if other is None else self.value + other.value
"""


class Generated:
    def __init__(self, value):
        self.value = value

    __hash__ = None


for name in ("__eq__", "__add__"):
    namespace = {}
    exec(SOURCE, namespace)
    setattr(Generated, name, namespace[name])


class Differing(Generated):
    def __ne__(self, other):
        equal = self.__eq__(other)
        if equal is NotImplemented:
            return equal
        return not equal


class Unequal:
    def __init__(self, value):
        self.value = value

    def __ne__(self, other):
        return "differs"


@dataclass(order=True)
class Point:
    x: float
    y: float = 2.0


PAIRS = [
    lambda: (Generated(1), "a"),
    lambda: (Generated(1), Generated(1.0)),
    lambda: (Differing(2), "a"),
    lambda: (Differing(2), Generated(3)),
    lambda: (Point(1.0), Point(1.0)),
    lambda: (Point(1.0), "a"),
    lambda: (Point(1.0), Unequal(1.0)),
]


@add(*PAIRS)
def declined_by_a_generated_method(one, other):
    return one.__eq__(other), one.__ne__(other)


@add(*PAIRS)
def operators_of_generated_methods(one, other):
    return one == other, one != other


@add(*PAIRS[:4], lambda: (Generated(1), None), raises="AttributeError")
def sum_by_a_generated_method(one, other):
    return one.__add__(other)


class Bare:
    __hash__ = None
    __iter__ = None
    __bool__ = None
    __contains__ = None

    def __init__(self, value):
        self.value = value


@add(*(lambda value=value: (Bare(value),) for value in (1, f64(2.5), "a")))
def names_set_to_none(bare):
    return bare.__hash__ is None, bare.__iter__, bare.__bool__ is None


@add((Bare(1),), (Bare(f64(2)),), raises=TypeError)
def truth_set_to_none(bare):
    if bare:
        return 1
    return 2


@add((Bare(1),), (Bare(f64(2)),), raises=TypeError)
def membership_set_to_none(bare):
    return bare.value in bare


@add((Bare(1),), (Bare(f64(2)),), raises=TypeError)
def call_of_a_name_set_to_none(bare):
    return bare.__hash__()

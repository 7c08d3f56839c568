"""Special methods that `getattr` and `hasattr` find, or do not, by their names."""

import math
import operator

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

SPECIAL = tuple("__eq__ __lt__ __or__ __getattr__ __hash__ __init__ __call__".split())


class Summed:
    def total(self):
        return 1

    def __or__(self, other):
        return other


@add(*SPECIAL)
def special_methods_there(name):
    values = (operator, math, Summed, Summed().total, special_methods_there, len)
    found = [hasattr(value, name) for value in (*values, np.add, np.float64)]
    return found, [callable(getattr(value, name, None)) for value in values]


@add("__eq__", "__or__", "__add__", "__lt__")
def operator_by_its_special_name(name):
    function = getattr(operator, name)
    return function, function(6, 3)


@add("__len__", "__iter__", "__call__", "__hash__", raises=AttributeError)
def special_method_of_a_scalar(name):
    return callable(getattr(np.float64(2.5), name))


@add(([1.0],), (floats(1, 2),), ((1, 2),), ({"a": 1},), (2.5,), (f64(2.5),))
def has_a_hash(value):
    return getattr(value, "__hash__", None) is not None


@add((Summed().total, "__eq__"), (Summed().total, "__or__"), (len, "__or__"))
def special_method_of_what_arrives(value, name):
    return callable(getattr(value, name, None)), hasattr(value, name)


class Around:
    def __init__(self, function):
        self.__name__ = getattr(function, "__name__", "around")
        self.__qualname__ = getattr(function, "__qualname__", "around")
        self.__doc__ = getattr(function, "__doc__", None)


@add(([len, math.sqrt], 0), ([len, math.sqrt], i64(1)), ([len, 2.5], i64(1)))
def object_named_as_a_function(functions, index):
    named = Around(functions[index])
    named.__doc__ = named.__name__ * 2
    return named.__name__, named.__qualname__, named.__doc__


class Plain:
    def __init__(self, value):
        self.value = value


class Careful(Plain):
    """Does what every object does, and a little more."""

    def __eq__(self, other):
        return super().__eq__(other) is True or other == 3

    def __hash__(self):
        return super().__hash__() * 0 + 7

    def __getstate__(self):
        return {**super().__getstate__(), "saved": True}

    def __reduce_ex__(self, protocol):
        return super().__reduce_ex__(protocol)[2]

    def __sizeof__(self):
        return super().__sizeof__() > 0

    def __lt__(self, other):
        return super().__lt__(other)


@add(*(lambda value=value: (Careful(value),) for value in (1, 2.5, "a")))
def what_every_object_does(careful):
    state = careful.__getstate__(), careful.__reduce_ex__(2), careful.__sizeof__()
    same = careful == careful, careful == 3, careful == 4, careful.__lt__(careful)
    return state, same, hash(careful)


@add(*(lambda value=value: (Careful(value),) for value in (1, 2.5)))
def methods_of_the_class_of_every_object(careful):
    states = object.__getstate__(careful), Plain.__getstate__(careful)
    return states, object.__eq__(careful, careful), Plain.__ne__(careful, careful)

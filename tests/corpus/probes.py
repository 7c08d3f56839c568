"""Values that are tried out: what an operation gives is not used, but whether it does."""

import operator

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Bare:
    pass


class Sized:
    def __len__(self):
        return 3


KINDS = [
    lambda one=one: (one(),)
    for one in (
        *(Bare, Sized, object, lambda: 3, lambda: 2, lambda: 2.5, lambda: 7),
        *(lambda: "ab", lambda: [1, 2], lambda: (1, 2), lambda: {1: 2}, lambda: None),
        *(lambda: {1}, lambda: np.arange(3), lambda: np.float64(2), lambda: iter([1])),
        *(lambda: ValueError("a"), lambda: 1j, lambda: b"ab", lambda: range(3)),
        *(lambda: int, lambda: True, lambda: "3", lambda: [], lambda: np.zeros((2, 2))),
    )
]


@add(*KINDS)
def is_iterable(x):
    try:
        iter(x)
    except TypeError:
        return False
    return True


@add(*KINDS)
def is_pair(x):
    try:
        a, b = x
    except (TypeError, ValueError):
        return False
    return True


@add(*KINDS)
def is_number(x):
    try:
        float(x)
        x + 1
    except (TypeError, ValueError):
        return False
    return True


@add(*KINDS)
def what_it_can(x):
    found = []
    try:
        len(x)
        found.append("len")
        hash(x)
        found.append("hash")
        operator.index(x)
        found.append("index")
    except TypeError as error:
        found.append(str(error))
    return found


@add(*KINDS)
def what_it_has(x):
    try:
        x[0]
        x.shape
        np.asarray(x, float)
    except Exception as error:
        return type(error).__name__
    return "all"


@add(*KINDS)
def what_it_compares(x):
    try:
        x < 1
        1 in x
        {x: 1}
        abs(x)
    except Exception as error:
        return type(error).__name__
    return "all"


class Manager:
    def __enter__(self):
        return 5

    def __exit__(self, *error):
        return True


class Entered:
    def __enter__(self):
        return 1


MANAGERS = [lambda one=one: (one(),) for one in (Manager, Entered, Bare, object, int)]


@add(*MANAGERS)
def is_manager(x):
    try:
        with x as entered:
            return entered
    except TypeError as error:
        return str(error)


@add(*MANAGERS, raises="TypeError")
def manages(x):
    with x:
        return 1

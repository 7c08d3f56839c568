"""Exceptions whose own constructors look at what they are given, made before `raise`."""

import functools

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

NUMBERS = (1, 2, 4, 1.5, f64(1.5), f64(0.5), i64(3))


class Joined(ValueError):
    def __init__(self, *parts):
        ValueError.__init__(self, ", ".join(map(str, parts)))


class Coded(Exception):
    def __init__(self, code, text=""):
        super().__init__(f"{code}: {text}")
        self.code = int(code)


@add(*NUMBERS, raises=Joined)
def made_before_it_is_raised(x):
    error = Joined(x, "a")
    if x > 1:
        raise error
    return x


@add(*NUMBERS)
def collected(x):
    errors = []
    for i in range(3):
        if x > i:
            errors.append(Joined(i, x))
    return [str(error) for error in errors]


def made(x):
    return Coded(x, "made")


@add(*NUMBERS, raises=Coded)
def by_a_function(x):
    error = made(x)
    raise error


@add(*NUMBERS)
def by_branches(x):
    try:
        if x > 1:
            error = Coded(x)
        else:
            error = Joined(x)
        raise error
    except Coded as coded:
        return coded.code, str(coded)
    except Joined as joined:
        return str(joined)


@add(*NUMBERS)
def with_attributes(x):
    error = Coded(x, text=str(x))
    error.extra = x * 2
    return str(error), error.code, error.args, error.extra


def of_class(kind, x):
    error = kind(x)
    return str(error)


@add(*NUMBERS)
def by_a_parameter(x):
    return of_class(Coded if x > 2 else Joined, x), of_class(Joined, x)


class Shown(ValueError):
    def __init__(self, value, **more):
        super().__init__(repr(value), repr(more.get("k")))


@add(*NUMBERS)
def called_with_stars(x):
    keywords = {"k": x}
    return Shown(*(x,)).args, Shown(1, **keywords).args, Shown(*[x], **keywords).args


def embellished(kind, *values, **more):
    return kind(str(Shown(values, **more)))


@add(*NUMBERS, raises=ZeroDivisionError)
def made_like_one_that_was_caught(x):
    try:
        if x < 2:
            raise ZeroDivisionError
        return Joined(x).args
    except ZeroDivisionError as error:
        raise embellished(ZeroDivisionError, x, k=error) from None


@add(*NUMBERS)
def by_a_partial_function(x):
    return functools.partial(Shown, x)(k=x).args, functools.partial(Coded, 1)(x).args

"""Types that the function writes: aliases, which are values like others."""

from __future__ import annotations

import collections.abc
from typing import (
    Annotated,
    Callable,
    Generic,
    List,
    NewType,
    Optional,
    TypeVar,
    Union,
    cast,
)

import autograph as ag
from tests.corpus.case import case, f64

T = TypeVar("T")


Name = NewType("Name", int)
NumberOrLater = Union[int, "Later"]


class Box(Generic[T]):
    def __init__(self, value):
        self.value = value


@ag.do_not_convert
def told(of):
    return str(of), hash(of) == hash(of)


def cast_in_the_function(xs, x):
    total = cast(list[float], xs)
    add = cast("Callable[[float], float]", lambda y: y + x)
    return len(total) + cast(Callable[[float], float], add)(x)


def cast_to_what_is_named_later(xs, x):
    found = cast(List[NumberOrLater], xs), cast(Callable[[Name], NumberOrLater], x)
    return found, Name(x), str(Optional[NumberOrLater])


def of_parameters(xs, x):
    made = Box[T](x)
    return made.value, Box[T], T.__name__, [T], T if x > 1 else int


def returned(xs, x):
    return list[float], dict[str, list[int]], Annotated[int, "a"], Box[float], x, xs


def of_classes(xs, x):
    found = Box[int], Box[Box], Box[Box[str]], Box[Callable[[Box, int], list[Box]]]
    return found, told(Box[Box]), x


def chosen(xs, x):
    alias = list[int] if x > 1 else dict[str, int]
    return alias, alias == list[int]


def passed_on(xs, x):
    of = collections.abc.Callable[[int, str], float], collections.abc.Callable[..., int]
    typed = Optional[int], int | None, List[Box], Callable[[int, List[str]], Box[int]]
    return [told(each) for each in (*of, *typed)], Box[int](x).value


BOTH = ([1], f64(2)), ([1.0, 2.0], 0.5), ([], 3)

CASES = [
    case(each, *BOTH)
    for each in (
        *(cast_in_the_function, cast_to_what_is_named_later),
        *(of_parameters, returned, of_classes, chosen, passed_on),
    )
]

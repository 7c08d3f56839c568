"""Attributes and special methods of values whose third one is known to the run only."""

from collections import deque

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
LISTS = ([1, 2],), ([3],), ([1, 2, 3],), ([],)
TEXTS = ("ab",), ("cba",), ("a",), ("xyz",)
NUMBERS = (1,), (2,), (3,), (4,), (2.5,), (1.5,), (0.5,), (7.5,)


@add(*LISTS, *TEXTS, *NUMBERS, f64(1), floats(1, 2))
def default_of_getattr(v):
    shape, missing = getattr(v, "shape", None), getattr(v, "nope", "none")
    return shape, missing, getattr(v, "real", 0), hasattr(v, "append")


@add(*TEXTS)
def special_methods_of_a_text(v):
    found = v.__len__(), v.__getitem__(0), v.__contains__("a"), v.__add__("x")
    return found, next(v.__iter__()), v.__hash__() == hash(v), v.__lt__("b")


@add(*NUMBERS)
def special_methods_of_a_number(v):
    return v.__neg__(), v.__abs__(), v.__rsub__(2), v.__round__(), v.__bool__()


@add(*TEXTS, *NUMBERS)
def special_method_that_may_be_missing(v):
    try:
        return v.__len__()
    except AttributeError as error:
        return str(error), error.name


@add(*TEXTS)
def function_with_another_name(name):
    def inner():
        return 1

    inner.__name__ = name
    return inner.__name__, inner()


class Counted:
    def __init__(self, log):
        self.log = log

    def __getattr__(self, name):
        if name != "total":
            raise AttributeError(name)
        self.log.append(name)
        return 5


@add((3,), (i64(4),), (i64(0),))
def attribute_that_a_method_gives_at_first(n):
    log = []
    counted = Counted(log)
    for i in range(n):
        counted.total += i
    return counted.total, log


@add((Counted([]), 3), (Counted([]), i64(4)), (Counted([]), i64(0)))
def attribute_of_an_argument_that_a_method_gives_at_first(counted, n):
    for i in range(n):
        counted.total += i
    return counted.total, counted.log


class Held:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return self.items.__iter__()


COLLECTIONS = {1, 2}, {5, 6, 7}, deque([3, 4]), [2, 3], {2: 1}, frozenset({4}), (1, 2)


@add(*[(Held(items),) for items in COLLECTIONS], core=True)
def iterated_over_by_a_method(held):
    found = list(held.items.__iter__())
    return found, sum(held), [x + 1 for x in held], next(held.items.__iter__())


@add(([1, 2],), ({1: 2},), core=True)
def documentation_of_a_container(items):
    return items.__doc__ == type(items).__doc__


class Link:
    def __init__(self, item):
        self.item = item
        self.next = None

    def __iter__(self):
        link, seen = self, set()
        while link:
            if link in seen:
                raise ValueError("a ring")
            seen.add(link)
            yield link.item
            link = link.next


def chained(count, ring=False):
    links = [Link(item) for item in range(count)]
    for one, other in zip(links, links[1:] + links[:1] * ring):
        one.next = other
    return links[0]


@add(
    *[lambda count=count: (chained(count),) for count in (1, 4)],
    *[lambda count=count: (chained(count, True),) for count in (1, 2, 4)],
    core=True,
    raises=ValueError,
)
def objects_that_note_themselves_as_they_are_iterated_over(link):
    return list(link), sum(link)

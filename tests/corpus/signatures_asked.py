"""What `inspect` says of functions, and methods of sets with starred arguments."""

import inspect

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def of_three(a, b=3, *, c=1):
    return a


def of_one(a):
    return a


class Thing:
    def method(self, a, b):
        return a


def filtered(function, **given):
    parameters = inspect.signature(function).parameters.values()
    names = [each.name for each in parameters]
    return {name: value for name, value in given.items() if name in names}


FUNCTIONS = (of_three, of_one, Thing, lambda q, r: q)


@add(*[(function, f64(2)) for function in FUNCTIONS], (Thing().method, i64(3)))
def counted_parameters(function, x):
    kinds = inspect.isfunction(function), inspect.isclass(function)
    return x * len(inspect.signature(function).parameters), kinds


@add(*[(function, x) for function in FUNCTIONS for x in (f64(2), 3)])
def arguments_that_fit(function, x):
    return filtered(function, a=x, q=2, c=x + 1)


@ag.do_not_convert
def set_defaults(function, values):
    function.__defaults__ = values


@add((of_three, f64(1)), (of_one, 2))
def defaults_that_change(function, x):
    before, kept = str(inspect.signature(function)), function.__defaults__
    set_defaults(function, (4,))
    after = str(inspect.signature(function))
    set_defaults(function, kept)
    return before, after, x + 1


@add(([[1, 2], [3]], f64(1)), ([[1]] * 3, 2), ([[2, 3]] * 30, i64(2)))
def union_of_many(lists, x):
    found = set.union(*[set(each) for each in lists])
    if x > 1:
        found = found & frozenset.intersection(*[frozenset(each) for each in lists])
    return found, x + 1

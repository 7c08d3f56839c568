"""Values of a trace in the texts of Python's errors: the user's classes, not ours."""

from __future__ import annotations

import functools
import itertools

import pytest

import autograph as ag


def half(value):
    return value / 2


MAKERS = {
    "partial": lambda values: functools.partial(half, 1),
    "generator": lambda values: (value for value in values),
    "map": lambda values: map(half, values),
    "zip": lambda values: zip(values, values),
    "iterator": iter,
    "chain": lambda values: itertools.chain(values),
    "count": lambda values: itertools.count(),
    "keys": lambda values: {1: 2}.keys(),
    "method": lambda values: values.append,
}
MISUSES = {
    "negated": lambda value: -value,
    "called": lambda value: value(1, 2, 3),
    "compared": lambda value: value > 1,
    "formatted": lambda value: f"{value:d}",
    "measured": lambda value: len(value),
    "indexed": lambda value: [1, 2][value],
    "rounded": lambda value: round(value),
    "taken apart": lambda value: half(**value),
    "given an attribute": lambda value: setattr(value, "name", 1),
}


def misused(make, misuse, values):
    return misuse(make(values))


def raised(function, *args):
    try:
        return function(*args)
    except (TypeError, AttributeError) as error:
        return type(error), str(error)


@pytest.mark.parametrize("misuse", MISUSES)
@pytest.mark.parametrize("kind", MAKERS)
def test_errors_name_the_users_classes(kind, misuse):
    given = MAKERS[kind], MISUSES[misuse], [1.0, 2.0]
    decorated = ag.function(misused, callbacks="allow")
    assert raised(decorated, *given) == raised(misused, *given)

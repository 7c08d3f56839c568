"""Builtins that meet symbols."""

import collections
import functools
import itertools
import math

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.5)

CALLS = {
    "int": lambda x: int(x[0]),
    "float": lambda x: float(x[0]),
    "complex": lambda x: complex(x[0], 1),
    "bool": lambda x: bool(x[0]),
    "str": lambda x: str(x[0]) + "!",
    "repr": lambda x: repr(x[0]),
    "format": lambda x: format(x[0], ".2f"),
    "f-string": lambda x: f"{x[0]:.1f} {x.sum()!r}",
    "len": lambda x: len(x),
    "abs": lambda x: abs(x),
    "round": lambda x: round(x[0], 1),
    "divmod": lambda x: divmod(x[0], 2),
    "pow": lambda x: pow(x[0], 2),
    "min": lambda x: min(x),
    "max of several": lambda x: max(x[0], x[1], 2),
    "min of a list": lambda x: min([x[0], x[1]]),
    "sum": lambda x: sum(x),
    "sum of a list": lambda x: sum([x[0], 1], 10),
    "any": lambda x: any(x > 2),
    "all": lambda x: all([x[0] > 2, True]),
    "sorted": lambda x: sorted(x, reverse=True),
    "list": lambda x: list(x),
    "tuple": lambda x: tuple(x),
    "enumerate": lambda x: list(enumerate(x)),
    "zip": lambda x: list(zip(x, x, strict=True)),
    "map": lambda x: list(map(np.sqrt, x)),
    "filter": lambda x: list(filter(None, [1, 0, 2])),
    "reversed": lambda x: list(reversed(list(x))),
    "isinstance": lambda x: (isinstance(x, np.ndarray), isinstance(x[0], (int, float))),
    "type": lambda x: type(x) is np.ndarray,
    "type of a scalar": lambda x: type(x[0]) is np.float64,
    "getattr": lambda x: getattr(x, "ndim"),  # noqa: B009 - the builtin is meant
    "hasattr": lambda x: (hasattr(x, "sum"), hasattr(x, "missing")),
    "callable": lambda x: callable(x),
    "reduce": lambda x: functools.reduce(np.add, list(x), 0),
    "partial": lambda x: functools.partial(np.add, 1)(x),
    "math": lambda x: math.sqrt(x[0]) + math.pi,
    "slice": lambda x: x[slice(1, None)],
}


@pytest.mark.parametrize("name", CALLS)
def test_builtin(name):
    agree(CALLS[name], X, np.array([1.0, -2.0, 0.0]))


def conversions(x):
    return int(x), float(x), str(x), round(x), math.floor(x)


def test_conversions_are_rows(golden):
    golden(graph_of(conversions, NUMBER))
    agree(conversions, NUMBER, np.float64(np.nan))


def negative_root(x):
    return math.sqrt(x)


def test_math_raises_what_it_raises():
    agree(negative_root, np.float64(4.0), np.float64(-4.0))


def test_what_is_not_staged_says_what_to_write(golden):
    with pytest.raises(ag.AutographError) as caught:
        ag.function(lambda x: id(x[0])).get_concrete_function(X)
    golden(f"{caught.value.message}\n{caught.value.hint}\n")


def shadowed(x):
    len = abs
    return len(x)


def test_a_builtin_that_the_user_binds_anew_is_the_user_s():
    agree(shadowed, X)


def test_a_builtin_as_a_value():
    agree(lambda x, f: f(x), (X, abs), (X, len))


THROUGH = {
    "zip": lambda items, x: list(zip(items, x)),
    "reduce": lambda items, x: functools.reduce(lambda a, b: a + b, items, x[0]),
    "chain": lambda items, x: list(itertools.chain(items, x)),
    "accumulate": lambda items, x: list(itertools.accumulate(items)),
    "product": lambda items, x: list(itertools.product(items, items)),
    "set": lambda items, x: set(items),
    "deque": lambda items, x: collections.deque(items),
    "tee": lambda items, x: [list(each) for each in itertools.tee(items)],
}


@pytest.mark.parametrize("name", THROUGH)
def test_objects_of_libraries_are_iterated_over_at_the_run(name):
    agree(THROUGH[name], (collections.UserList([1, 2, 3]), X))


def test_identity_of_a_tuple() -> None:
    """A graph takes tuples apart and makes new ones, so that no identity is told."""

    def look_up(key: tuple[int, int], known: dict[int, str]) -> str:
        return known.get(id(key), "unknown")

    key = (1, int("2"))
    with pytest.raises(ag.AutographError, match=r"id\(\) of a tuple"):
        ag.function(look_up)(key, {id(key): "known"})

"""``match``: on plain values, and on symbols."""

import enum

import numpy as np
import pytest

import autograph as ag
from autograph.conversion import twin

X = np.float64(2.5)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def by_word(how, x):
    match how:
        case "double" | "twice":
            return 2 * x
        case ["times", n] if n > 1:
            x = n * x
        case {"add": n, **rest} if not rest:
            x = x + n
        case Color.RED:
            x = -x
        case _:
            if x > 2:
                x = x - 2
    return x


def by_value(x):
    match x:
        case [a, *_]:
            return a
        case _:
            return x


def by_pair(x, y):
    match (y, x):
        case (1, value):
            return value
    return y


def by_class(how, x):
    match how:
        case int():
            return x + how
        case str() | None:
            return x


def by_shape(x):
    match x.shape:
        case (n,):
            return n * x
        case (_, m):
            return m + x


@pytest.mark.parametrize("how", ["double", ("times", 3), ("times", 1), 7, Color.RED])
def test_plain_subjects(how):
    assert twin(by_word)(how, X) == by_word(how, X)
    assert ag.function(by_word)(how, X) == by_word(how, X)


def test_a_shape_is_plain():
    for x in (np.arange(3), np.ones((2, 5))):
        assert np.array_equal(ag.function(by_shape)(x), by_shape(x))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (by_value, (np.arange(3),)),
        (by_value, (X,)),
        (by_value, ([1, 2],)),
        (by_word, ({"add": 1}, X)),
        (by_pair, (X, 1)),
        (by_class, (1, X)),
        (by_class, (None, X)),
    ],
)
def test_staged_subjects(function, arguments):
    expected = function(*arguments)
    assert np.array_equal(twin(function)(*arguments), expected)
    assert np.array_equal(ag.function(function)(*arguments), expected)


def test_patterns_that_python_refuses():
    def too_many(x):
        match x:
            case int(_, _):
                return x

    def no_class(x):
        match x:
            case by_class():
                return x

    for function in (too_many, no_class):
        with pytest.raises(TypeError) as plain:
            function(1)
        for converted in (twin(function), ag.function(function)):
            with pytest.raises(TypeError) as caught:
                converted(1)
            assert str(caught.value) == str(plain.value)

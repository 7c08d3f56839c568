"""`warnings.warn` in a graph: the message, class, file and line of plain Python."""

import sys
import warnings

import numpy as np
import pytest

import autograph as ag

X = np.float64(1.0)


class OwnWarning(UserWarning):
    pass


def inner(x, level):
    if x > 0:
        warnings.warn(f"at {level}: {x}", OwnWarning, level)
    return x


def outer(x, level):
    y = inner(x, level) + 1
    return inner(y, level)


def instance(x):
    warnings.warn(OwnWarning("made"))  # noqa: B028 - its default
    warnings.warn("bare")  # noqa: B028 - its default
    warnings.warn("level zero", stacklevel=0)
    return x + 1


def many(x):
    for _ in range(3):
        warnings.warn("again and again", stacklevel=2)
    return x + 1


def calls(function, *args):
    return function(*args)


def caught(function, *args, action="always"):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter(action)
        globals().pop("__warningregistry__", None)
        for _ in range(2):
            calls(function, *args)
    return [(w.category, str(w.message), w.filename, w.lineno) for w in found]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("function", [inner, outer])
def test_it_stands_where_plain_python_puts_it(function, level):
    made = ag.function(function, callbacks="error")
    plain, decorated = (caught(each, X, level) for each in (function, made))
    assert len(plain) == 2 * (1 + (function is outer))
    assert decorated == plain


def test_beyond_the_stack_it_is_of_sys():
    (first, *_) = caught(ag.function(inner), X, 10_000)
    assert first[2:] == ("sys", 1)


@pytest.mark.parametrize("function", [instance, many])
@pytest.mark.parametrize("action", ["always", "default", "once", "module", "ignore"])
def test_filters_and_registries_are_those_of_the_place(function, action):
    plain = caught(function, X, action=action)
    assert caught(ag.function(function), X, action=action) == plain


def test_a_warning_that_is_an_error_and_a_class_that_is_none():
    made = ag.function(inner)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(OwnWarning, match="at 1"):
            made(X, 1)

    def wrong(x):
        if x > 0:
            warnings.warn("no", int)  # noqa: B028 - its default
        return x

    with pytest.raises(TypeError) as plain:
        wrong(X)
    with pytest.raises(TypeError) as decorated:
        ag.function(wrong)(X)
    assert decorated.value.args == plain.value.args


LARGE = np.array([1e308, 1e308])
NUMPYS = [
    lambda x: np.mean(x[:0]),
    lambda x: x[:0].mean(),
    lambda x: np.var(x[:1], ddof=1),
    lambda x: x[:1].std(ddof=1),
    lambda x: np.cumsum(x),
    lambda x: x.cumsum(),
    lambda x: np.cumprod(x),
    lambda x: x.cumprod(),
    lambda x: np.round(x, 20),
    lambda x: x.round(20),
    lambda x: np.trace(np.array([x, x])),
    lambda x: np.array([x, x]).trace(),
]


@pytest.mark.parametrize("function", NUMPYS)
def test_those_of_numpy_stand_in_its_code_or_the_users(function):
    plain, decorated = (
        caught(each, LARGE) for each in (function, ag.function(function))
    )
    assert plain
    assert decorated == plain


def looks_at_its_errors(x):
    found = None
    while x.sum() < 9:
        x = x + 1
        found = sys.exc_info(
            *(),
        )
    return x, found


def test_calls_over_several_lines_are_told_whole():
    with pytest.warns(ag.CallbackWarning, match=r"sys\.exc_info\(\*\(\),\) calls"):
        ag.function(looks_at_its_errors)(X)

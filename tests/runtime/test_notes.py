"""Errors of a graph carry a note of the values at their place, and nothing else."""

import traceback

import numpy as np
import pytest

import autograph as ag
from runtime.notes import PREFIX


def add_doubled(a, b):
    return a * 2 + b


def item(x, i):
    total = 0
    while i < 10:
        total = total + x[i]
        i = i + 1
    return total


def inlined(x, y):
    total = 0
    for _ in range(2):
        total = total + add_doubled(x, y)
    return total


def checked(x, limit):
    if x > limit:
        raise ValueError(f"too large: {x}")
    assert x < 0, "not negative"
    return x


def structures(x, pair, names):
    return x[pair[0] + len(names)]


def raised(function, *args):
    try:
        function(*args)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("function", "args", "note"),
    [
        (add_doubled, (np.ones((2, 3)), np.ones(2)), "a: float64[2,3], b: float64[2]"),
        (item, (np.ones(5), np.int64(3)), "x: float64[5], i = np.int64(5)"),
        (inlined, (np.ones(3), np.ones(2, "f4")), "x: float64[3], y: float32[2]"),
    ],
)
def test_the_note_says_what_the_values_were(function, args, note):
    plain = raised(function, *args)
    error = raised(ag.function(function), *args)
    assert (type(error), error.args) == (type(plain), plain.args)
    assert (error.__cause__, error.__context__) == (None, None)
    place = traceback.extract_tb(plain.__traceback__)[-1]
    assert error.__notes__ == [f"{PREFIX}{place.filename}:{place.lineno}: {note}"]
    assert not hasattr(plain, "__notes__")


@pytest.mark.parametrize("x", [5.0, 1.0])
def test_what_the_user_raises_says_it_all(x):
    error = raised(ag.function(checked), np.float64(x), np.float64(2.0))
    assert not hasattr(error, "__notes__")


def test_an_error_that_is_raised_again_has_the_note_of_the_last_time():
    kept = IndexError("kept")

    class Raises:
        def __getitem__(self, index):
            raise kept

    items = Raises()

    @ag.function(callbacks="allow")
    def f(x):
        return ITEMS[x]

    global ITEMS
    ITEMS = ag.do_not_convert(lambda x: items[x])
    g = ag.function(lambda x: ITEMS(x) + 1, callbacks="allow")
    for _ in range(3):
        assert raised(g, np.float64(1.0)) is kept
    assert len(kept.__notes__) == 1


def test_a_graph_within_a_graph_keeps_the_note_of_the_inner_one():
    inner = ag.function(add_doubled)

    @ag.do_not_convert
    def call(x, y):
        return inner(x, y)

    @ag.function(callbacks="allow")
    def outer(x, y):
        return call(x, y) + 1

    error = raised(outer, np.ones(3), np.ones(2))
    (note,) = error.__notes__
    assert note.endswith("a: float64[3], b: float64[2]")


def test_large_values_are_described_by_their_kind():
    error = raised(ag.function(item), np.ones(2), 10**80 - 10**80 + np.int64(7))
    assert error.__notes__[0].endswith("i = np.int64(7)")
    error = raised(ag.function(structures), np.ones(2), (np.int64(5), 1), ["a"])
    assert "x: float64[2]" in error.__notes__[0]

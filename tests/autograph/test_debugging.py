"""Checks of values: in a trace as without one, in order, and never left out."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph import debugging
from runtime.ops.checks import ROWS

ONES = np.ones(3)
UPWARD = np.arange(3.0)
POINTS = np.ones((5, 3))
LOST = np.array([1.0, np.nan, np.inf])

CALLS = [
    ("assert_equal", (ONES, 1)),
    ("assert_equal", (ONES, UPWARD)),
    ("assert_equal", (ONES, np.ones(2))),
    ("assert_equal", (ONES, np.ones((2, 3)))),
    ("assert_equal", ("a", "a")),
    ("assert_equal", (np.array(["a", "b"]), "a")),
    ("assert_equal", (np.float64(1), 2)),
    ("assert_equal", ([1, 2], (1, 3))),
    ("assert_equal", (LOST, LOST)),
    ("assert_none_equal", (ONES, 2)),
    ("assert_none_equal", (ONES, UPWARD)),
    ("assert_less", (UPWARD, 3)),
    ("assert_less", (UPWARD, 2)),
    ("assert_less", (np.nan, 2)),
    ("assert_less", (1j, 2)),
    ("assert_less_equal", (UPWARD, 2)),
    ("assert_less_equal", (UPWARD, 1)),
    ("assert_greater", (UPWARD, -1)),
    ("assert_greater", (UPWARD, 0)),
    ("assert_greater_equal", (UPWARD, 0)),
    ("assert_greater_equal", (UPWARD, 1)),
    ("assert_near", (0.1 + 0.2, 0.3)),
    ("assert_near", (ONES, ONES + 1e-9)),
    ("assert_near", (ONES.astype("f4"), ONES + 1e-7)),
    ("assert_near", (ONES, ONES + 0.01, 0.02)),
    ("assert_near", (1, 2)),
    ("assert_near", (np.inf, np.inf)),
    ("assert_near", (np.nan, np.nan)),
    ("assert_shapes", ([(POINTS, ("N", 3)), (np.ones(5), ("N",))],)),
    ("assert_shapes", ([(POINTS, ("N", 3)), (np.ones(4), ("N",))],)),
    ("assert_shapes", ([(POINTS, (None, "D")), (ONES, ("D",))],)),
    ("assert_shapes", ([(POINTS, (..., "D")), (1.0, ()), (ONES, 3)],)),
    ("assert_shapes", ([(POINTS, ("N", ..., 5))],)),
    ("assert_shapes", ([(POINTS, (..., 5, 3, 1))],)),
    ("assert_shapes", ([(POINTS, ("N",))],)),
    ("assert_shapes", ([(POINTS, (..., ...))],)),
    ("check_numerics", (ONES,)),
    ("check_numerics", (LOST,)),
    ("check_numerics", (np.float32("inf"),)),
    ("check_numerics", ([1, 2],)),
    ("check_numerics", ("a",)),
]


def outcome(function, *arguments):
    try:
        return "gave", repr(function(*arguments))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("message", ["", "as told"])
@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_a_trace_checks_what_plain_python_checks(name, arguments, message):
    def check(values):
        return getattr(ag.debugging, name)(*values, message=message)

    plain = outcome(check, arguments)
    assert outcome(ag.function(check), arguments) == plain
    if plain[0] in (AssertionError, FloatingPointError):
        assert plain[1].startswith(message)


def test_both_ways_of_each_check_are_tried():
    tried = {(name, outcome(getattr(debugging, name), *a)[0]) for name, a in CALLS}
    for row in ROWS:
        assert (row.name, "gave") in tried
        failure = FloatingPointError if row.name == "check_numerics" else AssertionError
        assert (row.name, failure) in tried


def test_checks_keep_their_place(capsys):
    def checked(x):
        print("before", x)
        debugging.assert_less(x, 2.0)
        print("between", x)
        if x > 0:
            debugging.assert_greater(x, 0.5, f"{x} is small")
        print("after", x)
        return x

    staged = ag.function(checked)
    for value in (0.25, 1.0, 3.0):
        plain = outcome(checked, np.float64(value))
        printed = capsys.readouterr().out
        assert outcome(staged, np.float64(value)) == plain
        assert capsys.readouterr().out == printed


def test_a_failure_can_be_caught():
    @ag.function
    def near(x, y):
        try:
            debugging.assert_near(x, y)
        except AssertionError:
            return False
        return True

    assert near(1.0, np.float64(1.0)) is True
    assert near(1.0, np.float64(1.5)) is False


def test_check_numerics_gives_the_value_itself():
    @ag.function
    def checked(x):
        y = debugging.check_numerics(x)
        y[0] = 5.0
        items = [1.0]
        debugging.check_numerics(items).append(x[0])
        return y is x, items

    given = np.ones(2)
    assert checked(given) == (True, [1.0, 5.0])
    assert given[0] == 5.0


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_samples_run_and_rejects_raise(row):
    for sample in row.samples:
        args, kwargs = sample()
        row.kernel(*args, **kwargs)
    for bad in row.rejects:
        args, kwargs = bad()
        with pytest.raises((AssertionError, FloatingPointError)):
            row.kernel(*args, **kwargs)

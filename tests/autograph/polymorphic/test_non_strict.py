"""Only what results and effects need is run, unless asked otherwise."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


def unused_return(x):
    np.take(x, [1])  # fails where x has one element
    return x


def test_what_nobody_needs_cannot_fail():
    one = np.array([0.0])
    with pytest.raises(IndexError):
        unused_return(one)
    assert ag.function(unused_return)(one) is one


def test_strict_runs_all():
    strict = ag.function(unused_return, strict=True)
    np.testing.assert_array_equal(strict(X), X)
    with pytest.raises(IndexError, match="out of bounds"):
        strict(np.array([0.0]))


def divides_for_nothing(x, i):
    x[i]
    return x.sum()


def test_strict_does_what_nobody_needs():
    i = np.int64(7)
    assert ag.function(divides_for_nothing)(X, i) == 6
    with pytest.raises(IndexError):
        ag.function(divides_for_nothing, strict=True)(X, i)


def test_an_index_that_nobody_uses_in_a_loop():
    def total(x, n):
        result = 0.0
        for i in range(n):
            x[i]
            result += 1.0
        return result

    assert ag.function(total)(X, np.int64(9)) == 9
    with pytest.raises(IndexError):
        ag.function(total, strict=True)(X, np.int64(9))


def test_warnings_of_unused_work_are_not_raised():
    def divides(x):
        1 / x
        return x

    zeros = np.zeros(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ag.function(divides)(zeros)
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        ag.function(divides, strict=True)(zeros)


def test_effects_are_needed_always(capsys):
    class Holder:
        value = None

    holder = Holder()

    @ag.function
    def effects(x, out):
        y = x + 1
        print("y is", y)
        out[:] = y
        holder.value = y.sum()
        x * 2

    out = np.zeros(3)
    assert effects(X, out) is None
    np.testing.assert_array_equal(out, X + 1)
    assert holder.value == 9
    assert capsys.readouterr().out == f"y is {X + 1}\n"


def test_assertions_are_needed_always():
    @ag.function
    def check(x):
        assert x > 3, "too small"
        return 1

    with pytest.raises(AssertionError, match="too small"):
        check(NUMBER)


def test_errors_of_used_work_are_raised():
    with pytest.raises(IndexError):
        ag.function(lambda x, i: x[i])(X, np.int64(3))


def test_errors_by_type_are_raised_though_nobody_needs_them():
    def fails(x):
        x + "text"
        return x

    with pytest.raises(TypeError) as expected:
        fails(NUMBER)
    with pytest.raises(TypeError) as caught:
        ag.function(fails)(NUMBER)
    assert str(caught.value) == str(expected.value)


def test_what_was_dropped_is_listed_with_its_line():
    concrete = ag.function(unused_return).get_concrete_function(X)
    (dropped,) = concrete.pruned
    assert dropped.operation == "take"
    assert dropped.line == unused_return.__code__.co_firstlineno + 1


def test_nothing_is_dropped_where_all_is_needed():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(X)
    assert list(concrete.pruned) == []


def test_nothing_is_dropped_under_strict():
    concrete = ag.function(unused_return, strict=True).get_concrete_function(X)
    assert list(concrete.pruned) == []


def test_a_branch_that_is_not_taken_does_not_run():
    @ag.function
    def guarded(x, i):
        if i < len(x):
            return x[i]
        return np.float64(-1.0)

    assert guarded(X, np.int64(1)) == 1
    assert guarded(X, np.int64(5)) == -1
    assert ag.function(guarded, strict=True)(X, np.int64(5)) == -1


LAST = NUMBER


class Box:
    def __init__(self, item):
        self.item = item


def replaces_the_last(x, box):
    global LAST
    for _ in x:
        box = Box(box.item)
    if x[0] > 0:
        LAST = x
    del LAST
    return x.size


def test_strict_reads_only_the_globals_that_the_program_reads():
    strict = ag.function(replaces_the_last, strict=True, callbacks="allow")
    assert [strict(X, Box(1.0)), strict(X, Box(1.0))] == [X.size, X.size]

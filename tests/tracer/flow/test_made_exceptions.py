"""Exceptions that a traced function makes, and what it changes of them."""

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged

POSITIVE = np.float64(2.0)


def noted(x):
    error = ValueError("a")
    error.add_note(f"at {x}")
    error.code = x
    return error


def test_each_run_makes_its_own():
    decorated = ag.function(noted)
    first, second = decorated(POSITIVE), decorated(POSITIVE)
    assert first is not second
    assert first.__notes__ == second.__notes__ == noted(POSITIVE).__notes__
    assert first.code == POSITIVE


class Coded(Exception):
    __slots__ = ("code",)


@pytest.mark.parametrize("kind", [KeyError, Coded])
def test_each_run_has_its_own_of_those_that_a_handler_kept(kind):
    def kept(x):
        try:
            raise kind("a")
        except kind as error:
            found = error
        return x, found

    decorated = ag.function(kept)
    assert decorated(POSITIVE)[1] is not decorated(POSITIVE)[1]


def noted_in_handler(x):
    try:
        raise ValueError("a")
    except ValueError as error:
        error.add_note("noted")
        if x > 0:
            raise
    return x


def test_a_caught_one_keeps_what_the_handler_adds():
    with pytest.raises(ValueError, match="a") as caught:
        ag.function(noted_in_handler, callbacks="allow")(POSITIVE)
    assert caught.value.__notes__ == ["noted"]


def noted_in_branch(x):
    error = ValueError("a")
    if x > 0:
        error.add_note("positive")
    raise error


def test_a_branch_may_change_one_made_before():
    with pytest.raises(ValueError, match="a") as caught:
        ag.function(noted_in_branch)(POSITIVE)
    assert caught.value.__notes__ == ["positive"]


class Slotted(Exception):
    __slots__ = ("code",)


def slot_set_in_branch(x):
    error = Slotted()
    if x > 0:
        error.code = 5
    raise error


def test_one_with_slots_stays_as_it_is():
    with pytest.raises(NotStaged, match="holds more than arguments and attributes"):
        ag.function(slot_set_in_branch)(POSITIVE)


def grouped(x):
    error = ValueError("a")
    if x > 0:
        error.add_note("positive")
    group = ExceptionGroup("all", [error])
    raise group


def test_a_group_takes_one_of_the_run():
    for run in (grouped, ag.function(grouped)):
        with pytest.raises(ExceptionGroup, match="all") as caught:
            run(POSITIVE)
        (error,) = caught.value.exceptions
        assert error.__notes__ == ["positive"]

"""Exceptions that a traced function makes, and what it changes of them."""

import numpy as np
import pytest

import autograph as ag
from tracer.errors import UnstagedWrite

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


def test_no_branch_changes_one_made_before():
    with pytest.raises(
        UnstagedWrite, match="a ValueError created before a compiled branch"
    ):
        ag.function(noted_in_branch)(POSITIVE)

"""Compiled functions that are called back and refused: nobody handles that."""

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged

X = np.float64(2.0)
pytestmark = pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")


class Refused:
    @ag.function
    def ask(self, x):
        return id((x, 1))


@ag.do_not_convert
def asked(count):
    return [Refused() for _ in range(count)]


@ag.function
def bare(count, x):
    try:
        return asked(count)[0].ask(x)
    except:  # noqa: E722  # a bare one is what is tested
        return None


@ag.function
def general(count, x):
    try:
        return asked(count)[0].ask(x)
    except (ValueError, Exception) as error:
        return str(error)


class Quiet:
    def __init__(self, quiet, left):
        self.quiet, self.left = quiet, left

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.left.append(error[0] is None)
        return self.quiet


@ag.function
def managed(count, x, quiet, left):
    with Quiet(quiet, left):
        return asked(count)[0].ask(x)
    return None


@pytest.mark.parametrize("function", [bare, general])
def test_no_handler_takes_a_refusal_of_what_is_called_back(function):
    for _ in range(2):
        with pytest.raises(NotStaged, match="id"):
            function(1, X)


@pytest.mark.parametrize("function", [bare, general])
def test_handlers_take_the_errors_of_the_program(function):
    assert function(0, X) in (None, "list index out of range")


@pytest.mark.parametrize("quiet", [True, np.bool_(True), None])
def test_managers_leave_and_do_not_hide_a_refusal(quiet):
    left = []
    with pytest.raises(NotStaged, match="id"):
        managed(1, X, quiet, left)
    assert left == [False]


def test_managers_hide_the_errors_of_the_program():
    left = []
    assert managed(0, X, True, left) is None
    assert left == [False]


def test_handlers_of_refusals_get_them():
    @ag.function
    def handled(count, x):
        try:
            return asked(count)[0].ask(x)
        except ag.AutographError:
            return "refused"

    assert handled(1, X) == "refused"

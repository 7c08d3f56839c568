"""Exceptions of the user's program, met or written while tracing."""

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of

POSITIVE, NEGATIVE = np.float64(2.0), np.float64(-2.0)


class Refused(Exception):
    """Without an __init__ of its own."""


class Coded(Exception):
    """With one."""

    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


def raises(x):
    if x < 0:
        raise Refused("negative", x)
    return x


def test_an_exception_is_made_at_run_time(golden):
    golden(graph_of(raises, POSITIVE))
    agree(raises, POSITIVE, NEGATIVE)


def raises_from(x):
    if x < 0:
        raise Refused("outer") from ValueError("inner")
    return x


def test_a_cause(golden):
    golden(graph_of(raises_from, POSITIVE))
    agree(raises_from, POSITIVE, NEGATIVE)


def raises_coded(x):
    if x < 0:
        raise Coded(3)
    return x


def test_an_exception_with_a_constructor_is_made_by_the_run(golden):
    golden(graph_of(raises_coded, POSITIVE))
    agree(raises_coded, POSITIVE, NEGATIVE)


def own_mistake(x):
    if x < 0:
        return {}["missing"]
    return x


def test_a_mistake_on_a_path_not_taken_is_not_raised(golden):
    golden(graph_of(own_mistake, POSITIVE))
    agree(own_mistake, POSITIVE, NEGATIVE)


def mistake_at_once(x):
    return x.no_such_thing


def test_a_mistake_outside_of_branches_is_raised_at_each_call():
    agree(mistake_at_once, POSITIVE, np.ones(2))


def wrong_call(x):
    return if_positive(x, 3)


def if_positive(x):
    return x > 0


def test_a_call_that_does_not_fit_raises_python_s_error():
    agree(wrong_call, POSITIVE)


def handles_plain(x, text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    return x + number


def test_a_handler_of_a_plain_mistake_is_python_s(golden):
    golden(graph_of(handles_plain, POSITIVE, "seven"))
    agree(handles_plain, (POSITIVE, "7"), (POSITIVE, "seven"))


def handles_staged(x, i):
    try:
        return x[i]
    except IndexError:
        return 0.0


def test_a_handler_takes_an_error_of_the_run(golden):
    golden(graph_of(handles_staged, np.ones(3), np.int64(7)))
    agree(handles_staged, (np.ones(3), np.int64(7)), (np.ones(3), np.int64(1)))


def kept_for_later(x):
    problem = None
    if x < 0:
        problem = ValueError("bad")
    if problem is not None:
        raise problem
    return x


def test_an_exception_made_of_plain_values_is_another_at_each_run(golden):
    golden(graph_of(kept_for_later, NEGATIVE))
    checked = ag.function(kept_for_later)
    raised = []
    for _ in range(2):
        with pytest.raises(ValueError, match="bad") as caught:
            checked(NEGATIVE)
        raised.append(caught.value)
    assert raised[0] is not raised[1]

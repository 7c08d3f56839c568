"""Tracebacks of errors at run time: the calls of the user's functions, as in Python."""

import inspect
import sys
import traceback

import numpy as np
import pytest

import autograph as ag
from tests.harness import COMPREHENSIONS

ENTRIES = np.array([4, 2, 0])


def local_functions(x):
    def inverse(value):
        if value > 3:
            return 1
        return 12 // int(value)

    scaled = lambda value: inverse(value) * 2  # noqa: E731 - a frame of its own
    total = 0
    for value in x:
        total += scaled(value)
    return total


def helper(function, value):
    return function(value) + 1


def handed_to_a_helper(x):
    def inverse(value):
        return 12 // int(value)

    return [helper(inverse, value) for value in x]


def plain_error(x):
    def pick(items, index):
        return items[index]

    if x[0] > 0:
        return pick([1, 2], 5)
    return x


def generated(x):
    def inverses():
        for value in x:
            yield 12 // int(value)

    total = 0
    for inverse in inverses():
        total += inverse
    return total


def calls_to(function, *arguments):
    """The lines of the functions that were running when it failed."""
    with pytest.raises((ZeroDivisionError, IndexError)) as caught:
        function(*arguments)
    return [
        (frame.name, frame.line)
        for frame in traceback.extract_tb(caught.value.__traceback__)
        if frame.filename == __file__ and frame.name not in COMPREHENSIONS
    ]


@pytest.mark.parametrize(
    "function", [local_functions, handed_to_a_helper, plain_error, generated]
)
def test_each_call_of_the_users_has_its_line(function):
    plain = calls_to(function, ENTRIES)
    assert len(plain) > 2
    assert calls_to(ag.function(function), ENTRIES) == plain


def line_of_itself(x):
    return x + sys._getframe().f_lineno


def name_of_itself(x):
    return inspect.currentframe().f_code.co_name if x > 1 else ""


def caller(x):
    if x > 1:
        return inspect.stack()[0].function
    return ""


def callers(x):
    return traceback.extract_stack()[-1].name, x


@pytest.mark.parametrize("look", [line_of_itself, name_of_itself, caller, callers])
def test_a_look_at_frames_is_refused(look):
    with pytest.raises(ag.AutographError, match=r"AG(212|301)"):
        ag.function(look)(np.float64(2))


def shown(x):
    try:
        return [][3] + x
    except IndexError:
        return traceback.format_exc()


def test_a_handler_shows_the_users_frames_alone():
    text = ag.function(shown, callbacks="allow")(1.5)
    frames = [line for line in text.splitlines() if line.startswith("  File")]
    assert frames == [
        line for line in shown(1.5).splitlines() if line.startswith("  File")
    ]

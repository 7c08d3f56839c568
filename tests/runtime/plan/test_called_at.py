"""Calls from inlined functions: who looks at callers finds them."""

import sys

import numpy as np
import pytest

import autograph as ag


@ag.do_not_convert
def looking(x):
    frame = sys._getframe(1)
    return frame.f_code.co_name, frame.f_lineno, frame.f_back.f_code.co_name


class Holder:
    def __init__(self, function):
        self.function = function


def inner(holders, x):
    found = []
    for each in holders:
        if x > 0:
            found.append(each.function(x))  # noqa: PERF401 - that has its own frame
    return found


def outer(holders, x):
    return inner(holders, x)


def test_what_the_run_knows_is_called_from_the_place_of_the_inlined_function():
    holders = [Holder(each) for each in (looking, [3.0].count, abs, str, np.sin)]
    compiled = ag.function(outer, callbacks="allow")
    for functions in (holders, holders * 40):
        expected = outer(functions, np.float64(2.0))
        assert expected[0][::2] == ("inner", "outer")
        assert compiled(functions, np.float64(2.0)) == expected


def test_methods_of_containers_need_no_frames():
    seen = []

    def profile(frame, event, argument):
        # The collector may end a generator of another test's here.
        if event == "call" and frame.f_code.co_filename == __file__:
            seen.append(frame.f_code.co_name)

    holders = [Holder({1: x}.get) for x in range(200)]
    compiled = ag.function(outer, callbacks="allow")
    compiled(holders, np.float64(1.0))
    sys.setprofile(profile)
    try:
        assert compiled(holders, np.float64(1.0)) == list(range(200))
    finally:
        sys.setprofile(None)
    assert seen
    assert "inner" not in seen


def letters(holders):
    text = ""
    for each in holders:
        text += chr(each.function)
    return text


def spelled(holders):
    return letters(holders)


def test_builtins_that_look_at_no_caller_are_called_at_once():
    holders = [Holder(65 + number % 26) for number in range(100)]
    compiled = ag.function(spelled, callbacks="allow")
    assert compiled(holders) == spelled(holders)
    assert "in_letters" not in compiled.get_concrete_function(holders).plan
    holders[50].function = -1
    with pytest.raises(ValueError, match=r"chr\(\) arg not in range") as found:
        compiled(holders)
    assert "text += chr(each.function)" in str(found.traceback[-1].statement)

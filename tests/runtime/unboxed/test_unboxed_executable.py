"""Where there is no machine code, loops run on numbers of Python."""

import traceback

import numpy as np
import pytest

import autograph
from runtime import automatic, executors
from runtime.unboxed.unboxed_executable import UnboxedExecutable


@pytest.fixture
def running_sum(monkeypatch):
    """A compiled function that is tried on numbers of Python at its second call."""

    @autograph.function
    def running_sum(a, n):
        for i in range(1, n):
            a[i] += a[i - 1]
        return a

    monkeypatch.setattr(executors, "_INSTALLED", False)
    monkeypatch.setattr(automatic, "SLOW", 0.0)
    return running_sum


def faster(function):
    found = function.concrete_functions[0].executable.faster
    assert isinstance(found, UnboxedExecutable)
    return found


def test_loops_run_on_numbers_of_python(running_sum):
    for _ in range(3):
        result = running_sum(np.arange(100.0), np.int64(100))
    np.testing.assert_array_equal(result, np.cumsum(np.arange(100.0)))
    (loop,) = faster(running_sum).loops
    assert (loop.calls, loop.left) == (2, 0)


def test_errors_have_the_users_lines(running_sum):
    for _ in range(2):
        running_sum(np.arange(100.0), np.int64(100))
    with pytest.raises(IndexError) as caught:
        running_sum(np.arange(100.0), np.int64(101))
    names = [each.name for each in traceback.extract_tb(caught.tb)]
    assert names == ["test_errors_have_the_users_lines", "running_sum"]
    assert faster(running_sum).loops[0].left == 1


def test_a_loop_that_is_left_too_often_stays_with_its_plan(running_sum):
    a = np.full(100, np.nan)
    for _ in range(40):
        running_sum(a, np.int64(100))
    (loop,) = faster(running_sum).loops
    assert loop.left < 20


def test_what_takes_longer_is_not_kept(running_sum, monkeypatch):
    monkeypatch.setattr(automatic, "TRIALS", 3)
    a = np.arange(100_000.0)
    for _ in range(8):
        running_sum(a, np.int64(2))
    assert faster(running_sum).loops[0].calls == 3


def test_what_a_signal_handler_raises_ends_the_call(running_sum, monkeypatch):
    for _ in range(2):
        running_sum(np.arange(100.0), np.int64(100))
    (loop,) = faster(running_sum).loops

    def interrupted(*inputs):
        raise TimeoutError  # as a handler does, at any line

    monkeypatch.setattr(loop.quick, "call", interrupted)
    with pytest.raises(TimeoutError):
        running_sum(np.arange(100.0), np.int64(100))
    assert loop.left == 0

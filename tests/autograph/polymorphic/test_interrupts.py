"""Ctrl-C leaves a first call wherever it is, and the function as it was."""

import _weakrefset
import gc
import inspect
import sys
import weakref

import numpy as np
import pytest

import autograph as ag
from tracer.record.context import ACTIVE

TEXT = """\
def f(x, n):
    total = np.float64(0)
    for v in x:
        try:
            total = total + np.sqrt(v) if v > 1 else total - v
        except BaseException:
            total = total - 1000
    while n > 0:
        n = n - 1
        with np.errstate(all="ignore"):
            total = total / n
        if total > 10:
            break
    return total, [total, n]
"""
ARGUMENTS = np.array([1.0, 4.0]), np.int64(3)


@pytest.fixture(autouse=True)
def own_error_state():
    """Keep what an interrupted `np.errstate` leaves from other tests."""
    with np.errstate():
        yield


def fresh():
    """Define the function anew, so that it is converted, too."""
    space = {"np": np}
    exec(TEXT, space)
    return ag.function(space["f"], source=TEXT)


WEAK = (weakref.__file__, _weakrefset.__file__)


def calls_in(run, interrupted_at=-1):
    """Count the calls of Python functions in a run; Ctrl-C comes at one of them."""
    count = 0

    def profile(frame, event, argument):
        nonlocal count
        # Python closes a generator when it is deleted, and tells weak references of
        # what ends: it ignores what that raises.
        ignored = frame.f_code.co_flags & inspect.CO_GENERATOR
        ignored = ignored or frame.f_code.co_filename in WEAK
        if event == "call" and not ignored:
            count += 1
            if count == interrupted_at:
                raise KeyboardInterrupt

    sys.setprofile(profile)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()  # what it calls would swallow the Ctrl-C
    yield
    gc.enable()


def test_interrupted_first_call(no_collector):
    expected = str(fresh()(*ARGUMENTS))
    first = fresh()
    count = calls_in(lambda: first(*ARGUMENTS))
    kept = []
    for at in range(1, count, max(1, count // 20)):
        decorated = fresh()
        kept.append(decorated)
        limit = sys.getrecursionlimit()
        with pytest.raises(KeyboardInterrupt):
            calls_in(lambda: decorated(*ARGUMENTS), interrupted_at=at)  # noqa: B023
        assert ACTIVE.get() is None
        assert str(decorated(*ARGUMENTS)) == expected
        assert sys.getrecursionlimit() == limit

"""Calls that go to machine code without a frame of Python in between."""

from __future__ import annotations

import gc
import sys
import traceback
import weakref
from types import BuiltinFunctionType
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import autograph as ag
from tests.alarms import ringing
from tests.runtime.native.natively import native

X = np.arange(10.0)
FIVE, ELEVEN = np.int64(5), np.int64(11)


def total(x, n, scale=1.0):
    s = 0.0
    for i in range(n):
        s += x[i] * scale
    return s


def made(function: Any = total) -> Any:
    """Return a function whose calls are straight."""
    found = native(function)
    assert found(X, FIVE, 1.0) == function(X, FIVE, 1.0)
    assert isinstance(type(found).__dict__["__call__"], BuiltinFunctionType)
    return found


def told(function: Any, *arguments: Any, **named: Any) -> tuple[Any, ...]:
    """Return what is seen of the error of a call."""
    try:
        function(*arguments, **named)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [(each.name, each.line) for each in frames]
        causes = error.__cause__, error.__suppress_context__
        return type(error), str(error), lines, repr(error.__context__), causes
    raise AssertionError("it does not fail")


def test_arguments_are_bound_as_by_python() -> None:
    function = made()
    for _ in range(3):
        assert function(n=FIVE, x=X, scale=2.0) == 20.0
        assert function(X, FIVE) == function(X, scale=1.0, n=FIVE) == 10.0
    for given in [(), (X,), (X, FIVE, 1.0, 2.0)]:
        assert told(function, *given)[:2] == told(total, *given)[:2]
    assert told(function, X, m=FIVE)[:2] == told(total, X, m=FIVE)[:2]


def test_errors_show_the_users_lines_and_what_they_came_from() -> None:
    function = made()
    for _ in range(3):
        assert told(function, X, ELEVEN, 1.0) == told(total, X, ELEVEN, 1.0)
    try:
        raise KeyError("first")
    except KeyError:
        assert "KeyError('first')" in told(function, X, ELEVEN, 1.0)


def test_graphs_take_turns() -> None:
    function = made()
    for _ in range(10):
        for x in (X, X.astype(np.int64), X.astype(np.float32), [1, 2, 3, 4, 5]):
            found, expected = function(x, FIVE, 1.0), total(x, FIVE, 1.0)
            assert found == expected
            assert type(found) is type(expected)
    function.cache_clear()
    assert function(X, FIVE, 1.0) == 10.0


def test_it_runs_eagerly_where_it_has_to() -> None:
    function = made()

    def runs_python() -> bool:
        codes = set()
        sys.setprofile(lambda frame, event, given: codes.add(frame.f_code))
        try:
            assert function(X, FIVE, 1.0) == 10.0
        finally:
            sys.setprofile(None)
        return total.__code__ in codes

    assert not runs_python()
    with ag.eager():
        assert runs_python()
    assert not runs_python()


def test_another_function_traces_it() -> None:
    function = made()
    outer = ag.function(lambda x, n: function(x, n, 1.0) * 2.0)
    assert outer(X, FIVE) == outer(X, FIVE) == 20.0


def test_functions_end() -> None:
    def ended() -> weakref.ref[Any]:
        def largest(x, n, scale):
            s = 0.0
            for i in range(n):
                s = max(s, x[i] * scale)
            return s

        return weakref.ref(made(largest))

    found = [ended() for _ in range(5)]
    gc.collect()
    assert not any(each() for each in found)


def test_nothing_is_left_behind() -> None:
    function = made()
    x, missing = np.arange(10.0), (X, FIVE)

    def counts() -> list[int]:
        gc.collect()
        return [*map(sys.getrefcount, (x, FIVE, function._cache.entry, IndexError))]

    for call in (
        lambda: function(x, FIVE, 1.0),
        lambda: function(x, n=FIVE),
        lambda: told(function, x, ELEVEN, 1.0),
        lambda: told(function, *missing[:1]),
    ):
        call()
        before = counts()
        for _ in range(100):
            call()
        pairs = zip(counts(), before, strict=True)
        assert all(after < 50 + first for after, first in pairs)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_it_is_interrupted() -> None:
    @native
    def turning(n):
        k = 0
        while n > 0:
            k = (k + n) % 7
        return k

    turning(np.int64(0))
    for _ in range(2):
        with ringing(KeyboardInterrupt), pytest.raises(KeyboardInterrupt) as caught:
            turning(np.int64(1))
        shown = traceback.extract_tb(caught.value.__traceback__)
        assert "turning" in [each.name for each in shown]
        assert turning(np.int64(0)) == 0


def test_calls_in_a_deep_recursion() -> None:
    function = made()

    def deep(depth: int) -> Any:
        return function(X, FIVE, 1.0) if depth == 0 else deep(depth - 1)

    failed = 0
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit(), 7):
        try:
            assert deep(depth) == 10.0
        except RecursionError:
            failed += 1
    assert failed
    assert function(X, FIVE, 1.0) == 10.0

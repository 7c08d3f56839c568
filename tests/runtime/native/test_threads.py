"""Large arrays: computed without Python's lock, and by several threads."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.native.assembly.tasks import SHARED
from runtime.native.loading import helpers
from tests.runtime.native.natively import natives

pytest.importorskip("llvmlite")

shared = functools.partial(autograph.function, executor="native", threads=3)
LARGE = SHARED // 2 + 78
"""So many elements of a chain of two operations or more are shared."""


def chain(x, y):
    return np.abs((x * y + x) * 0.5 - y) / 3.0 + np.sqrt(x)


def with_inner_loops(x, y):
    return np.exp(-x) * np.tanh(y) + np.maximum(x, y)


def several(x, y):
    total = x * y
    return total > 0.5, total + 1.0, (total - x).astype(np.float32)


def reports(function: Callable[..., Any], *arguments: Any) -> list[str]:
    """Return what a call warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(*arguments)
    return [str(each.message) for each in caught]


def assert_same(function: Callable[..., Any], *arguments: Any) -> None:
    """Test that threads give the bits and warnings of NumPy."""
    decorated = shared(function)
    with np.errstate(all="ignore"):
        found, expected = decorated(*arguments), function(*arguments)
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert one.strides == other.strides
        nan = np.isnan(other)
        assert (np.isnan(one) == nan).all()
        assert one[~nan].tobytes() == other[~nan].tobytes()
    assert reports(decorated, *arguments) == reports(function, *arguments)
    assert all(each.state == "native" for each in natives(decorated))


@pytest.mark.parametrize("function", [chain, with_inner_loops, several])
def test_threads_give_the_same_bits(function: Callable[..., Any]) -> None:
    x, y = np.random.default_rng(3).random((2, LARGE)) + 0.5
    assert_same(function, x, y)
    assert_same(function, x[::2], y[1::2])
    rows = x[: 700 * 700].reshape(700, 700)
    assert_same(function, rows, y[:700])
    assert_same(function, rows[:, :300], y[:700, None])
    assert_same(function, rows[:2], y[:700])


def test_a_warning_of_any_thread_is_given_once() -> None:
    x, y = np.random.default_rng(4).random((2, LARGE)) + 0.5
    for place in (0, LARGE // 2, LARGE - 1):
        for value in (-1.0, np.inf, np.nan, -0.0, 1e308):
            changed = x.copy()
            changed[place] = value
            assert_same(chain, changed, y)


def test_threads_round_as_the_caller_does() -> None:
    # A worker that flushed small numbers to zero would give other bits.
    x = np.full(LARGE, 1e-310)
    assert_same(chain, x, x)


def test_other_threads_run_meanwhile() -> None:
    x = np.random.default_rng(5).random(2_000_000)
    interval = sys.getswitchinterval()
    for decorate in (shared, functools.partial(autograph.function, executor="native")):
        function, expected = decorate(with_inner_loops), with_inner_loops(x, x)
        function(x, x)
        held, ran = threading.Lock(), threading.Event()
        held.acquire()

        def run(held: Any = held, ran: Any = ran) -> None:
            with held:
                ran.set()

        thread = threading.Thread(target=run)
        thread.start()
        sys.setswitchinterval(1000)  # the other runs when this one lets it
        try:
            held.release()
            for _ in range(100):
                assert (function(x, x) == expected).all()
                if ran.is_set():
                    break
            assert ran.is_set()
        finally:
            sys.setswitchinterval(interval)
        thread.join()


def test_calls_from_many_threads_at_once() -> None:
    x, y = np.random.default_rng(6).random((2, LARGE))
    function, expected = shared(chain), chain(x, y)
    function(x, y)
    right: list[bool] = []

    def call() -> None:
        right.extend((function(x, y) == expected).all() for _ in range(5))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert right == [True] * 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_has_helpers_of_its_own() -> None:
    x, y = np.random.default_rng(7).random((2, LARGE))
    function, expected = shared(chain), chain(x, y)
    function(x, y)
    assert helpers._threads
    child = os.fork()
    if child == 0:
        right = not helpers._threads
        right &= bool((function(x, y) == expected).all())
        os._exit(0 if right and helpers._threads else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_without_helpers_the_caller_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(helpers, "_threads", [])
    monkeypatch.setattr(helpers, "Thread", Never)
    x, y = np.random.default_rng(8).random((2, LARGE))
    assert (shared(chain)(x, y) == chain(x, y)).all()


def test_what_interrupts_is_raised_once_all_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    real, before = helpers._tasks.put, signal.signal(signal.SIGINT, interrupted)

    class Queue:
        def put(self, task: bytearray) -> None:
            real(task)
            signal.raise_signal(signal.SIGINT)

    def in_a_loop(x, y):
        for _ in range(3):
            x = x * y + y
        return x

    x, y = np.random.default_rng(9).random((2, LARGE))
    try:
        for function in (shared(chain), shared(in_a_loop)):
            expected = function(x, y)
            with monkeypatch.context() as patch:
                patch.setattr(helpers, "_tasks", Queue())
                with pytest.raises(KeyboardInterrupt):
                    function(x, y)
            assert (function(x, y) == expected).all()
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_number_of_threads_is_one_or_more() -> None:
    refused: list[Any] = [0, -1, 1.5, "2"]
    for wrong in refused:
        with pytest.raises(ValueError, match="threads="):
            autograph.function(chain, threads=wrong)

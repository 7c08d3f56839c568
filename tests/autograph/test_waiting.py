"""Loops that wait for others: what they read is read at each turn."""

import signal
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import autograph as ag

STOP = False


def of_an_array(x):
    turns = 0
    while x[0] == 0:
        turns += 1
    return 1


def of_a_dict(state):
    turns = 0
    while not state["stop"]:
        turns += 1
    return state["stop"]


def by_break(state):
    turns = 0
    while True:
        turns += 1
        if state["stop"]:
            break
    return turns > 0


def of_a_list(items):
    turns = 0
    while items[0] == 0:
        turns += 1
    return items[0]


def of_an_object(settings):
    turns = 0
    while settings.left > 2:
        turns += 1
    return settings.left


def of_a_global(settings):
    turns = 0
    while not STOP:
        turns += 1
    return STOP, settings.left


def stop(settings):
    global STOP
    STOP = True
    settings.left = 1


CASES = [
    (of_an_array, lambda: np.zeros(1), lambda x: x.__setitem__(0, 1)),
    (of_a_dict, lambda: {"stop": False}, lambda d: d.__setitem__("stop", True)),
    (by_break, lambda: {"stop": False}, lambda d: d.__setitem__("stop", True)),
    (of_a_list, lambda: [0], lambda items: items.__setitem__(0, 5)),
    (of_an_object, lambda: SimpleNamespace(left=3), stop),
    (of_a_global, lambda: SimpleNamespace(left=3), stop),
]


@pytest.mark.parametrize(("waits", "make", "change"), CASES)
def test_a_signal_handler_ends_a_loop(waits, make, change, monkeypatch):
    monkeypatch.setitem(globals(), "STOP", False)
    decorated = ag.function(waits, callbacks="allow")
    given = make()
    decorated.get_concrete_function(given)
    before = signal.signal(signal.SIGALRM, lambda *_: change(given))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        result = decorated(given)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert result == waits(given)


def counted(n):
    i = 0
    while i < n:
        i += 1
    return n


def test_a_loop_that_waits_for_nobody_is_left_out():
    assert "while" not in ag.function(counted).get_concrete_function(np.int64(3)).plan


def total(x):
    return np.sum(x)


@ag.do_not_convert
def unknown(x):
    return x


def test_a_handler_in_the_midst_of_a_trace_calls_compiled_functions(monkeypatch):
    decorated = ag.function(total)
    found = []
    before = signal.signal(
        signal.SIGALRM, lambda *_: found.append(decorated(np.ones(6)))
    )
    # Python shows the warning of the call while the function is traced.
    show = lambda *_, **__: signal.raise_signal(signal.SIGALRM)  # noqa: E731
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            monkeypatch.setattr(warnings, "showwarning", show)
            calls = ag.function(lambda x: decorated(unknown(x)))
            assert calls(np.ones(2)) == 2
    finally:
        signal.signal(signal.SIGALRM, before)
    assert found == [6.0]
    assert type(found[0]) is np.float64

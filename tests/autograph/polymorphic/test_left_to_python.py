"""What is too long to trace runs in Python, and says so once."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.polymorphic import function as calls
from tracer.errors import CallbackRefused, CallbackWarning


@pytest.fixture(autouse=True)
def _few_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST_OPERATIONS", 5)


def long(x, y=None):
    if y is not None:
        return x - y
    a = x * x + 1
    b = a - x / 2
    c = b * a + x
    return c - a / b


def test_a_long_function_runs_in_python() -> None:
    decorated = ag.function(long)
    with pytest.warns(CallbackWarning, match="long is too long to compile") as caught:
        found = decorated(np.float64(0.5))
    assert found == long(np.float64(0.5))
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is told once
        assert decorated(np.float64(0.25)) == long(np.float64(0.25))
    assert decorated.trace_count == 0


def test_graphs_that_exist_still_serve() -> None:
    decorated = ag.function(long, callbacks="allow")
    x = np.float64(0.5)
    assert decorated(x, x) == 0.0
    assert decorated(x) == long(x)
    assert decorated(x, x) == 0.0
    assert decorated.trace_count == 1


def test_a_graph_that_is_asked_for_may_be_long() -> None:
    decorated = ag.function(long)
    x = np.float64(0.5)
    decorated.get_concrete_function(x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert decorated(x) == long(x)
    assert decorated.trace_count == 1


def test_calls_back_that_are_forbidden_are_refused() -> None:
    decorated = ag.function(long, callbacks="error")
    with pytest.raises(CallbackRefused, match="too long to compile"):
        decorated(np.float64(0.5))


def test_what_was_called_already_is_not_called_again() -> None:
    asked = []

    @ag.do_not_convert
    def start() -> float:
        asked.append(1)
        return 0.5

    def called(x):
        return long(x * start())

    decorated = ag.function(called)
    with pytest.warns(CallbackWarning, match="in one that is too long"):
        assert decorated(np.float64(1.0)) == long(np.float64(0.5))
    assert len(asked) == 1
    assert decorated(np.float64(2.0)) == long(np.float64(1.0))
    assert len(asked) == 2


def test_cleared_functions_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    decorated = ag.function(long, callbacks="allow")
    decorated(np.float64(0.5))
    monkeypatch.setattr(calls, "MOST_OPERATIONS", 20_000)
    decorated.cache_clear()
    assert decorated(np.float64(0.5)) == long(np.float64(0.5))
    assert decorated.trace_count == 1


def test_what_functools_keeps_may_be_called_again() -> None:
    asked = []

    @functools.lru_cache
    def start() -> float:
        asked.append(1)
        return 0.5

    def called(x):
        return long(x * start())

    decorated = ag.function(called)
    with pytest.warns(CallbackWarning, match="called is too long to compile"):
        assert decorated(np.float64(1.0)) == long(np.float64(0.5))
    assert len(asked) == 1


PARTS = 100
LOOKING = "def looking(x):\n"
LOOKING += "".join(f"    part_{k} = [x, {k}]\n" for k in range(PARTS))
LOOKING += "".join(f"    if x > {k}:\n        x = x + 1\n" for k in range(PARTS))
LOOKING += f"    return x, [{', '.join(f'part_{k}' for k in range(PARTS))}]\n"


def test_what_branches_have_to_look_at_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    namespace: dict[str, Any] = {}
    exec(LOOKING, namespace)
    looking = namespace["looking"]
    monkeypatch.setattr(calls, "MOST_OPERATIONS", 3 * PARTS)
    with pytest.warns(CallbackWarning, match="looking is too long to compile"):
        assert ag.function(looking, source=LOOKING)(np.int64(3))[0] == PARTS + 3
    monkeypatch.setattr(calls, "MOST_OPERATIONS", 13 * PARTS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ag.function(looking, source=LOOKING)(np.int64(3))[0] == PARTS + 3

"""Functions in other places: what works in one has to work in all.

Each form calls a function of the corpus from another one, which is compiled in its
place: with arguments that only the run knows, on one path, in a loop, or with all that
it calls left to Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np

import autograph
from tracer.record.facts import Facts

YES = np.array([True])
ONCE = np.array([1])
Function = Callable[..., Any]


@autograph.do_not_convert
def given(value: Any) -> Any:
    return value


def behind_unknown_code(function: Function, **options: Any) -> Function:
    """Call it with arguments of which the trace knows nothing."""

    def caller(*args: Any) -> Any:
        return function(*[given(each) for each in args])

    return autograph.function(caller, **options)


def on_one_path(function: Function, **options: Any) -> Function:
    """Call it in a branch that the run chooses."""

    def caller(*args: Any) -> Any:
        result = None
        if YES[0]:
            result = function(*args)
        return result

    return autograph.function(caller, **options)


def in_a_loop(function: Function, **options: Any) -> Function:
    """Call it in a loop of which the run knows the length."""

    def caller(*args: Any) -> Any:
        result = None
        for _ in range(ONCE[0]):
            result = function(*args)
        return result

    return autograph.function(caller, **options)


def calling_python(function: Function, **options: Any) -> Function:
    """Compile it alone: what it calls is called in Python."""
    decorated = autograph.function(function, **options)

    def call(*args: Any) -> Any:
        with _leaving_calls():
            return decorated(*args)

    return call


@contextmanager
def _leaving_calls() -> Iterator[None]:
    initialize = Facts.__init__

    def brief(facts: Facts) -> None:
        initialize(facts)
        facts.brief = True

    with mock.patch.object(Facts, "__init__", brief):
        yield

"""Decorated functions that Python runs: generators, and what is too long to trace."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.choices import Choices
from tracer.errors import CallbackRefused, CallbackWarning, TooLong
from tracer.serve.head_results import HeadResults

R = TypeVar("R")

MOST_OPERATIONS = 10_000
"""How many operations are recorded for a call, in all tries, before it is given up.

That takes some four seconds. Only the user can know that more is worth it.
"""


class LeftToPython:
    """Runs a function as it is, where it is not compiled.

    Parameters
    ----------
    function : function
        The user's function.
    choices : Choices
        What the user asked for.
    """

    def __init__(self, function: FunctionType, choices: Choices) -> None:
        self._function = function
        self._choices = choices
        self._why: _Why | None = None
        self._warned = False
        if inspect.isgeneratorfunction(function):
            self._why = _generating(function.__name__)

    def unless(
        self,
        trace: Callable[[Any, Any, HeadResults], R],
        args: Any,
        kwargs: Any,
        results: HeadResults,
    ) -> R | None:
        """Return what tracing returns; None if Python is to run the function."""
        if self._why is None or results.bound:
            try:
                return trace(args, kwargs, results)
            except TooLong:
                self._why = _too_long(self._function.__name__)
        return None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function, and warn once that it is not compiled."""
        place, why = call_site(), self._why
        assert why is not None
        if self._choices.callbacks == "error":
            raise CallbackRefused(
                f"{why.what}; callbacks='error' forbids that",
                span=place,
                hint=why.remedy,
            )
        if self._choices.callbacks == "warn" and not self._warned:
            self._warned = True
            text = f"{why.what}{why.rest} (callbacks='allow' silences this)"
            warnings.warn_explicit(CallbackWarning(text), None, place.file, place.line)
        return self._function(*args, **kwargs)


class _Why(NamedTuple):
    """Why a function is not compiled, and what to do."""

    what: str
    remedy: str
    rest: str


def _generating(name: str) -> _Why:
    remedy = "collect the values in a list or an array, and return it"
    return _Why(
        f"{name} is a generator, which runs in Python",
        remedy,
        f" and is not compiled; {remedy}, or compile the function that goes through it",
    )


def _too_long(name: str) -> _Why:
    remedy = "compile the functions in it that compute with numbers and arrays"
    return _Why(
        f"{name} is too long to compile when it is called: tracing it took more than "
        f"{MOST_OPERATIONS:,} operations. It runs in Python",
        remedy,
        f" from now on; {remedy}, or all of it by {name}.get_concrete_function(...)",
    )

"""Decorated generators: Python runs them, where their values are taken."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.choices import Choices
from tracer.errors import CallbackRefused, CallbackWarning

REMEDY = "collect the values in a list or an array, and return it"


def generating(function: FunctionType, choices: Choices) -> Callable[..., Any] | None:
    """Return what calls of a decorated generator run; None for other functions.

    It warns once that the function is not compiled.
    """
    if not inspect.isgeneratorfunction(function):
        return None
    warned: list[bool] = []

    def called(*args: Any, **kwargs: Any) -> Any:
        what = f"{function.__name__} is a generator, which runs in Python"
        place = call_site()
        if choices.callbacks == "error":
            raise CallbackRefused(
                f"{what}; callbacks='error' forbids that",
                span=place,
                hint=REMEDY,
            )
        if choices.callbacks == "warn" and not warned:
            warned.append(True)
            text = (
                f"{what} and is not compiled; {REMEDY}, or compile the function that "
                "goes through it (callbacks='allow' silences this)"
            )
            warnings.warn_explicit(CallbackWarning(text), None, place.file, place.line)
        return function(*args, **kwargs)

    return called

"""Where errors leave the library: their tracebacks show the user's program alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from runtime.tracebacks import shorten
from tracer.record.context import ACTIVE

P = ParamSpec("P")
R = TypeVar("R")


def leave(error: BaseException) -> None:
    """Take the frames of the library out of the traceback of an error.

    Not within a trace: tracing reads from tracebacks whose errors they are.
    """
    if ACTIVE.get() is None:
        shorten(error)


def boundary(function: Callable[P, R]) -> Callable[P, R]:
    """Let errors of a public function show the user's program alone."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            leave(error)
            raise

    return called

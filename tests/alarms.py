"""Signals that raise in the middle of a call."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AGAIN = 1.0
"""The seconds until a signal that was lost comes again."""


@contextmanager
def no_callbacks_of_the_collector() -> Iterator[None]:
    """Set the callbacks of the garbage collector aside, Hypothesis's for one.

    What a signal raises within one is lost, and pytest reports it as an error.
    """
    callbacks = gc.callbacks.copy()
    gc.callbacks.clear()
    try:
        yield
    finally:
        gc.callbacks[:] = callbacks


@contextmanager
def ringing(error: type[BaseException], seconds: float = 0.05) -> Iterator[None]:
    """Raise an error from a signal handler after some time, and again until the end.

    Python drops what is raised in a callback of C's, or in `__del__`.
    Until it rings again, who is told of that has time to write it down.
    It is not SIGINT, which a shell has programs in the background ignore.
    """

    def ring(*_: Any) -> None:
        raise error

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        with no_callbacks_of_the_collector():
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)

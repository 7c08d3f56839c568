"""Switches for all functions: run as plain Python, or trace no new graph."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from runtime.forked_locks import new_lock
from tracer.errors import NotStaged
from tracer.record.context import ACTIVE

VARIABLE = "AUTOGRAPH_EAGER"
"""The environment variable that turns the global switch on from the start."""
_EAGER_HERE: ContextVar[bool] = ContextVar("eager", default=False)
_NO_RETRACE: ContextVar[bool] = ContextVar("no_retrace", default=False)


class _Eager:
    """The switches to plain Python, with one flag that each call reads.

    Attributes
    ----------
    everywhere : bool
        The global switch, which holds for all threads.
    anywhere : bool
        Whether that switch is on, or any thread is in a block of `eager`.
    seen : list of bool
        The same, where machine code sees it.
    """

    def __init__(self) -> None:
        self.everywhere = os.environ.get(VARIABLE, "0") not in ("", "0")
        self.anywhere = self.everywhere
        self.seen = [self.anywhere]
        self._blocks = 0
        self._lock = new_lock()

    def switch(self, everywhere: bool) -> None:
        """Turn the global switch on or off."""
        with self._lock:
            self.everywhere = everywhere
            self._tell()

    def enter(self, blocks: int) -> None:
        """Count a block that begins or ends."""
        with self._lock:
            self._blocks += blocks
            self._tell()

    def _tell(self) -> None:
        self.anywhere = self.seen[0] = self.everywhere or self._blocks > 0


EAGER = _Eager()


def eager() -> AbstractContextManager[None]:
    """Run functions as plain Python, to step through them.

    This holds for the calls in the block, in this thread and context.

    Examples
    --------
    >>> from autograph import function
    >>> @function
    ... def double(x):
    ...     return x + x
    >>> with eager():
    ...     double(2)
    4
    """
    _refuse_in_trace("ag.eager()")
    return _eagerly()


@contextmanager
def _eagerly() -> Iterator[None]:
    token = _EAGER_HERE.set(True)
    EAGER.enter(1)
    try:
        yield
    finally:
        EAGER.enter(-1)
        _EAGER_HERE.reset(token)


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Run all functions as plain Python, or as graphs again.

    With the environment variable ``AUTOGRAPH_EAGER=1`` they do from the start, so that
    a debugger or a measurement of coverage sees the user's own code.

    Parameters
    ----------
    run_eagerly : bool
        Whether functions run as plain Python from now on, in every thread.

    Examples
    --------
    >>> from autograph import function
    >>> @function
    ... def doubled(x):
    ...     return x * 2
    >>> run_functions_eagerly(True)
    >>> doubled(3.0), doubled.trace_count
    (6.0, 0)
    >>> run_functions_eagerly(False)
    >>> doubled(3.0), doubled.trace_count
    (6.0, 1)
    """
    _refuse_in_trace("ag.run_functions_eagerly()")
    EAGER.switch(run_eagerly)


def _refuse_in_trace(name: str) -> None:
    """Raise if a switch is used within a traced function, which is one graph."""
    running = ACTIVE.get()
    if running is None:
        return
    running.refuse(
        NotStaged(
            f"{name} is used in a compiled function, which is one graph with all that "
            "it calls",
            hint="use it around the call of the decorated function, or in a function "
            "marked @ag.do_not_convert",
        )
    )


def runs_eagerly() -> bool:
    """Whether functions run as plain Python here."""
    return EAGER.everywhere or _EAGER_HERE.get()


def no_retrace() -> AbstractContextManager[None]:
    """Raise on calls that would trace a graph, in code that must not be slow.

    Call each function with all kinds of arguments before the block. A call in the block
    that none of its graphs serves raises `RetraceError`. The message names what is new.

    Examples
    --------
    >>> import numpy as np
    >>> from autograph import function
    >>> @function
    ... def double(x):
    ...     return x + x
    >>> _ = double(np.ones(3))
    >>> with no_retrace():
    ...     double(np.zeros(3))
    array([0., 0., 0.])
    """
    # What is called within a trace is part of its graph, and needs none.
    return nullcontext() if ACTIVE.get() is not None else _not_retracing()


@contextmanager
def _not_retracing() -> Iterator[None]:
    token = _NO_RETRACE.set(True)
    try:
        yield
    finally:
        _NO_RETRACE.reset(token)


def may_trace() -> bool:
    """Whether a call may trace a graph here."""
    return not _NO_RETRACE.get()

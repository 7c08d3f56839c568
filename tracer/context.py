"""The trace that is running in this context, if any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.trace import Trace

ACTIVE: ContextVar[Trace | None] = ContextVar("active trace", default=None)
"""Operators look here: without a trace they are plain Python."""


@contextmanager
def untraced() -> Iterator[None]:
    """Run code of which the trace knows nothing, and which knows nothing of it."""
    token = ACTIVE.set(None)
    try:
        yield
    finally:
        ACTIVE.reset(token)

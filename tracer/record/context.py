"""The trace that is running in this context, if any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

ACTIVE: ContextVar[Any] = ContextVar("active trace", default=None)
"""Operators look here: without a trace they are plain Python."""
NEVER = object()
"""Given for what a context manager swallows that is known never to swallow."""


@contextmanager
def untraced() -> Iterator[None]:
    """Run code of which the trace knows nothing, and which knows nothing of it."""
    token = ACTIVE.set(None)
    try:
        yield
    finally:
        ACTIVE.reset(token)

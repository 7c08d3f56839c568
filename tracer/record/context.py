"""The trace that is running in this context, if any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

ACTIVE: ContextVar[Any] = ContextVar("active trace", default=None)
"""The active trace: without one, operators are plain Python."""
NEVER = object()
"""Given for what a context manager swallows that is known never to swallow."""


@contextmanager
def untraced() -> Iterator[None]:
    """Run code outside the active trace."""
    token = ACTIVE.set(None)
    try:
        yield
    finally:
        ACTIVE.reset(token)

"""The trace that is running in this context, if any."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.trace import Trace

ACTIVE: ContextVar[Trace | None] = ContextVar("active trace", default=None)
"""Operators look here: without a trace they are plain Python."""

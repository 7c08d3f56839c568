"""``assert`` on symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.flow.branches import branch_on, is_symbolic, tested
from tracer.record.trace import Trace


def assert_(trace: Trace, test: Any, message: Callable[[], Any] | None = None) -> None:
    """Apply `autograph.assert_` while tracing."""
    if not __debug__:
        return

    def fail() -> None:
        arguments = () if message is None else (message(),)
        trace.emit("raise_error", AssertionError, arguments)

    test = tested(test)
    if is_symbolic(test):
        branch_on(trace, test, lambda: None, fail)
    elif not test:
        with trace.construct:
            fail()

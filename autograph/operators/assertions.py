"""``assert``."""

from collections.abc import Callable
from typing import Any

from tracer.context import ACTIVE


def assert_(test: Any, message: Callable[[], Any] | None = None) -> None:
    """Raise AssertionError unless the test holds (never under ``python -O``)."""
    trace = ACTIVE.get()
    if trace is not None:
        trace.assertions.assert_(trace, test, message)  # noqa: PT009 - not unittest's
    elif __debug__ and not test:
        if message is None:
            raise AssertionError
        raise AssertionError(message())

"""``assert``."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def assert_(test: Any, message: Callable[[], Any] | None = None) -> None:
    """Raise AssertionError unless the test holds; never under ``python -O``."""
    if __debug__ and not test:
        if message is None:
            raise AssertionError
        raise AssertionError(message())

"""The context managers of a ``with``."""

from typing import Any


def context(manager: Any) -> Any:
    """Give what the ``with`` statement enters."""
    return manager

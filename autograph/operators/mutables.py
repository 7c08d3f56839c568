"""Fresh containers that change under control flow."""

from typing import Any


def mutable(container: Any) -> Any:
    """Give a fresh container that the same function changes under control flow."""
    return container

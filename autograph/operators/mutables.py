"""Fresh containers that change under control flow."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def mutable(container: Any) -> Any:
    """Return a fresh container that the same function changes under control flow."""
    return container

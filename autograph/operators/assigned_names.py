"""Values and the names that they are assigned to."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def assigned(value: Any, *names: str | tuple[str | None] | None) -> Any:
    """Return a value that the function assigns to a name, or to several."""
    return value

"""Fresh containers that change under control flow."""

from typing import Any

from tracer.context import ACTIVE


def mutable(container: Any) -> Any:
    """Give a fresh container that the same function changes under control flow."""
    trace = ACTIVE.get()
    return container if trace is None else trace.made.mutable(container)

"""The subject of a ``match``."""

from typing import Any

from tracer.context import ACTIVE


def subject(value: Any, classes: bool = False) -> Any:
    """Give what the ``match`` statement looks at.

    Parameters
    ----------
    value
        The subject.
    classes
        Whether a pattern asks for a class.
    """
    trace = ACTIVE.get()
    return value if trace is None else trace.items.subject(trace, value, classes)

"""What is said of a call that has no form over blocks."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from runtime.errors import NotBlocked, Span

COMPUTE = "compute it before the call, and pass the array of NumPy's"


class Unsuited(Exception):
    """A call that has no form over blocks.

    Parameters
    ----------
    why : str
        What stands in the way.
    hint : str
        What to write instead.
    """

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.why = why
        self.hint = hint


def not_blocked(name: str, why: str, hint: str, span: Span | None) -> NotBlocked:
    """Return the error of a function that cannot run over blocks."""
    told = f"{name} cannot run block by block: {why}"
    return NotBlocked(told, span=users_span(span), hint=hint)


def users_span(span: Span | None) -> Span | None:
    """Return the user's position, not one in the Python code of NumPy.

    Examples
    --------
    >>> users_span(Span(np.__file__, 3, caller=Span("heat.py", 5))).file
    'heat.py'
    """
    home = str(Path(np.__file__).parent)
    while span is not None and span.caller is not None and span.file.startswith(home):
        span = span.caller
    return span

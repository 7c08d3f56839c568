"""The position where the user's program calls this package."""

from __future__ import annotations

import sys

from runtime.errors import Span
from runtime.frames import is_ours


def call_site() -> Span:
    """Return the position of the user's call that is running."""
    frame = sys._getframe(1)
    while frame.f_back is not None and is_ours(frame.f_code):
        frame = frame.f_back
    code = frame.f_code
    return Span(code.co_filename, frame.f_lineno, -1, code.co_name)

"""The position where the user's program calls this package."""

from __future__ import annotations

import sys
from pathlib import Path

from runtime.errors import Span

_ROOT = Path(__file__).parents[2]
_OURS = tuple(str(_ROOT / name) for name in ("autograph", "tracer", "runtime"))


def call_site() -> Span:
    """Return the position of the user's call that is running."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_OURS) and not file.startswith("<entry of"):
            break
        frame = frame.f_back
    code = frame.f_code
    return Span(code.co_filename, frame.f_lineno, -1, code.co_name)

"""`warnings.warn` of a plan, with the position that plain Python would report.

A plan's one frame may represent several functions, and frames of the library lie
between it and its caller. So levels of the stack cannot be counted as `warnings.warn`
counts them.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, MutableMapping
from types import FrameType
from typing import Any

from runtime.frames import is_ours, stands_in

Warner = Callable[..., None]


def warner_at(file: str, line: int, home: MutableMapping[str, Any]) -> Warner:
    """Return a function that warns at a position in the user's source.

    Parameters
    ----------
    file, line
        The position.
    home : mapping
        The globals of the code there: warnings are filtered as those of its module,
        and shown once.
    """

    def warn(message: Any, category: Any = None, source: Any = None) -> None:
        _warn(message, category, source, file, line, home)

    return warn


def warner_outside(level: int) -> Warner:
    """Return a function that warns some levels outside the decorated function."""

    def warn(message: Any, category: Any = None, source: Any = None) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and stands_in(frame.f_code):  # of the same plan
            frame = frame.f_back
        for _ in range(level):
            frame = _caller(frame)
        if frame is None:
            _warn(message, category, source, "sys", 1, vars(sys))
            return
        file, line, home = frame.f_code.co_filename, frame.f_lineno, frame.f_globals
        _warn(message, category, source, file, line, home)

    return warn


def _caller(frame: FrameType | None) -> FrameType | None:
    """Return the next frame that is not one of the library."""
    while frame is not None:
        frame = frame.f_back
        if frame is None:
            return None
        if not is_ours(frame.f_code):
            return frame
    return None


def _warn(
    message: Any,
    category: Any,
    source: Any,
    file: str,
    line: int,
    home: MutableMapping[str, Any],
) -> None:
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        name = type(category).__name__
        raise TypeError(f"category must be a Warning subclass, not {name!r}")
    registry = home.setdefault("__warningregistry__", {})
    module = home.get("__name__") or "<string>"
    warnings.warn_explicit(
        message, category, file, line, module, registry, source=source
    )

"""The user's signal handlers, which Python may run in the midst of a trace."""

from __future__ import annotations

import signal
import sys
from types import CodeType, FrameType


def handlers() -> frozenset[CodeType]:
    """Return the code of all signal handlers written in Python."""
    found = map(signal.getsignal, signal.valid_signals())
    codes = {getattr(handler, "__code__", None) for handler in found}
    return frozenset(code for code in codes if code is not None)


def is_interrupted() -> bool:
    """Whether a signal handler runs, so that what it calls is no part of a trace."""
    codes = handlers()
    frame: FrameType | None = sys._getframe(1)
    while codes and frame is not None:
        if frame.f_code in codes:
            return True
        frame = frame.f_back
    return False

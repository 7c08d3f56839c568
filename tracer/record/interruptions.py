"""The user's signal handlers, which Python may run in the midst of a trace."""

from __future__ import annotations

import signal
import sys
from traceback import walk_tb
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


def comes_from_signal(error: BaseException) -> bool:
    """Whether a signal handler raised an exception, or Python did for Ctrl-C."""
    codes = handlers()
    raising = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
    return isinstance(error, KeyboardInterrupt) or any(map(codes.__contains__, raising))

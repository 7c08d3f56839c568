"""The frames that run converted code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, TypeVar

from tracer.policy import OURS
from tracer.record.traced_globals import TracedGlobals

_beginnings: set[int] = set()
Beginning = TypeVar("Beginning", bound=Callable[..., Any])


def begins_a_trace(function: Beginning) -> Beginning:
    """Mark the function that runs a trace: frames around it are none of the trace."""
    _beginnings.add(id(function.__code__))
    return function


def user_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame that runs converted code."""
    while frame is not None:
        if type(frame.f_globals) is TracedGlobals:
            return frame
        frame = frame.f_back
    return None


def frame_of(code: CodeType, frame: FrameType) -> FrameType:
    """Return the innermost frame that runs a code object, or else the given one."""
    found: FrameType | None = frame
    while found is not None and found.f_code is not code:
        found = found.f_back
    return found or frame


def user_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames of the trace that run converted code, the innermost first."""
    while frame is not None and id(frame.f_code) not in _beginnings:
        if type(frame.f_globals) is TracedGlobals:
            yield frame
        frame = frame.f_back


def is_called_by_user(frame: FrameType) -> bool:
    """Whether converted code has called what runs in a frame, by our code alone."""
    above: FrameType | None = frame
    while above is not None and type(above.f_globals) is not TracedGlobals:
        if str(above.f_globals.get("__name__")).partition(".")[0] not in OURS:
            return False
        above = above.f_back
    return above is not None


def is_closing() -> bool:
    """Whether Python is closing a generator that nothing advances any more.

    It would print any other exception, and continue all the same.
    """
    return type(sys.exception()) is GeneratorExit

"""The frames that run converted code, and the values of their names."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, TypeVar

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


def locals_of(frame: FrameType) -> tuple[Any, ...]:
    """Return the values of the names of a running function.

    Python keeps the dict that it makes for them; emptied, it keeps nothing alive.
    """
    space = frame.f_locals
    found = tuple(space.values())
    if type(space) is dict and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        space.clear()
    return found


def user_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames of the trace that run converted code, the innermost first."""
    while frame is not None and id(frame.f_code) not in _beginnings:
        if type(frame.f_globals) is TracedGlobals:
            yield frame
        frame = frame.f_back


def generates(frame: FrameType) -> bool:
    """Whether a frame is that of a generator."""
    return bool(frame.f_code.co_flags & inspect.CO_GENERATOR)


def is_closing() -> bool:
    """Whether Python is closing a generator that nothing advances any more.

    It would print any other exception, and continue all the same.
    """
    frames = user_frames(sys._getframe(1))
    return type(sys.exception()) is GeneratorExit and any(map(generates, frames))

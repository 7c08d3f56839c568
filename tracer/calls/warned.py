"""`warnings.warn` in a trace: recorded with the position that it names."""

from __future__ import annotations

import warnings
from types import FrameType
from typing import Any

from runtime.errors import Span
from runtime.warned import warner_at, warner_outside
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals


def warn(
    trace: Trace,
    /,
    message: Any,
    category: Any = None,
    stacklevel: Any = 1,
    source: Any = None,
    **others: Any,
) -> Any:
    """Record a warning for the running position, or that of a caller."""
    if type(stacklevel) is not int or others:
        keywords = {"stacklevel": stacklevel, "source": source, **others}
        return trace.asked.unknown(warnings.warn, (message, category), keywords)
    places = _places(trace.stack.span())
    if stacklevel > len(places):
        warner = warner_outside(stacklevel - len(places))
    else:
        place = places[max(stacklevel, 1) - 1]
        home = _globals_at(trace.stack.frame(), place.file)
        warner = warner_at(place.file, place.line, home)
    trace.emit("call", warner, message, category, source)
    return None


def _places(span: Span | None) -> list[Span]:
    """Return the calls through which a position was inlined, the innermost first."""
    places = []
    while span is not None:
        places.append(span)
        span = span.caller
    return places


def _globals_at(frame: FrameType | None, file: str) -> dict[str, Any]:
    """Return the globals of the innermost converted code of a file."""
    found = None
    while frame is not None:
        if type(frame.f_globals) is TracedGlobals:
            found = found or frame.f_globals.real
            if frame.f_code.co_filename == file:
                return frame.f_globals.real
        frame = frame.f_back
    assert found is not None
    return found

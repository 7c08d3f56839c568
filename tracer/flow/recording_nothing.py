"""Bodies that run in Python as long as they record nothing.

A body that records something becomes a region of the graph. Where it has done nothing
else so far, the trace goes on from where the body began; else it restarts.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any

from tracer.flow.settling import take_back
from tracer.record.builder import RecordingBegan
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals

OPERATORS = ("autograph", "tracer")
"""The packages whose frames implement Python's own statements."""


@contextmanager
def recording_nothing(trace: Trace, site: Hashable) -> Iterator[None]:
    """Run the code within in Python; raise `RecordingBegan` if it records anything."""
    token = object()
    trace.builder.barred.append(token)
    try:
        yield
    finally:
        trace.builder.barred.remove(token)
        if token in trace.builder.recorded:
            trace.facts.protected.add(site)
            # A `return` in a `finally` that stays Python swallows what leaves the body.
            if not isinstance(sys.exception(), RecordingBegan):
                trace.restart()


def taken_back(trace: Trace, mark: Any, recorded: RecordingBegan) -> None:
    """Undo what ran in Python, if it has done nothing yet; else restart the trace."""
    if trace.builder.barred:
        raise recorded  # a statement around this one was not to record anything either
    if not all(_begins(trace, place) for place in _frames(recorded)):
        trace.restart()
    take_back(trace, mark)


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int] | None]:
    """Yield where the frames of an exception are; None for code of a library."""
    place = error.__traceback__
    while place is not None:
        frame = place.tb_frame
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if type(frame.f_globals) is TracedGlobals:
            yield frame, place.tb_lasti
        elif package not in OPERATORS:
            yield None
        place = place.tb_next


def _begins(trace: Trace, place: tuple[FrameType, int] | None) -> bool:
    """Whether the code of a frame has done nothing but look up names so far."""
    if place is None:
        return False
    frame, here = place
    names = trace.options.instructions.looked_into(frame.f_code, here)
    if names is None:
        return False
    known = frame.f_locals
    return all(isinstance(known.get(name), ModuleType) for name in names)

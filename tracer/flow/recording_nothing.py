"""Bodies that run in Python as long as they record nothing.

A body that records something becomes a region of the graph: the trace goes back to
where the body began.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from tracer.flow.settling import take_back
from tracer.record.builder import RecordingBegan
from tracer.record.trace import Trace


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
    """Go back to where a body began, which then becomes a region."""
    if trace.builder.barred:
        raise recorded  # a statement around this one was not to record anything either
    take_back(trace, mark)

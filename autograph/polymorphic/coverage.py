"""Measurements of coverage, which pause while a function is traced.

A trace runs both arms of an ``if``, and the body of a loop, whether or not the program
ever reaches them. What the graph runs is measured, under the user's own lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def trace_function() -> Callable[..., Any] | None:
    """Return the trace function of coverage.py, if it measures in this thread.

    Whoever turns it off has to turn it on again in the same frame: it counts the frames
    that begin and end.
    """
    found = sys.gettrace()
    owner = getattr(found, "__self__", found)
    return found if _is_coverages(type(owner).__module__) else None


@contextmanager
def unmonitored() -> Iterator[None]:
    """Pause the other way in which coverage.py measures, from Python 3.12 on."""
    monitoring: Any = getattr(sys, "monitoring", None)
    tool = monitoring and monitoring.get_tool(monitoring.COVERAGE_ID)
    if not tool or not _is_coverages(tool):
        yield
        return
    events = monitoring.get_events(monitoring.COVERAGE_ID)
    monitoring.set_events(monitoring.COVERAGE_ID, 0)
    try:
        yield
    finally:
        monitoring.set_events(monitoring.COVERAGE_ID, events)


def _is_coverages(name: str) -> bool:
    return name.partition(".")[0] in ("coverage", "coveragepy")

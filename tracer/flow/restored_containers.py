"""Containers whose changes are taken back when a try of the trace is.

What the trace changes in place outside of the regions of the graph stays Python's own.
A copy made before the first change restores it.
"""

from __future__ import annotations

from typing import Any

from tracer.flow.container_contents import PLAIN
from tracer.record.trace import Trace


class RestoredContainers:
    """The copies of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._builder = trace.builder
        self._copied: dict[int, int] = {}

    def changing(self, container: Any) -> None:
        """Record that a plain container is about to change in place."""
        builder, key = self._builder, id(container)
        if type(container) not in PLAIN:
            return
        if key in self._copied and builder.is_undone(self._copied[key]):
            return  # one copy is enough until somebody may go back to where we are
        copied = container.copy()
        before = self._copied.get(key)

        def restore() -> None:
            if before is None:
                del self._copied[key]
            else:
                self._copied[key] = before
            container.clear()
            if type(container) is list:
                container.extend(copied)
            else:
                container.update(copied)

        self._copied[key] = builder.changes
        builder.on_rollback(restore)

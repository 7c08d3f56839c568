"""Containers whose changes are taken back when a try of the trace is.

What the trace changes in place outside of the regions of the graph stays Python's own.
A copy made before the first change restores it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tracer.flow.container_contents import PLAIN
from tracer.flow.structure import is_structure, rebuild
from tracer.record.builder import OpenRegion
from tracer.record.symbols import Symbol
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
            set_contents(container, copied)

        self._copied[key] = builder.changes
        builder.on_rollback(restore)


def set_contents(container: Any, copied: Any) -> None:
    """Let a container have the contents of a copy of it."""
    container.clear()
    if type(container) is list:
        container.extend(copied)
    else:
        container.update(copied)


def with_values_of(trace: Trace, regions: list[OpenRegion], value: Any) -> Any:
    """Return a value like this one that holds no symbol of any other region.

    A try that goes on in vain gets the same types from it.
    """
    return _converted(trace, regions, {}, value)


def _converted(
    trace: Trace, regions: list[OpenRegion], made: dict[int, Any], value: Any
) -> Any:
    """Convert a value, with what was made for containers so far.

    Within the function above it would keep itself, and all that it has made.
    """
    convert = partial(_converted, trace, regions, made)
    if type(value) is Symbol:
        if value._ag_region in regions:
            return value
        item = trace.builder.value("item", value._ag_value.type)
        return trace.wrap(item, regions[-1])
    if is_structure(value):
        return rebuild(value, [*map(convert, value)])
    if type(value) not in PLAIN:
        return value
    if id(value) not in made:  # else it holds itself, or stands in two places
        made[id(value)] = copied = type(value)()
        if type(value) is dict:
            copied.update((key, convert(each)) for key, each in value.items())
        else:
            set_contents(copied, [*map(convert, value)])
    return made[id(value)]

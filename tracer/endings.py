"""Exceptions by which a step of an iterator says that there is no further item."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.trace import Trace


@dataclass(frozen=True)
class Ending:
    """A step that may be the last one, which an exception says.

    Attributes
    ----------
    classes : tuple of type
        The exceptions that say so.
    site : hashable
        Where the step is taken.
    depth : int
        How many regions are open around it.
    """

    classes: tuple[type[Exception], ...]
    site: Hashable
    depth: int


def leaves(trace: Trace, error: object) -> bool:
    """Say whether raising this here ends a step, as Python alone can see.

    Where it does so in a branch of the graph the trace begins again, and the step is
    taken as a ``try`` of the graph.
    """
    if not trace.endings:
        return False
    ending = trace.endings[-1]
    kind = error if isinstance(error, type) else type(error)
    if not issubclass(kind, ending.classes):
        return False
    if ending.depth == len(trace.builder.regions):
        return True
    trace.facts.protected.add(ending.site)
    trace.restart()

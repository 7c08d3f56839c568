"""Changes in place that a region makes to older containers and exceptions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, takewhile
from types import FrameType, FunctionType
from typing import Any

from tracer.flow.container_contents import (
    NESTING,
    distinct_containers,
    same_items,
    with_items,
)
from tracer.flow.function_changes import Changing, attributes, functions_in
from tracer.flow.function_changes import unchanged as functions_unchanged
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.made_exceptions import unchanged as exceptions_unchanged
from tracer.flow.structure import containers_in
from tracer.record.frames import locals_of, user_frame, user_frames
from tracer.record.late_restarts import LateRestarts
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


@dataclass(frozen=True, eq=False)
class _Reached:
    """What the user's program may reach where a region begins.

    Parameters
    ----------
    frame : frame or None
        The innermost frame of the user's there.
    containers, exceptions, functions : list
        What that frame and those around it reach.
    """

    frame: FrameType | None
    containers: list[Any]
    exceptions: list[BaseException]
    functions: list[Changing]


class RegionChanges:
    """What the regions of one trace change in place."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._open: list[_Reached] = []

    @contextmanager
    def unchanged(self, state: tuple[Any, ...]) -> Iterator[None]:
        """Ensure that a region changes no older container in place, as ``+=`` does.

        This holds for those in the state of its construct, and for any that it reaches
        by another name. Its writes to their items are storage of the trace, and no
        change.
        """
        builder = self._trace.builder
        depth = len(builder.regions) - 1
        carried = [(each, each.copy()) for each in containers_in(state)]
        alive = self._reached()
        reached = [(each, each.copy()) for each in alive.containers]
        self._open.append(alive)
        try:
            with (
                functions_unchanged(self._trace, alive.functions),
                exceptions_unchanged(self._trace, alive.exceptions),
            ):
                yield
        finally:
            self._open.remove(alive)
            for container, copied in carried:
                if not same_items(container, copied):
                    self._trace.part(MadeContainers).must_exist(container)
            for container, copied in reached:
                if not same_items(container, copied):
                    for region in builder.regions[depth:]:
                        with_items(copied, container, region.changed)
                    if not same_items(container, copied):
                        with self._trace.part(LateRestarts).once(id(container)):
                            self._trace.part(MadeContainers).must_exist(container)

    def _reached(self) -> _Reached:
        """Return what was made so far and the user's program may still reach.

        The frames around an open region wait until it ends: what they reach is known.
        """
        around = self._open[-1] if self._open else _Reached(None, [], [], [])
        frame = user_frame(sys._getframe(1))
        frames = takewhile(lambda each: each is not around.frame, user_frames(frame))
        values = [*chain(*map(locals_of, frames))]
        held = self._trace.part(MadeContainers).held()
        found = distinct_containers(chain(held, values), around.containers)
        items = _single(values, found)
        functions = functions_in(self._trace, items)
        held_by = [attributes(each) for each in items if type(each) is FunctionType]
        if held_by:
            found = distinct_containers(chain(*held_by), found)
            items = _single(values, found)
        made = self._trace.part(MadeExceptions).made()
        reached = chain(made, around.exceptions, items)
        raised = {id(each): each for each in reached if _is_exception(each)}
        known = {id(each): each for each in (*around.functions, *functions)}
        return _Reached(frame, found, [*raised.values()], [*known.values()])


def _single(values: list[Any], containers: list[Any]) -> list[Any]:
    """Return what values and containers hold that may be a function or an exception.

    There may be thousands of numbers, each time that a region begins.
    """
    found = [each for each in values if type(each) not in PASSED]
    values_of = [each.values() for each in containers if type(each) is dict]
    for items in (*containers, *values_of):
        if not PASSED.issuperset(map(type, items)):
            found += [each for each in items if type(each) not in PASSED]
    return found


PASSED = frozenset(
    (int, float, complex, bool, str, bytes, type(None), Symbol, *NESTING)
)
"""The classes of what is neither; what containers hold stands beside them."""


def _is_exception(value: Any) -> bool:
    # A symbol answers `isinstance` for what it stands for.
    return issubclass(type(value), BaseException)

"""Changes in place that a region makes to older containers and exceptions."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import chain
from types import FunctionType
from typing import Any

from tracer.flow.container_contents import (
    all_containers,
    flat_items,
    same_items,
    with_items,
)
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.made_exceptions import unchanged as exceptions_unchanged
from tracer.flow.structure import containers_in
from tracer.record.frames import locals_of, user_frames
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here


class RegionChanges:
    """What the regions of one trace change in place."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

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
        alive = self._alive()
        reached = [(each, each.copy()) for each in alive]
        try:
            with exceptions_unchanged(self._trace, self._exceptions(alive)):
                yield
        finally:
            for container, copied in carried:
                if not same_items(container, copied):
                    self._trace.part(MadeContainers).must_exist(container)
            for container, copied in reached:
                if not same_items(container, copied):
                    for region in builder.regions[depth:]:
                        with_items(copied, container, region.changed)
                    if not same_items(container, copied):
                        self._trace.part(MadeContainers).must_exist(container)

    def _alive(self) -> Collection[Any]:
        """Return the containers made so far that the user's program may still reach."""
        roots: list[Any] = [*self._trace.part(MadeContainers).held()]
        for frame in user_frames(sys._getframe(1)):
            for value in locals_of(frame):
                roots.append(value)
                if type(value) is FunctionType:
                    roots += [*(value.__defaults__ or ()), value.__kwdefaults__]
                if is_made_here(value):
                    roots.append(vars(value))
        found = {id(each): each for root in roots for each in all_containers(root)}
        return found.values()

    def _exceptions(self, alive: Collection[Any]) -> Iterator[BaseException]:
        """Yield the exceptions made so far that the user's program may still reach."""
        yield from self._trace.part(MadeExceptions).alive()
        for value in chain(*map(flat_items, alive)):
            if issubclass(type(value), BaseException):
                yield value

"""How the values of several paths become one: after branches and around loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.ir.nodes import Argument, Value
from runtime.ir.unbound import Unbound
from runtime.types import NEVER, Type, join
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import (
    _held_elsewhere,
    containers_in,
    is_structure,
    rebuild,
    same,
    value_type,
)
from tracer.record.builder import OpenRegion
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def lost(value: Any, way: str) -> Any:
    """Return a value; an unbound one with the path on which nothing binds it."""
    if type(value) is Unbound and not value.way:
        return Unbound(value.name, way)
    return value


class Merge:
    """Merges the results of branches, leaf by leaf.

    Parameters
    ----------
    trace : Trace
        The running trace.
    regions : list of OpenRegion
        The regions whose ends are reached, in the order of the values to merge.
    ways : sequence of str, optional
        What leads through each region, for messages.
    """

    def __init__(
        self, trace: Trace, regions: list[OpenRegion], ways: Sequence[str] = ()
    ) -> None:
        self._trace = trace
        self._regions = regions
        self._ways = ways or [""] * len(regions)
        self.results: list[Value] = []
        self.yields: list[list[Argument]] = [[] for _ in regions]

    def merge(self, values: list[Any], name: str = "t") -> Any:
        """Return the value after the branches, adding to results and yields."""
        first = values[0]
        alike = all(same(first, other) for other in values[1:])
        if alike and not self._born_inside(first):
            return first
        if all(is_structure(value) for value in values) and self._parallel(values):
            parts = [
                self.merge(list(items), name) for items in zip(*values, strict=True)
            ]
            return rebuild(first, parts)
        if alike and type(first) in (list, dict) and not self._fresh(values):
            return first
        if self._refer(values):
            return self._leaf(values, name)
        if all(type(value) is list for value in values) and self._parallel(values):
            columns = zip(*self._contents(values), strict=True)
            return [self.merge(list(items), name) for items in columns]
        if all(type(value) is dict for value in values) and (
            len({tuple(value) for value in values}) == 1
        ):
            columns = zip(*self._contents(values), strict=True)
            merged = [self.merge(list(items), name) for items in columns]
            return dict(zip(first, merged, strict=True))
        return self._leaf(values, name)

    def _fresh(self, values: list[Any]) -> bool:
        """Whether each container is one that only its branch's result holds."""
        return all(
            id(value) in region.fresh
            for region, value in zip(self._regions, values, strict=True)
        )

    def _refer(self, values: list[Any]) -> bool:
        """Whether a container among several is held elsewhere too.

        What branches made may be put together anew. What something else holds as
        well has to exist at run time, or never change again.
        """
        held = [
            container
            for region, value in zip(self._regions, values, strict=True)
            for container in _held_elsewhere(value, region.fresh)
        ]
        for container in held:
            self._trace.part(MadeContainers).copied(container)
        return bool(held)

    def _contents(self, values: list[Any]) -> list[list[Any]]:
        """Return what each container holds at the end of its branch."""
        found = []
        for region, value in zip(self._regions, values, strict=True):
            with region.as_left():
                found.append(list(value.values() if type(value) is dict else value))
        return found

    def _parallel(self, values: list[Any]) -> bool:
        return len({(type(value), len(value)) for value in values}) == 1

    def _born_inside(self, value: Any) -> bool:
        if type(value) is Symbol:
            return any(value._ag_region is region for region in self._regions)
        if is_structure(value) or type(value) is list:
            return any(map(self._born_inside, value))
        if type(value) is dict:
            return any(map(self._born_inside, value.values()))
        return False

    def _leaf(self, values: list[Any], name: str) -> Symbol:
        trace = self._trace
        of: Type = NEVER
        for region, way, value, yields in zip(
            self._regions, self._ways, values, self.yields, strict=True
        ):
            trace.builder.regions.append(region)
            with region.as_left():
                value = lost(value, way)
                of = join(of, value_type(trace, value))
                trace.part(MadeContainers).shared(value)
                yields.append(trace.lift(value))
            trace.builder.regions.pop()
        result = trace.builder.value(name, of)
        self.results.append(result)
        return trace.wrap(result)


def note_copies(trace: Trace, value: Any) -> None:
    """Record that a container becomes a run-time one, of which this is a copy."""
    made = trace.part(MadeContainers)
    for container in containers_in(value):
        made.copied(container)
    made.shared(value)

"""How the values of several paths become one: after branches and around loops."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import methodcaller
from typing import Any

from runtime.ir.nodes import Argument, Value
from runtime.ir.unbound import Unbound
from runtime.types import NEVER, Type, join
from tracer.flow.alternatives import Alternatives
from tracer.flow.container_contents import PLAIN, all_containers
from tracer.flow.exception_contents import all_within
from tracer.flow.known_classes import KnownClasses
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import (
    containers_in,
    held_as_one,
    is_structure,
    rebuild,
    value_type,
)
from tracer.record.builder import OpenRegion
from tracer.record.staged import Proxy
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
        self._merged: dict[tuple[int, ...], tuple[list[Any], Any]] = {}

    def merge(self, values: list[Any], name: str = "t") -> Any:
        """Return the value after the branches, adding to results and yields."""
        first = values[0]
        alike = all(held_as_one(first, other) for other in values[1:])
        if alike and not self._born_inside(first):
            return first
        if all(is_structure(value) for value in values) and self._parallel(values):
            parts = [
                self.merge(list(items), name) for items in zip(*values, strict=True)
            ]
            return rebuild(first, parts)
        if len(values) == 1 and issubclass(type(first), partial):
            return self._partial(first, name)
        if alike and type(first) in PLAIN and id(first) not in self._regions[0].born:
            return first  # what a branch stored in it is merged as storage
        if any(True for value in values for _ in containers_in(value)):
            return self._containers(values, name)
        return self._leaf(values, name)

    def _partial(self, made: partial[Any], name: str) -> partial[Any]:
        """Return a partial function of the only path, of what its parts become."""
        before = made.func, made.args, made.keywords, None
        parts = (made.func, made.args, tuple(made.keywords.values()))
        function, args, named = self.merge([parts], name)
        keywords = dict(zip(made.keywords, named, strict=True))
        methodcaller("__setstate__", (function, args, keywords, None))(made)
        restore = methodcaller("__setstate__", before)
        self._trace.builder.on_rollback(partial(restore, made))
        return made

    def _containers(self, values: list[Any], name: str) -> Any:
        """Merge containers; several names of the same ones stay names of one.

        What branches made may be put together anew. What is older has to exist at run
        time, or never change again; so has one that is merged with several others.
        """
        made = self._trace.part(MadeContainers)
        key = tuple(map(id, values))
        if key in self._merged:
            return self._merged[key][1]
        held = [
            container
            for region, value in zip(self._regions, values, strict=True)
            for container in all_containers(value)
            if id(container) not in region.born or made.is_frozen(container)
        ]
        for container in held:
            made.copied(container)
        result = self._leaf(values, name) if held else self._anew(values, name)
        self._merged[key] = values, result
        for value in values:
            if value is not result:
                made.replace(value)
        return result

    def _anew(self, values: list[Any], name: str) -> Any:
        """Merge containers item by item if they are alike."""
        kind = type(values[0])
        if kind not in (list, dict) or {type(value) for value in values} != {kind}:
            return self._leaf(values, name)
        if not self._parallel(values):
            return self._leaf(values, name)
        if kind is dict and len({tuple(value) for value in values}) > 1:
            return self._leaf(values, name)
        columns = zip(*self._contents(values), strict=True)
        merged = [self.merge(list(items), name) for items in columns]
        # On the only path it stays the container that others may know.
        result: Any = values[0] if len(values) == 1 else kind()
        if kind is list:
            result[:] = merged
        else:
            result.update(zip(values[0], merged, strict=True))
        self._trace.part(MadeContainers).merged(result, values)
        return result

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
        """Whether a value is, or holds, one that the regions have made."""
        return any(map(self._is_of_a_region, all_within(value)))

    def _is_of_a_region(self, value: Any) -> bool:
        if isinstance(value, Proxy):
            value = value._ag_made
        return type(value) is Symbol and any(
            value._ag_region is region for region in self._regions
        )

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
        trace.part(Alternatives).note(result, values)
        known = trace.part(KnownClasses).of_all(values)
        if known is not None:
            trace.part(KnownClasses).note(result, known)
        return trace.wrap(result)


def note_copies(trace: Trace, value: Any) -> None:
    """Record that a container becomes a run-time one, of which this is a copy."""
    made = trace.part(MadeContainers)
    for container in containers_in(value):
        made.copied(container)
    made.shared(value)

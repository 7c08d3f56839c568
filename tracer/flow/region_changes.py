"""Changes in place that a region makes to older containers and exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from tracer.flow import function_changes, made_exceptions
from tracer.flow.container_contents import distinct_containers, same_items, with_items
from tracer.flow.function_changes import DefinedFunctions, attributes
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.restored_containers import set_contents, with_values_of
from tracer.flow.structure import containers_in
from tracer.record.late_restarts import LateRestarts
from tracer.record.trace import Trace


@contextmanager
def unchanged(trace: Trace, state: tuple[Any, ...]) -> Iterator[None]:
    """Ensure that a region changes no older container in place, as ``+=`` does.

    This holds for those in the state of its construct, and for all that were made
    before. Its writes to their items are storage of the trace, and no change.
    """
    builder, made = trace.builder, trace.part(MadeContainers)
    depth = len(builder.regions) - 1
    functions = [*trace.part(DefinedFunctions)]
    held = chain(made.held(), *map(attributes, functions))
    carried = [(each, each.copy()) for each in containers_in(state)]
    older = [(each, each.copy()) for each in distinct_containers(held)]
    exceptions = trace.part(MadeExceptions).made()
    if trace.facts.compares(len(older) + len(exceptions)):
        trace.restart()
    try:
        with (
            function_changes.unchanged(trace, functions),
            made_exceptions.unchanged(trace, exceptions),
        ):
            yield
    finally:
        for container, copied in carried:
            if not same_items(container, copied):
                made.must_exist(container)
        for container, copied in older:
            if not same_items(container, copied):
                for region in builder.regions[depth:]:
                    with_items(copied, container, region.changed)
                if not same_items(container, copied):
                    with trace.part(LateRestarts).wait(id(container)):
                        made.must_exist(container)
                    outer = builder.regions[: made.depth(container)]
                    set_contents(container, with_values_of(trace, outer, container))

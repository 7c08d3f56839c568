"""What the run refuses within a ``try``, which no handler of the user's takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.errors import REFUSALS, AutographError
from runtime.ir.behavior import is_unknown
from runtime.ir.nodes import Region
from tracer.flow.branches import Outcome
from tracer.record.trace import Trace


def refusals(
    trace: Trace, protected: Outcome, classes: list[Any]
) -> list[type[AutographError]]:
    """Return what the run may refuse the body of a ``try`` by: nobody handles that.

    What the body calls back may be compiled itself, and refused as it is called.
    """
    body = Region((), tuple(protected.region.nodes), None)
    nodes = [*body.walk()]
    if any(map(is_unknown, nodes)) and _handles_ours(trace, classes):
        return [AutographError]
    names = {node.operation.name for node in nodes}
    return [error for name, error in REFUSALS.items() if name in names]


def _handles_ours(trace: Trace, classes: list[Any]) -> bool:
    """Whether handlers would take our errors, which they do not ask for."""
    kinds: list[Any] = [trace.asked.original(one) for one in _each(classes)]
    known = [one for one in kinds if isinstance(one, type)]
    if any(issubclass(one, AutographError) for one in known):
        return False
    return len(known) < len(kinds) or any(issubclass(AutographError, k) for k in known)


def _each(classes: Any) -> Iterator[Any]:
    """Yield the classes in a tuple or list, and in those within it."""
    for one in classes:
        yield from _each(one) if type(one) in (tuple, list) else (one,)

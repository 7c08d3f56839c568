"""What operations do to the containers that they are given."""

from __future__ import annotations

from typing import Any

from runtime.ops.row import Row
from tracer.flow.container_contents import PLAIN, all_containers
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.record.late_restarts import LateRestarts
from tracer.record.trace import Trace

CHOOSING = frozenset(
    {"getitem", "load_item", "iter", "next", "zip", "enumerate", "reversed"}
    | {"minimum_of", "maximum_of", "sorted", "tuple", "unpack"}
    | {"minimum_by_key", "maximum_by_key", "sorted_by_key", "group_by_key"}
)
"""Operations that return what a container holds; those of `itertools` do too."""


def before_emit(
    trace: Trace, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Learn what an operation does to the containers that it is given."""
    made = trace.part(MadeContainers)
    if row.holds or row.writes:
        for value in (*args, *kwargs.values()):
            if row.holds:
                made.hold(value)
            made.freeze(value)
            trace.part(ListTypes).escapes(value)
    if 0 in row.writes and args:  # else the call fails, as the run says
        made.changes(args[0])
    if row.name in CHOOSING or row.name.startswith("itertools_"):
        for value in args[:1] if row.name == "getitem" else args:
            chosen_from(trace, value)


def chosen_from(trace: Trace, container: Any) -> None:
    """Ensure that the containers among which the run chooses exist at run time.

    A display makes them anew: an item of it would be a copy.
    """
    made = trace.part(MadeContainers)
    if type(container) in (list, tuple, dict):
        for inner in all_containers(container):
            if inner is not container and not made.exists(inner):
                with trace.part(LateRestarts).wait(id(inner)):
                    made.must_exist(inner)


def put_into(trace: Trace, container: Any, values: tuple[Any, ...]) -> None:
    """Ensure that no plain container is put into itself."""
    if type(container) not in PLAIN:
        return
    if any(each is container for each in all_containers(values)):
        trace.part(MadeContainers).must_exist(container)

"""What operations do to the containers that they are given."""

from __future__ import annotations

from typing import Any

from runtime.ops.row import Row
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
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
            made.chosen_from(value)

"""Lists of which the graph may go on with a copy."""

from __future__ import annotations

from typing import Any

from tracer.errors import NotStaged, UnstagedWrite
from tracer.flow.container_contents import (
    PLAIN,
    may_be_container,
)
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class ListCopies:
    """What one trace does not do with lists of which the graph may have a copy."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def check_identity(self, left: Any, right: Any) -> None:
        """Refuse an identity test where the graph may hold a copy of a list."""
        for value, other in ((left, right), (right, left)):
            if type(value) is Symbol and issubclass(type(other), BaseException):
                self._trace.part(MadeExceptions).give_up(other)
                self._trace.refuse(
                    NotStaged(
                        "an exception created before it was raised is compared with "
                        "`is` to one that was caught",
                        hint="compare their classes or their args",
                    )
                )
            if type(value) is not Symbol or not may_be_container(value._ag_value.type):
                continue
            if type(other) in PLAIN and self._trace.part(MadeContainers).is_frozen(
                other
            ):
                self._trace.part(MadeContainers).refuse_change(
                    other,
                    "or compared with `is`",
                    "with a value known only when the function runs",
                )
            if other is not None:
                self.check_change("compared with `is`")

    def check_change(self, what: str) -> None:
        """Refuse to change a list of the graph where it may be a copy of another."""
        if self._trace.part(MadeContainers).has_copies():
            self._trace.refuse(
                UnstagedWrite(
                    f"a list that may also have another name is changed ({what})",
                    hint="create the list in the same function with `name = []`, and "
                    "change it with append or by assigning items",
                )
            )

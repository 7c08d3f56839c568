"""Bare objects that the traced function makes, as marks for what is missing.

While tracing they are Python's own, and told apart by identity. One that something of
the run refers to is made there as well.
"""

from __future__ import annotations

from typing import Any

from runtime.ops import OPS
from runtime.types import OBJECT
from tracer.errors import on_behalf
from tracer.record.made import Made, MadeHere
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class MadeMarks(MadeHere[Made]):
    """The bare objects that one trace has made."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace, Made)

    def of_the_run(self, mark: object) -> Symbol | None:
        """Return the object that the run makes for one; None if another made it."""
        known = self.at_run_time(mark)
        if known is not None and known._ag_region in self._trace.builder.regions:
            return known
        if not self.is_noted(mark):
            return None
        if known is not None:  # several branches need it
            self.leave_to_run(mark)
        made = _made_by_the_run(self._trace)
        self.exists(mark, made)
        return made


def made_mark(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``object``."""
    mark = on_behalf(object, *args, **kwargs)
    if trace.is_left_to_run():
        return _made_by_the_run(trace)
    trace.part(MadeMarks).note(mark, trace.stack.site())
    return mark


def _made_by_the_run(trace: Trace) -> Symbol:
    made: Symbol = trace.record(OPS["call"], (trace.lift(object),), of=OBJECT)
    return made

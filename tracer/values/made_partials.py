"""Partial functions that the traced function makes, and their attributes.

While tracing they are Python's, so that their calls are traced. One to which something
is attached is made by the run, and so is one that several branches need.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn, Self

from tracer.errors import no_attribute
from tracer.record.made import Made, MadeHere
from tracer.record.staged import name_in_messages
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class MadePartials(MadeHere[Made]):
    """The partial functions that one trace has made."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace, Made)


class MadePartial(partial[Any]):
    """A partial function that has no attributes of its own."""

    __slots__ = ("_ag_trace",)
    _ag_trace: Trace

    def __setattr__(self, name: str, value: Any) -> None:
        self.begin_again()

    def __delattr__(self, name: str) -> None:
        self.begin_again()

    def __repr__(self) -> str:
        return repr(partial(self.func, *self.args, **self.keywords))

    def __copy__(self) -> Self:
        self.begin_again()

    def __deepcopy__(self, memo: Any) -> Self:
        self.begin_again()

    @property
    def __dict__(self) -> NoReturn:  # type: ignore[override]  # it never gives one
        self.begin_again()

    @property  # type: ignore[misc]  # what `isinstance` sees
    def __class__(self) -> Any:
        return partial

    def __getattr__(self, name: str) -> NoReturn:
        raise no_attribute("functools.partial", name)

    def begin_again(self) -> NoReturn:
        """Restart with an object made at run time."""
        self._ag_trace.part(MadePartials).leave_to_run(self)

    def at_run_time(self) -> Symbol:
        """Return the object that the run makes, the same each time."""
        trace = self._ag_trace
        here = trace.part(MadePartials)
        known = here.at_run_time(self)
        if known is not None and known._ag_region not in trace.builder.regions:
            self.begin_again()
        if known is None:
            known = trace.emit("call", partial, self.func, *self.args, **self.keywords)
            here.exists(self, known)
        return known


MadePartial.__name__ = name_in_messages(partial(len))


def made_partial(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``functools.partial``."""
    if trace.is_left_to_run():
        return trace.emit("call", partial, *args, **kwargs)
    made = MadePartial(*args, **kwargs)
    object.__setattr__(made, "_ag_trace", trace)
    trace.part(MadePartials).note(made, trace.stack.site())
    return made

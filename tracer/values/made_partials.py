"""Partial functions that the traced function makes, and their attributes.

While tracing they are Python's, so that their calls are traced. One to which something
is attached is made by the run, and so is one that several branches need.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, NoReturn, Self

from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class MadePartial(partial[Any]):
    """A partial function that has no attributes of its own."""

    __slots__ = ("_ag_of_the_run", "_ag_site", "_ag_trace")
    _ag_of_the_run: Symbol | None
    _ag_site: Hashable
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

    def begin_again(self) -> NoReturn:
        """Restart with an object made at run time."""
        trace = self._ag_trace
        trace.restart_with(trace.facts.made, self._ag_site)

    def at_run_time(self) -> Symbol:
        """Return the object that the run makes, the same each time."""
        trace = self._ag_trace
        known = self._ag_of_the_run
        if known is not None and known._ag_region not in trace.builder.regions:
            self.begin_again()
        if known is None:
            known = trace.emit("call", partial, self.func, *self.args, **self.keywords)
            self._made(known)
            trace.builder.on_rollback(lambda: self._made(None))
        return known

    def _made(self, found: Symbol | None) -> None:
        object.__setattr__(self, "_ag_of_the_run", found)


def made_partial(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``functools.partial``."""
    site: Hashable = trace.stack.site()
    if site in trace.facts.made:
        return trace.emit("call", partial, *args, **kwargs)
    made = MadePartial(*args, **kwargs)
    made._made(None)
    object.__setattr__(made, "_ag_trace", trace)
    object.__setattr__(made, "_ag_site", site)
    return made

"""Tries of a construct until the types of what it carries stay as they are.

What a try learns stays, by the construct's place in the source; all else that it did is
taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from types import FunctionType
from typing import Any

from tracer.errors import TracingError
from tracer.record.code_memory import identity
from tracer.record.trace import Trace

WIDENING_LIMIT = 200
"""Tries of one construct; each widens at least one leaf, so this is a bug of ours."""


class Advanced:
    """What tries have done that cannot be taken back.

    Attributes
    ----------
    spent : set
        The iterators of Python's that a try which was taken back has advanced, and not
        made: the next try makes its own.
    """

    def __init__(self, trace: Trace) -> None:
        self.spent: set[object] = set()


class Settling:
    """The tries of one construct, each from where the first one began.

    Parameters
    ----------
    trace : Trace
        The running trace.
    what : str
        What is tried, for people.
    undo : callable, optional
        How to go back to where the first try began, if that is more than a rollback.
    """

    def __init__(
        self, trace: Trace, what: str, undo: Callable[[Trace, Any], None] | None = None
    ) -> None:
        self._trace = trace
        self._undo = undo
        self._what = f"{what} at {trace.stack.span()}"
        self._mark: Any = None

    def tries(self) -> Iterator[None]:
        """Yield once for each try; the caller stops when a try taught nothing new."""
        for _ in range(WIDENING_LIMIT):
            self._mark = self._trace.builder.mark()
            yield
            self.take_back()
        raise TracingError(
            f"the types of the variables in the {self._what} do not stop changing",
            hint="give the variables in it their final types before it",
        )

    def take_back(self) -> None:
        """Undo the last try."""
        if self._undo is not None:
            self._undo(self._trace, self._mark)
        else:
            self._trace.builder.rollback(self._mark)


def take_back(trace: Trace, mark: Any) -> None:
    """Undo a try; restart the trace if it advanced a Python iterator."""
    trace.builder.rollback(mark)
    if trace.part(Advanced).spent:
        trace.restart()


def site_of(trace: Trace, body: Callable[..., Any]) -> Hashable:
    """Return what tells a construct of the source, by its body, from all others."""
    code = identity(body.__code__) if type(body) is FunctionType else body
    return code, trace.stack.caller

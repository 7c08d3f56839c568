"""Called functions that Python runs, since they cannot be compiled.

The function that a user compiles has to be, or there is an error. What it calls need
not be: at each run it gets its arguments, as every function that is not converted does,
and a warning says why, and at which line.
"""

from __future__ import annotations

from types import CodeType, FunctionType

from runtime.errors import AutographError
from tracer.errors import (
    LeakedSymbol,
    LooksAtNames,
    NeedsPlainValue,
    NotStaged,
    TracingError,
    UnstagedWrite,
)
from tracer.record import causes
from tracer.record.causes import Cause
from tracer.record.code_memory import identity
from tracer.record.trace import Trace
from tracer.values.twins import Twins

LEAVING = (NeedsPlainValue, LeakedSymbol, UnstagedWrite, NotStaged, LooksAtNames)
"""Errors of what only a graph cannot do. Others that are derived from them stay."""


class LeftFunctions:
    """Finds the function that Python has to run where a trace is refused."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._refused: tuple[AutographError, list[CodeType]] | None = None

    def twin(self, function: FunctionType) -> tuple[FunctionType, Cause | None]:
        """Return the twin of a function; and why calls are left to Python, if so."""
        try:
            twin = self._trace.part(Twins).twin(function)
        except self._trace.options.unreadable:
            return function, causes.SOURCELESS
        return twin, self._trace.facts.left.get(identity(twin.__code__))

    def refusing(self, error: AutographError) -> None:
        """Note which functions run where an error is about to be raised."""
        trace = self._trace
        if not isinstance(error, TracingError) or error.everywhere:
            return
        if trace.refusal is not None:  # it is that one which will be raised
            return
        if type(error) in LEAVING and trace.options.callbacks != "error":
            self._refused = error, trace.stack.running[1:]

    def leave(self, error: AutographError) -> bool:
        """Leave the innermost function that an error is about to Python.

        Returns
        -------
        bool
            Whether there is one: the next try of the trace may go on without it. There
            is none if it has called something already, which Python would call again.
        """
        left, results, running = self._trace.facts.left, self._trace.facts.results, []
        if self._refused is not None and self._refused[0] is error:
            running = self._refused[1]
        for code in reversed(running):
            if results is not None and identity(code) in results.within:
                return False
            if identity(code) not in left:
                assert error.span is not None
                left[identity(code)] = causes.REFUSED.of(
                    why=error.message, line=error.span.line, hint=error.hint or ""
                )
                return True
        return False

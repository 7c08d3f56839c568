"""Generators that the run iterates over, since the graph cannot.

A generator that can be neither inlined nor iterated over while tracing is left to the
run: its call goes back into Python, and iterating over it runs its code.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from types import CodeType, GeneratorType
from typing import Any

from runtime.errors import AutographError
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import AnyType, Array, Object, members
from tracer.errors import NeedsPlainValue, NotStaged
from tracer.flow.endings import Exits
from tracer.flow.iterators import Iterators
from tracer.record.deferred import inline_generator
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

TAKING = {"list_extend": 1, "whole_fromiter": 0, "call_method": 2, "setitem": 2}
"""Rows that go through an operand, which no type of a result tells: from which on."""


class RunGenerators:
    """The generators of one trace that the run iterates over."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._names: dict[str, bool] = {}

    # Which are left to the run ------------------------------------------------------

    def site(self, code: CodeType | None) -> Hashable:
        """Return the key of the fact that the run calls a generator function.

        None if calls back into Python are forbidden.
        """
        return None if self._trace.options.callbacks == "error" else ("generator", code)

    def calls(self, code: CodeType | None) -> bool:
        """Whether calls of a generator function are left to the run."""
        return self.site(code) in self._trace.facts.made

    def leave(self, suspended: bool = False) -> None:
        """Restart with the generators that run here left to the run.

        Parameters
        ----------
        suspended : bool
            Whether to include those that wait within their own ``try``.
        """
        sites = {self.site(code) for code in self._running(suspended)}
        self._trace.learn(self._trace.facts.made, *(sites - {None}))

    def _running(self, suspended: bool) -> list[CodeType]:
        """Return the code of the generators that run here, as the user has it."""
        trace = self._trace
        found: list[CodeType | None] = [*trace.stack.running, *trace.stack.generators()]
        if suspended:
            found += [
                items.code
                for items in trace.part(Iterators).advanced
                if items.is_within
            ]
        codes = [code and trace.options.original(code) for code in found]
        generator = inspect.CO_GENERATOR
        return [code for code in codes if code and code.co_flags & generator]

    def refuse_in_try(self, row: Row) -> None:
        """Refuse an operation whose error a user's handler would see."""
        trace = self._trace
        if not trace.part(Exits).protected:
            return
        if not (trace.tentative or trace.ended):
            for code in self._running(suspended=True):
                inline_generator(trace, code)
            self.leave(suspended=True)
        advanced = trace.part(Iterators).advanced
        yields = trace.stack.frame().f_code.co_flags & inspect.CO_GENERATOR
        why = "has `except*`, or a `finally` with a jump"
        instead = "write `except`, or jump after the `try` statement"
        if yields or any(items.is_within for items in advanced):
            why = "holds a `yield`"
            instead = (
                "give the generator to the `for` directly: for v in generator(...)"
            )
        trace.refuse(
            NotStaged(
                f"the operation {row.name} is in the body of a `try` that {why}, and "
                "may raise only when the function runs, where no handler is compiled",
                hint=f"{instead}, or mark the function with @ag.do_not_convert",
            )
        )

    def refusing(self, error: AutographError) -> None:
        """Leave generators to the run, or inline them, if that may avoid an error."""
        trace = self._trace
        if isinstance(error, NeedsPlainValue):
            for code in trace.stack.codes()[:1]:
                inline_generator(trace, code)
        if not (trace.tentative or trace.ended):
            self.leave()

    # What iterates over them ---------------------------------------------------------

    def note(self, made: Symbol) -> None:
        """Record the result of a run-time generator function."""
        self._trace.builder.note(self._names, made._ag_value, True)

    def within(self, value: Any) -> bool:
        """Whether a value is such a generator, or iterates over one."""
        if type(value) is Symbol:
            return value._ag_value.name in self._names
        return isinstance(value, Proxy) and type(value._ag_real) is GeneratorType

    def may_be(self, items: Any) -> bool:
        """Whether iterating over something may run unknown code."""
        if type(items) is not Symbol:
            return False
        options = members(items._ag_value.type)
        return self.within(items) or any(
            isinstance(each, (AnyType, Object)) for each in options
        )

    def _may_take(self, row: Row, args: tuple[Any, ...]) -> bool:
        """Whether an operation puts items of what may be one into a container."""
        if row.name not in TAKING or not any(
            map(self.may_be, args[TAKING[row.name] :])
        ):
            return False
        if type(args[0]) is Symbol and isinstance(args[0]._ag_value.type, Array):
            return False
        return row.name != "setitem" or type(args[1]) is slice

    def emit(self, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Record an operation on one: in program order if it iterates over it."""
        trace = self._trace
        if not any(map(self.within, (*args, *kwargs.values()))):
            if not self._may_take(row, args):
                return NotImplemented
            result = trace.emit_plainly(row, *args, **kwargs)
            trace.clobber(replaces=False)
            return result
        if row.takes_any and not row.effect:
            return trace.emit_plainly(row, *args, **kwargs)
        if row.kernel is iter or hasattr(row.kernel, "__next__"):
            later = trace.emit_plainly(row, *args, **kwargs)
            self.note(later)
            return later
        if not row.effect:
            row, args = OPS["call"], (row.kernel, *args)
        result = trace.emit_plainly(row, *args, **kwargs)
        trace.clobber(replaces=False, steps=True)
        return result

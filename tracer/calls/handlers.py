"""One of Python's functions in a trace: what it does to what, in one row of a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from runtime.errors import AutographError
from runtime.ops import BY_INFIX, OPS
from runtime.types import NONE, OBJECT
from tracer.calls.arguments import fits, in_order, misfits
from tracer.calls.numpys_objects import record_as
from tracer.errors import NotStaged, on_behalf, user_error
from tracer.iteration.many_items import ManyItems, has_many
from tracer.record.causes import ANSWER_OF_OBJECT
from tracer.record.contents import Handler, has_symbol, holds_staged
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import as_list
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods

OPERATORS = {
    row.kernel: row for row in (OPS["divmod_of"], *reversed([*BY_INFIX.values()]))
}
"""The rows of Python's operators, by their functions."""


class Builtin(NamedTuple):
    """What a call of one of Python's functions does while tracing.

    Unless it has a handler, it is recorded where only the run knows an argument, and
    does what Python does where it does not.

    Attributes
    ----------
    function : callable
        The function or class.
    row : str
        What records it; without one, Python's operators ask the symbols.
    handler : callable
        What it does instead; takes the trace and the arguments.
    through : slice
        Which of its arguments it iterates over.
    asks : str
        The method by which an object of the user's answers it.
    always : str
        What records it, whatever it is given.
    deep : bool
        Whether it looks at what its arguments hold, at any depth.
    """

    function: Any
    row: str = ""
    handler: Handler | None = None
    through: slice = slice(0)
    asks: str = ""
    always: str = ""
    deep: bool = False

    def opened(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments, with iterators for the user's objects among them.

        Python's builtins ask for these by themselves; what ``__iter__`` of a staged
        object gives may be a symbol or a lazy iteration, which only ours know.
        """
        there = range(len(args))[self.through]
        if not any(is_staged(args[one]) or has_many(args[one]) for one in there):
            return args
        return tuple(
            [source(one) if place in there else one for place, one in enumerate(args)]
        )

    def __call__(self, trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        """Make a call; errors of plain values are the user's."""
        args, kwargs = in_order(self.function, args, kwargs)
        try:
            if self.asks and len(args) == 1 and not kwargs:
                methods = trace.part(SpecialMethods)
                if methods.answers(args[0], self.asks):
                    return methods.asked(args[0], self.asks)
            if self.handler is None:
                return self._usually(trace, args, kwargs)
            return self.handler(trace, *args, **kwargs)
        except AutographError:
            raise
        except Exception as error:
            if misfits(error):
                if holds_staged((*args, *kwargs.values())) and fits(
                    self.function, args, kwargs
                ):  # what the handler does not know, the run does
                    return trace.asked.call_back(self.function, args, kwargs)
                return on_behalf(self.function, *args, **kwargs)
            if not has_symbol(args):
                user_error(error)
            raise

    def _usually(self, trace: Trace, args: Any, kwargs: Any) -> Any:
        if self.always == "call":
            made = OBJECT if isinstance(self.function, type) else NONE
            return record_as(trace, made, "call", self.function, *args, **kwargs)
        if self.always:
            return trace.emit(self.always, *args, **kwargs)
        if self.deep and holds_staged((*args, *kwargs.values())):
            return trace.emit(self.row, *args, **kwargs)
        if self.row and not self.deep:
            if any(map(has_symbol, (*args, *kwargs.values()))):
                return trace.emit(self.row, *map(as_list, args), **kwargs)
            if any(isinstance(value, ObjectProxy) for value in args):
                asked = trace.asked
                return asked.call_back(
                    self.function, args, kwargs, cause=ANSWER_OF_OBJECT
                )
        elif self.function in OPERATORS and len(args) == 2:
            # A NumPy scalar would hand on to a ufunc, which warns in other words.
            if isinstance(args[0], np.generic) and type(args[1]) is Symbol:
                return trace.emit(OPERATORS[self.function], *args)
        return on_behalf(self.function, *args, **kwargs)


FIRST = slice(1)
"""What iterates over its first argument."""
BEHIND_FIRST = slice(1, None)
"""What iterates over those behind a function."""
ALL = slice(None)
"""What iterates over each of its arguments."""


def table(rows: Iterable[Builtin]) -> dict[Any, Builtin]:
    """Return rows by their functions."""
    return {row.function: row for row in rows}


def source(value: Any) -> Any:
    """Return what a builtin that is given a value iterates over."""
    if has_many(value):
        return ManyItems(value._ag_trace, value)
    return value._ag_opened() if is_staged(value) else value


def not_yet(what: str) -> NotStaged:
    """Return the refusal of something that is not staged."""
    return NotStaged(
        f"{what} is not supported for values known only when the function runs",
        hint="write it as a loop, or use the NumPy function",
    )


def is_array_method(name: str) -> bool:
    """Whether arrays have a method of this name, so that its owner may be one."""
    return callable(getattr(np.ndarray, name, None))

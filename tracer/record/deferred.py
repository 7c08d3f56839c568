"""Calls that the run makes whole, since Python would ask values of the graph in them.

Objects of the user's may compare by what Python knows alone: that is tried first.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from types import CodeType
from typing import NoReturn

from tracer.errors import NotStaged
from tracer.record.trace import Trace


class Deferred:
    """The calls of one trace that compare the user's objects."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._compared: set[Hashable] = set()

    def compares(self) -> bool:
        """Note that the running call compares objects; whether the run makes it."""
        site = self._trace.stack.site()
        self._compared.add(site)
        return site in self._trace.facts.deferred

    def asks(self) -> None:
        """Begin again with the running call left to the run, if it compares objects."""
        trace = self._trace
        site = trace.stack.site()
        if site in self._compared:
            trace.learn(trace.facts.deferred, site)


def inline_generator(trace: Trace, code: CodeType) -> None:
    """Begin again with a generator inlined, if that has not been tried."""
    if not code.co_flags & inspect.CO_GENERATOR:
        return
    users = trace.options.original(code) or code  # Python's own knows another file
    generator = (users.co_filename, (users.co_name, users.co_firstlineno))
    trace.learn(trace.facts.inlined, generator)


def meets_array(trace: Trace) -> NoReturn:
    """Refuse an array that is no symbol: something made it of plain values."""
    trace.refuse(
        NotStaged(
            "a method or function called with plain Python values creates an array "
            "while tracing",
            hint="create it with a NumPy function: np.array, np.reshape, np.sum",
        )
    )

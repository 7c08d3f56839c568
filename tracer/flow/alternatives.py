"""Functions of which branches leave one, or containers hold one at a key of the run.

The run knows which it is, the trace knows all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.ir.nodes import Value
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

MOST = 8
"""The most functions of which one is called by itself, each in a branch of its own."""


class Alternatives:
    """The functions that symbols of one trace may be."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, list[Any]] = {}

    def find(self, symbol: Symbol) -> list[Any]:
        """Return the functions that a symbol may be; none if the run alone knows."""
        return self._known.get(symbol._ag_value.name, [])

    def note(self, value: Value, choices: list[Any]) -> None:
        """Note what a value of the graph is one of, if each is a known function."""
        found: list[Any] = []
        for choice in choices:
            each = self.find(choice) if type(choice) is Symbol else [choice]
            if not each or not all(map(self._is_known, each)):
                return
            found += [one for one in each if one not in found]
            if len(found) > MOST:
                return
        if any(each is not None for each in found):
            self._trace.builder.note(self._known, value, found)

    def note_item(self, item: Any, items: Iterable[Any]) -> None:
        """Note that a value of the graph is one of the items of a container."""
        if type(item) is Symbol:
            self.note(item._ag_value, list(items))

    def _is_known(self, choice: Any) -> bool:
        """Whether it is a function that exists outside of the trace, or None."""
        if choice is None:
            return True
        if not is_staged(choice) or not callable(choice):
            return False
        original = self._trace.asked.original(choice, by_identity=False)
        return original is not choice and self._trace.asked.is_lasting(original)

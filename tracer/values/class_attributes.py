"""Attributes of classes that code outside of the trace may set."""

from __future__ import annotations

import sys

from tracer.record.rebound_names import sets_attribute
from tracer.record.trace import Trace


class ClassAttributes:
    """Finds the attributes of classes for which the run asks each time.

    The others are what they are where the function is called. Once code outside of the
    trace has run, it may have set those that some function of the module sets.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._set: dict[tuple[str, str], bool] = {}
        self._taken: set[str] = set()

    def are_asked(self, kind: type, name: str) -> bool:
        """Whether the run asks a class for the attribute of a name."""
        trace = self._trace
        if name in trace.facts.class_attributes:
            return True
        if not self._is_set(kind, name):
            return False
        if trace.knowledge.clobbered():
            trace.learn(trace.facts.class_attributes, name)
        self._taken.add(name)
        return False

    def changes_unseen(self) -> None:
        """Begin again if what was taken from a class may be another now."""
        if self._taken:
            self._trace.learn(self._trace.facts.class_attributes, *self._taken)

    def _is_set(self, kind: type, name: str) -> bool:
        """Whether functions of the module of a class set attributes of this name."""
        asked = kind.__module__, name
        if asked not in self._set:
            module, options = sys.modules.get(kind.__module__), self._trace.options
            self._set[asked] = module is not None and sets_attribute(
                vars(module), name, options.instructions
            )
        return self._set[asked]

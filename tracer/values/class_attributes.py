"""Attributes of classes that code outside of the trace may set."""

from __future__ import annotations

import sys

from tracer.record.rebound_names import attributes_set
from tracer.record.trace import Trace


class ClassAttributes:
    """Finds the attributes of classes for which the run asks each time.

    The others are what they are where the function is called. Once code outside of the
    trace has run, it may have set those that some function of the module sets.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._set: dict[str, frozenset[str]] = {}
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
        module = sys.modules.get(kind.__module__)
        if module is None:
            return False
        names = self._set.get(kind.__module__)
        if names is None:
            names = attributes_set(vars(module), self._trace.options.instructions)
            self._set[kind.__module__] = names
        return name in names

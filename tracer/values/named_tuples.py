"""Classes of tuples with methods of the user's, which a trace converts.

A tuple of such a class is taken apart and put together as any other. While tracing it
is of a class derived from the user's, whose methods are those of the trace.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tracer.policy import is_convertible
from tracer.record.trace import Trace
from tracer.values.functions_and_classes import StagedFunction


class NamedTuples:
    """The classes of tuples that one trace has met."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._staged: dict[type, type] = {}
        self._originals: dict[type, type] = {}

    def staged(self, kind: type) -> type:
        """Give the class of the tuples that stand for those of `kind`."""
        made = self._staged.get(kind)
        if made is None:
            made = self._staged[kind] = self._derived(kind)
            self._originals[made] = kind
        return made

    def original(self, kind: type) -> type:
        """Give the user's class."""
        return self._originals.get(kind, kind)

    def maker(self, kind: type) -> Any:
        """Give what makes a tuple of some class from its items."""
        made: Any = self.staged(kind)
        return made._make

    def make(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make a tuple of a class of the user's."""
        made: Any = kind(*args, **kwargs)
        if made.__class__ is not kind or getattr(made, "__dict__", None):
            return made
        build: Any = tuple.__new__  # past the constructor of the class
        return build(self.staged(kind), made)

    def _derived(self, kind: type) -> type:
        members = {
            name: staged
            for base in reversed(kind.__mro__)
            for name, member in vars(base).items()
            if (staged := self._member(member)) is not None
        }
        if not members:
            return kind
        staged = self._trace.asked.stage_class(kind)
        space = {
            **members,
            "__slots__": (),
            "__class__": property(lambda self: staged),
            "__module__": kind.__module__,
            "__qualname__": kind.__qualname__,
        }
        return type(kind.__name__, (kind,), space)

    def _member(self, member: Any) -> Any:
        """Give what stands for a method or property that is converted."""
        if is_convertible(member):
            return StagedFunction(member, self._trace)
        if isinstance(member, property) and is_convertible(member.fget):
            return property(partial(self._property, member.fget))
        return None

    def _property(self, getter: Any, instance: Any) -> Any:
        return self._trace.asked.traced(getter, (instance,), {})

"""Stand-ins for modules, and for the package of our operators."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

from tracer.errors import on_behalf
from tracer.policy import is_user_module
from tracer.record.rebound_names import rebound_globals
from tracer.record.trace import Trace
from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import AttributeOf, Fixed, ModuleName, Origin
from tracer.serve.presence import Lacks
from tracer.values.functions_and_classes import HIDING, StandIn, of_original


class StagedModule(StandIn):
    """Stand-in for a module: its attributes are staged as they are read."""

    __slots__ = ("_ag_rebound", "_ag_seen")

    def __init__(self, original: Any, trace: Trace) -> None:
        super().__init__(original, trace)
        self._ag_seen: dict[str, Any] = {}
        self._ag_rebound = frozenset[str]()
        if is_user_module(original):
            instructions = trace.options.instructions
            self._ag_rebound = rebound_globals(vars(original), instructions)

    def _ag_forget(self) -> None:
        """Forget the attributes that code outside may have rebound before the run."""
        for name in self._ag_rebound:
            self._ag_seen.pop(name, None)

    def __getattr__(self, name: str) -> Any:
        seen = self._ag_seen
        trace = self._ag_trace
        if name in self._ag_rebound and trace.knowledge.clobbered():
            return trace.emit("load_attribute", self, name)
        if name not in seen:
            self._ag_guard_missing(name)
            value = on_behalf(getattr, self._ag_original, name)
            self._ag_guard(name, value)
            if type(value) in PLAIN_TYPES and not is_user_module(self._ag_original):
                return value  # a constant such as math.pi
            origin: Origin = Fixed(self._ag_original, self._ag_original.__name__)
            seen[name] = trace.asked.stage(value, AttributeOf(origin, name))
        return seen[name]

    def _ag_guard_missing(self, name: str) -> None:
        """Record that a module has no such name, if so: it may get one later."""
        module = self._ag_original
        if not name.startswith("__") and not hasattr(module, name):
            namespace = Fixed(vars(module), module.__name__)
            self._ag_trace.guard(Guard(namespace, Lacks(name)))

    def _ag_guard(self, name: str, value: Any) -> None:
        """Record that a library's module has this value: a program may patch it."""
        module = self._ag_original
        # What a module makes when it is asked may be another object each time.
        if not is_user_module(module) and vars(module).get(name) is value:
            origin = ModuleName(vars(module), name, module.__name__)
            self._ag_trace.guard(Guard(origin, Identical(value, lasting=True)))


class OperatorPackage:
    """Stand-in for the package of our operators, which the user knows as `ag`.

    The operators look for the trace themselves; classes are staged like all others.
    """

    def __init__(self, package: ModuleType, trace: Trace) -> None:
        self._ag_package = package
        self._ag_trace = trace

    @property  # type: ignore[misc]  # what `isinstance` sees
    def __class__(self) -> type:
        return type(self._ag_package)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._ag_package, name)
        if isinstance(value, type):
            value = self._ag_trace.asked.stage_class(value)
        self.__dict__[name] = value
        return value


for _name in HIDING:
    setattr(StagedModule, _name, property(partial(of_original, _name)))

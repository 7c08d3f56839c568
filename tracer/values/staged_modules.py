"""Stand-ins for modules."""

from __future__ import annotations

import sys
import warnings
from functools import partial
from types import ModuleType
from typing import Any

from tracer.errors import on_behalf
from tracer.policy import is_user_module
from tracer.record.trace import Trace
from tracer.record.traced_globals import UNSURE, TracedGlobals
from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import AttributeOf, Fixed, ModuleName, Origin
from tracer.serve.presence import Lacks
from tracer.values.functions_and_classes import HIDING, StandIn, of_original
from tracer.values.module_names import store_name, unbind_name
from tracer.values.twins import Twins

HOOKS = (
    (sys, frozenset(("stdin", "stdout", "stderr", "excepthook", "displayhook"))),
    (warnings, frozenset(("formatwarning", "showwarning"))),
)
"""Names of Python's modules that notebooks, tests and programs bind to others."""


class StagedModule(StandIn):
    """Stand-in for a module: its attributes are staged as they are read.

    Those of the user's module are the globals of its functions.
    """

    __slots__ = ("_ag_names", "_ag_seen")

    def __init__(self, original: Any, trace: Trace) -> None:
        super().__init__(original, trace)
        self._ag_seen: dict[str, Any] = {}
        self._ag_names: TracedGlobals | None = None
        if is_user_module(original):
            self._ag_names = trace.part(Twins).globals(vars(original))

    def _ag_unsure(self, name: str) -> bool:
        """Whether only the run knows if the module has an attribute."""
        names = self._ag_names
        return names is not None and names.binds(name) and names.held(name) is UNSURE

    def __getattr__(self, name: str) -> Any:
        names = self._ag_names
        if names is None or not names.binds(name):
            return self._ag_asked(name)
        held = names.held(name)
        if held is UNSURE:
            return self._ag_trace.emit("load_attribute", self, name)
        return held

    def _ag_asked(self, name: str) -> Any:
        """Return an attribute that no traced code sets."""
        seen = self._ag_seen
        trace = self._ag_trace
        if _is_hook(self._ag_original, name):
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

    def __setattr__(self, name: str, value: Any) -> None:
        own = name.startswith("_ag_")
        names = None if own else self._ag_plain_names()
        if names is not None:
            store_name(self._ag_trace, names, name, value)
        elif not own and _is_hook(self._ag_original, name):
            self._ag_trace.emit("store_attribute", self, name, value)
            self._ag_trace.clobber()
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        names = self._ag_plain_names()
        if names is None:
            self._ag_trace.asked.call_back(delattr, (self, name), {})
            return
        if not names.binds(name):
            on_behalf(delattr, ModuleType(self._ag_original.__name__), name)
        unbind_name(self._ag_trace, names, name, self)

    def _ag_plain_names(self) -> TracedGlobals | None:
        """Return the names of a module of the user's that sets them as Python does."""
        plain = type(self._ag_original) is ModuleType
        return self._ag_names if plain else None

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


def _is_hook(module: Any, name: str) -> bool:
    return any(module is each and name in names for each, names in HOOKS)


for _name in HIDING:
    setattr(StagedModule, _name, property(partial(of_original, _name)))

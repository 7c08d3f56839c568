"""The globals and builtins that converted code sees while it is traced.

Converted functions run with `TracedGlobals` in place of their module's globals. Every
global and builtin name that they read is looked up there and *staged*: generated code
therefore needs no interception of its own.

CPython looks names up in a dict subclass by ``__getitem__`` (only exact dicts take the
fast path of ``LOAD_GLOBAL``); the tests check it for each version supported.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import resolve_name
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeGuard

from runtime.ir.nodes import Constant, Value
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import ANY, UNBOUND, Type, join_all, members
from tracer.errors import on_behalf
from tracer.policy import NUMPYS_MODULES
from tracer.record.context import ACTIVE
from tracer.record.rebound_names import CALLED, rebound_globals
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import Fixed, GlobalName, ModuleName, Origin, variable_key
from tracer.serve.presence import Lacks

if TYPE_CHECKING:
    from tracer.record.asked import Recording


UNSURE = object()
"""The marker for a name of which only the run knows what it has."""


class TracedGlobals(dict[str, Any]):
    """The globals of a module, as converted code sees them in one trace."""

    def __init__(self, real: dict[str, Any], trace: Recording) -> None:
        super().__init__(real)
        super().__setitem__("__builtins__", STAGED_BUILTINS)
        self.real = real
        self.trace = trace
        self.seen: dict[str, Any] = {}
        self.rebound = rebound_globals(real, trace.options.instructions)
        self.deleted: set[str] = set()
        self.lasting = real.get("__name__") in NUMPYS_MODULES

    def __getitem__(self, name: str) -> Any:
        if name == "__builtins__":
            return STAGED_BUILTINS
        if not self.binds(name):
            return self._not_bound(name)
        held = self.held(name)
        return self._loaded(name) if held is UNSURE else held

    def binds(self, name: str) -> bool:
        """Whether the module has a name, or had it before the trace deleted it."""
        if name in self.real:
            return True
        key = variable_key(GlobalName(self.real, name))
        return name in self.seen and key in self.trace.facts.stored

    def held(self, name: str) -> Any:
        """Return what a name of the module has; `UNSURE` if only the run knows."""
        seen, knowledge = self.seen, self.trace.knowledge
        knowledge.questions += name in self.rebound
        if name in self.rebound and knowledge.clobbered():
            return self._looked_up_again(name)
        if name not in seen:
            value, origin = self.real[name], self._origin(name)
            seen[name] = self.trace.asked.stage_variable(value, origin)
        return UNSURE if self._may_be_unbound(name, seen[name]) else seen[name]

    def _not_bound(self, name: str) -> Any:
        """Return a builtin, or what code outside of the trace may have bound."""
        self.trace.knowledge.questions += name in self.rebound
        if name in self.rebound and self.trace.knowledge.clobbered():
            if name not in self.seen:
                raise KeyError(name)
            return self._load(name, ANY)
        if name not in self.seen:
            self.seen[name] = self._builtin(name)
        return self.seen[name]

    def _looked_up_again(self, name: str) -> Any:
        """Return what a name has to be called; `UNSURE` if it is not certain.

        Special methods and libraries hardly ever rebind it. So the trace goes on with
        what it knows, and the run sees that it is still there.
        """
        trace, value, origin = self.trace, self.real.get(name), self._origin(name)
        if not isinstance(value, CALLED) or trace.knowledge.replaced():
            return UNSURE
        if variable_key(origin) in trace.facts.stored:
            return UNSURE
        if name not in self.seen:
            self.seen[name] = trace.asked.stage_variable(value, origin)
        held = self.seen[name]
        checked = self._namespace(), Constant(name), trace.lift(held)
        trace.record(OPS["check_global"], checked)
        return held

    def _may_be_unbound(self, name: str, value: Any) -> bool:
        """Whether the trace has deleted a name, on some paths at least."""
        if type(value) is not Symbol:
            return type(value) is Unbound
        options = members(self.trace.type_of(value))
        return UNBOUND in options or (ANY in options and name in self.deleted)

    def _loaded(self, name: str) -> Any:
        """Return a name that the run alone knows: the module's, or a builtin."""
        value = self.seen.get(name)
        if self.trace.knowledge.clobbered() and name in self.rebound:
            return self._load(name, ANY)
        if type(value) is Unbound:
            return self.trace.asked.builtin(name)
        options = members(self.trace.type_of(value))
        bound = [of for of in options if of != UNBOUND]
        either = ANY if hasattr(builtins, name) else join_all(bound)
        return self._load(name, either)

    def _load(self, name: str, of: Type) -> Any:
        """Read a global at run time."""
        row, read = OPS["load_global"], (self._namespace(), Constant(name))
        return self.trace.record(row, read, of=of, base=name)

    def _namespace(self) -> Value:
        """Return the value of the graph for the module's own globals."""
        return self.trace.capture(self.real, Fixed(self.real, "module_globals"))

    def _builtin(self, name: str) -> Any:
        """Return the staged builtin of a name that the module does not define."""
        if self.lasting:
            return self.trace.asked.builtin(name)
        namespace = Fixed(self.real, "globals")
        self.trace.guard(Guard(namespace, Lacks(name)))
        if name in vars(builtins):
            origin = ModuleName(vars(builtins), name, "builtins")
            value = vars(builtins)[name]
            self.trace.guard(Guard(origin, Identical(value, lasting=True)))
        return self.trace.asked.builtin(name)

    def _origin(self, name: str) -> Origin:
        """Return how a call reaches a global."""
        if self.lasting:
            return Fixed(self.real[name], name)
        return GlobalName(self.real, name)

    @contextmanager
    def stored(self, names: Iterable[str]) -> Iterator[None]:
        """Let code that looks past `__getitem__` find what this returns."""
        found = {name: self[name] for name in names if name in self}
        for name in set(names) - set(found):
            if hasattr(builtins, name):
                self[name]  # the module may define one of its own by the next call
        before = {name: self.get(name) for name in found}
        self.update(found)
        try:
            yield
        finally:
            self.update(before)

    def __setitem__(self, name: str, value: Any) -> None:
        # Code writes past this; a debugger keeps names of its own here.
        super().__setitem__(name, value)
        if name not in self.real:
            self.seen[name] = value


def is_made_here(value: Any) -> TypeGuard[FunctionType]:
    """Whether a value is a function that was made while tracing."""
    return type(value) is FunctionType and type(value.__globals__) is TracedGlobals


def _staged_import(
    name: str,
    globals: Any = None,
    locals: Any = None,
    fromlist: Any = (),
    level: int = 0,
) -> Any:
    if type(globals) is not TracedGlobals:  # by a call of the user's
        trace, given = ACTIVE.get(), (name, globals, locals, fromlist, level)
        if trace is not None and any(map(is_staged, given)):
            return trace.asked.call_back(__import__, given, {})
        module = on_behalf(__import__, *given)
        if trace is None:
            return module
        return trace.asked.stage(module, Fixed(module, name))
    trace, real = globals.trace, globals.real
    whole = "." * level + name
    try:
        module = on_behalf(__import__, name, real, None, fromlist, level)
        whole = resolve_name(whole, str(real.get("__package__")))
    except Exception:
        if level == 0:
            trace.guard(Guard(Fixed(sys.modules, "sys.modules"), Lacks(whole)))
        if level > 0 or trace.builder.barred:
            raise
        # At each run: whatever is missing may be there by then.
        found = trace.asked.unknown(import_module, (whole,), {})
        top = whole.partition(".")[0]
        if fromlist or top == whole:
            return found
        return trace.asked.unknown(import_module, (top,), {})
    if whole in sys.modules:
        origin = ModuleName(sys.modules, whole, "sys.modules")
        trace.guard(Guard(origin, Identical(sys.modules[whole], lasting=True)))
    return trace.asked.stage(module, Fixed(module, name))


def _staged_build_class(body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
    build, here = builtins.__build_class__, body.__globals__
    if type(here) is not TracedGlobals:
        return build(body, name, *bases, **keywords)
    trace = here.trace
    derived = any(type(base) is Symbol for base in bases)
    if derived or trace.is_left_to_run():
        return trace.emit("call", build, body, name, *bases, **keywords)
    # CPython reads a bare name of a class body past `__getitem__`. Names that the body
    # does not bind are declared `global` (`autograph.source.class_globals`).
    names = trace.options.instructions.read_before_bound(body.__code__)
    with here.stored(names):
        made = build(body, name, *bases, **keywords)
    if not isinstance(made, type):
        return made
    if any(is_staged(value) and value._ag_compares for value in vars(made).values()):
        trace.leave_to_run()  # Python may ask them as descriptors
    return trace.asked.made_class(made)


STAGED_BUILTINS = {
    **vars(builtins),
    "__import__": _staged_import,
    "__build_class__": _staged_build_class,
}

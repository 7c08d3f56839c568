"""Names of modules, assigned to and deleted: as globals, or as attributes."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from tracer.flow.made_containers import MadeContainers
from tracer.record.slots import Slot, write_slot
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.serve.origins import Fixed, GlobalName, variable_key


def store_name(trace: Trace, names: TracedGlobals, name: str, value: Any) -> None:
    """Apply ``global name; name = value``."""
    _begin(trace, names, name)
    target = trace.capture(names.real, Fixed(names.real, "module_globals"))
    value = trace.part(MadeContainers).kept(value)
    trace.record(OPS["store_item"], (target, Constant(name), trace.lift(value)))
    write_slot(trace.builder, Slot(names.seen, name), value)


def unbind_name(
    trace: Trace, names: TracedGlobals, name: str, module: Any = None
) -> None:
    """Apply ``global name; del name``, or ``del module.name`` of a module given."""
    _begin(trace, names, name)
    if module is None:
        target = trace.capture(names.real, Fixed(names.real, "module_globals"))
        trace.record(OPS["delete_global"], (target, Constant(name)))
    else:
        trace.emit("delete_attribute", module, name)
    names.deleted.add(name)
    write_slot(trace.builder, Slot(names.seen, name), Unbound(name))


def _begin(trace: Trace, names: TracedGlobals, name: str) -> None:
    """Ensure that the trace sees what a name had, and has, as others do.

    The paths of a branch or loop that do not store to it have what it had. Where others
    may have rebound it, each read asks again: nothing is kept.
    """
    remember_store(
        trace, variable_key(GlobalName(names.real, name)), name in names.seen
    )
    if not trace.builder.staged or trace.knowledge.clobbered():
        return
    if name in names.real and name not in names.seen:
        names[name]


def remember_store(trace: Trace, key: Any, was_read: bool) -> None:
    """Ensure that a variable the function stores to is an input, not a constant."""
    if key not in trace.facts.stored:
        trace.facts.stored.add(key)
        if was_read:
            trace.restart()

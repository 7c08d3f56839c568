"""Names that other functions see: assigned to and deleted."""

from __future__ import annotations

from collections.abc import Callable
from types import CellType
from typing import Any, NoReturn

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from tracer.errors import UnstagedWrite
from tracer.flow.made_containers import MadeContainers
from tracer.flow.shared_storage import CallVariables, SharedStorage
from tracer.record.slots import Slot, write_slot
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.serve.origins import CellContent, Fixed, GlobalName, variable_key
from tracer.values.twins import Twins


def store_global(trace: Trace, namespace: dict[str, Any], name: str, value: Any) -> Any:
    """Apply ``global name; name = value``."""
    assert type(namespace) is TracedGlobals
    origin = GlobalName(namespace.real, name)
    _remember_store(trace, variable_key(origin), name in namespace.seen)
    _see_before(trace, namespace, name)
    target = trace.capture(namespace.real, Fixed(namespace.real, "module_globals"))
    value = trace.part(MadeContainers).kept(value)
    trace.record(OPS["store_item"], (target, Constant(name), trace.lift(value)))
    write_slot(trace.builder, Slot(namespace.seen, name), value)
    return value


def unbind_global(trace: Trace, namespace: dict[str, Any], name: str) -> None:
    """Apply ``global name; del name``."""
    assert type(namespace) is TracedGlobals
    origin = GlobalName(namespace.real, name)
    _remember_store(trace, variable_key(origin), name in namespace.seen)
    _see_before(trace, namespace, name)
    target = trace.capture(namespace.real, Fixed(namespace.real, "module_globals"))
    trace.record(OPS["delete_global"], (target, Constant(name)))
    namespace.deleted.add(name)
    write_slot(trace.builder, Slot(namespace.seen, name), Unbound(name))


def _see_before(trace: Trace, namespace: TracedGlobals, name: str) -> None:
    """Read a global for the paths of a branch or loop that do not store to it.

    Where others may have rebound it, each read asks again: nothing is kept.
    """
    if not trace.builder.staged or trace.knowledge.clobbered():
        return
    if name in namespace.real and name not in namespace.seen:
        namespace[name]


def _refuse_first_value(trace: Trace, name: str) -> NoReturn:
    trace.refuse(
        UnstagedWrite(
            f"{name}, a variable of the enclosing code, gets its first value in a "
            "compiled branch or loop",
            hint=f"give {name} a value at the beginning of the enclosing code",
        )
    )


def cells(trace: Trace, read: Callable[[], Any]) -> CallVariables:
    """Note the variables of a call that begins now."""
    return trace.part(SharedStorage).of_call(read.__closure__ or ())


def set_cell(trace: Trace, read: Callable[[], Any], value: Any) -> Any:
    """Assign to a variable that several functions share."""
    (cell,) = read.__closure__ or ()
    (name,) = read.__code__.co_freevars
    origin = trace.part(Twins).original_cell(cell)
    if origin is not None:
        value = trace.part(MadeContainers).kept(value)
        _store_cell(trace, origin, cell, value)
    write_slot(trace.builder, Slot(cell, name), value)
    return value


def _store_cell(trace: Trace, origin: CellContent, cell: CellType, value: Any) -> None:
    known = Slot(cell, origin.name).read()
    _remember_store(trace, variable_key(origin), type(known) is not Unbound)
    if trace.builder.staged and type(known) is Unbound:
        _refuse_first_value(trace, origin.name)
    target = trace.capture(origin.cell, origin.base)
    trace.record(
        OPS["store_attribute"],
        (target, Constant("cell_contents"), trace.lift(value)),
    )


def _remember_store(trace: Trace, key: Any, was_read: bool) -> None:
    """Ensure that a variable the function stores to is an input, not a constant."""
    if key not in trace.facts.stored:
        trace.facts.stored.add(key)
        if was_read:
            trace.restart()


def delete_cell(trace: Trace, read: Callable[[], Any]) -> NoReturn:
    """Refuse to delete a variable that other functions read."""
    (name,) = read.__code__.co_freevars
    trace.refuse(
        UnstagedWrite(
            f"{name}, a variable of the enclosing code, is deleted",
            hint=f"set {name} to None instead",
        )
    )

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
from tracer.serve.origins import CellContent, variable_key
from tracer.values.module_names import remember_store, store_name, unbind_name
from tracer.values.twins import Twins


def store_global(trace: Trace, namespace: dict[str, Any], name: str, value: Any) -> Any:
    """Apply ``global name; name = value``."""
    assert type(namespace) is TracedGlobals
    store_name(trace, namespace, name, value)
    return namespace.seen[name]


def unbind_global(trace: Trace, namespace: dict[str, Any], name: str) -> None:
    """Apply ``global name; del name``."""
    assert type(namespace) is TracedGlobals
    unbind_name(trace, namespace, name)


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
    remember_store(trace, variable_key(origin), type(known) is not Unbound)
    if trace.builder.staged and type(known) is Unbound:
        _refuse_first_value(trace, origin.name)
    target = trace.capture(origin.cell, origin.base)
    trace.record(
        OPS["store_attribute"],
        (target, Constant("cell_contents"), trace.lift(value)),
    )


def delete_cell(trace: Trace, read: Callable[[], Any]) -> NoReturn:
    """Refuse to delete a variable that other functions read."""
    (name,) = read.__code__.co_freevars
    trace.refuse(
        UnstagedWrite(
            f"{name}, a variable of the enclosing code, is deleted",
            hint=f"set {name} to None instead",
        )
    )

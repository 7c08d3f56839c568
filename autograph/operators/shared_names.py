"""Names that other functions see: assigned to and deleted."""

import sys
from collections.abc import Callable
from typing import Any

from tracer.context import ACTIVE


def set_global(name: str, value: Any) -> Any:
    """Do ``global name; name = value`` for the calling function; give the value."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.items.set_global(trace, sys._getframe(1).f_globals, name, value)
    sys._getframe(1).f_globals[name] = value
    return value


def set_cell(read: Callable[[], Any], value: Any) -> Any:
    """Assign to the variable that ``lambda: name`` closes over; give the value."""
    (cell,) = read.__closure__ or ()
    trace = ACTIVE.get()
    if trace is not None:
        return trace.items.set_cell(trace, cell, read.__code__.co_freevars[0], value)
    cell.cell_contents = value
    return value


def delete_global(name: str) -> None:
    """Do ``global name; del name`` for the calling function."""
    namespace = sys._getframe(1).f_globals
    trace = ACTIVE.get()
    if trace is not None:
        trace.items.delete_global(trace, namespace, name)
        return
    if name not in namespace:
        raise NameError(f"name {name!r} is not defined")
    del namespace[name]


def delete_cell(read: Callable[[], Any]) -> None:
    """Delete the variable that ``lambda: name`` closes over."""
    (cell,) = read.__closure__ or ()
    trace = ACTIVE.get()
    if trace is not None:
        trace.items.delete_cell(trace, read.__code__.co_freevars[0])
    read()
    del cell.cell_contents

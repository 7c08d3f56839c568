"""Assignments to names that other functions see."""

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

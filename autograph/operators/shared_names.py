"""Names that several functions share: whose they are, their assignment and deletion."""

import sys
from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


def set_global(name: str, value: Any) -> Any:
    """Do ``global name; name = value`` for the calling function; return the value."""
    return store_global(sys._getframe(1).f_globals, name, value)


@operator
def store_global(namespace: dict[str, Any], name: str, value: Any) -> Any:
    """Bind a name of a module; return the value."""
    namespace[name] = value
    return value


def delete_global(name: str) -> None:
    """Execute ``global name; del name`` for the caller."""
    unbind_global(sys._getframe(1).f_globals, name)


@operator
def unbind_global(namespace: dict[str, Any], name: str) -> None:
    """Delete a name of a module."""
    if name not in namespace:
        raise NameError(f"name {name!r} is not defined")
    del namespace[name]


@operator
def cells(_read: Callable[[], Any]) -> object:
    """Return what stands for the variables that ``lambda: (name, ...)`` closes over.

    They belong to the call that holds it.
    """
    return None


@operator
def set_cell(read: Callable[[], Any], value: Any) -> Any:
    """Assign to the variable that ``lambda: name`` closes over; return the value."""
    (cell,) = read.__closure__ or ()
    cell.cell_contents = value
    return value


@operator
def delete_cell(read: Callable[[], Any]) -> None:
    """Delete the variable that ``lambda: name`` closes over."""
    (cell,) = read.__closure__ or ()
    read()
    del cell.cell_contents

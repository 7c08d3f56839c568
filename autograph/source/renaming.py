"""Code objects with the names that they have in the user's source."""

from __future__ import annotations

import inspect
from collections.abc import Set
from types import CodeType


def renamed(
    code: CodeType, original: CodeType, ours: Set[str], names: dict[str, str]
) -> CodeType:
    """Restore the name of converted code, and the qualified names within it.

    Parameters
    ----------
    code
        The converted code.
    original
        The code of the user's function.
    ours
        The names of functions that conversion made. They are left out of the qualified
        names of the user's definitions within them.
    names
        The user's names for definitions with generated names.
    """
    name, full = original.co_name, original.co_qualname
    constants = _constants(code, full, ours, names)
    return code.replace(co_name=name, co_qualname=full, co_consts=constants)


def _constants(
    code: CodeType, path: str, ours: Set[str], names: dict[str, str]
) -> tuple[object, ...]:
    """Return the constants of a code object whose qualified name is `path`."""
    is_class = not code.co_flags & inspect.CO_NEWLOCALS
    separator = "." if is_class else ".<locals>."
    constants: list[object] = []
    for item in code.co_consts:
        if isinstance(item, CodeType):
            name = names.get(item.co_name, item.co_name)
            full = name if item.co_qualname == item.co_name else path + separator + name
            inside = path if item.co_name in ours else full
            within = _constants(item, inside, ours, names)
            item = item.replace(co_name=name, co_qualname=full, co_consts=within)
        elif is_class and item == code.co_qualname:
            item = path  # what the class body sets as __qualname__
        constants.append(item)
    return tuple(constants)

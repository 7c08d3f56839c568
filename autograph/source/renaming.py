"""Code objects under the names that the user's source would have given them."""

from __future__ import annotations

import inspect
from collections.abc import Set
from types import CodeType


def renamed(
    code: CodeType, original: CodeType, ours: Set[str], names: dict[str, str]
) -> CodeType:
    """Give converted code its own name back, and all within it their full names.

    Parameters
    ----------
    code
        The converted code.
    original
        The code of the user's function.
    ours
        The names of functions that conversion made: they are left out of the full
        names of what the user defined within them.
    names
        The user's names for definitions that go by another one.
    """
    made = _inner(code, original.co_qualname, ours, names)
    return made.replace(co_name=original.co_name, co_qualname=original.co_qualname)


def _inner(
    code: CodeType, path: str, ours: Set[str], names: dict[str, str]
) -> CodeType:
    """Rename what is in a code object whose full name is `path`."""
    is_class = not code.co_flags & inspect.CO_NEWLOCALS
    separator = "." if is_class else ".<locals>."
    constants: list[object] = []
    for item in code.co_consts:
        if isinstance(item, CodeType):
            name = names.get(item.co_name, item.co_name)
            full = name if item.co_qualname == item.co_name else path + separator + name
            inside = path if item.co_name in ours else full
            made = _inner(item, inside, ours, names)
            item = made.replace(co_name=name, co_qualname=full)
        elif is_class and item == code.co_qualname:
            item = path  # what the class body sets as __qualname__
        constants.append(item)
    return code.replace(co_consts=tuple(constants))

"""The data of Python's exception classes beside arguments and attributes."""

from __future__ import annotations

from functools import cache
from types import MemberDescriptorType
from typing import Any


def builtin_class(kind: type) -> Any:
    """Return the builtin class that an exception class derives from."""
    return next(base for base in kind.__mro__ if base.__module__ == "builtins")


def members(kind: type) -> frozenset[str]:
    """Return the names of the settable members of the class's instances.

    The object of an `AttributeError` is left out: only Python's suggestions use it.

    Examples
    --------
    >>> sorted(members(FileNotFoundError))
    ['errno', 'filename', 'filename2', 'strerror']
    """
    return _members(builtin_class(kind))


@cache
def _members(builtin: Any) -> frozenset[str]:
    found: set[str] = set()
    for base in builtin.__mro__:
        if base not in (BaseException, BaseExceptionGroup):
            parts = vars(base).items()
            found |= {n for n, part in parts if isinstance(part, MemberDescriptorType)}
    return frozenset(found - {"obj"})

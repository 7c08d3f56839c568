"""Locks that a forked process can use, whoever held them in its parent.

Of all threads, only the one that forks goes on in the child. A lock that another one
held would never be released there.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import Any
from weakref import WeakSet

_locks: WeakSet[Any] = WeakSet()


def new_lock() -> Any:
    """Return a reentrant lock that is free in a forked child unless its thread has it.

    Examples
    --------
    >>> with new_lock() as held:
    ...     held
    True
    """
    made = RLock()
    _locks.add(made)
    return made


def _renew() -> None:
    for each in list(_locks):
        if not each._is_owned():
            each._at_fork_reinit()


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    os.register_at_fork(after_in_child=_renew)

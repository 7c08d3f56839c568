"""Locks that a forked process can use, whoever held them in its parent.

Of all threads, only the one that forks goes on in the child. A lock that another one
held would never be released there.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import Any
from weakref import ref

_locks: list[ref[Any]] = []
_full = 1024


def new_lock() -> Any:
    """Return a reentrant lock that is free in a forked child unless its thread has it.

    Examples
    --------
    >>> with new_lock() as held:
    ...     held
    True
    """
    global _full, _locks
    made = RLock()
    if len(_locks) >= _full:  # a callback of each would swallow the user's Ctrl-C
        _locks = [each for each in _locks if each() is not None]
        _full = max(1024, 2 * len(_locks))
    _locks.append(ref(made))
    return made


def _renew() -> None:
    for each in _locks:
        lock = each()
        if lock is not None and not lock._is_owned():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    os.register_at_fork(after_in_child=_renew)

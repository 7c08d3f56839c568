"""Python's recursion limit, raised while some code needs a higher one.

The limit belongs to the process, and threads may raise it in any order. It is the
highest that one of them needs, and the program's own again when the last one is done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import get_ident

from runtime.forked_locks import new_lock

DEEP = 20_000
"""A limit that suffices to walk a tree as deep as Python can parse.

While tracing, each call or branch of the user's takes several calls of the library.
"""

_lock = new_lock()
_needed: list[tuple[int, int]] = []
_programs = 0
_set = 0


def deep_recursion() -> AbstractContextManager[None]:
    """Allow at least `DEEP` levels while the block runs, in any number of threads."""
    return _raised(lambda programs: max(programs, DEEP))


def recursion_times(factor: int) -> AbstractContextManager[None]:
    """Allow a multiple of the program's own levels while the block runs."""
    return _raised(lambda programs: programs * factor)


@contextmanager
def _raised(needed_of: Callable[[int], int]) -> Iterator[None]:
    global _programs
    with _lock:
        if not _needed:
            _programs = sys.getrecursionlimit()
        needed = needed_of(_programs), get_ident()
        _needed.append(needed)
        _change()
    try:
        yield
    finally:
        with _lock:
            _needed.remove(needed)
            if sys.getrecursionlimit() == _set:  # else the program has set another
                _change()


def _change() -> None:
    global _set
    _set = max((limit for limit, _ in _needed), default=_programs)
    sys.setrecursionlimit(_set)


def _forget_other_threads() -> None:
    """Forget, in a forked child, what the threads of the parent needed."""
    mine = [each for each in _needed if each[1] == get_ident()]
    if len(mine) < len(_needed):
        _needed[:] = mine
        _change()


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    os.register_at_fork(after_in_child=_forget_other_threads)

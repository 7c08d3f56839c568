"""Python's recursion limit, raised while some code needs a higher one.

The limit belongs to the process, and threads may raise it in any order. It is the
highest that one of them needs, and the program's own again when the last one is done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from threading import get_ident
from typing import Generic, TypeVar
from weakref import ref

from runtime.forked_locks import new_lock

Held = TypeVar("Held")
DEEP = 20_000
"""A limit that suffices to walk a tree as deep as Python can parse.

While tracing, each call or branch of the user's takes several calls of the library.
"""

_lock = new_lock()
_needed: list[tuple[ref[_Raised], int, int]] = []
_programs = 0
_set = 0


def deep_recursion() -> AbstractContextManager[None]:
    """Allow at least `DEEP` levels while the block runs, in any number of threads."""
    return _Raised(lambda programs: max(programs, DEEP))


def recursion_times(factor: int) -> AbstractContextManager[None]:
    """Allow a multiple of the program's own levels while the block runs."""
    return _Raised(lambda programs: programs * factor)


def outermost(
    within: ContextVar[Held], value: Held, factor: int
) -> AbstractContextManager[None]:
    """Run the outermost of calls in each other, with room for those within it.

    Parameters
    ----------
    within : ContextVar
        What tells the calls within that they are.
    value : object
        What it holds while the block runs.
    factor : int
        How many levels one of these calls takes for each of the program's.
    """
    return _Outermost(within, value, factor)


class _Raised:
    """A block that needs a higher limit.

    Ctrl-C may leave it anywhere: what it needs is forgotten with it at the latest.
    """

    def __init__(self, needed_of: Callable[[int], int]) -> None:
        self._needed_of = needed_of

    def __enter__(self) -> None:
        global _programs
        with _lock:
            alive = _alive()
            if not alive:
                _programs = _programs_own()
            alive.append((ref(self), self._needed_of(_programs), get_ident()))
            _needed[:] = alive
            _change(alive)

    def __exit__(self, *error: object) -> None:
        try:
            self._leave()
        except KeyboardInterrupt:  # which came here: the limit would stay
            self._leave()
            raise

    def _leave(self) -> None:
        with _lock:
            alive = [each for each in _alive() if each[0]() is not self]
            _needed[:] = alive
            if sys.getrecursionlimit() == _set:  # else the program has set another
                _change(alive)


class _Outermost(_Raised, Generic[Held]):
    def __init__(self, within: ContextVar[Held], value: Held, factor: int) -> None:
        super().__init__(lambda programs: programs * factor)
        self._within = within
        self._value = value

    def __enter__(self) -> None:
        self._token = self._within.set(self._value)
        super().__enter__()

    def __exit__(self, *error: object) -> None:
        try:
            super().__exit__(*error)
        finally:
            self._within.reset(self._token)


def _alive() -> list[tuple[ref[_Raised], int, int]]:
    return [each for each in _needed if each[0]() is not None] if _needed else []


def _programs_own() -> int:
    """Return the program's own limit."""
    now = sys.getrecursionlimit()
    return _programs if _needed and now == _set else now


def _change(alive: list[tuple[ref[_Raised], int, int]]) -> None:
    global _set
    _set = max([limit for _, limit, _ in alive]) if alive else _programs
    sys.setrecursionlimit(_set)


def _forget_other_threads() -> None:
    """Forget, in a forked child, what the threads of the parent needed."""
    mine = [each for each in _needed if each[2] == get_ident()]
    if len(mine) < len(_needed):
        _needed[:] = mine
        _change(mine)


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    os.register_at_fork(after_in_child=_forget_other_threads)

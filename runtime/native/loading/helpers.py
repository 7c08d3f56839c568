"""The threads that help with large arrays, and wait for tasks otherwise."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

_tasks: SimpleQueue[bytearray] = SimpleQueue()
_threads: list[Thread] = []
_help: Any = None

THREAD = "autograph helper"
"""The name of the threads."""


def run_by(address: int) -> None:
    """Set the address of the function that computes parts of a task."""
    global _help
    _help = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)


def share(task: bytearray, helpers: int) -> None:
    """Ask threads to help with a task. Whoever asks need not wait for them.

    Parameters
    ----------
    task : bytearray
        The task, which is theirs to read as long as they hold it.
    helpers : int
        How many threads may help.
    """
    with suppress(RuntimeError):  # there may be no more threads: others do the work
        while len(_threads) < helpers:
            thread = Thread(target=_work, args=(_tasks,), name=THREAD, daemon=True)
            thread.start()
            _threads.append(thread)
    for _ in range(helpers):
        _tasks.put(task)


def _work(tasks: SimpleQueue[bytearray]) -> None:
    """Help with one task after the other."""
    while True:
        task = tasks.get()
        first = ctypes.c_char.from_buffer(task)
        _help(ctypes.addressof(first))
        del task, first


def _forget() -> None:
    """Begin anew in a forked process, where no other thread goes on."""
    global _tasks
    _tasks = SimpleQueue()
    _threads.clear()


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    os.register_at_fork(after_in_child=_forget)


def taken_lock() -> int:
    """Return the address of a lock that is never released: waiting for it is sleep."""
    new = ctypes.pythonapi.PyThread_allocate_lock
    new.restype = ctypes.c_void_p
    take = ctypes.pythonapi.PyThread_acquire_lock
    take.argtypes = (ctypes.c_void_p, ctypes.c_int)
    lock: int | None = new()
    if lock is None:
        raise RuntimeError("there is no memory for a lock")
    take(lock, 1)
    return lock

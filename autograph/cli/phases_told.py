"""``--verbose``: how long each phase of a first call took, on standard error."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from autograph.cli.outcome import complain
from runtime.phases import WATCHERS


class _Told:
    """Prints a line when a phase ends."""

    def __init__(self) -> None:
        self._began: defaultdict[int, list[float]] = defaultdict(list)

    def begin(self, phase: str, name: str) -> None:
        self._began[threading.get_ident()].append(time.perf_counter())

    def end(self, phase: str, name: str) -> None:
        began = self._began[threading.get_ident()]
        if began:
            seconds = time.perf_counter() - began.pop()
            complain(f"{phase} {name}: {seconds * 1e3:.0f} ms")


@contextmanager
def phases_told(verbose: bool) -> Iterator[None]:
    """Print how long the phases of first calls take, if that is wanted."""
    told = _Told()
    if verbose:
        WATCHERS.append(told)
    try:
        yield
    finally:
        if verbose:
            WATCHERS.remove(told)

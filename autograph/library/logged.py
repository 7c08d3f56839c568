"""What Python's logging is told: new graphs, and how long their phases took."""

from __future__ import annotations

import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from runtime.phases import WATCHERS

if TYPE_CHECKING:
    from logging import Logger

LOGGER = "autograph"
"""The name of the logger."""


class PhaseTimes:
    """Tells of each phase of a first call how long it took, when it ends.

    Parameters
    ----------
    tell : callable
        Takes one line.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._began: defaultdict[int, list[float]] = defaultdict(list)

    def begin(self, phase: str, name: str) -> None:
        """Note that a phase begins."""
        self._began[threading.get_ident()].append(time.perf_counter())

    def end(self, phase: str, name: str) -> None:
        """Log a phase that ends, and how long it took."""
        began = self._began[threading.get_ident()]
        if began:
            seconds = time.perf_counter() - began.pop()
            self._tell(f"{phase} {name}: {seconds * 1e3:.0f} ms")


class LoggedPhases(PhaseTimes):
    """Logs the phases of first calls, with the level DEBUG."""


def logger() -> Logger | None:
    """Return the logger; None if the program does not use logging.

    Examples
    --------
    >>> import logging
    >>> logger()
    <Logger autograph (WARNING)>
    """
    logging = sys.modules.get("logging")
    return logging.getLogger(LOGGER) if logging is not None else None


def log_graph(name: str, number: int, place: str, reason: str) -> None:
    """Log a new graph of a function, with the level INFO."""
    to = logger()
    if to is not None:
        to.info("%s: graph %d, for the call at %s: %s", name, number, place, reason)


def log_phases() -> None:
    """Log the phases of first calls from now on, if somebody listens to them."""
    to = logger()
    if to is None or not to.isEnabledFor(10):
        return
    if not any(isinstance(each, LoggedPhases) for each in WATCHERS):
        WATCHERS.append(LoggedPhases(to.debug))

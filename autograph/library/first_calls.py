"""A bar for first calls that take long, on terminals and in notebooks."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from runtime.phases import WATCHERS

VARIABLE = "AUTOGRAPH_PROGRESS"
"""The environment variable that turns bars on, by ``1``, or off, by ``0``."""
PATIENCE = 1.0
"""After how many seconds a bar is shown."""
_DOING = {
    "load": "loading",
    "convert": "converting",
    "trace": "tracing",
    "optimize": "optimizing",
    "compile": "compiling",
    "compile to machine code": "compiling to machine code",
}


class Progress:
    """Shows the phases of first calls that take over a second, in one thread at a time.

    The bar goes away when the call is done. Nothing is shown without rich.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread = 0
        self._running: list[str] = []
        self._timer: threading.Timer | None = None
        self._bar: Any = None

    def begin(self, phase: str, name: str) -> None:
        """Note that a phase begins."""
        here = threading.get_ident()
        with self._lock:
            if self._running and here != self._thread:
                return
            self._thread = here
            self._running.append(f"{_DOING.get(phase, phase)} {name}")
            if self._timer is None:
                self._timer = threading.Timer(PATIENCE, self._show)
                self._timer.daemon = True
                self._timer.start()
            self._update()

    def end(self, phase: str, name: str) -> None:
        """Note that a phase ends."""
        with self._lock:
            if not self._running or threading.get_ident() != self._thread:
                return
            self._running.pop()
            if self._running:
                self._update()
                return
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _update(self) -> None:
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=self._running[-1])

    def _show(self) -> None:
        try:
            from rich import progress
            from rich.console import Console
        except ImportError:
            return
        with self._lock:
            if not self._running:
                return
            self._bar = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}", markup=False),
                progress.TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._bar.add_task(self._running[-1], total=None)
            self._bar.tasks[0].start_time -= PATIENCE  # that long it runs already
            self._bar.start()


def is_wanted() -> bool:
    """Whether first calls that take long say so.

    They do on a terminal and in a notebook, unless ``AUTOGRAPH_PROGRESS`` is ``0``.

    Examples
    --------
    >>> import os
    >>> os.environ["AUTOGRAPH_PROGRESS"] = "0"
    >>> is_wanted()
    False
    >>> del os.environ["AUTOGRAPH_PROGRESS"]
    """
    chosen = os.environ.get(VARIABLE, "")
    if chosen:
        return chosen != "0"
    if "ipykernel" in sys.modules:
        return True
    terminal = sys.stderr is not None and sys.stderr.isatty()
    return terminal and os.environ.get("TERM") != "dumb"


def show_progress() -> None:
    """Show the progress of first calls from now on, where that is wanted."""
    if not any(isinstance(each, Progress) for each in WATCHERS) and is_wanted():
        WATCHERS.append(Progress())

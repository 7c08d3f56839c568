"""Where the time goes, by line of the user's source: samples of one thread.

Another thread looks at the running frames up to 250 times a second. Array operations
let other threads run, so a sample of them is exact; Python's own work is seen where it
lets other threads run, after a call or at the end of a turn of a loop. A frame of a
plan knows the user's line, and the calls through which that line was inlined.
"""

from __future__ import annotations

import sys
import sysconfig
import threading
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from runtime.execute import plan_of
from runtime.frames import is_ours
from runtime.plan.positions import chain

INTERVAL = 0.004
"""The least seconds between two samples."""
LONGEST = 0.2
"""The most seconds between two samples."""
PATIENCE = 20
"""How many times as long as it was late a sample waits for the next one."""
THREAD = "autograph profile"


class Frame(NamedTuple):
    """A function that runs, at a line of the user's source.

    Attributes
    ----------
    function, file, line : str, str, int
        The function, and where it stands.
    kind : str
        Who runs it: ``native``, ``plan``, ``Python`` or ``library``.
    """

    function: str
    file: str
    line: int
    kind: str


FIRST_CALL = "first call"
ENTRY = Frame("AutoGraph", "", 0, "entry")
"""What finds the graph for a call, and tests its arguments."""
Stack = tuple[Frame, ...]
"""The functions that run, the outermost first."""


class Sampler:
    """Samples one thread while it is entered.

    Parameters
    ----------
    outermost : code
        The code above which frames are of no interest.

    Attributes
    ----------
    stacks : dict
        The seconds spent, by what ran.
    """

    def __init__(self, outermost: CodeType) -> None:
        self.stacks: defaultdict[Stack, float] = defaultdict(float)
        self.phases: list[str] = []
        self._outermost = outermost
        self._thread = threading.get_ident()
        self._stop = threading.Event()
        self._switching = sys.getswitchinterval()
        self._watching = threading.Thread(target=self._watch, name=THREAD, daemon=True)

    def __enter__(self) -> Sampler:
        # Else Python's own work would hide behind what lets other threads run.
        sys.setswitchinterval(INTERVAL / 100)
        self._watching.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._watching.join()
        sys.setswitchinterval(self._switching)

    def _watch(self) -> None:
        before = time.perf_counter()
        pause = INTERVAL
        first = bool(self.phases)
        while not self._stop.wait(pause):
            first = first or bool(self.phases)
            frame = sys._current_frames().get(self._thread)
            now = time.perf_counter()
            if frame is not None:
                self.stacks[self._stack(frame)] += now - before
            late = max(now - before - pause, 0.0)
            before = now
            # On a busy machine the watched thread waits for this one to get a core.
            # A compiler, though, keeps this one waiting, and is heard of otherwise.
            pause = INTERVAL if first else min(max(INTERVAL, late * PATIENCE), LONGEST)
            first = bool(self.phases)
            del frame

    def _stack(self, frame: FrameType) -> Stack:
        found: list[Frame] = []
        ours = False
        current: FrameType | None = frame
        while current is not None and current.f_code is not self._outermost:
            if _is_ours(current):
                ours = True
            else:
                found += _frames(current)
                # What a plan calls is its own work; else somebody calls a graph.
                inner = {each.kind for each in found[:-1]}
                if ours and found[-1].kind == "Python" and inner <= {"library"}:
                    found = [ENTRY, found[-1]]
            current = current.f_back
        if self.phases:
            found.insert(0, Frame(self.phases[-1], "", 0, FIRST_CALL))
        return tuple(reversed(found))


def _frames(frame: FrameType) -> list[Frame]:
    """Return what one of Python's frames stands for, the innermost first."""
    code, plan = frame.f_code, plan_of(frame)
    if plan is None:
        kind = "library" if _is_library(code.co_filename) else "Python"
        return [Frame(code.co_qualname, code.co_filename, frame.f_lineno or 0, kind)]
    span = plan.span_at(frame.f_lasti)
    name = plan.plan.name
    if span is None:
        return [Frame(name, code.co_filename, frame.f_lineno or 0, "plan")]
    native = plan.text_at(frame.f_lasti).startswith("native_")
    made = [
        Frame(each.function or name, each.file, each.line, "plan")
        for each in chain(span)
    ]
    if native:
        made[-1] = made[-1]._replace(kind="native")
    return made[::-1]


def _is_ours(frame: FrameType) -> bool:
    """Whether a frame is the library's own."""
    if plan_of(frame) is not None:
        return False
    module: str = frame.f_globals.get("__name__") or ""
    return is_ours(frame.f_code) or module.partition(".")[0] in _PACKAGES


_PACKAGES = ("autograph", "tracer", "runtime")
_LIBRARIES = tuple(
    str(Path(sysconfig.get_path(name)).resolve())
    for name in ("stdlib", "purelib", "platlib")
)


@cache
def _is_library(file: str) -> bool:
    """Whether a file is not the user's own."""
    return file.startswith("<frozen") or str(Path(file).resolve()).startswith(
        _LIBRARIES
    )

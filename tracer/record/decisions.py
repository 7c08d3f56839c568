"""Decisions of a trace: what became of each construct and call of the source."""

from __future__ import annotations

import linecache
import re
from dataclasses import dataclass
from types import CodeType
from typing import NamedTuple

from tracer.policy import is_numpys_file
from tracer.record.code_memory import positions

TEXT_LENGTH = 60
"""The longest text of a call in a message."""


class Stance(NamedTuple):
    """What may become of constructs and calls.

    Attributes
    ----------
    name : str
        How people read it.
    reason, remedy : str
        Why a call has it, told from its function alone; what to write instead.
    met : str
        Why a call had it in a trace.
    """

    name: str
    reason: str = ""
    remedy: str = ""
    met: str = ""


STAGED = Stance("compiled")
PYTHON = Stance("Python")
UNROLLED = Stance("unrolled")

OPERATION = Stance(
    "operation",
    "part of the compiled function; runs while tracing on plain Python values",
    met="part of the compiled function",
)
CONVERTED = Stance(
    "converted",
    "its source is converted and compiled with its caller",
    met="its source is converted and compiled with its caller",
)
PURE = Stance(
    "pure",
    "runs while tracing on plain Python values, and at each run on other values",
    met="runs while tracing: its arguments are plain Python values",
)
ONLY_READS = Stance("pure", met="runs at each run: it only reads what it is given")
CHANGES = Stance("operation", "changes its list at each run")
EFFECT = Stance(
    "effect",
    "runs at each run, in the order of the program",
    met="runs at each run, in the order of the program",
)
HEAD = Stance(
    "called first",
    "is called in Python at each call of the function, before the compiled code",
    met="is called in Python at each call of the function, before the compiled code",
)
FROZEN = Stance(
    "frozen while tracing",
    "runs once, while tracing, as captures='freeze' asks",
    "use captures='guard', or pass its result as an argument",
    "runs once, while tracing: later calls get the same result",
)
CALLED_BACK = Stance("called back")
"""Why so, and what to write instead, is in `tracer.record.causes`."""


class Position(NamedTuple):
    """Position in the source: lines count from 1, columns (in bytes) from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


def place_at(code: CodeType, offset: int) -> Position | None:
    """Return the position in the source of an instruction, or of the first one there.

    An offset of -1 means the first position of all.
    """
    for line, end_line, column, end_column in positions(code)[max(offset, 0) // 2 :]:
        if line and end_line and column is not None and end_column:
            return Position(line, column, end_line, end_column)
    return None


def written(file: str, place: Position) -> str:
    """Return the source at a position on one line; empty if it is not known."""
    lines = [
        linecache.getline(file, line).encode()
        for line in range(place.line, place.end_line + 1)
    ]
    lines[-1] = lines[-1][: place.end_column]
    lines[0] = lines[0][place.column :]
    text = " ".join(b" ".join(lines).decode(errors="replace").split())
    if len(lines) > 1:  # whose brackets stand on lines of their own
        text = re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", text)
    return text if len(text) <= TEXT_LENGTH else text[: TEXT_LENGTH - 1] + "…"


@dataclass(frozen=True)
class Decision:
    """What became of a construct or call, once.

    Attributes
    ----------
    operator : str
        What decided: ``if``, ``while``, ``for``, ``call`` or the like.
    stance : Stance
        What became of it.
    reason : str
        Why, where that says more.
    code : CodeType
        The converted code that was running.
    offset : int
        How far it had come, as an offset into its instructions; -1 for its first
        place in the source.
    """

    operator: str
    stance: Stance
    reason: str
    code: CodeType
    offset: int

    @property
    def place(self) -> Position | None:
        """The position in the source."""
        return place_at(self.code, self.offset)


class Decisions:
    """The decisions of a trace, in order; a rollback of the trace removes them.

    Attributes
    ----------
    made : list of Decision
        One for each time that a construct or call was met.
    traced : dict
        The code of the user's functions that were traced, in order.
    """

    def __init__(self) -> None:
        self.made: list[Decision] = []
        self.traced: dict[CodeType, None] = {}

    def add(self, decision: Decision) -> bool:
        """Add a decision, unless it was made within NumPy; return whether it was."""
        users = not is_numpys_file(decision.code.co_filename)
        if users:
            self.made.append(decision)
        return users

    def clear(self) -> None:
        """Forget everything: the trace restarts."""
        self.made.clear()
        self.traced.clear()

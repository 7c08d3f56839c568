"""Decisions of a trace: what became of each construct and call of the source."""

from __future__ import annotations

from dataclasses import dataclass
from types import CodeType
from typing import NamedTuple


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
CHANGES = Stance("operation", "changes its list at each run")
FROZEN = Stance(
    "frozen while tracing",
    "runs once, while tracing, outside of compiled branches and loops",
    "pass its result as an argument",
    "runs once, while tracing: later calls get the same result",
)
CALLED_BACK = Stance(
    "called back",
    "cannot be compiled: is called back in Python at each run",
    "use NumPy functions, or call it outside of the compiled function",
    "is called back in Python at each run",
)


class Place(NamedTuple):
    """Position in the source: lines count from 1, columns (in bytes) from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


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
    def place(self) -> Place | None:
        """The position in the source."""
        positions = list(self.code.co_positions())
        if self.offset >= 0:
            positions = positions[self.offset // 2 :]
        for line, end_line, column, end_column in positions:
            if line and end_line and column is not None and end_column:
                return Place(line, column, end_line, end_column)
        return None


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

    def clear(self) -> None:
        """Forget everything: the trace restarts."""
        self.made.clear()
        self.traced.clear()

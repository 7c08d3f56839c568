"""A loop as its operator is given it: the body, what it takes, what that is called."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from tracer.flow.branches import Branch
from tracer.flow.settling import site_of
from tracer.record.trace import Trace

State = tuple[Any, ...]


@dataclass(frozen=True)
class LoopName:
    """Which `for` of the source a loop is, and the names of its values.

    Attributes
    ----------
    site : hashable
        Its position: what is learnt of its types is kept under it.
    names : tuple of str
        The name of the element, then those of the state.
    operator : str
        What the source has there: a `for`, or a call that iterates over something.
    """

    site: Hashable
    names: tuple[str, ...]
    operator: str = "for"

    @classmethod
    def of(cls, trace: Trace, body: Branch, count: int) -> LoopName:
        """Return the description of a loop whose body the user wrote."""
        return cls(site_of(trace, body), names_in(body, 1 + count))

    def named(self, count: int) -> list[str]:
        """Return this many names."""
        return [*self.names, *["t"] * count][:count]


@dataclass(frozen=True)
class Loop:
    """A loop that is to be run, in Python or in the graph.

    Attributes
    ----------
    body : callable
        Takes the item of a `for`, and the state; returns the next state, behind a flag
        if the loop `breaks`.
    state : tuple
        What it carries, at first.
    breaks : bool
        Whether the body says when to stop.
    name : LoopName
        Which loop of the source it is.
    """

    body: Branch
    state: State
    breaks: bool
    name: LoopName

    def split(self, out: Any) -> tuple[Any, State]:
        """Split the result of a loop's body into the flag and the next state."""
        if not self.breaks:
            return False, tuple(out) if self.state else ()
        if not self.state:
            return out, ()
        flag, *rest = out
        return flag, tuple(rest)

    def ended(self, flag: Any, state: State) -> Any:
        """Return the result of a loop's operator."""
        if not self.breaks:
            return state if state else None
        return (flag, *state) if state else flag


def names_in(body: Branch, count: int) -> tuple[str, ...]:
    """Return the names that a body has for what it takes, as far as it has any."""
    code = getattr(body, "__code__", None)
    return code.co_varnames[:count] if code else ()

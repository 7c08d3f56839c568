"""The phases of a first call: who wants to know is told when each begins and ends."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol


class Watcher(Protocol):
    """Whoever wants to know of phases."""

    def begin(self, phase: str, name: str) -> None:
        """Note that a phase begins, in this thread."""

    def end(self, phase: str, name: str) -> None:
        """Note that the phase that began last in this thread ends."""


WATCHERS: list[Watcher] = []
"""All who want to know."""


class phase:  # noqa: N801 - it reads as a statement
    """A context in which one phase of a first call runs.

    Parameters
    ----------
    name : str
        The phase: ``convert``, ``trace``, ``optimize``, ``compile``, or the like.
    of : str
        The user's name of the function.
    """

    __slots__ = ("_name", "_of", "_told")

    def __init__(self, name: str, of: str) -> None:
        self._name = name
        self._of = of
        self._told: tuple[Watcher, ...] = ()

    def __enter__(self) -> None:
        self._told = tuple(WATCHERS)
        for each in self._told:
            each.begin(self._name, self._of)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self._told:
            each.end(self._name, self._of)

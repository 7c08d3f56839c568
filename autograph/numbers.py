"""Which numbers among the arguments change from call to call."""

from __future__ import annotations

from typing import Any

from runtime.types import type_of

VALUES_KEPT = 2
"""Values of a Python number in one position that get a graph each."""


class Numbers:
    """The Python numbers that a function has been called with, by position.

    A number seen with a third value becomes a symbol, so that a loop count or a step
    size does not trace a graph for each of its values.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, type], set[Any]] = {}
        self._plain: set[tuple[int, type]] = set()
        self._tried: set[tuple[int, type]] = set()

    def generalized(self, bound: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Give the arguments with types for numbers that change; None if none does."""
        self._tried = set()
        general = list(bound)
        for position, value in enumerate(bound):
            key = (position, type(value))
            if type(value) not in (int, float) or key in self._plain:
                continue
            seen = self._seen.setdefault(key, set())
            if len(seen) < VALUES_KEPT:
                seen.add(value)
            else:
                general[position] = type_of(value)
                self._tried.add(key)
        return tuple(general) if self._tried else None

    def need_plain(self) -> None:
        """Note that the body needs the numbers that were tried as symbols."""
        self._plain |= self._tried

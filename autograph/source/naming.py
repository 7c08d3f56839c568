"""Names for what conversion adds: readable, fixed, never one of the user's."""

from __future__ import annotations

from collections.abc import Iterable


class Naming:
    """Gives names that are not taken.

    Parameters
    ----------
    taken
        Every name that the source uses.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._user = frozenset(taken)
        self._given: set[str] = set()
        self.repeated: set[str] = set()
        """What `plain` gave: the names of flags and of functions of ours."""

    def plain(self, base: str) -> str:
        """Give `base`, or the like; the same one each time it is asked for."""
        name = base
        number = 0
        while name in self._user:
            number += 1
            name = f"{base}_{number}"
        self.repeated.add(name)
        return name

    def fresh(self, base: str, numbered: bool = False) -> str:
        """Give a name that was not given before."""
        number = 0
        name = f"{base}_0" if numbered else base
        while name in self._user or name in self._given:
            number += 1
            name = f"{base}_{number}"
        self._given.add(name)
        return name

    def given(self) -> frozenset[str]:
        """Give the names given so far."""
        return frozenset(self._given)

    def forget(self, given: frozenset[str]) -> None:
        """Take back all names given since."""
        self._given = set(given)

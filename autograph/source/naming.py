"""Names for code that conversion adds: readable, fixed, never the user's."""

from __future__ import annotations

from collections.abc import Iterable


class Naming:
    """A source of names that are not taken.

    Parameters
    ----------
    taken
        Every name that the source uses.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._user = frozenset(taken)
        self._given: set[str] = set()
        self.repeated: set[str] = set()
        """The names that `plain` returned: those of flags and generated functions."""

    def plain(self, base: str) -> str:
        """Return `base` or a similar name, the same one each time."""
        name = base
        number = 0
        while name in self._user:
            number += 1
            name = f"{base}_{number}"
        self.repeated.add(name)
        return name

    def fresh(self, base: str, numbered: bool = False) -> str:
        """Return a name that was not returned before."""
        number = 0
        name = f"{base}_0" if numbered else base
        while name in self._user or name in self._given:
            number += 1
            name = f"{base}_{number}"
        self._given.add(name)
        return name

    def given(self) -> frozenset[str]:
        """Return the names that `fresh` has returned so far."""
        return frozenset(self._given)

    def forget(self, given: frozenset[str]) -> None:
        """Forget all names that were returned since."""
        self._given = set(given)


def mangled(name: str, owner: str | None) -> str:
    """Return a name as code in a class has it: a private one with that of the class."""
    if owner and name.startswith("__") and not name.endswith("__"):
        return f"_{owner.lstrip('_')}{name}" if owner.strip("_") else name
    return name

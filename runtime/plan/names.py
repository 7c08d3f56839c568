"""The names of a plan: every identifier in its source is made here.

The text of a graph may be untrusted, so `identifier` is the only way from a value's
name to source. `Names` assigns identifiers: the user's own name, unless a live value
holds it.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush

_UNASSIGNABLE = frozenset((*keyword.kwlist, "__debug__"))
_FOREIGN = re.compile(r"[^0-9A-Za-z_]+")


@lru_cache(maxsize=4096)
def identifier(name: str) -> str:
    """Return an identifier that resembles a name.

    Examples
    --------
    >>> identifier("n"), identifier("lambda"), identifier("<lambda>"), identifier("2 x")
    ('n', 'lambda_', 'lambda_', '_2_x')
    """
    # Python itself reads identifiers in this normal form: two names that it would
    # take for one have to be one here.
    text = unicodedata.normalize("NFKC", name)
    if not text.isidentifier():
        text = _FOREIGN.sub("_", text).strip("_")
        if not text.isidentifier():
            text = "_" + text
    return text + "_" if text in _UNASSIGNABLE else text


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}_{number}"


class Names:
    """Assigns the names of local variables and of the namespace.

    Attributes
    ----------
    of : dict
        The variable that holds a value.
    holder : dict
        The last value assigned to a variable.
    history : dict
        All values assigned to a variable, in the order of the source.
    wishes : dict
        The variable that a value is about to be moved into. If the value can be
        computed there, no move is needed.
    pinned : set
        The variables of the functions around that one within them reads.
    """

    def __init__(self) -> None:
        self.of: dict[str, str] = {}
        self.wishes: dict[str, str] = {}
        self.pinned: set[str] = set()
        self.holder: dict[str, str] = {}
        self.history: dict[str, list[str]] = {}
        self._held: set[str] = set()
        # For a base, the numbers of freed variables, and that of the last one; back.
        self._freed: dict[str, list[int]] = {}
        self._last: dict[str, int] = {}
        self._numbers: dict[str, tuple[str, int]] = {}
        self._counts: dict[str, int] = {}  # the last number of a global, by its base
        self._locals: set[str] = set()
        self._globals: set[str] = set()

    # Local variables

    @property
    def held(self) -> set[str]:
        """The variables that hold live values."""
        return set(self._held)

    def hold(self, variables: Iterable[str]) -> None:
        """Set the variables that hold live values."""
        held = {*variables, *self.pinned}
        self._free(self._held - held)
        self._held = held

    def hold_values(self, values: Iterable[str]) -> None:
        """Set the live values."""
        of = self.of
        self.hold(of[value] for value in values if value in of)

    def release(self, values: Iterable[str]) -> None:
        """Mark values as dead."""
        for value in values:
            variable = self.of.get(value, "")
            if variable in self.pinned:
                continue
            self._held.discard(variable)
            self._free((variable,))

    def _free(self, variables: Iterable[str]) -> None:
        """Note that variables may be taken again."""
        for variable in variables:
            base, number = self._numbers.get(variable, (variable, 1))
            heappush(self._freed.setdefault(base, []), number)

    def bind(self, value: str, base: str) -> str:
        """Choose the variable of a new value: the wished one, if it is free."""
        wish = self.wishes.get(value)
        if wish is None or wish in self._held or wish in self._globals:
            wish = self.spare(base)
        self.take(value, wish)
        return wish

    def take(self, value: str, variable: str) -> None:
        """Assign a variable to a value."""
        self.of[value] = variable
        self.holder[variable] = value
        self.history.setdefault(variable, []).append(value)
        self._held.add(variable)
        self._locals.add(variable)

    def spare(self, base: str) -> str:
        """Return a variable that holds no live value."""
        name = identifier(base)
        freed, last = self._freed.get(name, ()), self._last.get(name, 1)
        number = freed[0] if freed else last
        while self._is_used(candidate := _numbered(name, number)):
            if freed:
                heappop(freed)
            else:
                last += 1
            number = freed[0] if freed else last
        self._last[name] = last
        self._numbers[candidate] = name, number
        self._locals.add(candidate)
        return candidate

    def _is_used(self, variable: str) -> bool:
        return variable in self._held or variable in self._globals

    # The namespace

    def reserve(self, name: str) -> bool:
        """Reserve a name for the namespace; return whether no variable has it."""
        if name in self._locals:
            return False
        self._globals.add(name)
        return True

    def of_global(self, base: str) -> str:
        """Return a name for an object in the namespace."""
        name = identifier(base)
        count = self._counts.get(name, 1)
        while self._is_known(candidate := _numbered(name, count)):
            count += 1
        self._counts[name] = count
        self._globals.add(candidate)
        return candidate

    def _is_known(self, name: str) -> bool:
        return name in self._locals or name in self._globals

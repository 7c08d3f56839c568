"""Whether names have values, followed forward through a function."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

State = dict[str, "Bound"]


class Bound(Enum):
    """What is known about a name.

    ``SLOT`` is a name with a Python value, which may be ``ag.undefined``. ``MIXED`` is
    a name that may have no Python value at all. ``EITHER`` is both.
    """

    NO = "unbound"
    YES = "bound"
    SLOT = "a value or undefined"
    MIXED = "maybe unbound"
    EITHER = "maybe unbound, maybe undefined"

    def loosened(self) -> Bound:
        """Return what is known if the name may have been bound or unbound since."""
        return Bound.EITHER if self in (Bound.SLOT, Bound.EITHER) else Bound.MIXED


def join(states: Iterable[State]) -> State:
    """Return what is known where paths meet; without paths it is not reached."""
    paths = list(states)
    if not paths:
        return {}
    first, *others = paths
    if not others:
        return dict(first)
    joined: State = {}
    for name in set().union(*paths):
        joined[name] = join_name([path.get(name, Bound.NO) for path in paths])
    return joined


def join_name(found: list[Bound]) -> Bound:
    """Return what is known about one name where paths meet."""
    kinds = set(found)
    if len(kinds) == 1:
        return found[0]
    if kinds <= {Bound.YES, Bound.SLOT}:
        return Bound.SLOT
    return Bound.EITHER if kinds & {Bound.SLOT, Bound.EITHER} else Bound.MIXED

"""Whether names have values, followed forward through a function."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

State = dict[str, "Bound"]


class Bound(Enum):
    """What is known of a name.

    ``SLOT`` is a name that Python has a value for, which may be ``ag.undefined``;
    ``MIXED`` is one that Python itself may have no value for, and ``EITHER`` is both.
    """

    NO = "unbound"
    YES = "bound"
    SLOT = "a value or undefined"
    MIXED = "maybe unbound"
    EITHER = "maybe unbound, maybe undefined"

    def loosened(self) -> Bound:
        """Say what is known where the name may have been bound or unbound since."""
        return Bound.EITHER if self in (Bound.SLOT, Bound.EITHER) else Bound.MIXED


def join(states: Iterable[State]) -> State:
    """Give what is known where several paths meet; none means it is not reached."""
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
    """Give what is known of one name where paths meet."""
    kinds = set(found)
    if len(kinds) == 1:
        return found[0]
    if kinds <= {Bound.YES, Bound.SLOT}:
        return Bound.SLOT
    return Bound.EITHER if kinds & {Bound.SLOT, Bound.EITHER} else Bound.MIXED

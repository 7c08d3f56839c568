"""How a call differs from those that a graph serves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograph.polymorphic.call_site import call_site
from runtime.types import Type
from tracer.errors import CaptureChanged, SignatureError, TracingError
from tracer.record.symbols import python_class
from tracer.record.value_classes import NUMBERS_AND_TEXTS
from tracer.serve.guards import Exactly, Guard, OfClass, OfType
from tracer.serve.head_calls import is_known
from tracer.serve.origins import AttributeOf, Origin, is_argument, way_to
from tracer.serve.presence import HasKey, Keys, LacksKey, Length, Present
from tracer.serve.specs import TensorSpec

PLAIN_CLASSES = frozenset((*NUMBERS_AND_TEXTS, bool, type(None), list, tuple, dict))
PLAIN_CLASSES |= {np.ndarray}
"""Python's classes of numbers, texts and containers, and NumPy's of arrays."""


@dataclass(frozen=True)
class Difference:
    """A difference between a call and what a graph was traced for.

    Attributes
    ----------
    guard : Guard
        The condition that does not hold.
    now : str
        The value of the call, as text.
    kind : type
        The class of the value, or of the spec that describes it.
    """

    guard: Guard
    now: str
    kind: type

    @property
    def origin(self) -> Origin:
        """The origin of the value."""
        return self.guard.origin

    @property
    def place(self) -> str:
        """The value as the user writes it."""
        return str(self.origin)

    @property
    def before(self) -> str:
        """The value that the graph was traced for, as text."""
        return self.guard.check.expected()

    @property
    def is_value(self) -> bool:
        """Whether the graph was traced for the value of a Python number or text."""
        check = self.guard.check
        return isinstance(check, Exactly) and type(check.value) in NUMBERS_AND_TEXTS

    @property
    def is_other_kind(self) -> bool:
        """Whether the graph was traced for another of Python's or NumPy's classes."""
        if self.kind not in PLAIN_CLASSES and not issubclass(self.kind, np.generic):
            return False  # of the user's classes there may be any number
        match self.guard.check:
            case OfClass():
                return True
            case Exactly(value):
                return type(value) is not self.kind
            case OfType(of):
                return python_class(of) is not self.kind
        return False

    @property
    def is_size(self) -> bool:
        """Whether the graph was traced for the length or the keys of a container."""
        return isinstance(self.guard.check, (HasKey, Keys, LacksKey, Length))

    def __str__(self) -> str:
        now = f"{self.place} {self.guard.check.verb} {self.now}"
        if self.now.startswith("another "):  # both are described alike
            return now
        return f"{now}, not {self.before}"


def holds(guard: Guard, bound: Mapping[str, Any]) -> bool:
    """Whether a guard holds for a call, or for all calls that specs describe."""
    value = guard.value(bound)
    of = value.type if isinstance(value, TensorSpec) else value
    if isinstance(of, Type):
        return isinstance(guard.check, OfType) and guard.check.type == of
    return guard.holds(bound)


def differences(
    guards: Iterable[Guard], bound: Mapping[str, Any]
) -> tuple[Difference, ...]:
    """Return how a call differs from what the graph was traced for.

    What an object of another class holds is not looked at, nor an attribute that an
    object lacks: its methods are the user's.
    """
    found: list[Difference] = []
    others: set[Hashable] = set()
    for guard in guards:
        if any(not others.isdisjoint(way_to(each)) for each in guard.origins):
            continue
        known = all(is_known(each, bound) for each in guard.origins)
        if known and not holds(guard, bound):
            kind = type(guard.value(bound))
            difference = Difference(guard, guard.found(bound), kind)
            found.append(difference)
            if isinstance(guard.check, OfClass):
                others.add(guard.origin.path)
            if isinstance(guard.check, Present):
                others.add(AttributeOf(guard.origin, guard.check.name).path)
    return tuple(found)


def closest(
    graphs: Iterable[tuple[Sequence[Guard], Mapping[str, Any]]],
) -> tuple[Difference, ...]:
    """Return how a call differs from what the closest of some graphs was traced for.

    Parameters
    ----------
    graphs : iterable of tuple
        The guards of each graph, and the arguments of the call with what the head calls
        of this graph gave so far.
    """
    found = [differences(guards, bound) for guards, bound in graphs]
    return min(found, key=len, default=())


def misfit(name: str, found: Sequence[Difference], hint: str) -> TracingError:
    """Return the error for a call that a graph does not serve.

    Parameters
    ----------
    name, hint : str
        The user's name of the function, and what to do.
    found : sequence of Difference
        How the call differs from those that it serves.
    """
    changed = [each for each in found if not is_argument(each.origin)]
    if changed:
        each = changed[0]
        return CaptureChanged(
            f"{each.place} was {each.before} when this graph of {name} was traced, and "
            f"is {each.now} now",
            span=call_site(),
            hint=hint,
        )
    what = "; ".join(map(str, found))
    return SignatureError(
        f"the arguments do not fit this graph of {name}: {what}",
        span=call_site(),
        hint=hint,
    )

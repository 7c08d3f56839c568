"""The signature that a saved graph serves, and how a call fits it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from runtime.saving.patterns import (
    Misfit,
    Pattern,
    Place,
    is_known,
    known_value,
    spelled,
)

REQUIRED: Any = inspect.Parameter.empty
KINDS = {
    kind.name: kind
    for kind in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
        inspect.Parameter.KEYWORD_ONLY,
        inspect.Parameter.VAR_KEYWORD,
    )
}


@dataclass(frozen=True, eq=False)
class Parameter:
    """A parameter of the user's function.

    Parameters
    ----------
    name : str
        Its name.
    kind : str
        Its kind, as `inspect` names it.
    default : object
        Its default, or `REQUIRED`.
    """

    name: str
    kind: str
    default: Any = REQUIRED


@dataclass(frozen=True)
class Relation:
    """What holds of the objects at two places: whether they are the same."""

    same: bool
    left: Place
    right: Place

    def check(self, found: Mapping[Place, Any]) -> None:
        """Raise a `Misfit` if it does not hold."""
        if (found[self.left] is found[self.right]) != self.same:
            which = "another object than" if self.same else "the same object as"
            raise Misfit(self.left, f"it is {which} {spelled(self.right)}")


@dataclass(frozen=True, eq=False)
class Signature:
    """What a graph takes.

    Parameters
    ----------
    parameters : tuple of Parameter
        The parameters, in order.
    patterns : mapping
        For each parameter what its argument may be.
    relations : tuple of Relation
        What else must hold.
    """

    parameters: tuple[Parameter, ...]
    patterns: Mapping[str, Pattern]
    relations: tuple[Relation, ...] = ()

    @cached_property
    def python(self) -> inspect.Signature:
        """The signature as `inspect` has it; what a graph fixes may be left out."""
        found = []
        for each in self.parameters:
            default = each.default
            kind = KINDS[each.kind]
            starred = kind in (kind.VAR_POSITIONAL, kind.VAR_KEYWORD)
            if (
                default is REQUIRED
                and not starred
                and is_known(self.patterns[each.name])
            ):
                default = known_value(self.patterns[each.name])
            found.append(inspect.Parameter(each.name, kind, default=default))
        return inspect.Signature(_after_defaults(found))

    def fitted(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], cast: bool
    ) -> dict[Place, Any]:
        """Return what a call gives, by its place, or raise a `Misfit`.

        Raises
        ------
        TypeError
            If the call does not match the parameters.
        """
        bound = self.python.bind(*args, **kwargs)
        bound.apply_defaults()
        found: dict[Place, Any] = {}
        for name, value in bound.arguments.items():
            self.patterns[name].fit(value, (name,), found, cast)
        for each in self.relations:
            each.check(found)
        return found

    def __str__(self) -> str:
        taken = [f"{name}: {self.patterns[name]}" for name in self.patterns]
        return f"({', '.join(taken)})"


def _after_defaults(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Return parameters of which none without a default follows one that has one."""
    positional = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    required = False
    found = []
    for each in reversed(parameters):
        if each.kind.name in positional:
            required = required or each.default is REQUIRED
            if required:
                each = each.replace(default=REQUIRED)
        found.append(each)
    return found[::-1]

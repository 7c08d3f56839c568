"""What a place of a random program may name."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace


@dataclass
class Scope:
    """Names by kind, oldest first.

    `fixed` names are read and written into, never bound anew: those of functions
    around, counters, what a loop goes over. `loops` says whether a jump has a target,
    `conditional` under how many `if`s and loops of its function a place stands.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    loops: int = 0
    conditional: int = 0
    function: str = ""

    def copy(self) -> Scope:
        return replace(self, kinds=dict(self.kinds), fixed=set(self.fixed))

    def within(self, function: str) -> Scope:
        """The start of a function's body."""
        return Scope(dict(self.kinds), set(self.kinds), function=function)

    def bind(self, name: str, kind: str) -> None:
        self.kinds.pop(name, None)
        self.kinds[name] = kind

    def names(self, kind: str, *, bindable: bool = False) -> list[str]:
        return [
            name
            for name, its in self.kinds.items()
            if its == kind and not (bindable and name in self.fixed)
        ]

    def pick(
        self, kind: str, choose: random.Random, *, bindable: bool = False
    ) -> str | None:
        """One name, the youngest most often."""
        names = self.names(kind, bindable=bindable)
        weights = [1 + 0.4 * age for age in range(len(names))]
        return choose.choices(names, weights)[0] if names else None

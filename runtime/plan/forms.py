"""The form of a call in the plan: text with slots for the arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from runtime.ir.nodes import Argument
from runtime.plan import levels
from runtime.plan.names import identifier


@dataclass(frozen=True, slots=True)
class Slot:
    """The slot of an argument.

    Parameters
    ----------
    argument : int
        The index of the argument; keyword arguments follow the others.
    level : int
        The least precedence that its text needs to have no parentheses.
    index : bool
        Whether it stands between brackets, where slices have a syntax of their own.
    """

    argument: int
    level: int
    index: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a call in the plan.

    Parameters
    ----------
    parts : tuple
        Text, slots, and functions, which each plan names in its own namespace.
    level : int
        The precedence of the text.
    order : tuple of int
        The arguments that may be expressions, in the order of their evaluation.
    statement : bool
        Whether the text is a statement.
    augments : bool
        Whether the statement binds its first operand anew: ``x += 1``.
    leaves : bool
        Whether control never passes the statement: ``raise``.
    words : tuple of str
        The builtins that the text names.
    """

    parts: tuple[str | Slot | Callable[..., Any], ...]
    level: int = levels.PRIMARY
    order: tuple[int, ...] = ()
    statement: bool = False
    augments: bool = False
    leaves: bool = False
    words: tuple[str, ...] = ()

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The functions among the parts."""
        return tuple([part for part in self.parts if not isinstance(part, (str, Slot))])


@dataclass(frozen=True, slots=True)
class Spelling:
    """A form, and the arguments that its slots refer to by index."""

    form: Form
    arguments: tuple[Argument, ...]


def attribute_form(name: str) -> Form:
    """Return the form of ``x.name``."""
    return Form((Slot(0, levels.PRIMARY), f".{name}"), order=(0,))


@lru_cache(maxsize=1024)
def method_form(name: str, count: int, keywords: tuple[str, ...]) -> Form:
    """Return the form of ``x.name(...)`` with `count` arguments, ``x`` included."""
    parts = (Slot(0, levels.PRIMARY), f".{name}(", *listed(1, count, keywords), ")")
    return Form(parts, order=tuple(range(count + len(keywords))))


def listed(start: int, count: int, keywords: tuple[str, ...]) -> tuple[str | Slot, ...]:
    """Return the parts between the parentheses of a call."""
    parts: list[str | Slot] = []
    for position in range(start, count + len(keywords)):
        if parts:
            parts.append(", ")
        if position < count:
            parts.append(Slot(position, levels.LOWEST))
            continue
        keyword = keywords[position - count]
        plain = identifier(keyword) == keyword
        parts.append(f"{keyword}=" if plain else f"**{{{keyword!r}: ")
        parts.append(Slot(position, levels.LOWEST))
        if not plain:
            parts.append("}")
    return tuple(parts)

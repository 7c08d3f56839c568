"""``match``: whether a value fits a pattern, and the values of its names."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from tracer.operators.patterns import (
    Capture,
    Either,
    Instance,
    Items,
    ItemsByKey,
    Pattern,
    Rest,
    fits,
    names_in,
)


@operator
def match(subject: Any, pattern: Pattern) -> tuple[Any, ...]:
    """Return whether a value fits, and the value of each name of the pattern.

    Parameters
    ----------
    subject
        The subject of the ``match``.
    pattern
        The pattern: a constant, ``...`` for ``_``, a function that returns the value
        to compare with, or a result of `capture` and the like.
    """
    bound: dict[str, Any] = {}
    matched = fits(pattern, subject, bound)
    return (matched, *[bound.get(name) for name in names_in(pattern)])


def fitting(subject: Any, pattern: Pattern) -> Any:
    """Whether a value fits a pattern that binds no names."""
    return match(subject, pattern)[0]


def capture(name: str, pattern: Pattern = ...) -> Capture:
    """Return the pattern ``pattern as name``."""
    return Capture(name, pattern)


def either(*options: Pattern) -> Either:
    """Return the pattern ``option | option``."""
    return Either(options)


def rest(name: str | None = None) -> Rest:
    """Return the pattern ``*name``."""
    return Rest(name)


def items(*patterns: Pattern) -> Items:
    """Return the pattern ``[pattern, pattern]``."""
    return Items(patterns)


def keys(*pairs: tuple[Any, Pattern], rest: str | None = None) -> ItemsByKey:
    """Return the pattern ``{key: pattern, **rest}``."""
    return ItemsByKey(pairs, rest)


def instance(
    kind: Callable[[], Any], /, *patterns: Pattern, **attributes: Pattern
) -> Instance:
    """Return the pattern ``kind(pattern, name=pattern)``."""
    return Instance(kind, patterns, tuple(attributes.items()))

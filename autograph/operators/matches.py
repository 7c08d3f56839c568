"""``match``: whether a value fits a pattern, and what its names are bound to."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from tracer.operators.patterns import (
    Capture,
    Either,
    Instance,
    Items,
    Keys,
    Pattern,
    Rest,
    fits,
    names_in,
)


@operator
def match(subject: Any, pattern: Pattern) -> tuple[Any, ...]:
    """Say whether a value fits; give what each name of the pattern is bound to.

    Parameters
    ----------
    subject
        What ``match`` looks at.
    pattern
        The pattern: a constant, ``...`` for ``_``, a function that gives the value to
        compare with, or what `capture` and the like give.
    """
    bound: dict[str, Any] = {}
    matched = fits(pattern, subject, bound)
    return (matched, *[bound.get(name) for name in names_in(pattern)])


def fitting(subject: Any, pattern: Pattern) -> Any:
    """Say whether a value fits a pattern that binds no names."""
    return match(subject, pattern)[0]


def capture(name: str, pattern: Pattern = ...) -> Capture:
    """Write ``pattern as name``."""
    return Capture(name, pattern)


def either(*options: Pattern) -> Either:
    """Write ``option | option``."""
    return Either(options)


def rest(name: str | None = None) -> Rest:
    """Write ``*name``."""
    return Rest(name)


def items(*patterns: Pattern) -> Items:
    """Write ``[pattern, pattern]``."""
    return Items(patterns)


def keys(*pairs: tuple[Any, Pattern], rest: str | None = None) -> Keys:
    """Write ``{key: pattern, **rest}``."""
    return Keys(pairs, rest)


def instance(
    kind: Callable[[], Any], /, *patterns: Pattern, **attributes: Pattern
) -> Instance:
    """Write ``kind(pattern, name=pattern)``."""
    return Instance(kind, patterns, tuple(attributes.items()))

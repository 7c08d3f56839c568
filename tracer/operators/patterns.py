"""The patterns of a ``match``, as values.

A constant stands for itself, ``...`` for any value, a function for the value that it
returns when the pattern is tried. The others are named tuples: operators are imported
where they are first needed, which may be in a converted `dataclasses`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Pattern = Any


class Capture(NamedTuple):
    """A name that is bound to what `pattern` matches."""

    name: str
    pattern: Pattern


class Rest(NamedTuple):
    """``*name`` in a sequence."""

    name: str | None


class Either(NamedTuple):
    """The first of several patterns that matches."""

    options: tuple[Pattern, ...]


class Items(NamedTuple):
    """The items of a sequence."""

    items: tuple[Pattern, ...]

    @property
    def star(self) -> int | None:
        """The position of the `Rest` among them."""
        places = [i for i, each in enumerate(self.items) if isinstance(each, Rest)]
        return places[0] if places else None


class ItemsByKey(NamedTuple):
    """Values of a mapping, by their keys, and the rest of it."""

    values: tuple[tuple[Any, Pattern], ...]
    rest: str | None


class Instance(NamedTuple):
    """An instance of a class, and its attributes."""

    kind: Callable[[], Any]
    positional: tuple[Pattern, ...]
    named: tuple[tuple[str, Pattern], ...]


def names_in(pattern: Pattern) -> tuple[str, ...]:
    """Return the names that a pattern binds, each once, in order."""
    match pattern:
        case Capture(name, inner):
            found = [*names_in(inner), name]
        case Rest(name):
            found = [] if name is None else [name]
        case Either(options):
            found = list(names_in(options[0]))
        case Items(items):
            found = [name for item in items for name in names_in(item)]
        case ItemsByKey(values, rest):
            found = [name for _, value in values for name in names_in(value)]
            found += [] if rest is None else [rest]
        case Instance(_, positional, named):
            inner = [*positional, *(value for _, value in named)]
            found = [name for each in inner for name in names_in(each)]
        case _:
            found = []
    return tuple(found)


def is_singleton(pattern: Pattern) -> bool:
    """Whether a constant is matched by ``is``."""
    return pattern is None or pattern is True or pattern is False


def positions_of(kind: Any, count: int) -> tuple[str, ...] | None:
    """Return the attributes that positional patterns of a class match.

    None means that the only one is matched by the instance itself.
    """
    see_class(kind)
    if count == 0:
        return ()
    names = getattr(kind, "__match_args__", None)
    if names is None:
        whole = bool(kind.__flags__ & MATCHED_BY_THEMSELVES)
        if count > whole:
            raise TypeError(
                f"{kind.__name__}() accepts {int(whole)} positional sub-pattern"
                f"{'' if whole else 's'} ({count} given)"
            )
        return None
    if not isinstance(names, tuple):
        given = type(names).__name__
        raise TypeError(f"{kind.__name__}.__match_args__ must be a tuple (got {given})")
    if count > len(names):
        plural = "" if len(names) == 1 else "s"
        raise TypeError(
            f"{kind.__name__}() accepts {len(names)} positional sub-pattern{plural} "
            f"({count} given)"
        )
    for name in names[:count]:
        if not isinstance(name, str):
            given = type(name).__name__
            raise TypeError(f"__match_args__ elements must be strings (got {given})")
    return names[:count]


def see_class(kind: Any) -> None:
    """Raise Python's error for a class pattern that names no class."""
    if isinstance(kind, type):
        return  # Python would ask its metaclass what belongs to it
    match None:
        case kind():
            pass


MATCHED_BY_THEMSELVES = 1 << 22
"""The flag of classes such as `int`, whose positional pattern is the instance."""


def attributes_of(pattern: Instance, kind: Any) -> tuple[tuple[str, Pattern], ...]:
    """Return the patterns of an instance, by attribute; ``''`` is the instance."""
    names = positions_of(kind, len(pattern.positional))
    if names is None:
        names = ("",)
    asked: dict[str, Pattern] = {}
    for name, inner in (*zip(names, pattern.positional, strict=False), *pattern.named):
        if name in asked:
            raise TypeError(
                f"{kind.__name__}() got multiple sub-patterns for attribute {name!r}"
            )
        asked[name] = inner
    return tuple(asked.items())


def given(key: Any) -> Any:
    """Return a key of a mapping pattern, or the value that its function returns."""
    return key() if callable(key) else key


MISSING = object()
Found = dict[str, Any]


def fits(pattern: Pattern, subject: Any, found: Found) -> bool:
    """Whether a value matches, as in Python; record what names are bound to."""
    match pattern:
        case Capture(name, inner):
            if not fits(inner, subject, found):
                return False
            found[name] = subject
            return True
        case Either(options):
            return any(fits(option, subject, found) for option in options)
        case Items():
            return _fits_items(pattern, subject, found)
        case ItemsByKey():
            return _fits_keys(pattern, subject, found)
        case Instance():
            return _fits_instance(pattern, subject, found)
    if pattern is ...:
        return True
    if is_singleton(pattern):
        return subject is pattern
    return bool(subject == given(pattern))


def is_sequence(value: Any) -> bool:
    """Whether sequence patterns look into a value."""
    match value:
        case [*_]:
            return True
    return False


def is_mapping(value: Any) -> bool:
    """Whether mapping patterns look into a value."""
    match value:
        case {}:
            return True
    return False


def _fits_items(pattern: Items, subject: Any, found: Found) -> bool:
    if not is_sequence(subject):
        return False
    items, star = pattern.items, pattern.star
    if star is None:
        if len(subject) != len(items):
            return False
        if all(item is ... for item in items):
            return True
        return _all_fit(items, [*subject], found)
    if len(items) > 1 and len(subject) < len(items) - 1:
        return False
    before, rest, after = items[:star], items[star], items[star + 1 :]
    if rest.name is None:
        places = [*range(star), *range(-len(after), 0)]
        length = len(subject) if after else 0
        return all(
            item is ... or fits(item, subject[place + (place < 0) * length], found)
            for item, place in zip([*before, *after], places, strict=True)
        )
    held = [*subject]
    last = len(held) - len(after)
    parts = [*held[:star], *held[last:]]
    if not _all_fit([*before, *after], parts, found):
        return False
    found[rest.name] = held[star:last]
    return True


def _all_fit(patterns: Iterable[Pattern], values: list[Any], found: Found) -> bool:
    return all(
        fits(each, value, found) for each, value in zip(patterns, values, strict=True)
    )


def _fits_keys(pattern: ItemsByKey, subject: Any, found: Found) -> bool:
    if not is_mapping(subject):
        return False
    if pattern.values and len(subject) < len(pattern.values):
        return False
    keys = [given(key) for key, _ in pattern.values]
    values = []
    seen = set()
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = subject.get(key, MISSING)
        if value is MISSING:
            return False
        values.append(value)
    for value, (_, inner) in zip(values, pattern.values, strict=True):
        if not fits(inner, value, found):
            return False
    if pattern.rest is not None:
        left = dict(subject)
        for key in keys:
            del left[key]
        found[pattern.rest] = left
    return True


def _fits_instance(pattern: Instance, subject: Any, found: Found) -> bool:
    kind = pattern.kind()
    see_class(kind)
    if not isinstance(subject, kind):
        return False
    values = []
    asked = attributes_of(pattern, kind)
    for name, _ in asked:
        value = getattr(subject, name, MISSING) if name else subject
        if value is MISSING:
            return False
        values.append(value)
    pairs = zip(asked, values, strict=True)
    return all(fits(inner, value, found) for (_, inner), value in pairs)

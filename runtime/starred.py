"""Starred items of displays, calls and assignment targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any


def starred_list(*parts: Iterable[Any]) -> list[Any]:
    """Return ``[*part, *part, ...]``.

    Examples
    --------
    >>> starred_list((1, 2), "a")
    [1, 2, 'a']
    >>> starred_list(3)
    Traceback (most recent call last):
    ...
    TypeError: Value after * must be an iterable, not int
    """
    made: list[Any] = []
    for part in parts:
        made = [*made, *part]
    return made


def starred_tuple(*parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return ``(*part, *part, ...)``."""
    return tuple(starred_list(*parts))


def starred_set(*parts: Iterable[Any]) -> set[Any]:
    """Return ``{*part, *part, ...}``."""
    made: set[Any] = set()
    for part in parts:
        made.update(part)
    return made


def starred_call(function: Any, /, *parts: Any, **keywords: Any) -> Any:
    """Return ``function(*part, *part, ..., **keywords)``.

    Examples
    --------
    >>> starred_call(print, (1, 2), "a", sep="-")
    1-2-a
    """
    if len(parts) == 1:
        return function(*parts[0], **keywords)
    return function(*starred_list(*parts), **keywords)


def keyword_call(
    function: Any, given: Iterable[Any], /, *parts: Mapping[str, Any]
) -> Any:
    """Return ``function(*given, **part, **part, ...)``.

    Examples
    --------
    >>> keyword_call(dict, [], {"a": 1}, {"b": 2})
    {'a': 1, 'b': 2}
    >>> keyword_call(print, ["a"], {"sep": "-"}, {"sep": ""})
    Traceback (most recent call last):
    ...
    TypeError: print() got multiple values for keyword argument 'sep'
    """
    merged: dict[str, Any] = {}
    for part in parts:
        if not hasattr(part, "keys") or not merged.keys().isdisjoint(part.keys()):
            return function(*given, **merged, **part)  # Python says what is wrong
        merged.update(part)
    return function(*given, **merged)


def starred_unpack(items: Any, before: int, after: int) -> tuple[Any, ...]:
    """Return what ``a, *b, c = items`` binds: single items, a list, single items.

    Parameters
    ----------
    items
        The iterable to unpack.
    before, after : int
        The numbers of targets before and after the starred one.

    Examples
    --------
    >>> starred_unpack(range(4), 1, 1)
    (0, [1, 2], 3)
    >>> starred_unpack([1], 1, 1)
    Traceback (most recent call last):
    ...
    ValueError: not enough values to unpack (expected at least 2, got 1)
    """
    (*found,) = items
    least = before + after
    if len(found) < least:
        raise ValueError(
            f"not enough values to unpack (expected at least {least}, got {len(found)})"
        )
    last = len(found) - after
    return (*found[:before], found[before:last], *found[last:])


@lru_cache
def _taking(names: tuple[str, ...], module: str, called: str) -> Any:
    """Return a function with these parameters and this name, for its error message."""
    space: dict[str, Any] = {"__name__": module}
    parameters = "".join(f"{name}, " for name in names)
    exec(f"def taking({parameters}): return ({parameters})", space)
    space["taking"].__qualname__ = called
    return space["taking"]


def positional(
    names: tuple[str, ...],
    module: str,
    called: str,
    bound: int,
    *parts: Iterable[Any],
) -> tuple[Any, ...]:
    """Return the arguments of a call, or raise its error if they do not fit.

    Parameters
    ----------
    names
        The parameters of the function.
    module, called
        Its module and name.
    bound
        The number of first parameters that have an argument already.
    *parts
        The starred items of the call, and tuples of the items between them.

    Examples
    --------
    >>> positional(("a", "b"), "m", "f", 1, [2])
    (2,)
    >>> positional(("a", "b"), "m", "f", 1, [])
    Traceback (most recent call last):
    ...
    TypeError: f() missing 1 required positional argument: 'b'
    >>> positional((), "m", "f", 0, [])
    ()
    """
    taking, first = _taking(names, module, called), [(None,) * bound] if bound else []
    given: tuple[Any, ...] = starred_call(taking, *first, *parts)
    return given[bound:]

"""Facts about code objects, remembered as long as the code lives."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from types import CodeType
from typing import Any, Concatenate, ParamSpec, TypeVar

More = ParamSpec("More")
Found = TypeVar("Found")


class Identity:
    """The identity of one code object, used in place of it.

    Equal code objects may be those of two functions, or of a module that was imported
    again. To compare them takes Python twice as long for each level of nesting.

    Attributes
    ----------
    answers : dict
        What is known of the code, by the question.
    """

    __slots__ = ("__weakref__", "answers")

    def __init__(self) -> None:
        self.answers: dict[Hashable, Any] = {}


_identities: dict[int, tuple[weakref.ref[CodeType], Identity]] = {}


def identity(code: CodeType) -> Identity:
    """Return the identity of a code object, which no other has.

    Examples
    --------
    >>> first, second = [compile("1", "", "eval") for _ in range(2)]
    >>> first == second, identity(first) == identity(second)
    (True, False)
    """
    entry = _identities.get(id(code))
    if entry is not None and entry[0]() is code:
        return entry[1]
    if len(_identities) >= _Full.size:
        _forget()
    made = Identity()
    _identities[id(code)] = (weakref.ref(code), made)
    return made


class _Full:
    """How many code objects are known before those that are no more are forgotten.

    A callback of each would forget it at once, and swallow the user's Ctrl-C.
    """

    size = 1024


def _forget() -> None:
    for place, (reference, _) in list(_identities.items()):
        if reference() is None:
            _identities.pop(place, None)
    _Full.size = max(1024, 2 * len(_identities))


def remembered(
    function: Callable[Concatenate[CodeType, More], Found],
) -> Callable[Concatenate[CodeType, More], Found]:
    """Run a function of a code object and hashable arguments once for each.

    `functools.lru_cache` would keep the code alive, and all that is known of it.
    """

    def remembering(
        code: CodeType, /, *args: More.args, **kwargs: More.kwargs
    ) -> Found:
        entry = _identities.get(id(code))
        known = entry[1] if entry and entry[0]() is code else identity(code)
        answers = known.answers
        key = (function, args, *kwargs.items()) if kwargs else (function, args)
        found: Found = answers.get(key, answers)
        if found is answers:  # which no answer is
            found = answers[key] = function(code, *args, **kwargs)
        return found

    return remembering


LinesAndColumns = tuple[int | None, int | None, int | None, int | None]
"""The first and last line, and the columns in bytes, of an instruction."""


@remembered
def positions(code: CodeType) -> list[LinesAndColumns]:
    """Return the position of each instruction of a code object."""
    return list(code.co_positions())

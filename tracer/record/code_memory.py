"""Facts about code objects, remembered as long as the code lives."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from types import CodeType
from typing import Concatenate, ParamSpec, TypeVar

More = ParamSpec("More")
Found = TypeVar("Found")


def remembered(
    function: Callable[Concatenate[CodeType, More], Found],
) -> Callable[Concatenate[CodeType, More], Found]:
    """Run a function of a code object and hashable arguments once for each.

    `functools.lru_cache` would keep the code alive, and all that is known of it.
    """
    known: weakref.WeakKeyDictionary[CodeType, dict[Hashable, Found]]
    known = weakref.WeakKeyDictionary()

    def remembering(
        code: CodeType, /, *args: More.args, **kwargs: More.kwargs
    ) -> Found:
        answers = known.setdefault(code, {})
        key = (args, *kwargs.items())
        if key not in answers:
            answers[key] = function(code, *args, **kwargs)
        return answers[key]

    return remembering

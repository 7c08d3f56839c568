"""What the head calls of one call of a function returned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import partial
from types import TracebackType
from typing import Any

Read = tuple[Any, ...]
Key = tuple[Hashable, int]
"""The key of a head call: its place, and how many were made there before."""


class HeadResults:
    """What the head calls of one call of a function returned, by their keys.

    Graphs that begin with the same head calls share them: none is made twice for one
    call of the function, whichever graph serves it.

    Parameters
    ----------
    most : int, optional
        How many operations may be recorded to trace the call.

    Attributes
    ----------
    made : dict
        The results so far.
    left : dict
        Results of calls that a trace made and that its graph calls back: they serve
        its first run.
    read : dict
        What had been read before each of them.
    within : set
        The functions in which they were made, by their identities.
    arguments : dict
        The arguments of the call, by parameter.
    changing : dict
        The places of head calls that change what was read before them, with the error
        that says so if it has to be read again.
    raised : (BaseException, TracebackType or None) or None
        The exception of a head call, with its traceback from the call on.
    bound : bool
        Whether something was called that must not be called again.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._recorded = 0
        self.made: dict[Key, Any] = {}
        self.left: dict[Key, Any] = {}
        self.read: dict[Key, Read] = {}
        self.within: set[Hashable] = set()
        self.arguments: dict[str, Any] = {}
        self.changing: dict[Hashable, Exception] = {}
        self.raised: tuple[BaseException, TracebackType | None] | None = None
        self.bound = False

    def keep(self, keeping: Any) -> None:
        """Note a call, of a function of `functools.lru_cache` or another one.

        One that has room keeps what it returns: Python may call it again.
        """
        if keeping is not None:
            most = keeping.cache_info().maxsize
            if most is None or keeping.cache_info().currsize < most:
                return
        self.bound = True

    def of(self, heads: Iterable[Any]) -> dict[str, Any]:
        """Return what head calls gave so far, by the names in an entry."""
        made = self.made
        return {head.variable: made[head.key] for head in heads if head.key in made}

    def record(self, count: int = 1) -> None:
        """Count operations that were recorded to trace the call."""
        self._recorded += count

    @property
    def is_too_long(self) -> bool:
        """Whether tracing the call took too many operations."""
        return self._most is not None and self._recorded > self._most

    def clear(self) -> None:
        """Forget everything: the call of the function is over."""
        self.bound = False
        self.made.clear()
        self.left.clear()
        self.read.clear()
        self.within.clear()
        self.arguments.clear()

    def leave(self, claimed: Collection[Key]) -> None:
        """Leave the results that a graph does not take as inputs to its first run."""
        left = {key: made for key, made in self.made.items() if key not in claimed}
        self.left.update(left)

    def once(
        self, function: Callable[..., Any], site: Hashable, calling: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Return a function that first returns what was made at a place already."""
        return partial(self.once_given(site, calling), function)

    def once_given(
        self, site: Hashable, calling: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Return the same for a function that only the run knows: it comes first."""

        def called(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            for key in self.left:
                if key[0] == site:
                    return self.left.pop(key)
            return calling(function, *args, **kwargs)

        return called

"""Stars before what only the run of a graph can go through."""

from typing import Any

from runtime import starred
from tracer.context import ACTIVE


def starred_list(*parts: Any) -> list[Any]:
    """Give ``[*part, *part, ...]``."""
    trace = ACTIVE.get()
    if trace is None:
        return starred.starred_list(*parts)
    made: list[Any] = trace.starred.list_(trace, parts)
    return made


def starred_tuple(*parts: Any) -> tuple[Any, ...]:
    """Give ``(*part, *part, ...)``."""
    trace = ACTIVE.get()
    if trace is None:
        return starred.starred_tuple(*parts)
    made: tuple[Any, ...] = trace.starred.tuple_(trace, parts)
    return made


def starred_set(*parts: Any) -> set[Any]:
    """Give ``{*part, *part, ...}``."""
    trace = ACTIVE.get()
    if trace is None:
        return starred.starred_set(*parts)
    made: set[Any] = trace.starred.set_(trace, parts)
    return made


def starred_call(function: Any, /, *parts: Any, **keywords: Any) -> Any:
    """Give ``function(*part, *part, ..., **keywords)``."""
    trace = ACTIVE.get()
    if trace is None:
        return starred.starred_call(function, *parts, **keywords)
    return trace.starred.call(trace, function, parts, keywords)


def keyword_call(function: Any, given: Any, /, *parts: Any) -> Any:
    """Give ``function(*given, **part, **part, ...)``."""
    trace = ACTIVE.get()
    if trace is None:
        return starred.keyword_call(function, given, *parts)
    return trace.starred.call_by_keywords(trace, function, given, parts)


def starred_unpack(items: Any, before: int, after: int) -> tuple[Any, ...]:
    """Give the values that targets with a star among them get.

    Parameters
    ----------
    items
        What is unpacked.
    before, after
        How many targets stand before the one with the star, and behind it.
    """
    trace = ACTIVE.get()
    if trace is None:
        return starred.starred_unpack(items, before, after)
    made: tuple[Any, ...] = trace.starred.unpack(trace, items, before, after)
    return made

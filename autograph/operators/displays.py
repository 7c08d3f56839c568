"""Displays of sets and dicts with computed items or keys."""

from typing import Any

from tracer.context import ACTIVE


def set_display(*items: Any) -> set[Any]:
    """Give ``{item, ...}``."""
    trace = ACTIVE.get()
    if trace is not None:
        made: set[Any] = trace.items.set_display(trace, items)
        return made
    return set(items)


def dict_display(*pairs: tuple[Any, Any]) -> dict[Any, Any]:
    """Give ``{key: value, ...}``."""
    trace = ACTIVE.get()
    if trace is not None:
        made: dict[Any, Any] = trace.items.dict_display(trace, pairs)
        return made
    return dict(pairs)

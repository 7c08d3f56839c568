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


def dict_display(*parts: tuple[Any, ...]) -> dict[Any, Any]:
    """Give ``{key: value, **more, ...}``.

    Parameters
    ----------
    *parts
        For each entry its key and value, for each ``**`` what stands behind it alone.
    """
    trace = ACTIVE.get()
    if trace is not None:
        staged: dict[Any, Any] = trace.items.dict_display(trace, parts)
        return staged
    made: dict[Any, Any] = {}
    for part in parts:
        if len(part) == 2:
            made[part[0]] = part[1]
        else:
            made = {**made, **part[0]}
    return made

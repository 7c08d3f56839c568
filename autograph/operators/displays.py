"""Displays of sets and dicts with computed items or keys."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def set_display(*items: Any) -> set[Any]:
    """Return ``{item, ...}``."""
    return set(items)


@operator
def dict_display(*parts: tuple[Any, ...]) -> dict[Any, Any]:
    """Return ``{key: value, **more, ...}``.

    Parameters
    ----------
    *parts
        For each entry its key and value, for each ``**`` what stands behind it alone.
    """
    made: dict[Any, Any] = {}
    for part in parts:
        if len(part) == 2:
            made[part[0]] = part[1]
        else:
            made = {**made, **part[0]}
    return made

"""Items that are read by a computed index, written, deleted or augmented."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from tracer.record.signs import AUGMENTATIONS


@operator
def get_item(items: Any, index: Any) -> Any:
    """Return ``items[index]``."""
    return items[index]


def slice_(*bounds: Any) -> slice:
    """Return a slice, where the user rebinds ``slice``."""
    return slice(*bounds)


@operator
def set_item(items: Any, index: Any, value: Any) -> None:
    """Execute ``items[index] = value``."""
    items[index] = value


@operator
def del_item(items: Any, index: Any) -> None:
    """Execute ``del items[index]``."""
    del items[index]


@operator
def augment(old: Any, augmentation: str, value: Any) -> Any:
    """Return what ``old += value``, or another augmentation, leaves in the name."""
    return AUGMENTATIONS[augmentation](old, value)


def augment_item(
    items: Any,
    index: Any,
    augmentation: str,
    value: Any = None,
    *,
    late: Callable[[], Any] | None = None,
) -> None:
    """Execute ``items[index] += value``, or another augmented assignment.

    Parameters
    ----------
    items, index
        The container, and the index in it.
    augmentation
        The operator, spelled as in the source.
    value
        The right-hand side.
    late
        Returns the right-hand side, if it must be evaluated after the item is read,
        as Python does.
    """
    old = get_item(items, index)
    if late is not None:
        value = late()
    set_item(items, index, augment(old, augmentation, value))

"""Items read at computed places, written, deleted, augmented."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from tracer.record.signs import AUGMENTATIONS


@operator
def get_item(items: Any, index: Any) -> Any:
    """Return ``items[index]``."""
    return items[index]


@operator
def set_item(items: Any, index: Any, value: Any) -> None:
    """Do ``items[index] = value``."""
    items[index] = value


@operator
def del_item(items: Any, index: Any) -> None:
    """Do ``del items[index]``."""
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
    """Do ``items[index] += value``, or with another augmentation.

    Parameters
    ----------
    items, index
        The place.
    augmentation
        Its spelling as in the source.
    value
        The right-hand side.
    late
        Gives the right-hand side where it has to be evaluated after the item is
        read, as Python does.
    """
    old = get_item(items, index)
    if late is not None:
        value = late()
    set_item(items, index, augment(old, augmentation, value))

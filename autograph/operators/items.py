"""Items read at computed places, written, deleted, augmented."""

import operator
from collections.abc import Callable
from typing import Any

from tracer.context import ACTIVE

AUGMENTATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+=": operator.iadd,
    "-=": operator.isub,
    "*=": operator.imul,
    "/=": operator.itruediv,
    "//=": operator.ifloordiv,
    "%=": operator.imod,
    "**=": operator.ipow,
    "@=": operator.imatmul,
    "&=": operator.iand,
    "|=": operator.ior,
    "^=": operator.ixor,
    "<<=": operator.ilshift,
    ">>=": operator.irshift,
}


def get_item(items: Any, index: Any) -> Any:
    """Give ``items[index]``."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.items.get_item(trace, items, index)
    return items[index]


def set_item(items: Any, index: Any, value: Any) -> None:
    """Do ``items[index] = value``."""
    trace = ACTIVE.get()
    if trace is not None:
        trace.items.set_item(trace, items, index, value)
    else:
        items[index] = value


def del_item(items: Any, index: Any) -> None:
    """Do ``del items[index]``."""
    trace = ACTIVE.get()
    if trace is not None:
        trace.items.del_item(trace, items, index)
    else:
        del items[index]


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
    trace, augmented = ACTIVE.get(), AUGMENTATIONS[augmentation]
    if trace is None:
        new = augmented(old, value)
    else:
        new = trace.plain_operators.augment(trace, augmented, augmentation, old, value)
    set_item(items, index, new)

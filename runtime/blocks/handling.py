"""The table of what operations become over values in blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred
from runtime.blocks.driver import Driver, Handler
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.types import Array, NumpyScalar, Type

HANDLERS: dict[str, Handler] = {}
"""By the name of a row what makes its value: it takes the driver, and the operands."""


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Enter a function under the names of rows."""

    def enter(handler: Handler) -> Handler:
        def checked(driver: Driver, *args: Any, **kwargs: Any) -> Any:
            try:
                return handler(driver, *args, **kwargs)
            except TypeError as error:
                if error.__traceback__ and error.__traceback__.tb_next is None:
                    raise Unsuited(
                        "an option has no form over blocks", COMPUTE
                    ) from None
                raise

        for name in names:
            HANDLERS[name] = checked
        return handler

    return enter


def like(of: Deferred, shape: Sequence[int], single: bool = False) -> Type:
    """Return the type of a part of an array."""
    return NumpyScalar(of.dtype) if single else Array(of.dtype, tuple(shape))


def axes_of(axis: Any, rank: int) -> tuple[int, ...]:
    """Return axes, all for None, counted from the first one."""
    if axis is None:
        return tuple(range(rank))
    asked = axis if isinstance(axis, tuple) else (axis,)
    return tuple(sorted(np.lib.array_utils.normalize_axis_tuple(asked, rank)))

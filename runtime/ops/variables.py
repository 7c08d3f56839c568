"""Rows that change what a `Variable` holds. Reading it is loading its `value`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.row import Row
from runtime.types import ANY, NONE
from runtime.variable import Variable


def _assigns(kernel: Callable[..., Any]) -> Row:
    name = kernel.__name__
    return Row(
        name,
        kernel,
        lambda target, value: ANY,
        template="{0}." + name + "({1})",
        writes=(0,),
        returns="shares",
        effect=True,
        takes_any=True,
        samples=(lambda: ((Variable([1.0, 2.0]), np.ones(2)), {}),),
        rejects=(
            lambda: ((Variable([1.0, 2.0]), np.ones(3)), {}),
            lambda: ((Variable([1, 2]), 1.5), {}),
        ),
    )


ROWS: tuple[Row, ...] = (
    _assigns(Variable.assign),
    _assigns(Variable.assign_add),
    _assigns(Variable.assign_sub),
    Row(
        "assign_item",
        Variable.__setitem__,
        lambda target, index, value: NONE,
        template="{0}[{1}] = {2}",
        statement=True,
        writes=(0,),
        effect=True,
        takes_any=True,
        samples=(lambda: ((Variable([1.0, 2.0]), 0, 3.0), {}),),
        rejects=(lambda: ((Variable([1.0, 2.0]), 2, 3.0), {}),),
    ),
)

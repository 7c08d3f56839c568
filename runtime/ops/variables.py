"""Rows that change the value of a `Variable`; reading it is loading its `value`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.row import Row, call, writing
from runtime.types import ANY, NONE
from runtime.variable import Variable


def _assigns(kernel: Callable[..., Any]) -> Row:
    name = kernel.__name__
    return writing(
        kernel,
        lambda target, value: ANY,
        call(Variable([1.0, 2.0]), np.ones(2)),
        bad=(call(Variable([1.0, 2.0]), np.ones(3)), call(Variable([1, 2]), 1.5)),
        name=name,
        template="{0}." + name + "({1})",
        returns="shares",
    )


ROWS: tuple[Row, ...] = (
    _assigns(Variable.assign),
    _assigns(Variable.assign_add),
    _assigns(Variable.assign_sub),
    writing(
        Variable.__setitem__,
        lambda target, index, value: NONE,
        call(Variable([1.0, 2.0]), 0, 3.0),
        bad=call(Variable([1.0, 2.0]), 2, 3.0),
        name="assign_item",
        template="{0}[{1}] = {2}",
        statement=True,
    ),
)

"""Functions of Python's and NumPy's that do what an operator of converted code does."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tracer.calls.builtins import BUILTINS, python_operator
from tracer.flow.lazy_logic import not_
from tracer.operators.logic import in_, is_, is_not
from tracer.operators.managers import errstate
from tracer.operators.plain_operators import operate
from tracer.record.contents import Handler
from tracer.record.trace import Trace


def _remainder(trace: Trace, left: Any, right: Any) -> Any:
    if isinstance(left, np.generic):
        return python_operator(operator.mod)(trace, left, right)
    return operate(trace, left, "%", right)


def _contains(trace: Trace, items: Any, item: Any) -> Any:
    return in_(trace, item, items)


HANDLERS: dict[Any, Handler] = {
    **BUILTINS,
    np.errstate: errstate,
    operator.mod: _remainder,
    operator.not_: not_,
    operator.is_: is_,
    operator.is_not: is_not,
    operator.contains: _contains,
}
"""What the functions that have no row do in a trace."""

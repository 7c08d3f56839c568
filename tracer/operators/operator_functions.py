"""Functions of Python's and NumPy's that do what an operator of converted code does."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tracer.calls.builtins import BUILTINS
from tracer.calls.handlers import Builtin, table
from tracer.flow.lazy_logic import not_
from tracer.operators.logic import in_, is_, is_not
from tracer.operators.managers import errstate
from tracer.operators.plain_operators import operate, signed
from tracer.record.trace import Trace


def _remainder(trace: Trace, left: Any, right: Any) -> Any:
    if isinstance(left, np.generic):
        return BUILTINS[operator.mod](trace, left, right)
    return operate(trace, left, "%", right)


def _inverted(trace: Trace, operand: Any) -> Any:
    return signed(trace, "~", operand)


def _contains(trace: Trace, items: Any, item: Any) -> Any:
    return in_(trace, item, items)


HANDLERS = {
    **BUILTINS,
    **table(
        (
            Builtin(np.errstate, handler=errstate),
            Builtin(operator.invert, handler=_inverted),
            Builtin(operator.inv, handler=_inverted),
            Builtin(operator.mod, handler=_remainder),
            Builtin(operator.not_, handler=not_),
            Builtin(operator.is_, handler=is_),
            Builtin(operator.is_not, handler=is_not),
            Builtin(operator.contains, handler=_contains),
        )
    ),
}
"""What the functions that have no row do in a trace."""

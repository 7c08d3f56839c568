"""Functions of Python's and NumPy's that do what an operator of converted code does."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

import numpy as np

from runtime.types import Array, NumpyScalar
from tracer.calls.builtins import BUILTINS
from tracer.calls.handlers import Builtin, table
from tracer.flow.lazy_logic import not_
from tracer.flow.made_containers import MadeContainers
from tracer.operators.items import del_item, get_item, set_item
from tracer.operators.logic import in_, is_, is_not
from tracer.operators.managers import errstate
from tracer.operators.plain_operators import operate, signed
from tracer.record.signs import AUGMENTATIONS
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def _remainder(trace: Trace, left: Any, right: Any) -> Any:
    if isinstance(left, np.generic):
        return BUILTINS[operator.mod](trace, left, right)
    return operate(trace, left, "%", right)


def _inverted(trace: Trace, operand: Any) -> Any:
    return signed(trace, "~", operand)


def _concatenated(function: Any, trace: Trace, left: Any, right: Any) -> Any:
    """Join two sequences; no number or array is one, whatever ``+`` makes of it."""
    if isinstance(left, (list, tuple, str, bytes)) and type(right) is Symbol:
        if function is operator.iconcat and type(left) is list:
            trace.part(MadeContainers).must_exist(left)
        return trace.emit("call", function, left, right)
    if type(left) is Symbol and isinstance(left._ag_value.type, (Array, NumpyScalar)):
        return trace.emit("call", function, left, right)  # as Python says
    return BUILTINS[function](trace, left, right)


def _augmented(sign: str, trace: Trace, left: Any, right: Any) -> Any:
    return operate(trace, left, sign, right)


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
            Builtin(operator.getitem, handler=get_item),
            Builtin(operator.setitem, handler=set_item),
            Builtin(operator.delitem, handler=del_item),
            *[
                Builtin(function, handler=partial(_augmented, sign))
                for sign, function in AUGMENTATIONS.items()
            ],
            *[
                Builtin(function, handler=partial(_concatenated, function))
                for function in (operator.concat, operator.iconcat)
            ],
        )
    ),
}
"""What the functions that have no row do in a trace."""

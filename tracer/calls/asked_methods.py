"""Operations for which Python asks methods of the user's objects at the run."""

from __future__ import annotations

from itertools import chain
from types import FunctionType
from typing import Any

from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from tracer.policy import is_opaque
from tracer.record.contents import TEXTS, held
from tracer.record.trace import Trace
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy

WRITING = ("str", "repr", "ascii", "format_value", "format_percent", "print")
"""The rows that write their operands, or what these hold."""
ASKING = {"len": ("__len__",), "iter": ("__iter__",), **dict.fromkeys(WRITING, TEXTS)}
"""The methods that rows ask for."""
ORDERED = frozenset(("iter", "print"))
"""The rows that run in their turn, or which others have to know."""


def asked(trace: Trace, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Record an operation that asks methods which may do anything, in its turn."""
    names = ASKING.get(row.name)
    if names is None:
        return NotImplemented
    operands = chain.from_iterable(map(held, args)) if names is TEXTS else args
    if not any(_is_asked(each, names) for each in operands):
        return NotImplemented
    trace.clobber(replaces=False)
    if row.name in ORDERED:
        return NotImplemented
    given = tuple([trace.lift(each) for each in args])
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    of, _ = infer(row, given, named)
    return trace.record(OPS["call"], (trace.lift(row.kernel), *given), named, of=of)


def _is_asked(value: Any, names: tuple[str, ...]) -> bool:
    """Whether an object has a method of the user's by one of some names."""
    if not isinstance(value, ObjectProxy) or is_opaque(type(value._ag_real)):
        return False
    found = [in_class(type(value._ag_real), name) for name in names]
    return any(type(each) is FunctionType for each in found)

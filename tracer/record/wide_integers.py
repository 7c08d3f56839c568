"""Python integers of which NumPy makes an array or a scalar.

NumPy looks at the value: one of 64 bits becomes an ``int64``, others a ``uint64``, a
``float64`` beside others, or an object. A graph has types, so the run tests such
integers. Where it meets a larger one, the function is traced anew, with results of
unknown type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.ir.nodes import Argument, Display, Value
from runtime.ops import OPS
from runtime.ops.infer import has_integers

Named = tuple[tuple[str, Argument], ...]


def tested(
    record: Callable[..., Any], args: tuple[Argument, ...], kwargs: Named
) -> tuple[tuple[Argument, ...], Named]:
    """Record a test of each integer among the operands of a call; return the operands.

    Parameters
    ----------
    record : callable
        Records an operation, as `Trace.record` does.
    args, kwargs
        The operands.
    """
    known: dict[str, Argument] = {}

    def test(argument: Argument) -> Argument:
        if isinstance(argument, Display):
            return Display(argument.kind, tuple(map(test, argument.items)))
        if not isinstance(argument, Value) or not has_integers(argument.type):
            return argument
        if argument.name not in known:
            made = record(OPS["of_64_bits"], (argument,), of=argument.type)
            known[argument.name] = made._ag_value
        return known[argument.name]

    return tuple(map(test, args)), tuple([(name, test(one)) for name, one in kwargs])

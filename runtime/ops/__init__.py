"""The table of operations: one row per operation, a file per family, frozen.

A new operation is one row in one of the families listed here. Nothing outside this
package adds rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, argument_type
from runtime.ops import (
    algebra,
    answers,
    checks,
    creation,
    declared,
    draws,
    elementwise,
    flow,
    functions,
    iterating,
    joining,
    lists,
    operators,
    places,
    python,
    reductions,
    selection,
    shaping,
    sorting,
    spectra,
    stateless,
    strings,
    subscripts,
    ufuncs,
    unpacking,
    variables,
)
from runtime.ops.row import Row, TypeFailure
from runtime.ops.ufuncs import METHODS
from runtime.types import Array, NumpyScalar, PythonScalar, members

NUMPY = (
    operators,
    ufuncs,
    subscripts,
    creation,
    shaping,
    joining,
    selection,
    reductions,
    sorting,
    algebra,
    elementwise,
    spectra,
    strings,
)
"""The families of NumPy's operations, whose methods are those of arrays."""
PYTHON: tuple[Any, ...] = (
    flow,
    functions,
    python,
    answers,
    iterating,
    lists,
    unpacking,
    places,
    draws,
    variables,
    declared,
    checks,
    stateless,
)
"""The families of Python's operations."""
FAMILIES = NUMPY + PYTHON


def _table(families: Sequence[Any]) -> dict[str, Row]:
    table: dict[str, Row] = {}
    for family in families:
        for row in family.ROWS:
            if row.name in table:
                raise ValueError(f"two operations are named {row.name!r}")
            table[row.name] = row
    return table


def _by(
    key: Callable[[Row], Sequence[Any]], families: Sequence[Any]
) -> Mapping[Any, Row]:
    found: dict[Any, Row] = {}
    for row in _table(families).values():
        for one in key(row):
            if one in found:
                raise ValueError(f"{one!r} is {found[one].name} and {row.name}")
            found[one] = row
    return MappingProxyType(found)


def _present(value: Any) -> tuple[Any, ...]:
    return () if value is None else (value,)


OPS: Mapping[str, Row] = MappingProxyType(_table(FAMILIES))
"""All rows by name."""
BY_FUNCTION: Mapping[Callable[..., Any], Row] = _by(lambda row: row.functions, FAMILIES)
"""The row of a NumPy function; `row_of_ufunc` finds the row of a ufunc's call."""
BY_METHOD: Mapping[str, Row] = _by(lambda row: _present(row.method), NUMPY)
"""The row of a method of arrays and NumPy scalars."""
BY_ATTRIBUTE: Mapping[str, Row] = _by(lambda row: _present(row.attribute), NUMPY)
"""The row of an attribute of arrays and NumPy scalars."""
BY_INFIX: Mapping[str, Row] = _by(lambda row: _present(row.infix), NUMPY)
"""The row of a binary operator, or of its in-place form: ``"+"``, ``"+="``."""
BY_PREFIX: Mapping[str, Row] = _by(lambda row: _present(row.prefix), NUMPY)
"""The row of a unary operator."""

_OPERATOR_ROWS = frozenset(row.name for row in operators.ROWS if row.functions)


def row_of_ufunc(
    ufunc: np.ufunc,
    args: Sequence[Argument],
    keywords: Mapping[str, Argument],
    method: str = "__call__",
) -> tuple[Row, tuple[Argument, ...]]:
    """Return the row of a ufunc's call, and the arguments to put before those given.

    ``np.add(a, b)`` is the operator ``+`` only where an array meets numbers. Of two
    Python numbers the ufunc makes a NumPy scalar; of NumPy scalars its warnings differ.

    Parameters
    ----------
    ufunc : np.ufunc
        The function called.
    args, keywords : arguments
        The arguments of the call.
    method : str, optional
        The method called, as ``__array_ufunc__`` names it.
    """
    if method == "__call__":
        row = BY_FUNCTION.get(ufunc)
        if row is not None and row.name not in _OPERATOR_ROWS:
            return row, ()
        if row is not None and not keywords and _is_operator(ufunc, args):
            return row, ()
    return OPS[METHODS[method]], (Constant(ufunc),)


def _is_operator(ufunc: np.ufunc, args: Sequence[Argument]) -> bool:
    """Whether the call of a ufunc is exactly equivalent to the operator."""
    if len(args) != ufunc.nin or ufunc is np.power:  # ** has shortcuts of its own
        return False
    alternatives = [members(argument_type(argument)) for argument in args]
    numbers = (Array, NumpyScalar, PythonScalar)
    return any(
        all(isinstance(one, Array) for one in types) for types in alternatives
    ) and all(
        isinstance(one, numbers)
        and (isinstance(one, PythonScalar) or one.dtype.kind in "biufc")
        and getattr(one, "kind", "int") not in ("str", "bytes")
        for types in alternatives
        for one in types
    )


__all__ = [
    "BY_ATTRIBUTE",
    "BY_FUNCTION",
    "BY_INFIX",
    "BY_METHOD",
    "BY_PREFIX",
    "FAMILIES",
    "NUMPY",
    "OPS",
    "PYTHON",
    "Row",
    "TypeFailure",
    "row_of_ufunc",
]

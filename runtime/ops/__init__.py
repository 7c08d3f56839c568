"""The table of operations: one row per operation, a file per family, frozen.

A new operation is one row in one of the families listed here. Nothing outside this
package adds rows. A family is imported when one of its rows is first asked for:
``python -m tools.rows`` writes the index (`runtime.ops.index`) that says where each is.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, argument_type
from runtime.ops.families import Rows
from runtime.ops.row import Row, TypeFailure
from runtime.ops.ufunc_methods import METHODS
from runtime.types import Array, NumpyScalar, PythonScalar, members

OPERATORS = ("operators",)
"""The family of the operators of arrays and NumPy scalars."""
NUMPY = (
    *OPERATORS,
    "ufuncs",
    "subscripts",
    "creation",
    "shaping",
    "joining",
    "selection",
    "reductions",
    "sorting",
    "algebra",
    "elementwise",
    "spectra",
    "strings",
    "methods",
    "outside",
    "updates",
    "factors",
    "vectorized",
)
"""The families of NumPy's operations, whose methods are those of arrays."""
CLASSES = ("masked_arrays", "whole_calls")
"""The families of NumPy's functions that run in order, as they are."""
PYTHON = (
    "flow",
    "functions",
    "python",
    "complex_math",
    "answers",
    "iterating",
    "lists",
    "unpacking",
    "places",
    "draws",
    "variables",
    "declared",
    "checks",
    "stateless",
    "testing",
    "variation",
)
"""The families of Python's operations."""
FAMILIES = NUMPY + CLASSES + PYTHON


def _present(value: Any) -> tuple[Any, ...]:
    return () if value is None else (value,)


OPS: Mapping[str, Row] = Rows(FAMILIES, lambda row: (row.name,))
"""All rows by name."""
BY_FUNCTION: Mapping[Callable[..., Any], Row] = Rows(
    FAMILIES, lambda row: row.functions
)
"""The row of a NumPy function; `row_of_ufunc` finds the row of a ufunc's call."""
BY_METHOD: Mapping[str, Row] = Rows(NUMPY, lambda row: _present(row.method))
"""The row of a method of arrays and NumPy scalars."""
BY_ATTRIBUTE: Mapping[str, Row] = Rows(NUMPY, lambda row: _present(row.attribute))
"""The row of an attribute of arrays and NumPy scalars."""
BY_INFIX: Mapping[str, Row] = Rows(OPERATORS, lambda row: _present(row.infix))
"""The row of a binary operator, or of its in-place form: ``"+"``, ``"+="``."""
BY_PREFIX: Mapping[str, Row] = Rows(OPERATORS, lambda row: _present(row.prefix))
"""The row of a unary operator."""

_OPERATORS = Rows(OPERATORS, lambda row: row.functions)


def row_named(name: str) -> Row:
    """Return the row of a name; a pickled graph holds the names of its rows."""
    return OPS[name]


def _pickled(row: Row) -> tuple[Callable[[str], Row], tuple[str]]:
    return row_named, (row.name,)


copyreg.pickle(Row, _pickled)


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
        if row is not None and ufunc not in _OPERATORS:
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

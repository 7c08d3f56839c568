"""Rows of `cmath`: functions of one complex number, or of two."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from typing import Any

from runtime.ops.flow import static_type
from runtime.ops.row import Row, Rule, Sample, TypeFailure, call, closed, row
from runtime.types import (
    ANY,
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    STR,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
)


def _of_numbers(of: Type) -> Rule:
    """Return the rule of a function of numbers."""

    def rule(*arguments: Any, **keywords: Any) -> Type:
        for argument in (*arguments, *keywords.values()):
            kind = static_type(argument)
            if kind in (STR, BYTES) or isinstance(kind, (NoneType, Tuple, List)):
                raise TypeFailure
            python = isinstance(kind, PythonScalar)
            if not python and not (
                isinstance(kind, NumpyScalar) and kind.dtype.kind in "biufc"
            ):
                return ANY
        return of

    return rule


def _row(function: Callable[..., Any], of: Type, *samples: Sample) -> Row:
    return row(
        function,
        _of_numbers(of),
        *samples,
        bad=call("a"),
        name=f"cmath_{function.__name__}",
    )


_ONE = (call(0.5 + 0.25j), call(-2.0))
_COMPLEX = "acos acosh asin asinh atan atanh cos cosh exp log10 sin sinh sqrt tan tanh"
_TESTS = (cmath.isnan, cmath.isinf, cmath.isfinite)

ROWS: tuple[Row, ...] = closed(
    *(_row(getattr(cmath, name), COMPLEX, *_ONE) for name in _COMPLEX.split()),
    _row(cmath.log, COMPLEX, *_ONE, call(1 + 2j, 3)),
    _row(cmath.rect, COMPLEX, call(0.5, 2.0)),
    _row(cmath.phase, FLOAT, *_ONE),
    _row(cmath.polar, Tuple((FLOAT, FLOAT)), *_ONE),
    *(_row(function, BOOL, *_ONE) for function in _TESTS),
    _row(cmath.isclose, BOOL, call(1j, 1j)),
)

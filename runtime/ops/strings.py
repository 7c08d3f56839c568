"""Rows of NumPy's string functions that are not ufuncs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.arrays import function_row
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import BOOLEAN, INTP, Unsure, array, array_or_scalar
from runtime.ops.options import given
from runtime.ops.row import Row, Rule, call
from runtime.ops.versions import CENTERS_ALL
from runtime.types import ANY, Array, NumpyScalar, PythonScalar, Shape, Type, type_of

TEXTS = np.array(["ab", "c d", "Efg"])
VARIABLE = TEXTS.astype(np.dtypes.StringDType())


def _of(argument: Any) -> Type:
    return argument if isinstance(argument, Type) else type_of(argument)


def _alphabet(of: Type) -> str:
    """Return the units of strings: characters or bytes; an empty string for numbers."""
    match of:
        case Array(dtype, _) | NumpyScalar(dtype):
            return {"U": "characters", "T": "characters", "S": "bytes"}.get(
                dtype.kind, ""
            )
        case PythonScalar("str"):
            return "characters"
        case PythonScalar("bytes"):
            return "bytes"
        case PythonScalar():
            return ""
    raise Unsure(f"{of} is no string")


def _shape(*arguments: Any) -> Shape:
    """Return the broadcast shape of strings and of the numbers given with them."""
    types = [_of(argument) for argument in arguments if given(argument)]
    if len({_alphabet(of) for of in types} - {""}) != 1:
        raise Unsure("strings of two kinds do not meet")
    shapes = [of.shape if isinstance(of, Array) else () for of in types]
    return broadcast(*shapes)


def _same(a: Any) -> Type:
    """Return the type of strings of the same lengths as the operand's."""
    if not isinstance(a, Array) or not _alphabet(a):
        raise Unsure("the lengths of other strings are no part of their type")
    return array(a.dtype, a.shape)


def _stripped(a: Any, chars: Any = None) -> Type:
    if not isinstance(a, Array) or not a.shape or _shape(a, chars) != a.shape:
        raise Unsure("what is stripped may come as a scalar")
    return array(a.dtype, a.shape)


def _longer(a: Any, *others: Any) -> Type:
    """Return the type of strings of other lengths, if the dtype allows any length."""
    if not isinstance(a, Array) or a.dtype.kind != "T":
        raise Unsure("the values decide the length")
    shape = _shape(a, *others)
    if not shape:
        raise Unsure("it may come as a scalar")
    return array(a.dtype, shape)


def _compared(x1: Any, x2: Any) -> Type:
    types = (_of(x1), _of(x2))
    if any(getattr(of, "dtype", np.dtype("U")).kind not in "US" for of in types):
        raise Unsure("strings of variable length, or numbers")
    if len({_alphabet(of) for of in types}) != 1:
        raise Unsure("strings of two kinds do not meet")
    return array(BOOLEAN, _shape(x1, x2))


def _numbers(dtype: np.dtype) -> Callable[..., Type]:
    """Return the rule of a function that searches for a string in another."""

    def rule(a: Any, sub: Any, start: Any = 0, end: Any = None) -> Type:
        return array_or_scalar(dtype, _shape(a, sub, start, end))

    return rule


def _rows(names: str, rule: Rule | Type, *more: Any, **fields: Any) -> tuple[Row, ...]:
    """Return the rows of functions with the same signature."""
    found = []
    for name in names.split():
        function = getattr(np.strings, name, None)  # some came with NumPy 2.3
        if function is not None:
            samples = [call(TEXTS, *more)]
            if CENTERS_ALL or name not in ("center", "zfill"):
                samples.append(call(VARIABLE, *more))
            bad = call(3, *more)
            row_name = f"strings_{name}"
            fields |= {"bad": bad, "name": row_name}
            found.append(function_row(function, rule, *samples, **fields))
    return tuple(found)


def _row(name: str, *args: Any, closed: bool = True) -> Row:
    function = getattr(np.strings, name, None) or getattr(np.char, name)  # NumPy 2.0
    bad = call(3, *args[1:])
    row_name = f"strings_{name}"
    sample = call(*args)
    return function_row(function, ANY, sample, bad=bad, name=row_name, closed=closed)


ROWS: tuple[Row, ...] = (
    *_rows("upper lower swapcase capitalize title", _same),
    *_rows("strip lstrip rstrip", _stripped),
    *_rows("find rfind count", _numbers(INTP), "b"),
    *_rows("index rindex", _numbers(INTP), ""),
    *_rows("startswith endswith", _numbers(BOOLEAN), "b"),
    *_rows("center ljust rjust", _longer, 5),
    *_rows("zfill", _longer, 5),
    *_rows("expandtabs", _longer),
    *_rows("multiply", _longer, 2),
    *_rows("replace", _longer, "b", "xyz"),
    *_rows("slice", _longer, 1),
    *_rows("translate", ANY, {98: "q"}),
    *_rows("encode", ANY, closed=False),  # a codec is looked up by its name
    _row("decode", TEXTS.astype("S3"), closed=False),
    _row("mod", np.array(["%s!"]), TEXTS),
    _row("partition", TEXTS, "b"),
    _row("rpartition", TEXTS, "b"),
    *(
        function_row(
            getattr(np.char, name),
            _compared,
            call(TEXTS, "ab"),
            call("ab", "b "),
            bad=call(TEXTS, 3),
            name=f"char_{name}",
        )
        for name in "equal not_equal less less_equal greater greater_equal".split()
    ),
)

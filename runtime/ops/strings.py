"""Rows of NumPy's string functions that are not ufuncs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from runtime.ops.arrays import function_row
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import (
    BOOLEAN,
    INTP,
    Unsure,
    array,
    array_or_scalar,
    tuple_of,
)
from runtime.ops.options import given
from runtime.ops.row import Row, Rule, call
from runtime.ops.versions import CENTERS_ALL, part_of
from runtime.types import (
    ANY,
    STR,
    Array,
    ClassArray,
    NumpyScalar,
    PythonScalar,
    Shape,
    Type,
    join,
    join_all,
    type_of,
)

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


def _texts(shape: Shape) -> Type:
    """Return the type of strings whose lengths only the run knows."""
    found = ClassArray("ndarray", None, shape)
    if shape:
        return found
    several = [found, STR, *(NumpyScalar(np.dtype(kind)) for kind in "US")]
    return join_all(several)


def _same(a: Any) -> Type:
    """Return the type of strings of the same lengths as the operand's."""
    if isinstance(a, Array) and _alphabet(a):
        return array(a.dtype, a.shape)
    return _texts(_shape(a))


def _stripped(a: Any, chars: Any = None) -> Type:
    if not isinstance(a, Array) or not a.shape or _shape(a, chars) != a.shape:
        raise Unsure("what is stripped may come as a scalar")
    return array(a.dtype, a.shape)


def _longer(a: Any, *others: Any) -> Type:
    """Return the type of strings of other lengths, if the dtype allows any length."""
    shape = _shape(a, *others)
    if not isinstance(a, Array) or a.dtype.kind != "T" or not shape:
        return _texts(shape)
    return array(a.dtype, shape)


def _of_each(a: Any, *others: Any, **options: Any) -> Type:
    """Return the type of strings made of each string alone."""
    return _texts(_shape(a))


def _formatted(a: Any, values: Any) -> Type:
    of = _of(values)
    shape = of.shape if isinstance(of, Array) else ()
    return _texts(broadcast(_shape(a), shape))


def _repeated(a: Any, i: Any) -> Type:
    of = _of(i)
    shape = of.shape if isinstance(of, Array) else ()
    return _texts(broadcast(_shape(a), shape))


def _joined(sep: Any, seq: Any) -> Type:
    return _texts(_shape(sep, seq))


def _objects(a: Any, *more: Any, **options: Any) -> Type:
    """Return the type of an array of lists."""
    shape = _shape(a)
    return ClassArray("ndarray", None, shape) if shape else ANY


def _parts_of(function: Any) -> Callable[..., Type]:
    """Return the rule of `partition`: in `np.char` the parts are an array."""

    def rule(a: Any, sep: Any) -> Type:
        shape = _shape(a, sep)
        if not shape:
            raise Unsure("parts of a number of dimensions")
        if function.__module__ == "numpy.strings":
            return tuple_of([ClassArray("ndarray", None, shape)] * 3)
        return ClassArray("ndarray", None, (*shape, 3))

    return rule


def _compared_as(x1: Any, x2: Any, cmp: Any, rstrip: Any) -> Type:
    return _compared(x1, x2)


def _made(obj: Any, *more: Any, **options: Any) -> Type:
    """Return the type of an array of strings with methods."""
    of = _of(obj) if not isinstance(obj, (list, tuple)) else None
    shape = of.shape if isinstance(of, (Array, ClassArray)) else None
    return join(
        ClassArray("chararray", None, shape), ClassArray("ndarray", None, shape)
    )


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


def _row(
    name: str,
    rule: Rule,
    *args: Any,
    home: Any = np.char,
    bad: Any = None,
    closed: bool = True,
) -> Iterator[Row]:
    """Yield the row of a function that one of the modules has, or both have."""
    function = part_of(home, name)
    where = "strings" if home is np.strings else "char"
    if function is not None:
        yield function_row(
            function,
            rule,
            call(*args),
            bad=bad or call(3, *args[1:]),
            name=f"{where}_{name}",
            closed=closed and home is np.strings,
        )


def _alone(name: str) -> tuple[Any, ...]:
    """Return the function of `np.strings`, and that of `np.char` if it is another."""
    return tuple(
        home
        for home in (np.strings, np.char)
        if hasattr(home, name)
        and (
            home is np.strings
            or getattr(np.strings, name, None) is not getattr(home, name)
        )
    )


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
    *_rows("translate", _of_each, {98: "q"}),
    *_rows("encode", _of_each, closed=False),  # a codec is looked up by its name
    *(
        row
        for name, rule, args in (
            ("decode", _of_each, (TEXTS.astype("S3"),)),
            ("mod", _formatted, (np.array(["%s!"]), TEXTS)),
            ("multiply", _repeated, (TEXTS, 2)),
            ("join", _joined, (TEXTS, TEXTS)),
            ("split", _objects, (TEXTS,)),
            ("rsplit", _objects, (TEXTS,)),
            ("splitlines", _objects, (TEXTS,)),
        )
        for home in _alone(name)
        for row in _row(
            name, rule, *args, home=home, closed=name in ("mod", "multiply")
        )
        if not (name == "multiply" and home is np.strings)
    ),
    *(
        row
        for name in ("partition", "rpartition")
        for home in _alone(name)
        for row in _row(name, _parts_of(getattr(home, name)), TEXTS, "b", home=home)
    ),
    *_row("compare_chararrays", _compared_as, TEXTS, TEXTS, "<", True),
    *_row("array", _made, TEXTS, bad=call(TEXTS, "no")),
    *_row("asarray", _made, TEXTS, bad=call(TEXTS, "no")),
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

"""Functions of NumPy that run as they are: options, dates, records, matrices.

They run at each run, in order, as calls of unknown functions do; their results have
types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy import testing

from runtime.ops.array_classes import class_arrays, data, hedged
from runtime.ops.dimensions import broadcast
from runtime.ops.operands import BOOLEAN, FLOAT64, INTP, Unsure, operand
from runtime.ops.options import dtype_argument, shape_argument
from runtime.ops.row import Row, Rule, Sample, call, calling
from runtime.types import (
    INT,
    NONE,
    OBJECT,
    STR,
    Array,
    ClassArray,
    Container,
    List,
    Shape,
    Tuple,
    Type,
    join,
    join_all,
    scalar,
    type_of,
)

RECORDS = ClassArray("recarray", None, None)
_DATES = np.array(["2001-01-03", "2001-02-05"], "M8[D]")
_MATRIX = np.array([[0.5, 1.5], [2.5, 3.5]])
_VECTOR = np.array([0.5, 1.5])
_RECORDS = np.array([(1, 2.0)], [("a", "i4"), ("b", "f8")])


def _rows(
    functions: tuple[Any, ...], rule: Rule | Type, *samples: Sample, bad: Sample
) -> Iterator[Row]:
    """Yield the rows of functions that are alike."""
    for function in functions:
        yield calling(
            function,
            rule if isinstance(rule, Type) else hedged(rule),
            *samples,
            bad=bad,
            name=_name(function),
            functions=(function,),
        )


def _name(function: Any) -> str:
    """Return the name of a function with the part of NumPy that has it."""
    part = function.__module__.split(".")[1:2]
    return "_".join(["whole", *part, function.__name__])


def _shape_of(argument: Any) -> Shape:
    of = argument if isinstance(argument, Type) else type_of(argument)
    if isinstance(of, (Array, ClassArray)):
        return of.shape
    return operand(data(argument)).shape


def _by_shape(dtype: np.dtype | None) -> Callable[..., Type]:
    """Return the rule of what gives one element for each of its first arguments."""

    def rule(*dates: Any, **options: Any) -> Type:
        shape = broadcast(*map(_shape_of, dates[:2]))
        if not shape:
            raise Unsure("a number, or a date")
        return (
            ClassArray("ndarray", None, shape) if dtype is None else Array(dtype, shape)
        )

    return rule


def _texts(arr: Any, *more: Any, **options: Any) -> Type:
    shape = _shape_of(arr)
    if not shape:
        raise Unsure("one text, perhaps")
    return ClassArray("ndarray", None, shape)


def _matrix(data_: Any, dtype: Any = None, copy: Any = True) -> Type:
    """Return the type of a matrix made of an array."""
    if isinstance(data_, str):
        return ClassArray("matrix", None, (None, None))
    one = operand(data(data_))
    shape: Shape = None
    if one.shape is not None and len(one.shape) <= 2:
        shape = (*(1,) * (2 - len(one.shape)), *one.shape)
    return ClassArray("matrix", dtype_argument(dtype, one.dtype), shape)


def _new_array(
    shape: Any, dtype: Any = float, buffer: Any = None, *more: Any, **options: Any
) -> Type:
    return Array(dtype_argument(dtype, FLOAT64), shape_argument(shape))


def _required(
    a: Any, dtype: Any = None, requirements: Any = None, **options: Any
) -> Type:
    if any(class_arrays((a,))):
        raise Unsure("an array of another class")
    one = operand(a)
    return Array(dtype_argument(dtype, one.dtype), one.shape)


def _from_iterable(iter: Any, dtype: Any, count: Any = -1, **options: Any) -> Type:
    length = count if type(count) is int and count >= 0 else None
    return Array(dtype_argument(dtype, FLOAT64), (length,))


def _twice(list: Any) -> Type:
    if isinstance(list, List):
        return list
    if not all(type(each) is str for each in list):
        raise Unsure("items of other types")
    return List(STR)


def _ulps(a: Any, b: Any, maxulp: Any = 1, dtype: Any = None) -> Type:
    """Return the type of distances between numbers, whose shape NumPy may extend."""
    several = [each for of in (FLOAT64, INTP) for each in (Array(of, None), scalar(of))]
    return join_all(several)


def _finite(a: Any, dtype: Any = None, order: Any = None) -> Type:
    if any(class_arrays((a,))):
        raise Unsure("an array of another class")
    one = operand(a)
    return Array(dtype_argument(dtype, one.dtype), one.shape)


_WRONG = call(wrong=1)
_DICT = Container("dict")

ROWS: tuple[Row, ...] = (
    # Options.
    *_rows((np.geterr, np.get_printoptions), _DICT, call(), bad=_WRONG),
    *_rows((np.seterr,), _DICT, call(), bad=_WRONG),
    *_rows((np.set_printoptions,), NONE, call(), bad=_WRONG),
    *_rows((np.setbufsize,), type_of(np.getbufsize()), call(8192), bad=_WRONG),
    *_rows((np.geterrcall,), join(NONE, OBJECT), call(), bad=_WRONG),
    *_rows((np.seterrcall,), join(NONE, OBJECT), call(None), bad=call("no")),
    # Dates.
    *_rows((np.busday_count,), _by_shape(INTP), call(_DATES, _DATES), bad=_WRONG),
    *_rows((np.busday_offset,), _by_shape(None), call(_DATES, [0, 1]), bad=_WRONG),
    *_rows((np.is_busday,), _by_shape(BOOLEAN), call(_DATES), bad=_WRONG),
    *_rows((np.datetime_data,), Tuple((STR, INT)), call(_DATES.dtype), bad=_WRONG),
    *_rows((np.datetime_as_string,), _texts, call(_DATES), bad=call(_VECTOR)),
    # Matrices, records, and other arrays.
    *_rows((np.ndarray,), _new_array, call((2, 0)), call((0,), int), bad=_WRONG),
    *_rows((np.matrix,), _matrix, call(_MATRIX), call(_VECTOR, int), bad=_WRONG),
    *_rows((np.asmatrix,), _matrix, call(_MATRIX), call(_VECTOR, int), bad=_WRONG),
    *_rows(
        (np.bmat,),
        ClassArray("matrix", None, (None, None)),
        call([[_MATRIX, _MATRIX]]),
        bad=call([[_MATRIX, _VECTOR[:1]]]),
    ),
    *_rows((np.rec.array,), RECORDS, call(_RECORDS), bad=call(None)),
    *_rows((np.rec.fromarrays,), RECORDS, call([_VECTOR, _VECTOR]), bad=_WRONG),
    *_rows((np.rec.fromrecords,), RECORDS, call([(1, 2.0)]), bad=_WRONG),
    *_rows((np.rec.fromstring,), RECORDS, call(bytes(8), "i4,i4"), bad=_WRONG),
    *_rows((np.rec.find_duplicate,), _twice, call(["a", "a"]), bad=_WRONG),
    *_rows((np.require,), _required, call(_MATRIX, int), bad=call(_MATRIX, "no")),
    *_rows((np.asarray_chkfinite,), _finite, call(_MATRIX), bad=call([np.inf])),
    *_rows((np.fromiter,), _from_iterable, call([1, 2], float), bad=call([1], "no")),
    *_rows((np.frompyfunc,), OBJECT, call(max, 2, 1), bad=call(max)),
    # Python code of NumPy's that asks for values.
    *_rows((np.typename, np.mintypecode), STR, call("d"), bad=call(1, 2, 3, 4)),
    # Assertions.
    *_rows(
        (testing.assert_array_compare,),
        NONE,
        call(np.equal, _VECTOR, _VECTOR),
        bad=call(np.less, _VECTOR, _VECTOR),
    ),
    *_rows(
        (testing.assert_array_max_ulp,),
        _ulps,
        call(_VECTOR, _VECTOR),
        bad=call(_VECTOR, 1),
    ),
    *_rows((testing.build_err_msg,), STR, call([1, 2], "no"), bad=call()),
)

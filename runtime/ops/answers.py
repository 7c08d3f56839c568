"""The answers of objects' special methods, which Python checks and converts."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.ops.asking import operands
from runtime.ops.flow import static_type
from runtime.ops.row import Row, TypeFailure, call, row
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NumpyScalar,
    Object,
    Type,
)


@dataclass(frozen=True)
class _Question:
    """A builtin that calls a special method.

    Attributes
    ----------
    ask : callable
        The builtin.
    answer : Type
        The type of its result.
    allowed : frozenset of Type
        The types that the method may return.
    as_is : bool
        Whether a value of the type `answer` is the result, whatever the value.
    """

    ask: Callable[[Any], Any]
    answer: Type
    allowed: frozenset[Type]
    as_is: bool = True


_INTEGERS = frozenset({BOOL, INT})
_LENGTHS = _INTEGERS | {NumpyScalar(np.dtype(code)) for code in "bhilqBHILQ"}
_FLOATS = frozenset({FLOAT, NumpyScalar(np.dtype(float))})
_COMPLEX = frozenset({COMPLEX, NumpyScalar(np.dtype(complex))})
QUESTIONS = {
    "__bool__": _Question(bool, BOOL, frozenset({BOOL})),
    "__len__": _Question(len, INT, _LENGTHS, as_is=False),
    "__index__": _Question(operator.index, INT, _INTEGERS),
    "__int__": _Question(int, INT, _INTEGERS),
    "__hash__": _Question(hash, INT, _INTEGERS, as_is=False),
    "__float__": _Question(float, FLOAT, _FLOATS),
    "__complex__": _Question(complex, COMPLEX, _COMPLEX),
}


def answered(method: str, returned: Any, kind: str) -> Any:
    """Return the answer of an object of class `kind` whose method returns a value.

    Examples
    --------
    >>> answered("__len__", np.int64(3), "Box")
    3
    >>> answered("__len__", -1, "Box")
    Traceback (most recent call last):
    ...
    ValueError: __len__() should return >= 0
    """
    question = QUESTIONS[method]
    if not question.as_is and type(returned) is int and 0 <= returned <= sys.maxsize:
        return returned  # a length or a hash that Python takes as it is
    made = type(kind, (), {method: lambda asked: returned})()
    return question.ask(made)


def _answered(method: str, returned: Any, kind: str) -> Type:
    question, of = QUESTIONS[method], static_type(returned)
    if of not in question.allowed and not isinstance(of, Object):
        raise TypeFailure
    return question.answer


ROWS: tuple[Row, ...] = (
    row(
        answered,
        _answered,
        call("__bool__", True, "Box"),
        call("__len__", np.int64(3), "Box"),
        bad=(call("__bool__", np.True_, "Box"), call("__len__", -1, "Box")),
        asks=operands,
    ),
)

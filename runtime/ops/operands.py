"""What type rules see: operands as NumPy takes them, and the types of results.

A rule that is not sure raises `Unsure`, and its call is typed `any`. A wrong precise
type is a wrong answer later; an imprecise one costs a little speed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from runtime.ops.row import TypeFailure
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    MOST_ITEMS,
    Array,
    List,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    join,
    join_all,
    members,
    scalar,
    type_of,
)

INTP = np.dtype(np.intp)
BOOLEAN = np.dtype(bool)
FLOAT64 = np.dtype(np.float64)
COMPLEX128 = np.dtype(np.complex128)


Dimensions = tuple[int | None, ...]
"""A shape whose rank is known."""


class Unsure(Exception):
    """The type is only known at run time."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An argument as NumPy takes it: as ``np.asarray`` would return it.

    `weak` is the Python type of a Python number, which is promoted weakly.
    """

    dtype: np.dtype
    shape: Shape
    weak: type | None = None

    @property
    def rank(self) -> int | None:
        """The number of dimensions; None if unknown."""
        return None if self.shape is None else len(self.shape)

    @property
    def strong(self) -> Operand:
        """The operand with its dtype promoted as that of an array."""
        return Operand(self.dtype, self.shape) if self.weak else self

    @property
    def promoted(self) -> Any:
        """The argument that represents the operand in ``ufunc.resolve_dtypes``."""
        return self.weak or self.dtype


@dataclass(frozen=True, slots=True)
class Ranked(Operand):
    """An operand whose number of dimensions is known."""

    shape: Dimensions


Number = Operand
"""An operand that holds numbers or booleans; a rule is not asked of others."""


WIDE = np.dtype(object)
"""The dtype that NumPy takes for Python integers beyond 64 bits."""
_ARE_WIDE: ContextVar[bool] = ContextVar("wide integers", default=False)


@contextmanager
def wide_integers() -> Iterator[None]:
    """Take Python integers known by type as beyond 64 bits, where rules are asked."""
    token = _ARE_WIDE.set(True)
    try:
        yield
    finally:
        _ARE_WIDE.reset(token)


def are_wide() -> bool:
    """Whether rules take Python integers known by type as beyond 64 bits."""
    return _ARE_WIDE.get()


# A Python int is taken to have 64 bits; where that matters, the run tests it.
_PYTHON_OPERANDS: dict[PythonScalar, Operand] = {
    BOOL: Operand(BOOLEAN, ()),
    INT: Operand(INTP, (), int),
    FLOAT: Operand(FLOAT64, (), float),
    COMPLEX: Operand(COMPLEX128, (), complex),
}


def operand(argument: Any) -> Operand:
    """Return an argument as NumPy sees it, or raise `Unsure`."""
    if isinstance(argument, Operand):
        return argument
    if isinstance(argument, Array):
        return Operand(argument.dtype, argument.shape)
    if isinstance(argument, Type):
        return _symbolic_operand(argument)
    if isinstance(argument, (list, tuple)):
        return _sequence(argument)
    if isinstance(argument, range):
        return Operand(INTP, (len(argument),))
    if type(argument) is int and not -(2**63) <= argument < 2**63:
        if not 0 <= argument < 2**64:
            raise Unsure("a number beyond 64 bits")
        return Operand(np.dtype(np.ulonglong), (), int)
    return operand(type_of(argument))


def _symbolic_operand(of: Type) -> Operand:
    if isinstance(of, NumpyScalar):
        if of.dtype.kind in "US":
            raise Unsure("the length of a string scalar is not part of its type")
        return Operand(of.dtype, ())
    if of == INT and are_wide():
        return Operand(WIDE, (), int)
    if isinstance(of, PythonScalar) and of in _PYTHON_OPERANDS:
        return _PYTHON_OPERANDS[of]
    if isinstance(of, Tuple):
        return _sequence(of.items)
    if isinstance(of, List) and all(map(_is_double, members(of.element))):
        return Operand(FLOAT64, (None,))  # which an empty list makes as well
    raise Unsure(f"{of} is no array of known dtype and shape")


def _is_double(of: Type) -> bool:
    """Whether a value of the type is a 64-bit float of Python or NumPy."""
    return of in (FLOAT, NumpyScalar(FLOAT64))


def operands(arguments: Sequence[Any]) -> list[Operand]:
    """Return each argument as NumPy sees it."""
    return [operand(argument) for argument in arguments]


def _sequence(items: Sequence[Any]) -> Operand:
    """Return the operand that a tuple or list of array-likes becomes."""
    if not items:
        return Operand(FLOAT64, (0,))
    if all(type(item) is str for item in items):
        return Operand(np.asarray(items).dtype, (len(items),))
    parts = operands(items)
    if any(part.shape != parts[0].shape for part in parts):
        raise Unsure("items of different shapes")
    if any(part.dtype.kind in "UST" for part in parts):
        raise Unsure("the lengths of strings")
    shape = parts[0].shape
    return Operand(
        np.result_type(*(part.dtype for part in parts)),
        None if shape is None else (len(items), *shape),
    )


def items_of(argument: Any) -> Sequence[Any]:
    """Return the items of a tuple or list of known length, or raise `Unsure`."""
    if isinstance(argument, (list, tuple)):
        return argument
    if isinstance(argument, Tuple):
        return argument.items
    if isinstance(argument, Array) and argument.rank == 0:
        raise TypeFailure("iteration over a 0-d array")
    if isinstance(argument, Array) and argument.shape and argument.shape[0] is not None:
        if argument.shape[0] > MOST_ITEMS:
            raise Unsure("too many items to look at one by one")
        shape = argument.shape[1:]
        return (array_or_scalar(argument.dtype, shape),) * argument.shape[0]
    raise Unsure("a sequence of unknown length")


def array_or_scalar(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of a result that NumPy returns as a scalar if it is 0-d."""
    if shape is None:
        return join(Array(dtype, None), scalar(dtype))
    return Array(dtype, shape) if shape else scalar(dtype)


def array(dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of a result that is an array even if it is 0-d."""
    return Array(dtype, shape)


def same_kind_of_zero(argument: Any, dtype: np.dtype, shape: Shape) -> Type:
    """Return the type of a result that, if 0-d, is of the kind of its operand.

    The kinds are arrays and scalars.
    """
    if shape is None or shape or isinstance(argument, Array):
        return Array(dtype, shape)
    return join(Array(dtype, shape), scalar(dtype))


def floating(dtype: np.dtype) -> np.dtype:
    """Return the dtype in which NumPy computes means and linear algebra."""
    return FLOAT64 if dtype.kind in "biu" else dtype


def real_part(dtype: np.dtype) -> np.dtype:
    """Return the dtype of the real part."""
    return _REAL.get(dtype, dtype)


def complex_part(dtype: np.dtype) -> np.dtype:
    """Return the complex dtype to which NumPy promotes `dtype`."""
    return np.result_type(dtype, np.complex64)


_REAL: dict[np.dtype, np.dtype] = {
    np.dtype(np.complex64): np.dtype(np.float32),
    np.dtype(np.complex128): FLOAT64,
    np.dtype(np.clongdouble): np.dtype(np.longdouble),
}


def numeric(*arguments: Operand) -> None:
    """Raise `Unsure` for anything but numbers and booleans."""
    if any(
        argument.dtype.kind not in "biufc" and not argument.weak
        for argument in arguments
    ):
        raise Unsure("not a number")


def ranked(argument: Any) -> Ranked:
    """See an argument as NumPy does, or be unsure of one of unknown rank."""
    one = operand(argument)
    if one.shape is None:
        raise Unsure("an unknown rank")
    return Ranked(one.dtype, one.shape, one.weak)


def number(argument: Any) -> Number:
    """See an argument as NumPy does, or be unsure of what is no number."""
    found = operand(argument)
    numeric(found)
    return found


def promote(*arguments: Operand) -> np.dtype:
    """Return the dtype of ``np.result_type``, with Python numbers weak."""
    return _promote(*(argument.promoted for argument in arguments))


@lru_cache(maxsize=4096)
def _promote(*kinds: Any) -> np.dtype:
    try:
        return np.result_type(*(_WEAK.get(kind, kind) for kind in kinds))
    except TypeError:
        raise Unsure("no common dtype") from None


_WEAK: dict[Any, Any] = {int: 0, float: 0.0, complex: 0j}


def tuple_of(types: Sequence[Type]) -> Type:
    """Return the type of a tuple."""
    return Tuple(tuple(types))


def list_of(types: Sequence[Type]) -> Type:
    """Return the type of a list."""
    return List(join_all(types))

"""What the type rules share: operands as NumPy sees them, shapes, results.

A rule that is not sure raises `Unsure`, and its call is typed `any`. A wrong precise
type is a wrong answer later; an imprecise one costs a little speed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import unwrap
from math import prod
from typing import Any

import numpy as np

from runtime.ops.row import Row, Rule, Sample, TypeFailure, row
from runtime.types import (
    ANY,
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    join,
    join_all,
    members,
    scalar,
    supported,
    type_of,
)

INTP = np.dtype(np.intp)
BOOLEAN = np.dtype(bool)
FLOAT64 = np.dtype(np.float64)
COMPLEX128 = np.dtype(np.complex128)


class Unsure(Exception):
    """A rule cannot tell the type; the run can."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An argument as NumPy takes it: what ``np.asarray`` would give.

    `weak` is the Python type of a Python number, which promotion treats weakly.
    """

    dtype: np.dtype
    shape: Shape
    weak: type | None = None

    @property
    def rank(self) -> int | None:
        """Number of dimensions, None where unknown."""
        return None if self.shape is None else len(self.shape)

    @property
    def strong(self) -> Operand:
        """The same, its dtype counting as an array's does."""
        return Operand(self.dtype, self.shape) if self.weak else self

    @property
    def promoted(self) -> Any:
        """What stands for the operand in ``ufunc.resolve_dtypes``."""
        return self.weak or self.dtype


Number = Operand
"""An operand that holds numbers or booleans; a rule is not asked of others."""
Out = Any
"""What is given to be written; a rule is not asked where it is: it is the result."""


# A Python int is taken to fit 64 bits where NumPy makes an array of it; beyond that
# NumPy raises, or leaves numbers altogether (dtype object).
_PYTHON_OPERANDS: dict[PythonScalar, Operand] = {
    BOOL: Operand(BOOLEAN, ()),
    INT: Operand(INTP, (), int),
    FLOAT: Operand(FLOAT64, (), float),
    COMPLEX: Operand(COMPLEX128, (), complex),
}


def operand(argument: Any) -> Operand:
    """See an argument as NumPy does, or be unsure."""
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
        return Operand(np.dtype(np.uint64), (), int)
    return operand(type_of(argument))


def _symbolic_operand(of: Type) -> Operand:
    if isinstance(of, NumpyScalar):
        if of.dtype.kind in "US":
            raise Unsure("the length of a string scalar is not part of its type")
        return Operand(of.dtype, ())
    if isinstance(of, PythonScalar) and of in _PYTHON_OPERANDS:
        return _PYTHON_OPERANDS[of]
    if isinstance(of, Tuple):
        return _sequence(of.items)
    if isinstance(of, List) and all(map(_is_double, members(of.element))):
        return Operand(FLOAT64, (None,))  # which an empty list makes as well
    raise Unsure(f"{of} is no array of known dtype and shape")


def _is_double(of: Type) -> bool:
    """Say whether a value of the type is a number of 64 bits, Python's or NumPy's."""
    return of in (FLOAT, NumpyScalar(FLOAT64))


def operands(arguments: Sequence[Any]) -> list[Operand]:
    """See each argument as NumPy does."""
    return [operand(argument) for argument in arguments]


def _sequence(items: Sequence[Any]) -> Operand:
    """Give the array a tuple or list of array-likes makes."""
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
    """Give the items of a tuple or list whose length is known, or be unsure."""
    if isinstance(argument, (list, tuple)):
        return argument
    if isinstance(argument, Tuple):
        return argument.items
    if isinstance(argument, Array) and argument.rank == 0:
        raise TypeFailure("iteration over a 0-d array")
    if isinstance(argument, Array) and argument.shape and argument.shape[0] is not None:
        shape = argument.shape[1:]
        return (array_or_scalar(argument.dtype, shape),) * argument.shape[0]
    raise Unsure("a sequence of unknown length")


# Results


def array_or_scalar(dtype: np.dtype, shape: Shape) -> Type:
    """Give the type of a result that NumPy hands out as a scalar when it is 0-d."""
    if shape is None:
        return join(Array(dtype, None), scalar(dtype))
    return Array(dtype, shape) if shape else scalar(dtype)


def array(dtype: np.dtype, shape: Shape) -> Type:
    """Give the type of a result that is an array even when it is 0-d."""
    return Array(dtype, shape)


def same_kind_of_zero(argument: Any, dtype: np.dtype, shape: Shape) -> Type:
    """Give the type of a result that is 0-d as its operand is: an array or a scalar."""
    if shape is None or shape or isinstance(argument, Array):
        return Array(dtype, shape)
    return join(Array(dtype, shape), scalar(dtype))


def written(out: Any) -> Type | None:
    """Give the type of ``out=``, which is then the result; None if there is none."""
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if not given(out):
        return None
    if isinstance(out, Array):
        return out
    if isinstance(out, np.ndarray):
        return type_of(out)
    raise Unsure("out= is no array")


# Shapes


def broadcast(*shapes: Shape) -> Shape:
    """Broadcast shapes with unknown dimensions.

    Examples
    --------
    >>> broadcast((3, 1), (None,)), broadcast((None,), (4,)), broadcast((2,), None)
    ((3, None), (4,), None)
    """
    if any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank = max(map(len, known), default=0)
    result: list[int | None] = []
    for position in range(-rank, 0):
        found: int | None = 1
        for shape in known:
            if len(shape) < -position:
                continue
            found = _broadcast_dimension(found, shape[position])
        result.append(found)
    return tuple(result)


def _broadcast_dimension(left: int | None, right: int | None) -> int | None:
    if left == right or right == 1:
        return left
    if left == 1 or left is None:
        return right
    if right is None:
        return left
    raise TypeFailure(f"dimensions {left} and {right} do not broadcast")


def broadcasts_to(shape: Shape, target: Shape) -> None:
    """Fail if `shape` surely does not broadcast to `target`."""
    if shape is None or target is None:
        return
    if len(shape) > len(target):
        raise TypeFailure(f"{shape} does not broadcast to {target}")
    for dimension, goal in zip(reversed(shape), reversed(target)):
        if None not in (dimension, goal) and dimension not in (1, goal):
            raise TypeFailure(f"{shape} does not broadcast to {target}")


def assignable(shape: Shape, target: Shape) -> None:
    """Fail if ``target[...] = value`` surely does not take a value of that shape."""
    if shape is None or target is None:
        return
    while len(shape) > len(target) and shape[0] in (1, None):
        shape = shape[1:]  # NumPy drops leading dimensions of 1
    broadcasts_to(shape, target)


def agree(left: int | None, right: int | None) -> int | None:
    """Give the dimension that two equal dimensions have, or fail."""
    if left is None or right is None:
        return right if left is None else left
    if left != right:
        raise TypeFailure(f"dimensions {left} and {right} differ")
    return left


def size_of(shape: Shape) -> int | None:
    """Give the number of elements, None where unknown."""
    if shape is None:
        return None
    if 0 in shape:
        return 0
    known = [dimension for dimension in shape if dimension is not None]
    return prod(known) if len(known) == len(shape) else None


def add_dimensions(*dimensions: int | None) -> int | None:
    """Add dimensions, any of which may be unknown."""
    total = 0
    for dimension in dimensions:
        if dimension is None:
            return None
        total += dimension
    return total


# Arguments that are usually constants


def given(argument: Any) -> bool:
    """Say whether an optional argument is there, and not None."""
    return argument is not None and not isinstance(argument, NoneType)


def is_symbolic(argument: Any) -> bool:
    """Say whether an argument, or an item of it, is known by type only."""
    if isinstance(argument, (list, tuple)):
        return any(map(is_symbolic, argument))
    return isinstance(argument, Type)


def is_integer(argument: Any) -> bool:
    """Say whether an argument surely is one integer (and no bool)."""
    if isinstance(argument, Type):
        return argument == INT or (
            isinstance(argument, NumpyScalar) and argument.dtype.kind in "iu"
        )
    return isinstance(argument, (int, np.integer)) and not isinstance(argument, bool)


def integer(argument: Any) -> int | None:
    """Give the value of an integer argument, None if only its type is known."""
    if isinstance(argument, Type):
        if argument == BOOL or is_integer(argument):
            return None
        if isinstance(argument, Array) and argument.rank == 0:
            if argument.dtype.kind in "iu":
                return None
            raise TypeFailure(f"{argument} is no integer")
        if argument in (FLOAT, COMPLEX):
            raise TypeFailure(f"{argument} is no integer")
        raise Unsure(f"{argument} may be no integer")
    try:
        return operator.index(argument)
    except TypeError:
        raise Unsure(f"{argument!r} is no integer") from None


def flag(argument: Any) -> bool:
    """Give the value of a boolean option, or be unsure."""
    if isinstance(argument, (bool, int, np.bool)):
        return bool(argument)
    raise Unsure("an option known by type only")


def shape_argument(argument: Any) -> Shape:
    """Give the shape that an argument such as that of ``np.zeros`` spells."""
    if isinstance(argument, (list, tuple, Tuple)):
        return tuple(map(_dimension, items_of(argument)))
    if isinstance(argument, List):
        return None
    if isinstance(argument, Array) and argument.rank == 1:
        length = argument.shape[0] if argument.shape else None
        if argument.dtype.kind not in "iu":
            raise Unsure("a shape of other numbers")
        return None if length is None else (None,) * length
    return (_dimension(argument),)


def _dimension(argument: Any) -> int | None:
    value = integer(argument)
    if value is not None and value < 0:
        raise TypeFailure("negative dimensions are not allowed")
    return value


def dtype_argument(argument: Any, default: np.dtype) -> np.dtype:
    """Give the dtype an argument names, or the default where it is None."""
    if not given(argument):
        return default
    if isinstance(argument, Type):
        raise Unsure("a dtype known at run time only")
    return _dtype(argument)


def _dtype(argument: Any) -> np.dtype:
    try:
        dtype: np.dtype = np.dtype(argument)
    except TypeError:
        raise Unsure(f"{argument!r} is no dtype") from None
    if not supported(dtype) or (dtype.kind in "US" and dtype.itemsize == 0):
        raise Unsure(f"arrays of {dtype} are not symbolic")
    return dtype


def axis_argument(argument: Any, rank: int) -> int | None:
    """Normalize one axis; None if only its type is known."""
    axis = integer(argument)
    if axis is None:
        return None
    if not -rank <= axis < rank:
        raise TypeFailure(f"axis {axis} is out of bounds for {rank} dimensions")
    return axis % rank


def axes_argument(argument: Any, rank: int) -> list[int] | None:
    """Normalize one axis or several; None if they are not all known."""
    if not isinstance(argument, (list, tuple)):
        argument = (argument,)
    axes = [axis_argument(axis, rank) for axis in argument]
    known = [axis for axis in axes if axis is not None]
    if len(set(known)) < len(known):
        raise TypeFailure("duplicate axes")
    return known if len(known) == len(axes) else None


def without_axis(shape: tuple[int | None, ...], axis: int | None) -> Shape:
    """Drop a dimension; all are unknown where the axis is."""
    if axis is None:
        return (None,) * (len(shape) - 1)
    return shape[:axis] + shape[axis + 1 :]


def with_axis(
    shape: tuple[int | None, ...], axis: int | None, dimension: int | None
) -> Shape:
    """Replace a dimension; all are unknown where the axis is."""
    if axis is None:
        return (None,) * len(shape)
    return (*shape[:axis], dimension, *shape[axis + 1 :])


# dtypes


def floating(dtype: np.dtype) -> np.dtype:
    """Give the dtype NumPy computes means and linear algebra in."""
    return FLOAT64 if dtype.kind in "biu" else dtype


def real_part(dtype: np.dtype) -> np.dtype:
    """Give the dtype of the real part."""
    return _REAL.get(dtype, dtype)


def complex_part(dtype: np.dtype) -> np.dtype:
    """Give the complex dtype of the precision NumPy takes for `dtype`."""
    return np.result_type(dtype, np.complex64)


_REAL: dict[np.dtype, np.dtype] = {
    np.dtype(np.complex64): np.dtype(np.float32),
    np.dtype(np.complex128): FLOAT64,
    np.dtype(np.clongdouble): np.dtype(np.longdouble),
}


def numeric(*arguments: Operand) -> None:
    """Be unsure of anything but numbers and booleans."""
    if any(argument.dtype.kind not in "biufc" for argument in arguments):
        raise Unsure("not a number")


def number(argument: Any) -> Number:
    """See an argument as NumPy does, or be unsure of what is no number."""
    found = operand(argument)
    numeric(found)
    return found


def promote(*arguments: Operand) -> np.dtype:
    """Give the dtype ``np.result_type`` gives, Python numbers being weak."""
    return _promote(*(argument.promoted for argument in arguments))


@lru_cache(maxsize=4096)
def _promote(*kinds: Any) -> np.dtype:
    try:
        return np.result_type(*(_WEAK.get(kind, kind) for kind in kinds))
    except TypeError:
        raise Unsure("no common dtype") from None


_WEAK: dict[Any, Any] = {int: 0, float: 0.0, complex: 0j}


# Rows


def careful(rule: Rule) -> Rule:
    """Make a rule that is unsure of a call, or was not written for it, say `any`."""

    @wraps(rule)
    def careful_rule(*args: Any, **kwargs: Any) -> Type:
        try:
            return rule(*args, **kwargs)
        except TypeFailure:
            raise
        except (Unsure, TypeError, ValueError, AttributeError, OverflowError):
            return ANY

    return careful_rule


def array_rule(rule: Rule) -> Rule:
    """Let the annotations of a rule say how it sees its arguments.

    An argument of a parameter annotated `Operand` or `Number` arrives as NumPy sees it.
    What is given for one annotated `Out` is the result. Of what is given for one
    annotated ``None`` the rule is unsure.
    """
    function = unwrap(rule)
    positional = function.__code__.co_varnames[: function.__code__.co_argcount]
    # Annotations are text: all files of rules postpone them.
    kinds = function.__annotations__
    out = next((name for name, kind in kinds.items() if kind == "Out"), None)
    if out is None and _VIEWS.keys().isdisjoint(kinds.values()):
        return rule
    views = {name: _VIEWS.get(kind, _as_it_is) for name, kind in kinds.items()}

    @wraps(rule)
    def seeing_rule(*args: Any, **kwargs: Any) -> Type:
        if out is not None:
            target = written((dict(zip(positional, args)) | kwargs).get(out))
            if target is not None:
                return target
        seen = [views[name](one) for name, one in zip(positional, args)]
        named = {name: views.get(name, _as_it_is)(one) for name, one in kwargs.items()}
        return rule(*seen, *args[len(seen) :], **named)

    return seeing_rule


def _as_it_is(argument: Any) -> Any:
    return argument


def _absent(argument: Any) -> None:
    if given(argument):
        raise Unsure("an option that is not understood")


_VIEWS: dict[str, Callable[[Any], Any]] = {
    "Operand": operand,
    "Number": number,
    "None": _absent,
}


def array_row(
    kernel: Callable[..., Any], rule: Rule | Type, *samples: Sample, **more: Any
) -> Row:
    """Make a row whose rule sees operands and may be unsure."""
    if not isinstance(rule, Type):
        rule = careful(array_rule(rule))
    return row(kernel, rule, *samples, **more)


def function_row(
    function: Callable[..., Any],
    rule: Rule | Type,
    *samples: Sample,
    also: tuple[Callable[..., Any], ...] = (),
    **more: Any,
) -> Row:
    """Make the row of a NumPy function; `also` are its other names."""
    return array_row(function, rule, *samples, functions=(function, *also), **more)


def method_row(name: str, rule: Rule | Type, *samples: Sample, **more: Any) -> Row:
    """Make the row of an array's method that is no NumPy function's twin."""
    more.setdefault("name", f"array_{name}")
    return array_row(method(name), rule, *samples, method=name, **more)


def method(name: str) -> Callable[..., Any]:
    """Make the kernel that calls a method, of an array or a NumPy scalar alike."""

    def kernel(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, name)(*args, **kwargs)

    kernel.__name__ = kernel.__qualname__ = name
    return kernel


def tuple_of(types: Sequence[Type]) -> Type:
    """Give the type of a tuple."""
    return Tuple(tuple(types))


def list_of(types: Sequence[Type]) -> Type:
    """Give the type of a list."""
    return List(join_all(types))

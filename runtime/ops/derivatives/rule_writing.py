"""What several rules of derivatives write, and ask of arguments."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ops.facts import Given, Unknown, shape_of
from runtime.types import (
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)


def may_be_complex(argument: Argument) -> bool:
    """Whether an argument may have an imaginary part."""
    for one in members(argument_type(argument)):
        if isinstance(one, (Array, NumpyScalar)):
            if one.dtype.kind == "c":
                return True
        elif not isinstance(one, PythonScalar) or one.kind == "complex":
            return True
    return False


def conjugate(of: Any, x: Any) -> Any:
    """Return the conjugate of what may be complex; else the argument itself."""
    return of.conjugate(x) if may_be_complex(x) else x


def adjoint(of: Any, x: Any) -> Any:
    """Return the conjugate transposes of matrices."""
    return conjugate(of, transposed(of, x))


def transposed(of: Any, x: Any) -> Any:
    """Return the transposes of matrices."""
    return of.swapaxes(x, -1, -2)


def squared_size(of: Any, x: Any) -> Any:
    """Return the squares of absolute values."""
    if not may_be_complex(x):
        return of.multiply(x, x)
    return of.real(of.multiply(x, of.conjugate(x)))


def above(of: Any, x: Argument, other: Argument) -> Any:
    """Return 1 where one number is greater, a half at a tie, and else 0."""
    more = of.multiply(0.5, of.greater(x, other))
    return of.add(more, of.multiply(0.5, of.greater_equal(x, other)))


def over(of: Any, x: Argument, y: Argument) -> Any:
    """Return a quotient that is 0 where the divisor is."""
    none = of.equal(y, 0)
    return of.where(none, 0.0, of.divide(x, of.where(none, 1.0, y)))


def number(of: Any, g: Any) -> Any:
    """Return the only element of an array without dimensions as a NumPy scalar."""
    return of.getitem(g, ()) if isinstance(argument_type(g), Array) else g


def items_of(given: Argument) -> tuple[Argument, ...]:
    """Return the items of a display, or of a constant sequence.

    Raises
    ------
    Unknown
        If they are known at run time only.
    """
    if isinstance(given, Display) and given.kind in ("tuple", "list"):
        return given.items
    if isinstance(given, Constant) and isinstance(given.value, (tuple, list)):
        return tuple(map(Constant, given.value))
    raise Unknown("a sequence of the run")


def rows_of(of: Any, given: Argument) -> tuple[Argument, ...]:
    """Return the items of a sequence of arrays; of one array its rows."""
    if not isinstance(argument_type(given), Array):
        return items_of(given)
    return tuple(of.getitem(given, place) for place in range(lengths_of(given)[0]))


def lengths_of(argument: Argument) -> tuple[int, ...]:
    """Return a shape all of whose dimensions are known, or raise `Unknown`."""
    shape = shape_of(argument)
    if shape is None:
        raise Unknown("an array of unknown rank")
    known = tuple(size for size in shape if size is not None)
    if len(known) < len(shape):
        raise Unknown("a length known at run time only")
    return known


def before(axis: int, *index: Any) -> tuple[Any, ...]:
    """Return an index that selects along one axis, counted from 0, or from the end."""
    if axis < 0:
        return (Ellipsis, *index, *(slice(None),) * (-axis - 1))
    return (*(slice(None),) * axis, *index)


def is_float(argument: Argument) -> bool:
    """Whether an argument may hold floats that vary."""
    if isinstance(argument, Constant):
        return False
    if isinstance(argument, Display):
        return any(map(is_float, argument.items))
    return any(map(_holds_float, members(argument_type(argument))))


def _holds_float(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind in "fc"
    if isinstance(of, PythonScalar):
        return of.kind in ("float", "complex")
    if isinstance(of, Tuple):
        return any(_holds_float(one) for item in of.items for one in members(item))
    if isinstance(of, List):
        return any(map(_holds_float, members(of.element)))
    return not isinstance(of, NoneType)


def like(of: Any, x: Any, result: Argument) -> Any:
    """Return elements in the shape of a result of as many."""
    if isinstance(argument_type(result), Array):
        return of.reshape_like(x, result)
    return of.getitem(of.ravel(x), 0)


def widened(of: Any, y: Any, given: Given) -> Any:
    """Return what came of a reduction so that it broadcasts against the operand."""
    axis = given.constant("axis")
    if axis is None or given.constant("keepdims", False):
        return y
    return of.expand_dims(y, axis)


def same_axes(given: Given) -> dict[str, Any]:
    """Return the options of a reduction that say along which axes."""
    return {k: given[k] for k in ("axis", "keepdims") if k in given}

"""Subscripts: reading and writing ``x[index]``, with all of NumPy's grammar.

An index of integers, slices, ``...`` and ``np.newaxis`` alone is basic: its result is a
view, or a scalar if integers alone take every dimension. An array in it makes it
advanced: its result is a copy. The dimensions of the arrays replace those they index,
or come first if the arrays are not adjacent.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Display, Node, argument_type
from runtime.ops.arrays import array_row
from runtime.ops.asking import of_item, of_stored
from runtime.ops.dimensions import assignable, broadcast
from runtime.ops.operands import (
    BOOLEAN,
    INTP,
    WIDE,
    Dimensions,
    Operand,
    Unsure,
    array,
    array_or_scalar,
    operand,
    tuple_of,
)
from runtime.ops.options import is_integer
from runtime.ops.row import Row, TypeFailure, call
from runtime.ops.versions import INDEX_KINDS
from runtime.types import (
    ANY,
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    STR,
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    join_all,
    scalar,
    type_of,
)


@dataclass(frozen=True, slots=True)
class Selection:
    """The shape that an index selects, and whether the result is a scalar."""

    shape: Shape
    element: bool


def select(shape: Shape, index: Any) -> Selection:
    """Return what an index selects, or raise `TypeFailure` for too many indices.

    Examples
    --------
    >>> select((3, 4, None), (slice(None), 1)).shape
    (3, None)
    >>> select((3, 4), (Ellipsis, None)).shape
    (3, 4, 1)
    """
    items = _index_items(index)
    advanced = any(isinstance(item, Operand) for item in items)
    if shape is None:
        return Selection(None, False)
    items = _expand(items, len(shape))
    if not advanced:
        result, element = _basic(shape, items)
        # An ellipsis keeps the result an array, even one without dimensions.
        explicit = Ellipsis in _kinds(index)
        return Selection(result, element and not explicit)
    explicit = Ellipsis in _kinds(index)
    element = not explicit and all(map(_picks_one, items))
    return Selection(_advanced(shape, items), element)


def _picks_one(item: Any) -> bool:
    """Whether a part of an index is a number, or a 0-d array of one."""
    if isinstance(item, Operand):
        return item.shape == () and item.dtype != BOOLEAN
    return item == INT or isinstance(item, int)


def _kinds(index: Any) -> list[Any]:
    """Return the parts that are an ellipsis, without comparing symbols."""
    items = index if isinstance(index, tuple) else (index,)
    return [item for item in items if item is Ellipsis]


def _index_items(index: Any) -> list[Any]:
    """Return the parts of an index, with arrays as operands.

    ``slice``, ``None`` and ``...`` stay themselves. An integer is its value, or INT if
    only its type is known.
    """
    if isinstance(index, Tuple):
        index = index.items
    return [_part(item) for item in (index if isinstance(index, tuple) else (index,))]


def _part(item: Any) -> Any:
    if item is None or item is Ellipsis or isinstance(item, slice):
        return item
    if isinstance(item, NoneType):
        return None
    if is_integer(item):
        return INT if isinstance(item, Type) else operator.index(item)
    if isinstance(item, List):
        return _list_index(item)
    if isinstance(item, (list, tuple)) and not item:
        return Operand(INTP, (0,))
    if isinstance(item, (PythonScalar, float, complex, str, bytes)) and item != BOOL:
        raise TypeFailure(f"{item!r} is no index")
    found = operand(item)
    if found.dtype == WIDE:
        return Operand(INTP, found.shape)
    if found.dtype.kind not in "biu":
        if isinstance(item, (list, tuple, Tuple)):
            raise Unsure("a sequence of other things as index")
        raise TypeFailure(f"{item} is no index")
    return Operand(found.dtype, found.shape)


def _list_index(item: List) -> Operand:
    """Return a list as an index array; an empty list selects nothing."""
    if item.element == INT or is_integer(item.element):
        return Operand(INTP, (None,))
    raise Unsure("a list as index")


def _taken(item: Any) -> int:
    """Return the number of dimensions that a part of an index takes."""
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, Operand) and item.dtype == BOOLEAN:
        if item.shape is None:
            raise Unsure("a mask of unknown rank")
        return len(item.shape)
    return 1


def _expand(items: Sequence[Any], rank: int) -> list[Any]:
    """Replace the ellipsis by whole slices, and add the missing ones at the end."""
    missing = rank - sum(map(_taken, items))
    if missing < 0:
        raise TypeFailure("too many indices")
    places = [place for place, item in enumerate(items) if item is Ellipsis]
    if len(places) > 1:
        raise TypeFailure("more than one ellipsis")
    result = list(items)
    if places:
        # Kept as an ellipsis of its width: even one of none parts two arrays.
        result[places[0] : places[0] + 1] = (
            [slice(None)] * missing if missing else [Ellipsis]
        )
        return result
    return result + [slice(None)] * missing


def _basic(shape: Dimensions, items: Sequence[Any]) -> tuple[Dimensions, bool]:
    result: list[int | None] = []
    rest = iter(shape)
    for item in items:
        if item is None:
            result.append(1)
        elif isinstance(item, slice):
            result.append(slice_length(next(rest), item))
        elif item is not Ellipsis:
            next(rest)
    return tuple(result), not result and None not in items


def slice_length(dimension: int | None, part: slice) -> int | None:
    """Return the length of a slice of a dimension; None if unknown."""
    start, stop, step = (
        None if isinstance(bound, NoneType) else bound
        for bound in (part.start, part.stop, part.step)
    )
    start, stop, step = map(_without_truth, (start, stop, step))
    for bound in (start, stop, step):
        wrong = isinstance(bound, NumpyScalar) and bound.dtype.kind not in INDEX_KINDS
        if wrong or bound in (FLOAT, COMPLEX, STR):
            raise TypeFailure("slice indices must be integers")
        if isinstance(bound, (float, complex, str)):
            raise TypeFailure("slice indices must be integers")
    if any(isinstance(bound, Type) for bound in (start, stop, step)):
        return 0 if dimension == 0 else None
    bounds = slice(
        *(None if b is None else operator.index(b) for b in (start, stop, step))
    )
    if bounds.step == 0:
        raise TypeFailure("slice step cannot be zero")
    if dimension is None:
        whole = bounds.start is bounds.stop is None and bounds.step in (None, 1, -1)
        return None if whole or bounds.stop != 0 else _empty(bounds)
    return len(range(*bounds.indices(dimension)))


def _without_truth(bound: Any) -> Any:
    """Return the type of a bool of NumPy, which may warn, and others as they are."""
    return type_of(bound) if isinstance(bound, np.bool) else bound


def _empty(bounds: slice) -> int | None:
    """Return 0 for ``x[:0]``, whatever the length of x; else None."""
    return 0 if bounds.start is None and bounds.step in (None, 1) else None


def _advanced(shape: Dimensions, items: Sequence[Any]) -> Shape:
    """Return the shape that an index with arrays selects."""
    result: list[int | None] = []
    picked: list[Shape] = []
    place, parted, inside = 0, False, False
    position = 0
    for item in items:
        if item is None or item is Ellipsis or isinstance(item, slice):
            inside = False
            if item is None:
                result.append(1)
            elif isinstance(item, slice):
                result.append(slice_length(shape[position], item))
                position += 1
            continue
        if not picked:
            place = len(result)
        elif not inside:
            parted = True
        inside = True
        picked.append(_picked(shape, position, item))
        position += _taken(item)
    dimensions = broadcast(*picked)
    if dimensions is None:
        return None
    if parted:
        place = 0
    return (*result[:place], *dimensions, *result[place:])


def _picked(shape: Dimensions, position: int, item: Any) -> Shape:
    """Return the shape of an array, mask or integer in an advanced index."""
    if not isinstance(item, Operand):
        return ()
    if item.dtype != BOOLEAN:
        return item.shape
    assert item.shape is not None
    for offset, dimension in enumerate(item.shape):
        size = shape[position + offset]
        if size != dimension and size is not None and dimension:
            raise TypeFailure("boolean index did not match the indexed array")
    return (None,)


# Rules


def _getitem(container: Any, index: Any) -> Type:
    of = container if isinstance(container, Type) else None
    if of is None and isinstance(container, (list, tuple)):
        return _from_items(container, index)
    of = of or type_of(container)
    if isinstance(of, Array):
        found = select(of.shape, index)
        if found.shape is None and not found.element:
            return _unknown_rank(of.dtype, index)
        if found.element:
            return scalar(of.dtype)
        return array(of.dtype, found.shape)
    if isinstance(of, Tuple):
        return _from_items(of.items, index)
    if isinstance(of, List):
        return _from_list(of, index)
    return _from_scalar(of, index)


def _unknown_rank(dtype: np.dtype, index: Any) -> Type:
    """Return the type of an index into an array of unknown rank."""
    parts = _index_items(index)
    arrays = [part for part in parts if isinstance(part, Operand)]
    if any(part.shape or part.dtype == BOOLEAN for part in arrays):
        return array(dtype, None)
    if any(part is Ellipsis or isinstance(part, slice) for part in parts):
        return array(dtype, None)
    return array_or_scalar(dtype, None)


def _type_of_item(item: Any) -> Type:
    """Return the type of an item of a display; a tuple is typed by its items."""
    if isinstance(item, Type):
        return item
    if isinstance(item, tuple):
        if any(isinstance(inner, list) for inner in item):
            raise Unsure("a list in a sequence")
        return tuple_of([_type_of_item(inner) for inner in item])
    return type_of(item)


def _from_items(items: Sequence[Any], index: Any) -> Type:
    if any(isinstance(item, list) for item in items):
        raise Unsure("a list in a sequence")
    types = [_type_of_item(item) for item in items]
    if isinstance(index, (int, np.integer)):
        if not -len(types) <= index < len(types):
            raise TypeFailure("index out of range")
        return types[index]
    if is_integer(index) or index == BOOL:
        return join_all(types)
    if isinstance(index, slice) and isinstance(items, list):
        return List(join_all(types))
    if isinstance(index, slice):
        bounds = (index.start, index.stop, index.step)
        if not any(isinstance(bound, Type) for bound in bounds):
            return tuple_of(types[index])
        return ANY
    if index in (FLOAT, COMPLEX, STR, BYTES, NONE):
        raise TypeFailure("sequence indices must be integers")
    return ANY


def _from_list(of: List, index: Any) -> Type:
    if is_integer(index) or index in (BOOL, True, False):
        return of.element
    if isinstance(index, slice):
        return of
    if index in (FLOAT, COMPLEX, STR, BYTES, NONE):
        raise TypeFailure("list indices must be integers or slices")
    return ANY


def _from_scalar(of: Type, index: Any) -> Type:
    if isinstance(of, NumpyScalar) and of.dtype.kind in "biufc":
        if is_integer(index) or isinstance(index, slice):
            raise TypeFailure("invalid index to scalar variable")
        found = select((), index)
        if found.shape is None:
            return ANY
        return scalar(of.dtype) if found.element else array(of.dtype, found.shape)
    if of in (STR, BYTES):
        if isinstance(index, slice):
            return of
        if is_integer(index):
            return STR if of == STR else INT
        return ANY
    if isinstance(of, (PythonScalar, NoneType)):
        raise TypeFailure(f"{of} is not subscriptable")
    return ANY


def set_item(container: Any, index: Any, value: Any) -> Type:
    """Return the type of a write of an item."""
    of = container if isinstance(container, Type) else type_of(container)
    if isinstance(of, (Tuple, PythonScalar, NoneType, NumpyScalar)):
        raise TypeFailure(f"{of} does not support item assignment")
    if isinstance(of, List):
        if index in (FLOAT, COMPLEX, STR, BYTES, NONE):
            raise TypeFailure("list indices must be integers or slices")
        return NONE
    if isinstance(of, Array):
        found = select(of.shape, index)
        if not found.element and found.shape is not None:
            _fits(value, found.shape)
    return NONE


def _fits(value: Any, shape: Dimensions) -> None:
    """Raise `TypeFailure` if a value surely cannot be assigned to the shape."""
    try:
        given = operand(value).shape
    except Unsure:
        return
    if given is not None and 0 not in given:  # nothing fits where nothing is picked
        assignable(given, shape)


def is_advanced(node: Node) -> bool:
    """Whether a subscript surely selects by arrays: what it returns is a copy."""
    container, index = node.args
    if not isinstance(argument_type(container), Array):
        return False
    if isinstance(index, Display) and index.kind == "tuple":
        return any(map(_selects, index.items))
    return _selects(index)


def _selects(part: Argument) -> bool:
    """Whether a part of an index is surely an array, or a list of places."""
    if isinstance(part, Display):
        return part.kind == "list"
    of = argument_type(part)
    if isinstance(of, Tuple):  # a tuple of the run: ``np.ix_(rows, columns)``
        return any(isinstance(each, Array) and bool(each.rank) for each in of.items)
    return isinstance(of, Array) and bool(of.rank)


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_VECTOR = np.array([1, 2, 3])
_BLOCK = np.zeros((2, 3, 4))

ROWS: tuple[Row, ...] = (
    array_row(
        operator.getitem,
        _getitem,
        call(_MATRIX, 0),
        call(_MATRIX, (0, 1)),
        call(_MATRIX, (slice(None), 1)),
        call(_MATRIX, (slice(None, None, -2), slice(1, 9))),
        call(_MATRIX, (Ellipsis, 0)),
        call(_MATRIX, (Ellipsis, 0, 0)),
        call(_MATRIX, (None, 1)),
        call(_MATRIX, _MATRIX > 2),
        call(_MATRIX, ([0, 1, 1], [0, 1, 2])),
        call(_MATRIX, [[0, 1], [1, 0]]),
        call(_MATRIX, (slice(None), np.array([0, 2]))),
        call(_BLOCK, (0, slice(None), np.array([1, 2]))),
        call(_BLOCK, (slice(None), 0, np.array([1, 2]))),
        call(_BLOCK, (np.array([0]), Ellipsis, np.array([1, 2]))),
        call(_BLOCK, True),
        call(_VECTOR, np.array(1)),
        call(_VECTOR, ()),
        call(np.array(2.0), ()),
        call(np.array(2.0), Ellipsis),
        call(np.float64(2.0), ()),
        call((1, 2.0), 1),
        call((1, 2.0), slice(1)),
        call("text", 1),
        call("text", slice(1, 2)),
        call(b"text", 1),
        bad=(
            call(_MATRIX, (0, 0, 0)),
            call(_MATRIX, 0.5),
            call(_MATRIX, np.ones(3, bool)),
            call(1, 0),
            call((1, 2), 5),
        ),
        template="{0}[{1}]",
        returns="shares",
        copies=is_advanced,
        undo=lambda of, a, rest, options, value: of.updated(a, rest[0], value),
        asks=of_item,
    ),
    array_row(
        operator.setitem,
        set_item,
        call(_MATRIX, 0, 1.0),
        call(_MATRIX, (slice(None), 1), np.array([7.0, 8.0])),
        call(_MATRIX, _MATRIX > 2, 0),
        call(_VECTOR, slice(0, 2), np.array([[5, 6]])),
        bad=(
            call(_MATRIX, (0, 0, 0), 1.0),
            call(_MATRIX, 0, np.ones(2)),
            call((1, 2), 0, 1),
        ),
        template="{0}[{1}] = {2}",
        statement=True,
        writes=(0,),
        twin="updated",
        asks=of_stored,
    ),
)

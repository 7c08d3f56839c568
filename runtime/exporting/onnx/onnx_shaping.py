"""Arrays in other shapes, and what is asked of shapes."""

from __future__ import annotations

import numpy as np

from runtime.exporting.number_types import shape_of
from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_creation import sizes_in
from runtime.exporting.onnx.onnx_items import item_of
from runtime.exporting.onnx.onnx_numbers import INT
from runtime.exporting.onnx.onnx_shapes import Size
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Held,
    Known,
    Stacked,
    Tensor,
)

_NONE = Known(None)


def _copied(of: Context, call: Call) -> Held:
    return of.number(call.args[0])


def _cast_like(of: Context, call: Call) -> Held:
    like = of.number(call.args[1])
    return of.number(call.args[0], like.dtype)


def _spread(of: Context, call: Call) -> Held:
    return of.spread_as(of.number(call.args[0]), of.number(call.args[1]))


def _reshaped_like(of: Context, call: Call) -> Held:
    return of.reshape_as(of.number(call.args[0]), of.number(call.args[1]))


def _reshaped(of: Context, call: Call) -> Held:
    if set(call.kwargs) - {"shape", "newshape", "copy"}:
        of.refuse("reshape with order= has no form in ONNX", "transpose first")
    x = of.number(call.args[0])
    given = call.args[1:]
    shape: Held = Bundle(given) if len(given) > 1 else call.operand(1, "shape")
    return of.reshape(x, sizes_in(of, shape))


def _raveled(of: Context, call: Call) -> Held:
    if not call.only(1):
        of.refuse(f"{call.name} with order= has no form in ONNX")
    x = of.number(call.args[0])
    return of.flat(x) if x.rank else of.reshape(x, [1])


def _transposed(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    given = call.args[1:]
    held: Held = Bundle(given) if len(given) > 1 else call.operand(1, "axes", _NONE)
    axes = of.value_of(held, "an axis")
    order = list(range(x.rank))[::-1] if axes is None else [a % x.rank for a in axes]
    return of.turned(x, order)


def _swapped(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    one, other = [of.value_of(each, "an axis") % x.rank for each in call.args[1:]]
    order = list(range(x.rank))
    order[one], order[other] = other, one
    return of.turned(x, order)


def _moved(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    source, target = [of.value_of(each, "an axis") for each in call.args[1:]]
    if not isinstance(source, int):
        of.refuse("several axes are moved", "use np.transpose")
    order = [axis for axis in range(x.rank) if axis != source % x.rank]
    order.insert(target % x.rank, source % x.rank)
    return of.turned(x, order)


def _expanded(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    axes = of.value_of(call.operand(1, "axis"), "an axis")
    many = axes if isinstance(axes, (tuple, list)) else (axes,)
    return of.expanded(x, [axis % (x.rank + len(many)) for axis in many])


def _squeezed(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    held = call.operand(1, "axis", _NONE)
    if isinstance(held, Known) and held.value is None:
        if None in x.shape:
            of.refuse("which axes are squeezed is known at run time", "pass axis=")
        axes = [axis for axis, size in enumerate(x.shape) if size == 1]
    else:
        axes = of.axes_of(held, x.rank)
    return of.squeezed(x, axes)


def _back(of: Context, x: Tensor, axes: list[int]) -> Tensor:
    every = slice(None)
    index = [slice(None, None, -1) if a in axes else every for a in range(x.rank)]
    return item_of(of, x, Bundle(tuple(map(Known, index))))


def _flipped(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    if call.name == "fliplr":
        return _back(of, x, [1])
    held = Known(0) if call.name == "flipud" else call.operand(1, "axis", _NONE)
    return _back(of, x, of.axes_of(held, x.rank))


def _rolled(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    held = call.operand(2, "axis", _NONE)
    axes = of.value_of(held, "an axis")
    shift = call.operand(1, "shift")
    if axes is None:
        flat = _roll(of, of.flat(x), of.int_of(shift), 0)
        return of.reshape_as(flat, x)
    if not isinstance(axes, int):
        shifts = shift.items if isinstance(shift, Bundle) else ()
        if isinstance(shift, Known):
            shifts = tuple(map(Known, np.atleast_1d(shift.value).tolist()))
        if len(shifts) != len(axes):
            of.refuse("several axes are rolled by one number", "roll them in turn")
        for axis, each in zip(axes, shifts, strict=True):
            x = _roll(of, x, of.int_of(each), axis % x.rank)
        return x
    return _roll(of, x, of.int_of(shift), axes % x.rank)


def _roll(of: Context, x: Tensor, shift: Size, axis: int) -> Tensor:
    size = of.whole(of.size_at(x, axis))
    safe = of.largest(size, of.constant(1, INT))
    start = of.divided(of.negative(of.whole(shift)), safe)[1]
    places = of.binary("Add", of.numbers_to(of.size_at(x, axis)), start)
    return of.gathered(x, of.divided(places, safe)[1], axis)


def _at_least(rank: int) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x = of.number(call.args[0])
        return of.expanded(x, list(range(rank - x.rank)))

    return lower


def _triangle(upper: int) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x = of.number(call.args[0])
        offset = of.whole(of.int_of(call.operand(1, "k", Known(0))))
        if x.rank < 2:
            of.refuse(f"{call.name} of one dimension has no form in ONNX")
        return of.same("Trilu", [x], None, x.shape, offset, upper=upper)

    return lower


def _beside(of: Context, x: Tensor, offset: int) -> Tensor:
    """Return a matrix moved to the right, or down, with zeros around it."""
    for axis in (1, 0):
        sizes = of.sizes_of(x)
        sizes[axis] = abs(offset)
        zeros = of.filled(of.like(0, x), sizes)
        first = (offset > 0) == (axis == 1)
        x = of.joined([zeros, x] if first else [x, zeros], axis)
    return x


def _diagonal(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    if not call.only(2, "k", "offset"):
        of.refuse(f"{call.name} of other axes has no form in ONNX")
    name = "k" if call.name == "diag" else "offset"
    offset = of.value_of(call.operand(1, name, Known(0)), "an offset")
    if x.rank == 1:
        places = of.numbers_to(of.size_at(x, 0))
        mask = of.equals(of.expanded(places, [1]), of.expanded(places, [0]))
        found = of.choose(mask, of.expanded(x, [1]), of.like(0, x))
        return _beside(of, found, offset) if offset else found
    if x.rank != 2:
        of.refuse(f"{call.name} of more than two dimensions has no form in ONNX")
    rows, columns = of.size_at(x, 0), of.size_at(x, 1)
    down, across = max(-offset, 0), max(offset, 0)
    left = [
        of.binary("Sub", of.whole(size), of.constant(less, INT))
        for size, less in ((rows, down), (columns, across))
    ]
    rows_left, columns_left = left
    fewer = of.largest(rows_left, columns_left, least=True)
    count = of.largest(fewer, of.constant(0, INT))
    known = of.known(count)
    length: Size = int(known) if known is not None else count
    shape = shape_of(call.result)
    if shape and shape[0] is not None:
        length = shape[0]
    places = of.numbers_to(length)
    index = [
        of.binary("Add", places, of.constant(each, INT)) for each in (down, across)
    ]
    return item_of(of, x, Bundle(tuple(index)))


def _difference(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    if not call.only(1) or x.dtype == bool:
        of.refuse("diff with n= or axis= has no form in ONNX", "subtract slices")
    sides = [slice(1, None), slice(None, -1)]
    dots = Known(Ellipsis)
    parts = [item_of(of, x, Bundle((dots, Known(each)))) for each in sides]
    return of.binary("Sub", *parts)


def _split_number(of: Context, call: Call) -> Held:
    sizes = sizes_in(of, call.args[1])
    rest = of.number(call.args[0], INT)
    found: list[Tensor] = []
    for size in reversed(sizes):
        rest, place = of.divided(rest, of.whole(size))
        found.insert(0, place)
    return Bundle(tuple(found))


def _joined_number(of: Context, call: Call) -> Held:
    sizes = sizes_in(of, call.args[1])
    given = call.args[0]
    if not call.only(2) or not isinstance(given, Bundle):
        of.refuse("ravel_multi_index with mode= has no form in ONNX")
    found = of.constant(0, INT)
    for each, size in zip(given.items, sizes, strict=True):
        found = of.binary("Mul", found, of.whole(size))
        found = of.binary("Add", found, of.number(each, INT))
    return found


def _dimension(of: Context, call: Call) -> Held:
    axis = of.value_of(call.args[1], "an axis")
    size = of.size_at(of.number(call.args[0]), axis)
    return Known(size) if isinstance(size, int) else size


def _size(of: Context, call: Call) -> Held:
    return of.count_of(of.number(call.args[0]))


def _ndim(of: Context, call: Call) -> Held:
    return Known(of.number(call.args[0]).rank)


def _counted(of: Context, call: Call) -> Held:
    if not call.only(1, "minlength"):
        of.refuse("bincount with weights has no form in ONNX", "use np.add.at")
    x = of.number(call.args[0], INT)
    zero, one = of.constant(0, INT), of.constant(1, INT)
    # A zero beside the items, so that there is a largest one.
    more = of.joined([x, of.constant(np.array([-1]))], 0)
    places = of.constant(np.array([0]))
    largest = of.same("ReduceMax", [more], None, (), places, keepdims=0)
    least = of.whole(of.int_of(call.kwargs.get("minlength", Known(0))))
    count = of.largest(of.binary("Add", largest, one), least)
    start = of.spread(zero, [count])
    inputs = [start, of.expanded(x, [1]), of.spread_as(one, x)]
    return of.step("ScatterND", inputs, INT, (None,), reduction="add")


def _listed(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    return Stacked(x) if x.rank == 1 else x


SHAPING: dict[str, Lower] = {
    "array_copy": _copied,
    "copy": _copied,
    "real": _copied,
    "cast_like": _cast_like,
    "spread": _spread,
    "reshape_like": _reshaped_like,
    "reshape": _reshaped,
    "array_reshape": _reshaped,
    "ravel": _raveled,
    "array_flatten": _raveled,
    "array_ravel": _raveled,
    "transpose": _transposed,
    "array_transpose": _transposed,
    "T": _transposed,
    "swapaxes": _swapped,
    "moveaxis": _moved,
    "expand_dims": _expanded,
    "squeeze": _squeezed,
    **dict.fromkeys("flip flipud fliplr".split(), _flipped),
    "roll": _rolled,
    "atleast_1d": _at_least(1),
    "atleast_2d": _at_least(2),
    "tril": _triangle(0),
    "triu": _triangle(1),
    "diag": _diagonal,
    "diagonal": _diagonal,
    "diff": _difference,
    "unravel_index": _split_number,
    "ravel_multi_index": _joined_number,
    "dimension": _dimension,
    "size": _size,
    "array_size": _size,
    "ndim": _ndim,
    "array_ndim": _ndim,
    "bincount": _counted,
    "array_tolist": _listed,
}
"""What changes shapes and asks for them, by the names of rows."""

"""New arrays."""

from __future__ import annotations

import numpy as np

from runtime.exporting.number_types import shape_of
from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_items import item_of
from runtime.exporting.onnx.onnx_numbers import INT
from runtime.exporting.onnx.onnx_shapes import Size
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Held,
    Known,
    Tensor,
)

_NONE = Known(None)


def sizes_in(of: Context, held: Held) -> list[Size]:
    """Return the dimensions that an operand says."""
    if isinstance(held, Bundle):
        return [of.int_of(each) for each in held.items]
    if isinstance(held, Known) and isinstance(held.value, (tuple, list)):
        return [of.int_of(Known(each)) for each in held.value]
    if isinstance(held, Tensor) and held.rank == 1:
        if held.shape[0] is None:
            of.refuse("how many dimensions a result has is known at run time")
        return [of.item(of.cast(held, INT), place) for place in range(held.shape[0])]
    return [of.int_of(held)]


def result_dtype(of: Context, call: Call) -> np.dtype:
    """Return the dtype of the result, or refuse it."""
    dtype = call.dtype
    if dtype is None or dtype.kind not in "biuf":
        of.refuse(f"{call.name} gives {call.result}, for which ONNX has no tensor")
    return dtype


def _filled(value: float) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        sizes = sizes_in(of, call.operand(0, "shape"))
        return of.filled(of.constant(value, result_dtype(of, call)), sizes)

    return lower


def _full(of: Context, call: Call) -> Held:
    value = of.number(call.operand(1, "fill_value"), result_dtype(of, call))
    sizes = sizes_in(of, call.operand(0, "shape"))
    return of.spread(value, sizes) if value.rank else of.filled(value, sizes)


def _filled_like(value: float | None) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        if "shape" in call.kwargs:
            of.refuse(f"{call.name} with shape= has no form in ONNX")
        dtype = result_dtype(of, call)
        like = of.number(call.args[0])
        if value is None:
            return of.spread_as(of.number(call.operand(1, "fill_value"), dtype), like)
        return of.spread_as(of.constant(value, dtype), like)

    return lower


def _eye(of: Context, call: Call) -> Held:
    dtype = result_dtype(of, call)
    rows = of.int_of(call.operand(0, "N", call.kwargs.get("n", _NONE)))
    given = call.operand(1, "M", _NONE) if call.name == "eye" else _NONE
    none = isinstance(given, Known) and given.value is None
    columns = rows if none else of.int_of(given)
    offset = of.int_of(call.operand(2, "k", Known(0))) if call.name == "eye" else 0
    down = of.binary("Add", of.numbers_to(rows), of.whole(offset))
    across = of.numbers_to(columns)
    mask = of.equals(of.expanded(down, [1]), of.expanded(across, [0]))
    return of.cast(mask, dtype)


def _arange(of: Context, call: Call) -> Held:
    dtype = result_dtype(of, call)
    given = [
        call.operand(place, name, _NONE)
        for place, name in enumerate(("start", "stop", "step"))
    ]
    given = [
        each for each in given if not (isinstance(each, Known) and each.value is None)
    ]
    if dtype.kind == "f":
        return of.cast(_float_range(of, given), dtype)
    numbers = [of.number(each, INT) for each in given]
    if len(numbers) == 1:
        numbers.insert(0, of.constant(0, INT))
    if len(numbers) == 2:
        numbers.append(of.constant(1, INT))
    shape = shape_of(call.result) or (None,)
    return of.cast(of.progression(numbers[0], numbers[1], numbers[2], shape), dtype)


def _float_range(of: Context, given: list[Held]) -> Tensor:
    numbers = [of.number(each, np.float64) for each in given]
    if len(numbers) == 1:
        numbers.insert(0, of.constant(0.0))
    start, stop = numbers[:2]
    step = numbers[2] if len(numbers) > 2 else of.constant(1.0)
    distance = of.binary("Div", of.binary("Sub", stop, start), step)
    count = of.cast(of.unary("Ceil", distance), INT)
    size: Size = of.largest(count, of.constant(0, INT))
    known = of.known(start), of.known(stop), of.known(step)
    if known[0] is not None and known[1] is not None and known[2] is not None:
        size = len(np.arange(float(known[0]), float(known[1]), float(known[2])))
    following = of.binary("Sub", of.binary("Add", start, step), start)
    places = of.cast(of.numbers_to(size), np.float64)
    return of.binary("Add", of.binary("Mul", places, following), start)


def _linspace(of: Context, call: Call) -> Held:
    dtype = result_dtype(of, call)
    if dtype.kind != "f" or not call.only(3, "num", "dtype"):
        of.refuse("this linspace has no form in ONNX")
    start, stop = [of.number(each, np.float64) for each in call.args[:2]]
    count = of.int_of(call.operand(2, "num", Known(50)))
    if start.rank or stop.rank:
        of.refuse("linspace of arrays has no form in ONNX")
    parts = of.cast(of.numbers_to(count), np.float64)
    less = of.binary("Sub", of.whole(count), of.constant(1, INT))
    last_place = of.cast(less, np.float64)
    length = of.largest(last_place, of.constant(1.0))
    step = of.binary("Div", of.binary("Sub", stop, start), length)
    found = of.binary("Add", of.binary("Mul", parts, step), start)
    if count != 1:
        several = of.compared("greater", last_place, of.constant(0.0))
        last = of.both(of.equals(parts, last_place), several)
        found = of.choose(last, stop, found)
    return of.cast(found, dtype)


def _array(of: Context, call: Call) -> Held:
    given = call.args[0]
    if isinstance(given, Known) and isinstance(given.value, (list, tuple)):
        given = Known(np.array(given.value))
    if isinstance(given, Bundle) and not given.items:
        return of.constant(np.zeros(0, result_dtype(of, call)))
    dtype = result_dtype(of, call)
    found = (
        of.number(given, dtype)
        if isinstance(given, Bundle) is False
        else _nested(of, given, dtype)
    )
    least = of.value_of(call.kwargs.get("ndmin", Known(0)), "ndmin")
    found = of.expanded(found, list(range(least - found.rank)))
    if found.rank != len(shape_of(call.result) or ()):
        of.refuse(f"{call.name} gives {call.result}, for which ONNX has no tensor")
    return found


def _nested(of: Context, held: Held, dtype: np.dtype) -> Tensor:
    if isinstance(held, Bundle):
        return of.stacked([_nested(of, each, dtype) for each in held.items])
    return of.number(held, dtype)


def _converted(of: Context, call: Call) -> Held:
    return of.number(call.args[0], result_dtype(of, call))


def _scalar(of: Context, call: Call) -> Held:
    return of.number(call.args[-1], result_dtype(of, call))


def _number(of: Context, call: Call) -> Held:
    if len(call.args) != 1:
        of.refuse(f"{call.name} without a number has no form in ONNX")
    x = of.number(call.args[0], result_dtype(of, call))
    return of.reshape(x, []) if x.rank else x


def _item(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    if len(call.args) == 1:
        return of.reshape(x, [])
    index = call.args[1] if len(call.args) == 2 else Bundle(call.args[1:])
    return item_of(of, of.flat(x) if len(call.args) == 2 else x, index)


CREATION: dict[str, Lower] = {
    "zeros": _filled(0),
    "empty": _filled(0),
    "ones": _filled(1),
    "full": _full,
    "zeros_like": _filled_like(0),
    "empty_like": _filled_like(0),
    "ones_like": _filled_like(1),
    "full_like": _filled_like(None),
    "eye": _eye,
    "identity": _eye,
    "arange": _arange,
    "linspace": _linspace,
    **dict.fromkeys("array asarray ascontiguousarray asanyarray".split(), _array),
    "array_astype": _converted,
    "convert_scalar": _scalar,
    "int": _number,
    "float": _number,
    "array_item": _item,
}
"""What makes arrays, by the names of rows."""

"""What takes items, and what writes them, by the names of rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_items import item_of, places_in, updated
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_values import (
    Bounds,
    Bundle,
    Held,
    Known,
    Stacked,
    Tensor,
)


def _getitem(of: Context, call: Call) -> Held:
    target, index = call.args
    if isinstance(target, Known) and not isinstance(target.value, np.ndarray):
        target = Bundle(tuple(map(Known, target.value)))
    if isinstance(target, Bundle):
        return _item_of_bundle(of, call, target, index)
    if isinstance(target, Stacked):
        return _item_of_list(of, target, index)
    return item_of(of, of.number(target), index)


def _item_of_bundle(of: Context, call: Call, target: Bundle, index: Held) -> Held:
    if isinstance(index, Bounds):
        parts = [
            of.value_of(e, "a bound") for e in (index.start, index.stop, index.step)
        ]
        return Bundle(target.items[slice(*parts)], target.kind)
    if isinstance(index, Known):
        items: Any = target.items[index.value]
        return Bundle(items, target.kind) if isinstance(items, tuple) else items
    item = of.form(call.result, "an item of a list or tuple")
    return _item_of_list(of, of.rows(target, item), index)


def _item_of_list(of: Context, target: Stacked, index: Held) -> Held:
    items = target.items

    def each(x: Held) -> Held:
        if isinstance(x, Bundle):
            return Bundle(tuple(map(each, x.items)))
        if not isinstance(x, Tensor):
            of.refuse("a list of what may be None is indexed", "use NaN for None")
        return item_of(of, x, index)

    sliced = isinstance(index, Bounds) or (
        isinstance(index, Known) and type(index.value) is slice
    )
    found = each(items)
    return Stacked(found) if sliced else found


def _updated(of: Context, call: Call) -> Held:
    if len(call.args) != 3 or call.kwargs:
        of.refuse("a part of an array is written in a way that ONNX has not")
    x = of.number(call.args[0])
    return updated(of, x, call.args[1], of.number(call.args[2]))


def _unique(of: Context, call: Call) -> Held:
    names = ("return_index", "return_inverse", "return_counts")
    x = of.number(call.args[0])
    if x.dtype.kind not in "iub" or x.rank != 1 or not call.only(1, *names):
        of.refuse("unique of floats has no form in ONNX", "sort them, and compare")
    if x.dtype == np.uint64:
        of.refuse("unique of uint64 has no form in ONNX", "use int64")
    shapes = [(None,), (None,), x.shape, (None,)]
    results = [(INT, shape) for shape in shapes]
    found = of.steps("Unique", [of.cast(x, INT)], results, sorted=1)
    wanted = [of.cast(found[0], x.dtype)]
    for name, each in zip(names, found[1:], strict=True):
        if of.value_of(call.kwargs.get(name, Known(False)), name):
            wanted.append(each)
    return wanted[0] if len(wanted) == 1 else Bundle(tuple(wanted))


def _added_at(of: Context, call: Call) -> Held:
    given = call.args[0]
    ufunc = given.value if isinstance(given, Known) else None
    name = {"add": "add", "maximum": "max", "minimum": "min", "multiply": "mul"}.get(
        getattr(ufunc, "__name__", "")
    )
    x = of.number(call.args[1])
    if name is None or len(call.args) != 4 or x.dtype == TRUTH:
        of.refuse("this ufunc.at has no form in ONNX", "use np.add.at, or a loop")
    if x.dtype.kind == "f" and name in ("max", "min"):
        of.refuse("NaN in maximum.at has no form in ONNX", "use a loop")
    places = item_of(of, places_in(of, x), call.args[2])
    value = of.spread_as(of.number(call.args[3], x.dtype), places)
    inputs = [of.flat(x), of.expanded(of.flat(places), [1]), of.flat(value)]
    made = of.step("ScatterND", inputs, x.dtype, (None,), reduction=name)
    return of.reshape_as(made, x)


def _put(of: Context, call: Call) -> Held:
    if len(call.args) != 3 or call.kwargs:
        of.refuse("put with mode= has no form in ONNX")
    x = of.number(call.args[0])
    index, value = of.number(call.args[1]), of.number(call.args[2])
    if value.rank and value.shape != index.shape:
        of.refuse("put repeats its values", "write x[index] = values")
    flat = updated(of, of.flat(x), index, value)
    return of.reshape_as(flat, x)


def _masked(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    mask = of.number(call.args[1])
    value = of.number(call.args[2], x.dtype)
    if value.rank:
        of.refuse(f"{call.name} repeats its values", "write x[mask] = value")
    return of.choose(of.truth(mask), value, x)


def _copied_to(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    value = of.spread_as(of.number(call.args[1], x.dtype), x)
    if "where" in call.kwargs:
        return of.choose(of.truth(of.number(call.kwargs["where"])), value, x)
    return value


def _filled(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    return of.spread_as(of.number(call.args[1], x.dtype), x)


def _diagonal_filled(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    value = of.number(call.args[1], x.dtype)
    if x.rank != 2 or value.rank or not call.only(2):
        of.refuse("fill_diagonal with several values has no form in ONNX")
    rows, columns = [of.whole(of.size_at(x, axis)) for axis in (0, 1)]
    down = of.expanded(of.numbers_to(rows), [1])
    mask = of.equals(down, of.expanded(of.numbers_to(columns), [0]))
    return of.choose(mask, value, x)


def _taken_by(of: Context, call: Call) -> Held:
    if not call.only(3, "axis"):
        of.refuse("take with mode= or out= has no form in ONNX")
    x = of.number(call.args[0])
    axis = of.value_of(call.operand(2, "axis", Known(None)), "an axis")
    index = of.number(call.args[1], INT)
    if axis is None:
        return of.gathered(of.flat(x), index, 0)
    return of.gathered(x, index, axis % x.rank)


def _compressed(of: Context, call: Call) -> Held:
    if not call.only(2):
        of.refuse(f"{call.name} with an axis has no form in ONNX", "use x[mask]")
    mask, x = of.truth(of.number(call.args[0])), of.number(call.args[1])
    if x.rank != 1 or mask.shape != x.shape:
        of.refuse(f"{call.name} of other shapes has no form in ONNX", "use x[mask]")
    return item_of(of, x, mask)


def _nonzero(of: Context, call: Call) -> Held:
    x = of.truth(of.number(call.args[0]))
    if call.name == "flatnonzero":
        x = of.flat(x)
    if not x.rank:
        of.refuse("nonzero of a single value has no form in ONNX")
    places = of.step("NonZero", [x], INT, (x.rank, None))
    rows = tuple([of.item(places, axis) for axis in range(x.rank)])
    if call.name == "argwhere":
        return of.turned(places, [1, 0])
    return rows[0] if call.name == "flatnonzero" else Bundle(rows)


INDEXING: dict[str, Lower] = {
    "getitem": _getitem,
    "updated": _updated,
    "ufunc_at_on_copy": _added_at,
    "put_on_copy": _put,
    "putmask_on_copy": _masked,
    "place_on_copy": _masked,
    "copyto_on_copy": _copied_to,
    "array_fill_on_copy": _filled,
    "fill_diagonal_on_copy": _diagonal_filled,
    "take": _taken_by,
    "unique": _unique,
    "array_take": _taken_by,
    "compress": _compressed,
    "extract": _compressed,
    "nonzero": _nonzero,
    "flatnonzero": _nonzero,
    "argwhere": _nonzero,
}
"""What takes items and writes them, by the names of rows."""

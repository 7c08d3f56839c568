"""Arrays joined, repeated and padded."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_creation import result_dtype, sizes_in
from runtime.exporting.onnx.onnx_items import item_of
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Dims,
    Held,
    Known,
    Tensor,
)

_NONE = Known(None)


def _parts(of: Context, held: Held, dtype: np.dtype) -> list[Tensor]:
    if isinstance(held, Bundle):
        return [of.number(each, dtype) for each in held.items]
    x = of.number(held, dtype)
    if x.shape[0] is None:
        of.refuse("how many arrays are joined is known at run time", "use np.reshape")
    return [of.item(x, place) for place in range(x.shape[0])]


def _joined(of: Context, call: Call) -> Held:
    if not call.only(2, "axis", "dtype", "casting"):
        of.refuse(f"{call.name} with out= has no form in ONNX")
    parts = _parts(of, call.args[0], result_dtype(of, call))
    if not parts:
        of.refuse("no arrays are joined", "begin the list with one")
    axis = of.value_of(call.operand(1, "axis", Known(0)), "an axis")
    name = call.name
    if name == "stack":
        return of.stacked(parts, axis % (parts[0].rank + 1))
    if name == "vstack":
        parts = [of.expanded(e, list(range(2 - e.rank))) for e in parts]
    if name == "hstack":
        parts = [of.reshape(e, [1]) if not e.rank else e for e in parts]
        axis = 0 if parts[0].rank == 1 else 1
    if name == "column_stack":
        parts = [of.expanded(e, [1]) if e.rank == 1 else e for e in parts]
        axis = 1
    if name == "dstack":
        parts = [of.expanded(e, [0]) if e.rank == 1 else e for e in parts]
        parts = [of.expanded(e, [2]) if e.rank == 2 else e for e in parts]
        axis = 2
    if axis is None:
        return of.joined(list(map(of.flat, parts)), 0)
    return of.joined(parts, axis % parts[0].rank)


def _appended(of: Context, call: Call) -> Held:
    parts = [of.number(each, result_dtype(of, call)) for each in call.args[:2]]
    axis = of.value_of(call.operand(2, "axis", _NONE), "an axis")
    if axis is None:
        parts = [of.flat(e) if e.rank else of.reshape(e, [1]) for e in parts]
        axis = 0
    return of.joined(parts, axis % parts[0].rank)


def _repeated(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    given = call.operand(1, "repeats")
    if not isinstance(given, Known) and of.number(given).rank:
        of.refuse("items are repeated each another number of times", "use indexes")
    count = of.int_of(given)
    axis = of.value_of(call.operand(2, "axis", _NONE), "an axis")
    if axis is None:
        x, axis = of.flat(x), 0
    axis %= x.rank
    sizes = of.sizes_of(x)
    wide = of.spread(
        of.expanded(x, [axis + 1]), [*sizes[: axis + 1], count, *sizes[axis + 1 :]]
    )
    return of.reshape(wide, [*sizes[:axis], -1, *sizes[axis + 1 :]])


def _tiled(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    counts = sizes_in(of, call.operand(1, "reps"))
    rank = max(len(counts), x.rank)
    counts = [*[1] * (rank - len(counts)), *counts]
    x = of.expanded(x, list(range(rank - x.rank)))
    shape: Dims = tuple(
        [
            size * by if isinstance(by, int) and size is not None else None
            for size, by in zip(x.shape, counts, strict=True)
        ]
    )
    return of.step("Tile", [x, of.list_of(counts)], x.dtype, shape)


def _broadcast(of: Context, call: Call) -> Held:
    return of.spread(of.number(call.args[0]), sizes_in(of, call.operand(1, "shape")))


def _without(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    place = of.value_of(call.args[1], "what is deleted")
    axis = of.value_of(call.operand(2, "axis", _NONE), "an axis")
    if axis is None:
        x, axis = of.flat(x), 0
    axis %= x.rank
    if type(place) is not int or (place < 0 and place != -1):
        of.refuse("several items are deleted", "use a mask")
    before = [slice(None)] * axis
    sides = [slice(None, place), slice(place + 1, None) if place >= 0 else slice(0, 0)]
    parts = [
        item_of(of, x, Bundle(tuple(map(Known, [*before, side])))) for side in sides
    ]
    return of.joined(parts, axis)


def _padded(of: Context, call: Call) -> Held:
    x = of.number(call.args[0])
    widths = of.value_of(call.operand(1, "pad_width"), "a width")
    mode = of.value_of(call.operand(2, "mode", Known("constant")), "a mode")
    name = {"constant": "constant", "edge": "edge", "reflect": "reflect"}.get(mode)
    if name is None or not call.only(3, "mode", "constant_values") or 0 in x.shape:
        of.refuse(f"pad with mode {mode!r} has no form in ONNX")
    if name == "reflect":
        of.refuse("pad with mode 'reflect' has no form in ONNX", "join slices")
    both: Any = np.broadcast_to(widths, (x.rank, 2))
    value = of.number(call.kwargs.get("constant_values", Known(0)), x.dtype)
    if value.rank:
        of.refuse("pad with several values has no form in ONNX")
    shape: Dims = tuple(
        [None if s is None else s + int(w.sum()) for s, w in zip(x.shape, both)]
    )
    flat = np.concatenate([both[:, 0], both[:, 1]]).astype(np.int64)
    if name == "edge":
        return of.step("Pad", [x, of.constant(flat)], x.dtype, shape, mode=name)
    within = of.cast(x, np.int32) if x.dtype.name in ("int16", "uint16") else x
    inputs = [within, of.constant(flat), of.cast(value, within.dtype)]
    return of.cast(of.step("Pad", inputs, within.dtype, shape, mode=name), x.dtype)


JOINING: dict[str, Lower] = {
    **dict.fromkeys(
        "concatenate stack vstack hstack dstack column_stack".split(), _joined
    ),
    "append": _appended,
    "repeat": _repeated,
    "array_repeat": _repeated,
    "tile": _tiled,
    "broadcast_to": _broadcast,
    "pad": _padded,
    "delete": _without,
}
"""What makes larger arrays of others, by the names of rows."""

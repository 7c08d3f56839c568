"""Items of arrays, and arrays in which items are others."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_calls import Context
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_shapes import Size
from runtime.exporting.onnx.onnx_values import (
    Bounds,
    Bundle,
    Held,
    Known,
    Tensor,
    broadcast_shape,
)

_FAR = np.iinfo(np.int64).max


@dataclass
class Parts:
    """An index, part by part.

    Parameters
    ----------
    slices : list
        The axes that are sliced, with start, stop, step and length.
    arrays : dict
        The axes that are indexed by numbers or arrays.
    new : list of int
        The places of new axes in the result of all else.
    """

    slices: list[tuple[int, Size, Size, int, int | None]] = field(default_factory=list)
    arrays: dict[int, Tensor] = field(default_factory=dict)
    new: list[int] = field(default_factory=list)


def item_of(of: Context, x: Tensor, index: Held) -> Tensor:
    """Return what ``x[index]`` is."""
    parts = _parts(of, x, index)
    if parts.slices:
        axes, starts, stops, steps, sizes = zip(*parts.slices)
        shape = list(x.shape)
        for axis, size in zip(axes, sizes, strict=True):
            shape[axis] = size
        x = of.sliced(x, starts, stops, axes, steps, tuple(shape))
    x = _taken(of, x, parts)
    return of.expanded(x, parts.new)


def _taken(of: Context, x: Tensor, parts: Parts) -> Tensor:
    axes = list(parts.arrays)
    if not axes:
        return x
    if len(axes) == 1:
        (axis,) = axes
        return of.gathered(x, parts.arrays[axis], axis)
    arrays = [parts.arrays[axis] for axis in axes]
    shape = broadcast_shape(*[each.shape for each in arrays])
    arrays = _spread_alike(of, arrays, shape)
    index = of.stacked(arrays, len(shape))
    others = [axis for axis in range(x.rank) if axis not in axes]
    turned = of.turned(x, [*axes, *others])
    rest = tuple([x.shape[axis] for axis in others])
    found = of.step("GatherND", [turned, index], x.dtype, (*shape, *rest))
    # Arrays side by side leave their place; others come first.
    start = axes[0] if axes == list(range(axes[0], axes[-1] + 1)) else 0
    front = list(range(len(shape), len(shape) + start))
    own = list(range(len(shape)))
    back = list(range(len(shape) + start, found.rank))
    return of.turned(found, [*front, *own, *back])


def _spread_alike(of: Context, arrays: list[Tensor], shape: Any) -> list[Tensor]:
    if all(each.shape == shape and None not in shape for each in arrays):
        return arrays
    if not shape:
        return arrays
    total = None
    for each in arrays:
        zero = of.binary("Mul", each, of.constant(0, INT))
        total = zero if total is None else of.binary("Add", total, zero)
    assert total is not None
    return [of.binary("Add", each, total) for each in arrays]


def _parts(of: Context, x: Tensor, index: Held) -> Parts:
    found = Parts()
    if isinstance(index, Bounds) and x.rank and not _is_plain(index):
        found.arrays[0] = _places_of(of, index, of.whole(of.size_at(x, 0)))
        return found
    axis = place = 0
    for each in _without_dots(of, x, index):
        if isinstance(each, Known) and each.value is None:
            found.new.append(place)
            place += 1
        elif _is_slice(each):
            bounds = _bounds(of, x, each, axis)
            if bounds is not None:
                found.slices.append(bounds)
            axis += 1
            place += 1
        else:
            for array in _as_arrays(of, each):
                found.arrays[axis] = array
                axis += 1
    if found.new and any(each.rank for each in found.arrays.values()):
        of.refuse(
            "an index has new axes beside arrays", "add the axes in a second step"
        )
    return found


def _is_slice(index: Held) -> bool:
    known = isinstance(index, Known) and type(index.value) is slice
    return isinstance(index, Bounds) or known


def _without_dots(of: Context, x: Tensor, index: Held) -> list[Held]:
    """Return the parts of an index, with whole slices where it says ``...``."""
    items: list[Held] = [index]
    if isinstance(index, Bundle) and index.kind == "tuple":
        items = list(index.items)
    elif isinstance(index, Known) and type(index.value) is tuple:
        items = list(map(Known, index.value))
    dots = [n for n, each in enumerate(items) if _is_known(each, Ellipsis)]
    parts = [
        max(_mask_rank(each), 1)
        for each in items
        if not _is_known(each, Ellipsis) and not _is_known(each, None)
    ]
    left = x.rank - sum(parts)
    if left < 0:
        of.refuse("an index has more parts than the array has dimensions")
    at = dots[0] if dots else len(items)
    return [*items[:at], *[Known(slice(None))] * left, *items[at + 1 :]]


def _is_known(held: Held, value: object) -> bool:
    return isinstance(held, Known) and held.value is value


def _is_plain(index: Bounds) -> bool:
    """Whether ONNX takes a slice as Python does: it clips starts of steps back."""
    step = index.step
    if not isinstance(step, Known):
        return False
    return step.value is None or step.value > 0 or isinstance(index.start, Known)


def _places_of(of: Context, index: Bounds, size: Tensor) -> Tensor:
    """Return the numbers of the items of a slice, as ``slice.indices`` gives them."""
    zero, one = of.constant(0, INT), of.constant(1, INT)
    none = isinstance(index.step, Known) and index.step.value is None
    step = one if none else of.whole(of.int_of(index.step))
    back = of.is_negative(step)
    low = of.choose(back, of.constant(-1, INT), zero)
    high = of.choose(back, of.binary("Sub", size, one), size)

    def bound(held: Held, default: Tensor) -> Tensor:
        if isinstance(held, Known) and held.value is None:
            return default
        place = of.whole(of.int_of(held))
        moved = of.largest(of.binary("Add", place, size), low)
        return of.choose(
            of.is_negative(place), moved, of.largest(place, high, least=True)
        )

    start = bound(index.start, of.choose(back, high, low))
    stop = bound(index.stop, of.choose(back, low, high))
    return of.progression(start, stop, step, (None,))


def _mask_rank(index: Held) -> int:
    if isinstance(index, Tensor) and index.dtype == TRUTH:
        return index.rank or 1
    if isinstance(index, Known) and isinstance(index.value, np.ndarray):
        return index.value.ndim if index.value.dtype == bool else 0
    return 0


def _as_arrays(of: Context, index: Held) -> list[Tensor]:
    x = of.number(index)
    if x.dtype == TRUTH:
        if not x.rank:
            of.refuse("a truth is an index", "use an array of truths")
        places = of.step("NonZero", [x], INT, (x.rank, None))
        return [of.item(places, axis) for axis in range(x.rank)]
    if x.dtype.kind not in "iu":
        if 0 in x.shape:
            return [of.cast(x, INT)]
        of.refuse("an index is no whole number")
    return [of.cast(x, INT)]


def _bounds(
    of: Context, x: Tensor, index: Held, axis: int
) -> tuple[int, Size, Size, int, int | None] | None:
    if isinstance(index, Known):
        given: list[Held] = [
            Known(each)
            for each in (index.value.start, index.value.stop, index.value.step)
        ]
    else:
        assert isinstance(index, Bounds)
        given = [index.start, index.stop, index.step]
    step_held = given[2]
    step = of.value_of(step_held, "the step of a slice")
    step = 1 if step is None else int(step)
    if step == 0:
        of.refuse("the step of a slice is zero")
    start, stop = [
        None if isinstance(each, Known) and each.value is None else of.int_of(each)
        for each in given[:2]
    ]
    if start is None and stop is None and step == 1:
        return None
    size = x.shape[axis]
    length = None
    known = (start is None or isinstance(start, int)) and (
        stop is None or isinstance(stop, int)
    )
    if known and size is not None:
        whole = slice(start, stop, step)
        length = len(range(*whole.indices(size)))
        first, last, _ = whole.indices(size)
        if not length:
            return axis, 0, 0, 1, 0
        return axis, first, last if last >= 0 else -_FAR, step, length
    if step < 0:
        # ONNX moves a start before the first item onto it, Python does not.
        if isinstance(start, Tensor) or (isinstance(start, int) and start < 0):
            of.refuse("a slice goes back from where the run says", "use np.flip")
        return (
            axis,
            _FAR if start is None else start,
            (-_FAR if stop is None else stop),
            step,
            None,
        )
    return (
        axis,
        0 if start is None else start,
        _FAR if stop is None else stop,
        step,
        None,
    )


def _is_full_mask(index: Held, x: Tensor) -> bool:
    return (
        isinstance(index, Tensor) and index.dtype == TRUTH and index.rank == x.rank > 0
    )


def updated(of: Context, x: Tensor, index: Held, value: Tensor) -> Tensor:
    """Return a copy in which items are others."""
    value = of.cast(value, x.dtype)
    if isinstance(index, Tensor) and _is_full_mask(index, x):
        if value.rank == 0:
            return of.choose(index, value, x)
    parts = _parts(of, x, index)
    numbers = all(each.rank == 0 for each in parts.arrays.values())
    if (
        numbers
        and not parts.slices
        and list(parts.arrays) == list(range(len(parts.arrays)))
        and parts.arrays
    ):
        place = of.stacked(list(parts.arrays.values()))
        rest = x.shape[len(parts.arrays) :]
        if value.rank > len(rest):
            value = of.squeezed(value, list(range(value.rank - len(rest))))
        if rest:
            sizes = of.sizes_of(x)[len(parts.arrays) :]
            value = of.spread(value, sizes)
        return of.step(
            "ScatterND",
            [x, of.expanded(place, [0]), of.expanded(value, [0])],
            x.dtype,
            x.shape,
        )
    places = item_of(of, places_in(of, x), index)
    if value.rank > places.rank:
        value = of.squeezed(value, list(range(value.rank - places.rank)))
    flat = of.flat(places)
    spread = of.flat(of.spread_as(value, places))
    single = value.rank == 0
    repeats = any(each.rank for each in parts.arrays.values())
    if not repeats or single:
        where = of.expanded(flat, [1])
        made = of.step("ScatterND", [of.flat(x), where, spread], x.dtype, (None,))
        return of.reshape_as(made, x)
    # Of items that an index names twice the last one counts: the largest number.
    order = of.numbers_to(of.size_at(flat, 0))
    none = of.filled(of.constant(-1, INT), [of.whole(of.count_of(x))])
    last = of.step(
        "ScatterND",
        [none, of.expanded(flat, [1]), order],
        INT,
        (None,),
        reduction="max",
    )
    more = of.joined([spread, of.constant(np.zeros(1, x.dtype))], 0)
    found = of.gathered(more, last, 0)
    chosen = of.choose(of.is_negative(last), of.flat(x), found)
    return of.reshape_as(chosen, x)


def places_in(of: Context, x: Tensor) -> Tensor:
    """Return the numbers of all items, in the shape of an array."""
    sizes = [size for size in x.shape if size is not None]
    if len(sizes) == x.rank:
        count = math.prod(sizes)
        if count <= 64:
            return of.constant(np.arange(count).reshape(sizes))
        return of.reshape(of.numbers_to(count), of.sizes_of(x))
    return of.reshape_as(of.numbers_to(of.count_of(x)), x)

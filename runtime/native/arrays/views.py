"""Parts of arrays that are views: slices, rows, new axes, transposes."""

from __future__ import annotations

from runtime.native.arrays.elements import bounded
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import (
    Items,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Slice,
    Static,
    View,
)
from runtime.native.scalars.conversions import as_integer, is_float, is_truth, known
from runtime.types import NONE, Array, Type

_FARTHEST = 2**31
"""The longest step of a slice."""


def viewed(w: Writer, view: View, index: Machine, of: Type | None = None) -> View:
    """Return ``view[index]``, for a subscript that gives a view.

    Its type may tell some of its sizes.
    """
    items: list[Machine] = list(index.items) if isinstance(index, Items) else [index]
    data = view.data
    axes = list(zip(view.sizes, view.strides, strict=True))
    sizes: list[str] = []
    strides: list[str] = []
    for each in _filled(items, len(axes)):
        if isinstance(each, Nothing):
            sizes.append("1")
            strides.append("0")
            continue
        size, stride = axes.pop(0)
        if isinstance(each, Slice):
            first, count, step = bounds(w, each, size)
            sizes.append(count)
            strides.append(times(w, stride, step))
        else:
            first = bounded(w, as_integer(w, _integer(each)), size)
        data = w.at(data, times(w, first, stride))
    if isinstance(of, Array) and len(of.shape or ()) == len(sizes):
        fixed = zip(of.shape or (), sizes, strict=True)
        sizes = [size if one is None else str(one) for one, size in fixed]
    else:
        shape = [int(size) if size.isdigit() else None for size in sizes]
        of = Array(view.type.dtype, tuple(shape))
    parts = tuple(sizes), tuple(strides)
    return View(of, data, *parts, view.base, "false", view.source)


def _filled(items: list[Machine], rank: int) -> list[Machine]:
    """Return the items of a subscript with a slice for each axis left out."""
    for each in items:
        if not isinstance(each, (Scalar, Slice, Nothing)) and not _is_dots(each):
            raise NotNative("a subscript other than integers and slices")
    taken = sum(isinstance(each, (Scalar, Slice)) for each in items)
    if taken > rank:
        raise NotNative("too many indexes")
    whole = Slice(Nothing(NONE), Nothing(NONE), Nothing(NONE))
    rest = [whole] * (rank - taken)
    dots = [number for number, each in enumerate(items) if _is_dots(each)]
    at = dots[0] if dots else len(items)
    return [*items[:at], *rest, *items[at + 1 :]]


def _is_dots(index: Machine) -> bool:
    return isinstance(index, Static) and index.value is Ellipsis


def _integer(index: Machine) -> Scalar:
    if not isinstance(index, Scalar) or is_float(index.type) or is_truth(index.type):
        raise NotNative("a subscript other than integers and slices")
    return index


def bounds(w: Writer, value: Slice, size: str) -> tuple[str, str, str]:
    """Return where a slice of an axis begins, how many elements it has, and its step.

    The rules are those of Python's `slice.indices`.
    """
    step, pace = 1, "1"
    if not isinstance(value.step, Nothing):
        given = _integer(value.step)
        pace = as_integer(w, given)
        found = known(given)
        if found is None:  # forwards, and less than would overflow
            before = w.put(f"sub i64 {pace}, 1")
            w.fault_if(w.put(f"icmp uge i64 {before}, {_FARTHEST}"))
        elif not found or abs(found) > _FARTHEST:
            raise NotNative(f"a slice in steps of {found}")
        step = found or 2
    back = step < 0
    least, most = ("-1", _sum(w, size, "-1")) if back else ("0", size)

    def end(given: Machine, default: str) -> str:
        if isinstance(given, Nothing):
            return default
        code = as_integer(w, _integer(given))
        below = w.put(f"icmp slt i64 {code}, 0")
        wrapped = w.put(f"add i64 {code}, {size}")
        code = w.put(f"select i1 {below}, i64 {wrapped}, i64 {code}")
        code = w.intrinsic("i64", "llvm.smax.i64", ("i64", code), ("i64", least))
        return w.intrinsic("i64", "llvm.smin.i64", ("i64", code), ("i64", most))

    start = end(value.start, most if back else "0")
    stop = end(value.stop, "-1" if back else size)
    low, high = (stop, start) if back else (start, stop)
    distance = high if low == "0" else w.put(f"sub i64 {high}, {low}")
    distance = w.intrinsic("i64", "llvm.smax.i64", ("i64", distance), ("i64", "0"))
    if abs(step) == 1:
        return start, distance, pace
    size = pace.removeprefix("-")
    more = w.put(f"add i64 {distance}, {w.put(f'sub i64 {size}, 1')}")
    return start, w.put(f"udiv i64 {more}, {size}"), pace


def _sum(w: Writer, left: str, right: str) -> str:
    if left.isdigit():
        return str(int(left) + int(right))
    return w.put(f"add i64 {left}, {right}")


def times(w: Writer, left: str, right: str) -> str:
    """Return a product, computed now if both numbers are known."""
    if left.lstrip("-").isdigit() and right.lstrip("-").isdigit():
        return str(int(left) * int(right))
    return w.put(f"mul nsw i64 {left}, {right}")

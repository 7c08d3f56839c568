"""Arrays put together, and turned round: joined, stacked, rolled."""

from __future__ import annotations

from dataclasses import replace

from runtime.native.arrays.array_reductions import made_of_sizes
from runtime.native.arrays.assignments import copy
from runtime.native.arrays.elements import fault_unless_like_rows
from runtime.native.arrays.views import times
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.values import (
    Items,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    View,
)
from runtime.native.scalars.conversions import as_integer, is_float, known
from runtime.types import Type


def _concatenated(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.concatenate``."""
    given, axis = operands
    views = _views(given)
    return _joined(w, result, views, _axis(axis, len(views[0].sizes), default=0))


def _beside(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.hstack``."""
    (given,) = operands
    views = _views(given)
    return _joined(w, result, views, min(1, len(views[0].sizes) - 1))


def _stacked(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.stack`` along a new first axis."""
    given, axis = operands
    if not isinstance(axis, Nothing) and _axis(axis, 1, default=0) != 0:
        raise NotNative("arrays stacked along another axis than the first")
    return _joined(w, result, list(map(_as_row, _views(given))), 0)


def _above(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.vstack``."""
    (given,) = operands
    views = _views(given)
    return _joined(w, result, [v if len(v.sizes) > 1 else _as_row(v) for v in views], 0)


def _views(given: Machine) -> list[View]:
    """Return arrays to be joined, all of one dtype."""
    found = [each for each in _items(given) if isinstance(each, View) and each.sizes]
    if not found or len(found) < len(_items(given)):
        raise NotNative("something other than arrays joined")
    if len({each.type.dtype for each in found}) > 1:
        raise NotNative("arrays of several dtypes joined")
    return found


def _items(given: Machine) -> tuple[Machine, ...]:
    return given.items if isinstance(given, Items) else ()


def _as_row(view: View) -> View:
    return replace(view, sizes=("1", *view.sizes), strides=("0", *view.strides))


def _axis(axis: Machine, rank: int, default: int | None = None) -> int:
    found = known(axis) if isinstance(axis, Scalar) else default
    if found is None or not -rank <= found < rank:
        raise NotNative("an axis that is not known")
    return found % rank


def _joined(w: Writer, result: Type, views: list[View], axis: int) -> View:
    """Return arrays one behind the other along an axis."""
    first = views[0]
    if len({len(view.sizes) for view in views}) > 1:
        raise NotNative("arrays of several ranks joined")
    total = "0"
    for view in views:
        fault_unless_like_rows(w, view)  # else NumPy might lay the result out otherwise
        for at, (own, size) in enumerate(zip(view.sizes, first.sizes, strict=True)):
            if at != axis and own != size:
                w.fault_if(w.put(f"icmp ne i64 {own}, {size}"))
        total = w.put(f"add i64 {total}, {view.sizes[axis]}")
    sizes = [*first.sizes]
    sizes[axis] = total
    made = made_of_sizes(w, result, sizes)
    if made.type.dtype != first.type.dtype:
        raise NotNative("arrays joined in another dtype")
    far = "0"
    for view in views:
        data = w.at(made.data, times(w, far, made.strides[axis]))
        copy(w, replace(made, data=data, sizes=view.sizes), view)
        far = w.put(f"add i64 {far}, {view.sizes[axis]}")
    return made


def _rolled(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.roll`` along one axis."""
    view, shift, along = operands
    if not isinstance(view, View) or not view.sizes:
        raise NotNative("something other than an array rolled")
    if not isinstance(shift, Scalar) or is_float(shift.type):
        raise NotNative("an array rolled by something other than an integer")
    axis = _axis(along, len(view.sizes), 0 if len(view.sizes) == 1 else None)
    fault_unless_like_rows(w, view)
    made = made_of_sizes(w, result, list(view.sizes))
    size = view.sizes[axis]
    w.fault_if(w.put(f"icmp eq i64 {size}, 0"))
    rest = w.put(f"srem i64 {as_integer(w, shift)}, {size}")
    below = w.put(f"icmp slt i64 {rest}, 0")
    wrapped = w.put(f"add i64 {rest}, {size}")
    shifted = w.put(f"select i1 {below}, i64 {wrapped}, i64 {rest}")
    kept = w.put(f"sub i64 {size}, {shifted}")
    for start, count, target in (("0", kept, shifted), (kept, shifted, "0")):
        sizes = [*view.sizes]
        sizes[axis] = count
        source = w.at(view.data, times(w, start, view.strides[axis]))
        place = w.at(made.data, times(w, target, made.strides[axis]))
        part = replace(view, data=source, sizes=tuple(sizes))
        copy(w, replace(made, data=place, sizes=tuple(sizes)), part)
    return made


RULES: dict[str, Rule] = {
    "concatenate": _concatenated,
    "hstack": _beside,
    "roll": _rolled,
    "stack": _stacked,
    "vstack": _above,
}
KEYWORDS = {"concatenate": "axis", "hstack": "", "roll": "shift axis", "stack": "axis"}
KEYWORDS |= {"vstack": ""}
NAMES = frozenset(RULES) - {"roll"}
"""The operations of several arrays, in a list or tuple."""

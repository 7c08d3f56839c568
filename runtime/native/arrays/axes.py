"""Views of arrays with their axes in another order, with more of them or fewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.rules import Rule, only
from runtime.native.assembly.values import Items, Machine, NotNative, Scalar, View
from runtime.native.scalars.conversions import known
from runtime.types import Array, Type


def _view(value: Machine) -> View:
    if not isinstance(value, View):
        raise NotNative("the axes of something other than an array")
    return value


def _axes(value: Machine, rank: int) -> list[int]:
    """Return axes that are known, from the start."""
    items = value.items if isinstance(value, Items) else (value,)
    found = [known(each) if isinstance(each, Scalar) else None for each in items]
    axes = [rank + one if one < 0 else one for one in found if one is not None]
    if len(axes) < len(found) or not all(0 <= one < rank for one in axes):
        raise NotNative("an axis that is not known")
    return axes


def _permuted(view: View, order: Sequence[int], of: Type) -> View:
    """Return a view with its axes in another order."""
    if not isinstance(of, Array) or sorted(order) != list(range(len(view.sizes))):
        raise NotNative(f"a value of type {of}")
    sizes = tuple(view.sizes[axis] for axis in order)
    strides = tuple(view.strides[axis] for axis in order)
    return replace(view, type=of, sizes=sizes, strides=strides, whole="false")


def _transposed(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``array.T`` or ``np.transpose(array, axes)``."""
    array, *axes = operands
    view = _view(array)
    rank = len(view.sizes)
    if not axes:
        return _permuted(view, range(rank)[::-1], result)
    order = axes[0] if len(axes) == 1 else Items(tuple(axes))
    return _permuted(view, _axes(order, rank), result)


def _swapped(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.swapaxes``, or the transposes of matrices side by side."""
    view = _view(operands[0])
    order = list(range(len(view.sizes)))
    if len(operands) == 1:
        first, second = order[-2:]
    else:
        first, second = _axes(Items(tuple(operands[1:])), len(order))
    order[first], order[second] = order[second], order[first]
    return _permuted(view, order, result)


def _moved(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.moveaxis``."""
    array, source, destination = only(operands, 3)
    view = _view(array)
    rank = len(view.sizes)
    sources, places = _axes(source, rank), _axes(destination, rank)
    order = [axis for axis in range(rank) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return _permuted(view, order, result)


def _expanded(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.expand_dims``."""
    array, axis = only(operands, 2)
    view = _view(array)
    if not isinstance(result, Array) or result.shape is None:
        raise NotNative(f"a value of type {result}")
    sizes, strides = list(view.sizes), list(view.strides)
    for place in sorted(_axes(axis, len(result.shape))):
        sizes.insert(place, "1")
        strides.insert(place, "0")
    return replace(
        view, type=result, sizes=tuple(sizes), strides=tuple(strides), whole="false"
    )


def _itself(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``np.asarray`` of an array."""
    (array,) = only(operands, 1)
    view = _view(array)
    if not isinstance(result, Array) or result.dtype != view.type.dtype:
        raise NotNative(f"a value of type {result}")
    return view


RULES: dict[str, Rule] = {
    "T": _transposed,
    "array_transpose": _transposed,
    "asanyarray": _itself,
    "asarray": _itself,
    "expand_dims": _expanded,
    "mT": _swapped,
    "matrix_transpose": _swapped,
    "moveaxis": _moved,
    "swapaxes": _swapped,
    "transpose": _transposed,
}

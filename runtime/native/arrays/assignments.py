"""Assignments to several elements of an array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from runtime.native.arrays import fresh
from runtime.native.arrays.elements import element, put
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.values import Machine, NotNative, Scalar, View
from runtime.native.scalars.conversions import cast_to
from runtime.native.scalars.numbers import binary
from runtime.types import scalar


def assign(w: Writer, target: View, value: Machine) -> None:
    """Write ``target[...] = value``, for a number or an array."""
    if isinstance(value, Scalar):
        _fill(w, target, value)
    elif not isinstance(value, View):
        raise NotNative("an assignment of something other than numbers")
    elif value.type.dtype.kind != target.type.dtype.kind:
        raise NotNative("an assignment of elements of another kind")
    elif _are_apart(target, value):
        copy(w, target, value)
    else:
        _copy_carefully(w, target, value)


def _are_apart(target: View, value: View) -> bool:
    """Whether it is known that two arrays have no element in common."""
    sources = {target.source, value.source}
    return "" not in sources and len(sources) == 2 and OWN in sources


def _fill(w: Writer, target: View, value: Scalar) -> None:
    # A number that does not fit is an error even where there is no element.
    if target.type.dtype.kind != "b":
        value = cast_to(w, value, scalar(target.type.dtype))
    each_of(w, target.sizes, [target], lambda at: put(w, target, value, at[0]))


def copy(w: Writer, target: View, value: View) -> None:
    """Write the copying of elements to where they do not overlap."""
    spread = _spread(w, value, target.sizes)

    def one(at: Sequence[str]) -> None:
        put(w, target, element(w, spread, at[1]), at[0])

    each_of(w, target.sizes, [target, spread], one)


def updated(w: Writer, target: View, operator: str, value: Machine) -> bool:
    """Write ``target += value`` or the like for floats of one dtype.

    Return whether it is one of these.
    """
    dtype = target.type.dtype
    if operator not in ("add", "subtract", "multiply") or dtype.kind != "f":
        return False
    if isinstance(value, Scalar):
        _update_each(w, target, operator, value)
    elif not isinstance(value, View) or value.type.dtype != dtype:
        return False
    elif _are_apart(target, value):
        _update_each(w, target, operator, value)
    else:
        _by_way_of_a_copy(
            w, target, value, lambda apart: _update_each(w, target, operator, apart)
        )
    return True


def _update_each(w: Writer, target: View, operator: str, value: Scalar | View) -> None:
    """Write an operator in place for elements that do not overlap."""
    views = [target]
    if isinstance(value, View):
        views.append(_spread(w, value, target.sizes))

    def one(at: Sequence[str]) -> None:
        right = value if isinstance(value, Scalar) else element(w, views[1], at[1])
        left = element(w, target, at[0])
        put(w, target, binary(w, operator, left, right, left.type), at[0])

    each_of(w, target.sizes, views, one)


def _copy_carefully(w: Writer, target: View, value: View) -> None:
    """Write the copying of elements, by way of a copy where they overlap."""
    end = w.label("assigned")
    if target.type.dtype == value.type.dtype and len(target.sizes) == len(value.sizes):
        differ = w.put(f"icmp ne ptr {target.data}, {value.data}")
        pairs = [
            *zip(target.strides, value.strides, strict=True),
            *zip(target.sizes, value.sizes, strict=True),
        ]
        for one, other in pairs:
            if one != other:
                here = w.put(f"icmp ne i64 {one}, {other}")
                differ = w.put(f"or i1 {differ}, {here}")
        other_elements = w.label("others")
        w.branch(differ, other_elements, end)  # nothing is to do for the same elements
        w.begin(other_elements)
    _by_way_of_a_copy(w, target, value, lambda apart: copy(w, target, apart))
    w.jump(end)
    w.begin(end)


def _by_way_of_a_copy(
    w: Writer, target: View, value: View, write: Callable[[View], None]
) -> None:
    """Write something for an array, or for a copy of it where it overlaps another."""
    first, last = _extent(w, target)
    begin, stop = _extent(w, value)
    one = w.put(f"icmp ult i64 {first}, {stop}")
    two = w.put(f"icmp ult i64 {begin}, {last}")
    overlap, apart, end = map(w.label, ("overlap", "apart", "written"))
    w.branch(w.put(f"and i1 {one}, {two}"), overlap, apart)
    w.begin(overlap)
    between = fresh.array(w, value.type, value.sizes)
    copy(w, between, value)
    write(between)
    w.jump(end)
    w.begin(apart)
    write(value)
    w.jump(end)
    w.begin(end)


def _extent(w: Writer, view: View) -> tuple[str, str]:
    """Return the addresses of the first byte of an array and behind the last."""
    first = last = w.put(f"ptrtoint ptr {view.data} to i64")
    for size, stride in zip(view.sizes, view.strides, strict=True):
        steps = w.put(f"sub i64 {size}, 1")
        far = w.put(f"mul i64 {steps}, {stride}")
        least = w.intrinsic("i64", "llvm.smin.i64", ("i64", far), ("i64", "0"))
        most = w.intrinsic("i64", "llvm.smax.i64", ("i64", far), ("i64", "0"))
        first = w.put(f"add i64 {first}, {least}")
        last = w.put(f"add i64 {last}, {most}")
    return first, w.put(f"add i64 {last}, {view.type.dtype.itemsize}")


def _spread(w: Writer, value: View, sizes: Sequence[str]) -> View:
    """Return an array broadcast to some sizes; fault if it does not fit."""
    missing = len(sizes) - len(value.sizes)
    if missing < 0:
        raise NotNative("an assignment of an array of higher rank")
    strides = ["0"] * missing
    pairs = zip(value.sizes, value.strides, sizes[missing:], strict=True)
    for own, stride, size in pairs:
        if own == "1":
            strides.append("0")
        elif own == size:
            strides.append(stride)
        else:
            one = w.put(f"icmp eq i64 {own}, 1")
            same = w.put(f"icmp eq i64 {own}, {size}")
            w.fault_unless(w.put(f"or i1 {one}, {same}"))
            strides.append(w.put(f"select i1 {one}, i64 0, i64 {stride}"))
    return View(
        value.type,
        value.data,
        tuple(sizes),
        tuple(strides),
        value.base,
        "false",
        value.source,
    )


def each_of(
    w: Writer,
    sizes: Sequence[str],
    views: Sequence[View],
    write: Callable[[Sequence[str]], None],
) -> None:
    """Write loops over the elements of arrays of the same sizes."""
    addresses = [view.data for view in views]
    with ExitStack() as loops:
        for axis, size in enumerate(sizes):
            turn = loops.enter_context(w.turns(size))
            for number, view in enumerate(views):
                far = w.put(f"mul nsw i64 {turn}, {view.strides[axis]}")
                addresses[number] = w.at(addresses[number], far)
        write(addresses)

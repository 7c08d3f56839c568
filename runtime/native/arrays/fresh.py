"""Arrays that a kernel makes: each belongs to a place of the kernel's owners.

A place is filled again when the same operation runs again, in the next turn of a loop.
If nobody else holds the array that was there, its memory serves once more.
"""

from __future__ import annotations

from collections.abc import Sequence

from runtime.native.arrays.elements import side_by_side
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.values import View
from runtime.types import Array


def array(
    w: Writer, of: Array, sizes: Sequence[str], owner: str, columns: str = "false"
) -> View:
    """Return a new array, whose elements are not set yet."""
    dims = w.slot(f"[{max(len(sizes), 1)} x i64]")
    for axis, size in enumerate(sizes):
        w.store("i64", size, w.at(dims, 8 * axis))
    made = w.call(
        "ptr",
        "autograph_array",
        ("ptr", owner),
        ("i32", str(len(sizes))),
        ("ptr", dims),
        ("i32", str(of.dtype.num)),
        ("i1", columns),
    )
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    data = w.load("ptr", w.at(made, OFFSETS["data"]))
    strides = side_by_side(w, of.dtype, sizes)
    return View(of, data, tuple(sizes), strides, made, "true", OWN)

"""Arrays that a kernel makes: they belong to places of the kernel's owners.

An operation has two places. It fills them again when it runs again, in the next turn of
a loop. If nobody else holds an array that was there, its memory serves once more: the
one of the turn before, or if that became the state of the loop, the one before that.
"""

from __future__ import annotations

from collections.abc import Sequence

from runtime.native.arrays.elements import side_by_side
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.values import View
from runtime.types import Array

PLACES = 2
"""How many places among the owners the arrays of an operation need."""


def array(
    w: Writer, of: Array, sizes: Sequence[str], owner: str = "", columns: str = "false"
) -> View:
    """Return a new array, whose elements are not set yet.

    Parameters
    ----------
    w : Writer
        The function.
    of : Array
        The type.
    sizes : sequence of str
        Its dimensions.
    owner : str
        The address of the places for it; without it there are new ones.
    columns : str
        Whether its elements lie column by column.
    """
    owner = owner or w.owner(PLACES)
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

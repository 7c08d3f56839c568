"""What a kernel of elementwise operations goes through, in registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.tasks import Task
from runtime.native.assembly.values import View


@dataclass(frozen=True)
class Space:
    """The elements that a kernel goes through, in the registers of a function.

    Parameters
    ----------
    rank : int
        The number of axes.
    sizes : sequence of str
        Their sizes.
    strides : mapping
        The strides of each array.
    collapsed : str
        Whether all of it is one row.
    last : str
        The number of elements of a row.
    inner : mapping
        The distance from one element of a row to the next, for each array.
    unit : str
        Whether they lie next to each other.
    scalars : mapping
        The kind and register of each operand that is a number.
    data, results : mapping
        The addresses of arrays and of results.
    turns : str
        How many turns of a loop each element takes.
    """

    rank: int
    sizes: Sequence[str]
    strides: Mapping[str, Sequence[str]]
    collapsed: str
    last: str
    inner: Mapping[str, str]
    unit: str
    scalars: Mapping[tuple[str, int], tuple[str, str]]
    data: Mapping[str, str]
    results: Mapping[str, str]
    turns: str

    def through(self, task: Task) -> Space:
        """Return the same in the registers of the function of a task."""

        def whole(codes: Mapping[str, str], kind: str) -> dict[str, str]:
            return {name: task.take(kind, code) for name, code in codes.items()}

        return Space(
            self.rank,
            [task.take("i64", size) for size in self.sizes],
            {
                name: [task.take("i64", step) for step in steps]
                for name, steps in self.strides.items()
            },
            task.take("i1", self.collapsed),
            task.take("i64", self.last),
            whole(self.inner, "i64"),
            task.take("i1", self.unit),
            {
                key: (kind, task.take(kind, code))
                for key, (kind, code) in self.scalars.items()
            },
            whole(self.data, "ptr"),
            whole(self.results, "ptr"),
            task.take("i64", self.turns),
        )


def broadcast(
    w: Writer, arrays: Mapping[str, View], rank: int
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the sizes that arrays broadcast to, and the strides of each in them."""
    sizes = ["1"] * rank
    strides: dict[str, list[str]] = {}
    for name, view in arrays.items():
        missing = rank - len(view.sizes)
        strides[name] = ["0"] * missing
        for axis, (size, stride) in enumerate(
            zip(view.sizes, view.strides, strict=True), missing
        ):
            one = w.put(f"icmp eq i64 {size}, 1")
            if sizes[axis] == "1":
                sizes[axis] = size
            else:
                before = sizes[axis]
                differs = w.put(f"icmp ne i64 {size}, {before}")
                many = w.put(f"icmp ne i64 {before}, 1")
                several = w.put(f"icmp ne i64 {size}, 1")
                both = w.put(f"and i1 {many}, {several}")
                w.fault_if(w.put(f"and i1 {differs}, {both}"))
                sizes[axis] = w.put(f"select i1 {one}, i64 {before}, i64 {size}")
            strides[name].append(w.put(f"select i1 {one}, i64 0, i64 {stride}"))
    return sizes, strides


def one_row(
    w: Writer,
    arrays: Mapping[str, View],
    sizes: Sequence[str],
    strides: Mapping[str, Sequence[str]],
) -> tuple[str, str]:
    """Return whether all arrays are one row, and the number of elements."""
    total = "1"
    for size in sizes:
        total = w.put(f"mul i64 {total}, {size}")
    found = "true"
    for name, view in arrays.items():
        if len(view.sizes) < len(sizes):
            return "false", total
        step = str(view.type.dtype.itemsize)
        for size, own in zip(reversed(sizes), reversed(strides[name]), strict=True):
            single = w.put(f"icmp eq i64 {size}, 1")
            close = w.put(f"icmp eq i64 {own}, {step}")
            either = w.put(f"or i1 {single}, {close}")
            found = w.put(f"and i1 {found}, {either}")
            step = w.put(f"mul i64 {step}, {size}")
    return found, total

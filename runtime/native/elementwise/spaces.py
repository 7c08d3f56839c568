"""What a kernel of elementwise operations goes through, in registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.native.assembly.tasks import Task


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
        )

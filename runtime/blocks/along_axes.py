"""What needs all of one axis in one block: sorting, medians, transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.blocks.boxes import Box, is_whole, within
from runtime.blocks.deferred import BlockWriter, Chunks, Deferred
from runtime.blocks.driver import Driver, Handler
from runtime.blocks.handling import handles
from runtime.blocks.laying import grid_of
from runtime.blocks.operand_kinds import held
from runtime.blocks.refused import COMPUTE, Unsuited
from runtime.ir.nodes import Argument, Constant, Display
from runtime.types import Array, Type

KEEPING = ("sort", "argsort")
"""Functions of an array, an axis, and more."""
TRANSFORMS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
"""Functions of an array, a length, and an axis."""
MIDDLES = ("median", "nanmedian")
RANKS = ("percentile", "quantile", "nanpercentile", "nanquantile")
"""Functions of an array, a rank, and an axis."""


class Along(Deferred):
    """A call that takes all of one axis.

    Parameters
    ----------
    of : Type
        The type of the result.
    shape : tuple of int
        Its dimensions.
    operand : Deferred
        The array.
    row : str
        The operation.
    args, kwargs : sequence
        The arguments after the array.
    axis : int
        The axis of the array.
    kept : bool
        Whether the result has the axis.
    """

    def __init__(
        self,
        of: Type,
        shape: tuple[int, ...],
        operand: Deferred,
        row: str,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        axis: int,
        kept: bool,
    ) -> None:
        super().__init__(of, shape, (operand,))
        self._row = row
        self._args = tuple(map(Constant, args))
        self._kwargs = tuple((key, Constant(each)) for key, each in kwargs.items())
        self._axis = axis
        self._kept = kept

    def demands(self, box: Box) -> list[Box | None]:
        """Return the whole axis, and what the box has of the others."""
        others = list(box)
        if self._kept:
            del others[self._axis]
        others.insert(self._axis, (0, self.operands[0].shape[self._axis]))
        return [tuple(others)]

    def write(self, writer: BlockWriter, box: Box) -> Argument:
        """Write the call, and take what the box has of the axis."""
        (needed,) = self.demands(box)
        assert needed is not None
        part = writer.part(self.operands[0], needed)
        made = writer.call(
            self._row, (part, *self._args), self._kwargs, self.local_type
        )
        whole = list(box)
        if self._kept:
            whole[self._axis] = (0, self.shape[self._axis])
        slices = within(box, tuple(whole))
        if is_whole(slices):
            return made
        parts = [
            Display("slice", tuple(map(Constant, (one.start, one.stop, None))))
            for one in slices
        ]
        index = Display("tuple", tuple(parts))
        return writer.call("getitem", (made, index), (), self.local_type)

    def chunks(self, given: Sequence[Chunks]) -> Chunks:
        """Return the blocks along the other axes."""
        (own,) = given
        found = [each for axis, each in enumerate(own) if axis != self._axis]
        if self._kept:
            found.insert(self._axis, None)
        return tuple(found)


def _handler(name: str, before: int) -> Handler:
    """Return the handler of a function whose axis is so many arguments after."""

    def handler(driver: Driver, a: Any, *args: Any, **kwargs: Any) -> Any:
        array = held(a)
        given = [driver.known_in(each) for each in args]
        named = {key: driver.known_in(each) for key, each in kwargs.items()}
        if before < len(given):
            axis: Any = given[before]
        else:
            axis = named.get("axis", None if name in (*MIDDLES, *RANKS) else -1)
        rank = len(array.shape)
        if not isinstance(axis, (int, np.integer)) or named.get("out") is not None:
            hint = f"give one axis=, and keep that axis in one block; or {COMPUTE}"
            raise Unsuited(f"{name} of all elements goes through all blocks", hint)
        place = int(np.lib.array_utils.normalize_axis_index(int(axis), rank))
        _check(array, name, place)
        small = tuple(n if at == place else 1 for at, n in enumerate(array.shape))
        function = getattr(np.fft if name in TRANSFORMS else np, name)
        tested = function(np.zeros(small, array.dtype), *given, **named)
        if tested.ndim not in (rank, rank - 1):
            raise Unsuited(f"several ranks of {name} have no form", "ask for one")
        kept = tested.ndim == rank
        shape = [n for at, n in enumerate(array.shape) if kept or at != place]
        if kept:
            shape[place] = tested.shape[place]
        of = Array(tested.dtype, tuple(shape))
        return Along(of, tuple(shape), array, name, given, named, place, kept)

    return handler


def _check(array: Deferred, name: str, axis: int) -> None:
    """Refuse an axis in several blocks, with the blocks that would do."""
    count = len(grid_of(array)[axis])
    if count > 1:
        raise Unsuited(
            f"{name} needs all of axis {axis}, which is in {count} blocks",
            f"keep that axis in one block: x.rechunk({{{axis}: -1}})",
        )


for _names, _before in ((KEEPING, 0), (MIDDLES, 0), (RANKS, 1), (TRANSFORMS, 1)):
    for _name in _names:
        handles(_name)(_handler(_name, _before))

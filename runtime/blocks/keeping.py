"""Values that the workers keep, computed, from turn to turn of a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.blocks.deferred import Held
from runtime.blocks.laying import lay_out
from runtime.blocks.operand_kinds import deferred_in, unique


def keep(values: Iterable[Any], executor: str) -> None:
    """Have values computed, and keep what they are in the workers."""
    from dask import persist

    found = [
        each
        for each in unique(deferred_in(list(values)))
        if not each.kept and not isinstance(each, Held)
    ]
    if not found:
        return
    lay_out(found, executor)
    arrays = persist(*[each.array for each in found])
    for each, array in zip(found, arrays, strict=True):
        each.array = array
        each.kept = True


def wait_for(states: Iterable[Any]) -> None:
    """Wait until values are computed: few turns of a loop are on their way at once."""
    arrays = [each.array for each in deferred_in(list(states)) if each.kept]
    if not arrays:
        return
    try:
        from distributed import futures_of, wait
    except ImportError:  # without it, what is kept is computed
        return
    futures = futures_of(arrays)
    if futures:
        wait(futures)

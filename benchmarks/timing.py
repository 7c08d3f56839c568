"""Times of several candidates, taken in turns on one machine."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

Candidate = Callable[[], object]


@dataclass(frozen=True)
class Sample:
    """Seconds of one call, as many rounds measured them."""

    seconds: tuple[float, ...]

    @cached_property
    def median(self) -> float:
        """Half of the rounds were faster."""
        return statistics.median(self.seconds)

    @cached_property
    def spread(self) -> float:
        """Half of the rounds lie this close to the median, as a part of it."""
        if len(self.seconds) < 2:
            return 0.0
        low, _, high = statistics.quantiles(self.seconds, n=4)
        return (high - low) / 2 / self.median


def interleave(
    candidates: Mapping[str, Candidate], rounds: int, seconds: float
) -> dict[str, Sample]:
    """Time candidates in turns, so that a busy moment meets all of them.

    Parameters
    ----------
    candidates : mapping of str to callable
        What to call; finding out how long it takes also warms it up.
    rounds : int
        How many turns each candidate gets.
    seconds : float
        How long one turn should last; short calls are repeated in it.
    """
    repeats = {name: _repeats(call, seconds) for name, call in candidates.items()}
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    order = list(candidates)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name in order:
                taken[name].append(_time(candidates[name], repeats[name]))
            order.reverse()
            gc.collect(0)
    finally:
        if was_enabled:
            gc.enable()
    return {name: Sample(tuple(times)) for name, times in taken.items()}


def interleave_once(
    preparations: Mapping[str, Callable[[], Candidate]], rounds: int
) -> dict[str, Sample]:
    """Time in turns what can be done only once after each preparation."""
    taken: dict[str, list[float]] = {name: [] for name in preparations}
    for _ in range(rounds):
        for name, prepare in preparations.items():
            call = prepare()
            gc.collect()
            taken[name].append(_time(call, 1))
    return {name: Sample(tuple(times)) for name, times in taken.items()}


def _repeats(call: Candidate, seconds: float) -> int:
    repeats = 1
    while (taken := _time(call, repeats) * repeats) < seconds / 4:
        repeats *= 2
    return max(1, round(repeats * seconds / taken))


def _time(call: Candidate, repeats: int) -> float:
    turns = range(repeats)
    start = time.perf_counter()
    for _ in turns:
        call()
    return (time.perf_counter() - start) / repeats

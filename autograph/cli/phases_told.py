"""``--verbose``: how long each phase of a first call took, on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autograph.cli.outcome import complain
from autograph.library.logged import PhaseTimes
from runtime.phases import WATCHERS


@contextmanager
def phases_told(verbose: bool) -> Iterator[None]:
    """Print how long the phases of first calls take, if that is wanted."""
    told = PhaseTimes(complain)
    if verbose:
        WATCHERS.append(told)
    try:
        yield
    finally:
        if verbose:
            WATCHERS.remove(told)

"""Progress, on a terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

from autograph.cli.color import wants_color

T = TypeVar("T")

FEW = 5
"""So few are done before anybody has read how far it is."""


def tracked(items: Sequence[T], doing: str) -> Iterator[T]:
    """Go through items; show on standard error how far it is.

    A bar is drawn if standard error is a terminal and rich is installed. It is taken
    away at the end.

    Parameters
    ----------
    items : sequence
        What is gone through.
    doing : str
        What is done with them, such as ``checking``.
    """
    if len(items) <= FEW or not wants_color(sys.stderr):
        yield from items
        return
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        yield from items
        return
    console = Console(stderr=True)
    yield from track(items, doing, console=console, transient=True)

"""Progress bars, on terminals only."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from autograph.cli.color import wants_color

T = TypeVar("T")

FEW = 5
"""The number of items up to which no bar is shown."""


def tracked(
    items: Iterable[T], doing: str, total: int | None = None, quiet: bool = False
) -> Iterator[T]:
    """Iterate over items, and show the progress on standard error.

    A bar is drawn if standard error is a terminal and rich is installed. It is removed
    at the end.

    Parameters
    ----------
    items : iterable
        The items.
    doing : str
        What is done with them, such as ``checking``.
    total : int, optional
        How many they are, if they cannot tell.
    quiet : bool
        Whether to show nothing.
    """
    if isinstance(items, Sized):
        total = len(items)
    few = total is not None and total <= FEW
    if few or quiet or not wants_color(sys.stderr):
        yield from items
        return
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        yield from items
        return
    console = Console(stderr=True)
    yield from track(items, doing, total=total, console=console, transient=True)

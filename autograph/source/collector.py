"""Conversion without the garbage collector.

A conversion makes trees and keeps most of them. The collector runs more often the more
is kept. It would walk the trees again and again, and the time would grow faster than
the source.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector, and restore its state afterwards."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

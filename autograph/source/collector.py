"""Converting without the garbage collector.

A conversion makes trees and keeps most of them. The collector, which runs the oftener
the more is kept, would walk them again and again, and make the time grow faster than
the source.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Keep the garbage collector from running; leave it as it was."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

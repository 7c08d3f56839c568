"""Deep trees need deep recursion, for as long as they are walked."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

DEEP = 20_000
_lock = threading.Lock()
_depth = 0
_before = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit while the block runs, in any number of threads."""
    global _depth, _before
    with _lock:
        if _depth == 0:
            _before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_before, DEEP))
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if _depth == 0:
                sys.setrecursionlimit(_before)

"""The heap of the process, which arrays of each call come from.

The C library of Linux returns the end of the heap to the system once more is free there
than twice the largest block that was ever freed. A function of arrays frees all that it
computed at the end of each call: then the next call has its memory mapped anew, page by
page, which can take longer than to compute. A large block that is freed once, and never
touched, tells the library that such blocks come and go: see ``M_TRIM_THRESHOLD`` in
mallopt(3). Elsewhere this changes nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np

LARGEST = 2**24
"""The bytes of the largest arrays whose memory is kept for the next call."""


@cache
def keep_freed_memory() -> None:
    """Let the heap keep what arrays of up to `LARGEST` bytes leave behind."""
    np.empty(LARGEST, np.uint8)

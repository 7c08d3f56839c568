"""Compiling text again without the warnings that its first compilation gave."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

_lock = threading.Lock()


@contextmanager
def unwarned(filename: str) -> Iterator[None]:
    """Ignore warnings that the compiler gives for a file.

    ``warnings.catch_warnings`` is not safe here: a thread that enters a block of it
    meanwhile would keep the filter for ever.
    """
    with _lock:
        module = re.escape(filename.removesuffix(".py"))
        warnings.filterwarnings("ignore", module=module)
        filters: list[Any] = warnings.filters  # type: ignore[assignment]  # it is a list
        added = filters[0]
        try:
            yield
        finally:
            with suppress(ValueError):  # reset meanwhile
                filters.remove(added)

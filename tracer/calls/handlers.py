"""What several handlers of calls share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tracer.errors import NotStaged, on_behalf
from tracer.record.contents import Handler, has_symbol
from tracer.record.trace import Trace
from tracer.values.containers import as_list
from tracer.values.proxies import ObjectProxy


def not_yet(what: str) -> NotStaged:
    """Give the refusal of something that is not staged."""
    return NotStaged(
        f"{what} is not staged for values known only when the graph runs",
        hint="write it as a loop, or use the NumPy function",
    )


def row_or_python(row: str, function: Callable[..., Any]) -> Handler:
    """Record where an argument is symbolic, else do what Python does."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values())):
            return trace.emit(row, *map(as_list, args), **kwargs)
        if any(isinstance(value, ObjectProxy) for value in args):
            return trace.asked.call_back(function, args, kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def plain_call(function: Callable[..., Any]) -> Handler:
    """Do what Python does: its operators ask the symbols."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return on_behalf(function, *args, **kwargs)

    return handler


def is_array_method(name: str) -> bool:
    """Say whether arrays have a method of this name, and what has may be an array."""
    return callable(getattr(np.ndarray, name, None))

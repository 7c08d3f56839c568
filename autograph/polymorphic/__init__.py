"""One function, many graphs: signatures, concrete functions, retraces."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Pickled functions of version 0.1 name this module for the class.
    if name == "Function":
        from autograph.polymorphic.function import Function

        return Function
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

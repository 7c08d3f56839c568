"""What the user chose for a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Callbacks = Literal["warn", "allow", "error"]
Captures = Literal["guard", "freeze", "error"]
Chosen = Literal["auto", "plan", "native"]


@dataclass(frozen=True)
class Choices:
    """The options of a function; see `autograph.function`."""

    callbacks: Callbacks = "warn"
    captures: Captures = "guard"
    strict: bool = False
    input_signature: Any = None
    reduce_retracing: bool | None = None
    executor: Chosen = "auto"
    preset: frozenset[str] = frozenset()
    """The parameters that a partial function binds."""

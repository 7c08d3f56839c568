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
    threads: int = 1
    relaxed: bool = False
    preset: frozenset[str] = frozenset()
    """The parameters that a partial function binds."""

    @property
    def execution(self) -> dict[str, Any]:
        """What `runtime.executors.executable` takes of them."""
        names = ("executor", "strict", "threads", "relaxed")
        return {name: getattr(self, name) for name in names}

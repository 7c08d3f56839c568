"""How many constructs of the source the running code stands under."""

from __future__ import annotations


class Constructs:
    """A context of the code that stands under an ``if`` or a loop of the source.

    It is entered for each iteration, and so made once for a trace.

    Attributes
    ----------
    depth : int
        How many constructs the running code stands under.
    """

    __slots__ = ("depth",)

    def __init__(self) -> None:
        self.depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *_: object) -> None:
        self.depth -= 1

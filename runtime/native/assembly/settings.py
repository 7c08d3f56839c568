"""What a user may ask of machine code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What a user asked for.

    Parameters
    ----------
    threads : int
        How many threads compute the elements of large arrays.
    relaxed : bool
        Whether floats may be a few bits other than NumPy's.
    guards : bool
        Whether nothing is done with floats that the program does not do, even if that
        takes longer.
    """

    threads: int = 1
    relaxed: bool = False
    guards: bool = False

    @property
    def freedom(self) -> str:
        """What LLVM may do with the sums and products of a chain."""
        return " contract" if self.relaxed else ""

    @property
    def freedom_of_loops(self) -> str:
        """What it may do with those of a loop, whose order it may change too."""
        return " reassoc contract" if self.relaxed else ""


EXACT = Settings()
"""What holds where nothing is asked for."""

"""What a benchmark gives: a figure, and the bar it has to clear."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Sample


@dataclass(frozen=True)
class Bar:
    """A bound on one quantity of a figure.

    Parameters
    ----------
    measured : float
        The quantity: seconds, or a ratio.
    limit : float
        The most it may be.
    unit : str
        ``s`` or ``x``.
    what : str
        What the quantity is, where the name of the figure does not say it.
    terms : str
        What the limit is the sum of, where it is one.
    """

    measured: float
    limit: float
    unit: str
    what: str = ""
    terms: str = ""

    @property
    def passed(self) -> bool:
        """Whether the bar is cleared."""
        return self.measured <= self.limit


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Parameters
    ----------
    name : str
        What was measured.
    ours : Sample
        The times of AutoGraph.
    plain : Sample, optional
        The times of plain Python and NumPy, where they do the same.
    bar : Bar, optional
        What is asked of it.
    """

    name: str
    ours: Sample
    plain: Sample | None = None
    bar: Bar | None = None

    @property
    def ratio(self) -> float | None:
        """Our time in units of the plain one."""
        return self.ours.median / self.plain.median if self.plain else None

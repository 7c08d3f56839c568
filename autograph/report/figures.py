"""The result of `profile`: figures by line and by region, as text, page and file."""

from __future__ import annotations

import json
import linecache
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograph.report.lines import IN_PYTHON, NATIVE, PLAN, sheets_at
from autograph.report.page import Cell, Page, table
from runtime.cells import file_name, short_name
from runtime.notebooks import Html

if TYPE_CHECKING:
    from autograph.report.sampling import Stack

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"
_SLOWEST = (IN_PYTHON, PLAN, NATIVE)
"""What a line is said to be, if it is several."""
_LINES_SHOWN = 12
NOTHING_CALLED = "no function with @ag.function was called"
TOO_SHORT = "too short to say where; profile a function that makes more calls"


TableText = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A title, the heads of columns, and rows."""


@dataclass
class LineFigures:
    """The figures of one line.

    Attributes
    ----------
    seconds : float
        The time spent in it, without the functions that it calls.
    calls : int
        How often it ran in plans. Machine code does not count.
    bytes : int
        The bytes of the arrays that it made in plans, where their shapes are known.
    kinds : set of str
        Who ran it: ``native``, ``plan``, ``Python``.
    """

    seconds: float = 0.0
    calls: int = 0
    bytes: int = 0
    kinds: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The slowest of those who ran it."""
        if NATIVE in self.kinds and IN_PYTHON not in self.kinds:
            return NATIVE
        return next((each for each in _SLOWEST if each in self.kinds), "")


@dataclass(frozen=True)
class Phase:
    """A phase of the first calls of a function.

    Attributes
    ----------
    name, function, seconds : str, str, float
        Such as ``convert``, ``trace``, ``optimize`` or ``compile``; the function; how
        long it took, without other phases within it.
    """

    name: str
    function: str
    seconds: float


@dataclass(frozen=True)
class RegionFigures:
    """Something that ran as a whole.

    Attributes
    ----------
    kind, name, place : str, str, str
        ``native``, ``plan`` or ``Python``; the function; where it begins.
    calls : int, optional
        How often it was called, if that was counted.
    seconds : float
        The time spent in it, without other regions within it.
    """

    kind: str
    name: str
    place: str
    calls: int | None
    seconds: float


@dataclass(frozen=True)
class Profile:
    """Where the time of a call went; prints as a table or HTML.

    Attributes
    ----------
    title : str
        What ran.
    seconds : float
        How long all of it took.
    phases : tuple of Phase
        The phases of first calls.
    regions : tuple of RegionFigures
        What ran, by who ran it, longest first.
    lines : dict
        The figures of each line, by its file and number.
    stacks : dict
        The seconds spent, by the functions that ran.
    result : object
        What the call returned.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> found = ag.profile(ag.function(lambda x: (x * x).sum()), np.ones(3))
    >>> found.result, found.seconds > 0.0
    (np.float64(3.0), True)
    >>> [title for title, _, _ in found.tables()]
    ['first calls', 'regions', 'lines']
    >>> ag.profile(abs, -1)
    abs: ...; no function with @ag.function was called
    """

    title: str
    seconds: float
    phases: tuple[Phase, ...]
    regions: tuple[RegionFigures, ...]
    lines: Mapping[tuple[str, int], LineFigures]
    stacks: Mapping[Stack, float] = field(repr=False)
    result: Any = None

    def tables(self) -> list[TableText]:
        """Return its tables, each with a title, heads and rows of text."""
        phases: list[tuple[str, ...]] = [
            (each.name, each.function, time_text(each.seconds)) for each in self.phases
        ]
        regions: list[tuple[str, ...]] = [
            (
                each.kind,
                each.name,
                each.place,
                "" if each.calls is None else f"{each.calls:,}",
                time_text(each.seconds) if each.seconds else "",
            )
            for each in self.regions
        ]
        slowest = sorted(self.lines.items(), key=lambda each: -each[1].seconds)
        lines: list[tuple[str, ...]] = [
            (
                f"{short_name(file)}:{number}",
                linecache.getline(file, number).strip(),
                figures.kind,
                *self._figures(figures),
            )
            for (file, number), figures in slowest[:_LINES_SHOWN]
            if figures.seconds or figures.calls
        ]
        found: list[TableText] = [
            ("first calls", ("phase", "function", "time"), phases),
            ("regions", ("kind", "function", "from", "calls", "time"), regions),
            (
                "lines",
                ("place", "source", "kind", "time", "share", "calls", "bytes"),
                lines,
            ),
        ]
        return [each for each in found if each[2]]

    def __str__(self) -> str:
        texts = [f"{self.title}: {self.text_of_time}"]
        for title, heads, rows in self.tables():
            cells = [heads, *rows]
            widths = [min(max(map(len, column)), 44) for column in zip(*cells)]
            texts += ["", title]
            for row in cells:
                spelled = [
                    f"{cell[:width]:{width}}"
                    for cell, width in zip(row, widths, strict=True)
                ]
                texts.append(f"  {'  '.join(spelled)}".rstrip())
        return "\n".join(texts)

    __repr__ = __str__

    def html(self) -> str:
        """Return it beside the source, as an HTML page that needs no other file."""
        return self._page().document()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it beside the source, as an HTML page that needs no other file.

        Parameters
        ----------
        path : path-like
            The file.
        """
        Path(path).write_text(self.html(), encoding="utf-8")

    def save_speedscope(self, path: str | os.PathLike[str]) -> None:
        """Write a file for https://www.speedscope.app, which draws what called what.

        Parameters
        ----------
        path : path-like
            The file.
        """
        Path(path).write_text(self.speedscope_text(), encoding="utf-8")

    def speedscope_text(self) -> str:
        """Return the text of a file for speedscope."""
        return json.dumps(self.speedscope())

    @property
    def text_of_time(self) -> str:
        """How long all of it took, as text, and why nothing else is known, if so."""
        ours = any(each.kind in ("native", "plan") for each in self.regions)
        known = self.phases or self.lines or ours
        sampled = self.phases or any(each.seconds for each in self.regions)
        why = "" if sampled else f"; {TOO_SHORT}" if known else f"; {NOTHING_CALLED}"
        return time_text(self.seconds) + why

    def speedscope(self) -> dict[str, Any]:
        """Return the content of a file for speedscope."""
        frames: dict[Any, int] = {}
        samples = [
            [frames.setdefault(each, len(frames)) for each in stack]
            for stack in self.stacks
        ]
        spelled = [
            {"name": f"{each.function} [{each.kind}]"}
            | ({"file": file_name(each.file), "line": each.line} if each.file else {})
            for each in frames
        ]
        weights = list(self.stacks.values())
        sampled = {
            "type": "sampled",
            "name": self.title,
            "unit": "seconds",
            "startValue": 0,
            "endValue": sum(weights),
            "samples": samples,
            "weights": weights,
        }
        return {
            "$schema": _SCHEMA,
            "exporter": "autograph",
            "name": self.title,
            "activeProfileIndex": 0,
            "shared": {"frames": spelled},
            "profiles": [sampled],
        }

    def _repr_html_(self) -> Html:
        return self._page().fragment()

    def _page(self) -> Page:
        kinds = {place: each.kind for place, each in self.lines.items() if place[0]}
        cells = {
            place: self._cells(figures)
            for place, figures in self.lines.items()
            if figures.seconds or figures.calls
        }
        parts: list[Html] = []
        for title, heads, rows in self.tables()[:-1] if self.lines else self.tables():
            figures = {"first calls": 1, "regions": 2}.get(title, 0)
            parts += [Html(f"<h2>{title}</h2>"), table(heads, rows, figures)]
        heads = ("time", "calls", "bytes")
        about = f"In all {self.text_of_time}."
        return Page(self.title, about, sheets_at(kinds), parts, heads, cells)

    def _cells(self, figures: LineFigures) -> Sequence[Cell]:
        spent, _, calls, made = self._figures(figures)
        share = figures.seconds / self._whole if spent else None
        return Cell(spent, share), Cell(calls), Cell(made)

    def _figures(self, figures: LineFigures) -> tuple[str, str, str, str]:
        spent = time_text(figures.seconds) if figures.seconds else ""
        share = f"{figures.seconds / self._whole:.0%}" if spent else ""
        calls = f"{figures.calls:,}" if figures.calls else ""
        return spent, share, calls, bytes_text(figures.bytes)

    @property
    def _whole(self) -> float:
        return sum(each.seconds for each in self.lines.values()) or 1.0


def time_text(seconds: float) -> str:
    """Return a time in the unit that people read best.

    Examples
    --------
    >>> time_text(1.5), time_text(0.0123), time_text(0)
    ('1.50 s', '12.3 ms', '0 µs')
    """
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.0f} µs"


def bytes_text(count: int) -> str:
    """Return a number of bytes in the unit that people read best.

    Examples
    --------
    >>> bytes_text(48_000), bytes_text(3_000_000_000), bytes_text(0)
    ('48.0 kB', '3.0 GB', '')
    """
    for size, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B" if count else ""

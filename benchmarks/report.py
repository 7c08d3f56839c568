"""Figures as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from benchmarks.figures import Bar, Figure
from benchmarks.timing import Sample

_ROW = "{:<36}{:>11}{:>11}{:>8}{:>9}  {}"


def header() -> str:
    """Return the first lines of the table."""
    titles = _ROW.format("", "plain", "autograph", "spread", "ratio", "bar")
    return f"{titles}\n{'-' * 106}"


def row(figure: Figure) -> str:
    """Return one line of the table."""
    ratio = figure.ratio
    return _ROW.format(
        figure.name,
        _time(figure.plain.median) if figure.plain else "",
        _time(figure.ours.median),
        f"{figure.ours.spread:.0%}",
        f"{ratio:.2f}x" if ratio is not None else "",
        _verdict(figure.bar) if figure.bar else "",
    ).rstrip()


def summary(figures: Iterable[Figure]) -> str:
    """Return how many bars were cleared."""
    bars = [figure.bar for figure in figures if figure.bar]
    passed = sum(bar.passed for bar in bars)
    return f"{passed} of {len(bars)} bars passed"


def as_json(figures: Iterable[Figure]) -> dict[str, Any]:
    """Return all that was measured, and where."""
    return {
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "machine": platform.platform(),
        "processors": os.cpu_count(),
        "figures": [
            {
                "name": figure.name,
                "autograph": _sample(figure.ours),
                "plain": _sample(figure.plain) if figure.plain else None,
                "ratio": figure.ratio,
                "bar": _bar(figure.bar) if figure.bar else None,
            }
            for figure in figures
        ],
    }


def _verdict(bar: Bar) -> str:
    spell = _time if bar.unit == "s" else "{:.2f}x".format
    what = f" {bar.what}" if bar.what else ""
    verdict = "pass" if bar.passed else "MISS"
    limit = f"{spell(bar.limit)}{f' ({bar.terms})' if bar.terms else ''}"
    return f"{verdict}: {spell(bar.measured)}{what}, at most {limit}"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def _sample(sample: Sample) -> dict[str, Any]:
    return {
        "median": sample.median,
        "spread": sample.spread,
        "rounds": len(sample.seconds),
    }


def _bar(bar: Bar) -> dict[str, Any]:
    return {
        "measured": bar.measured,
        "limit": bar.limit,
        "unit": bar.unit,
        "what": bar.what,
        "terms": bar.terms,
        "passed": bar.passed,
    }

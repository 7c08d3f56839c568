"""The times beside each other as a picture, drawn by matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

_COLOURS = {
    "plain": "#9a9a9a",
    "Numba": "#3b7dd8",
    "JAX": "#8e5bbf",
    "PyTorch": "#d9822b",
    "TensorFlow": "#c9a800",
    "numexpr": "#5d9c4a",
    "AutoGraph": "#c0392b",
}


def draw(found: dict[str, Any], path: Path) -> None:
    """Draw each time as a part or multiple of ours, on a logarithmic scale.

    Parameters
    ----------
    found : dict
        What `comparison.compared` returns.
    path : Path
        The SVG file to be written.
    """
    rows = found["seconds"]
    mpl.rcParams["svg.hashsalt"] = "peers"  # the same picture for the same figures
    figure = Figure(figsize=(8.0, 0.32 * len(rows) + 1.2), layout="constrained")
    axes = figure.subplots()
    for name, colour in _COLOURS.items():
        places, ratios = [], []
        for place, row in enumerate(rows.values()):
            if name in row:
                places.append(place)
                ratios.append(row[name]["median"] / row["AutoGraph"]["median"])
        ours = name == "AutoGraph"
        axes.scatter(
            ratios, places, s=60 if ours else 36, c=colour, label=name, zorder=2 + ours
        )
    axes.axvline(1.0, color=_COLOURS["AutoGraph"], linewidth=1.0, zorder=1)
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_xlabel("time, in units of AutoGraph's: left is faster, right is slower")
    axes.legend(loc="lower right", fontsize=8)
    figure.savefig(path, metadata={"Date": None})

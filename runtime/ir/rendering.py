"""Pictures of graphs, drawn by Graphviz."""

from __future__ import annotations

from pathlib import Path

from runtime.errors import DrawingError

KINDS = ("svg", "png", "pdf")
"""Kinds of pictures by file suffix; ``.dot`` is the text itself."""


def draw_dot(dot: str, path: Path) -> None:
    """Draw a graph, given in the language of Graphviz, to a file: see `Graph.draw`."""
    kind = path.suffix.removeprefix(".").lower()
    if kind == "dot":
        path.write_text(dot, encoding="utf-8")
    elif kind in KINDS:
        path.write_bytes(rendered(dot, kind))
    else:
        ends = ", ".join(f".{each}" for each in KINDS)
        raise DrawingError(
            f"the file name {path.name!r} has no known picture format",
            hint=f"use a name that ends in {ends} or .dot",
        )


def rendered(dot: str, kind: str) -> bytes:
    """Return the picture.

    Raises
    ------
    DrawingError
        If the package or the program is not installed.
    """
    try:
        import graphviz
    except ImportError:
        raise DrawingError(
            "drawing needs the package graphviz",
            hint="pip install 'numpy-autograph[draw]'; to_dot() works without it",
        ) from None
    try:
        picture: bytes = graphviz.Source(dot).pipe(format=kind)
    except graphviz.ExecutableNotFound:
        raise DrawingError(
            "drawing needs the program dot of Graphviz, which is not on the PATH",
            hint="install Graphviz (https://graphviz.org/download), with apt, dnf or "
            "brew as graphviz; to_dot() works without it",
        ) from None
    except graphviz.CalledProcessError as error:
        raise DrawingError(f"dot could not draw the graph: {error}") from error
    return picture

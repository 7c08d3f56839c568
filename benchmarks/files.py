"""What it takes to save and to load a graph, against pickling it."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import autograph as ag
from benchmarks.figures import Bar, Figure
from benchmarks.timing import interleave
from runtime.operations import read_graph
from runtime.saving import Parameter, Saved, Signature, write
from runtime.saving.patterns import OfType
from runtime.types import FLOAT

OPERATIONS = 1_000
AT_MOST = 50e-3
"""The bar: seconds for a graph of a thousand operations."""


def files(rounds: int) -> Iterator[Figure]:
    """Time writing a graph to a file, and reading it back."""
    saved = _saved()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.ag")
        save = partial(write, path, {"long": [saved]}, ag.__version__)
        save()
        if ag.load(path).long(1.0) != OPERATIONS + 1.0:
            raise AssertionError("the loaded graph gives something else")
        pickled = pickle.dumps(saved.graph)
        times = interleave(
            {
                "pickle": partial(pickle.dumps, saved.graph),
                "unpickle": partial(pickle.loads, pickled),
                "save": save,
                "load": partial(ag.load, path),
            },
            rounds,
            seconds=0.0,
        )
    for name, plain in (("save", "pickle"), ("load", "unpickle")):
        bar = Bar(times[name].median, AT_MOST, "s", "in all")
        what = f"{name} {OPERATIONS:,} operations"
        yield Figure(what, times[name], times[plain], bar)


def _saved() -> Saved:
    """Return a graph that adds one again and again."""
    lines = ["graph long(x.0: float) -> float {"]
    lines += [f"x.{i + 1}: float = add(x.{i}, 1.0)" for i in range(OPERATIONS)]
    graph = read_graph("\n".join([*lines, f"return x.{OPERATIONS}", "}"]))
    parameter = Parameter("x", "POSITIONAL_OR_KEYWORD")
    return Saved(graph, Signature((parameter,), {"x": OfType(FLOAT)}), (("x",),))

"""What an import costs: whole processes, in pairs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Bar, Figure
from benchmarks.timing import interleave

OVER_NUMPY = 25e-3
DECORATED_OVER_NUMPY = 120e-3
NUMPY = "import numpy"
DECORATE = f"{NUMPY}; import autograph; autograph.function(lambda x: x)"
CALL = (
    f"{NUMPY}; import autograph; from benchmarks.functions import collatz; "
    "autograph.function(collatz)(numpy.int64(3))"
)


def imports(rounds: int) -> Iterator[Figure]:
    """Time processes that import, against one that imports NumPy alone."""
    times = interleave(
        {
            "numpy": partial(_run, NUMPY),
            "import": partial(_run, f"{NUMPY}; import autograph"),
            "decorate": partial(_run, DECORATE),
            "call": partial(_run, CALL),
        },
        rounds,
        seconds=0.0,
    )
    over = times["import"].median - times["numpy"].median
    bar = Bar(over, OVER_NUMPY, "s", "over import numpy")
    yield Figure("import autograph", times["import"], times["numpy"], bar)
    over = times["decorate"].median - times["numpy"].median
    bar = Bar(over, DECORATED_OVER_NUMPY, "s", "over import numpy")
    yield Figure("import, decorate", times["decorate"], times["numpy"], bar)
    yield Figure("import, decorate, call", times["call"], times["numpy"])


def _run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)

"""The workloads that are one expression, in numexpr."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numexpr
import numpy as np

from benchmarks.peers.workloads import Workload

numexpr.set_num_threads(1)

_CHAIN = "abs((sqrt(({e} + {a}) ** 2 + 1.0) - x) / 3.0)".format(
    e="((x * y + x - y) * 0.5) ** 2", a="x * y"
)
_GELU = "0.5 * x * (1.0 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))"


def prepared(workload: Workload) -> Callable[[], Any] | None:
    """Return a call of a workload, if it is an expression."""
    kind = workload.name.partition(",")[0]
    given = workload.arguments
    if kind == "chain of 12":
        names = dict(zip("xy", given, strict=True))
        return lambda: numexpr.evaluate(_CHAIN, names)
    if kind == "gelu":
        return lambda: numexpr.evaluate(_GELU, {"x": given[0]})
    if kind == "option price":
        return lambda: _option_price(*given)
    if kind == "Mandelbrot of arrays":
        return lambda: _mandelbrot(*given)
    return None


def _option_price(s: Any, k: Any, t: Any, r: float, v: float) -> Any:
    names = {"s": s, "k": k, "t": t, "r": r, "v": v}
    names["w"] = numexpr.evaluate("v * sqrt(t)", names)
    names["f"] = numexpr.evaluate("(log(s / k) + (r + v * v / 2) * t) / w", names)
    return numexpr.evaluate(
        "s / (1 + exp(-1.702 * f)) - k * exp(-r * t) / (1 + exp(-1.702 * (f - w)))",
        names,
    )


def _mandelbrot(re: Any, im: Any, limit: int) -> Any:
    names = {"re": re, "im": im, "x": np.zeros_like(re), "y": np.zeros_like(im)}
    counts = np.zeros(re.shape, dtype=np.int64)
    for _ in range(limit):
        names["i"] = numexpr.evaluate("x * x + y * y < 4.0", names)
        new_x = numexpr.evaluate("where(i, x * x - y * y + re, x)", names)
        names["y"] = numexpr.evaluate("where(i, 2.0 * x * y + im, y)", names)
        names["x"] = new_x
        counts += names["i"]
    return counts

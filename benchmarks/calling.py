"""What a call costs beside its kernels: functions that do next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import autograph as ag
from benchmarks import functions
from benchmarks.figures import Bar, Figure
from benchmarks.timing import interleave

TWO_ARRAYS = 0.4e-6
MACHINE_CODE = 0.35e-6
EACH_CAPTURE = 0.05e-6


@dataclass(frozen=True)
class Call:
    """One call, plain and decorated.

    Parameters
    ----------
    name : str
        As the table shows it.
    plain, ours : callable
        Do it.
    at_most : float, optional
        The bar: seconds over the plain call.
    """

    name: str
    plain: Callable[[], Any]
    ours: Callable[[], Any]
    at_most: float | None = None


def calls() -> list[Call]:
    """Return the calls, their graphs traced, their results checked.

    Raises
    ------
    AssertionError
        If a decorated call gives something else: a wrong result has no speed.
    """
    x, y = np.arange(3.0), np.ones(3)
    number, model = np.float64(2.0), functions.Model()
    found = [
        _call("a scalar", functions.add_two, number, number),
        Call(
            "two arrays, np.add",
            partial(np.add, x, y),
            _decorated(functions.add_two, x, y),
        ),
        _call("two arrays", functions.add_two, x, y, at_most=TWO_ARRAYS),
        _call("five arguments", functions.first_of_five, x, y, x, y, x),
        _call("a dict", functions.from_dict, {"x": x, "y": y}),
        Call("a method", partial(model.plain, x), lambda: model.decorated(x)),
    ]
    for each in found:
        if not np.array_equal(each.plain(), each.ours()):
            raise AssertionError(f"{each.name}: {each.ours()!r}, not {each.plain()!r}")
    return found


def _in_machine_code(
    x: Any, y: Any
) -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """Yield functions that are machine code as a whole, and arguments."""
    yield "two arrays", functions.weighted, (x, y)
    yield "five arguments", functions.weighted_five, (x, y, x, y, x)
    yield "a dict", functions.weighted_dict, ({"x": x, "y": y},)
    yield "a method", functions.Model().weighted, (x,)


def _call(name: str, function: Any, *arguments: Any, at_most: Any = None) -> Call:
    plain, ours = partial(function, *arguments), _decorated(function, *arguments)
    return Call(name, plain, ours, at_most)


def _decorated(
    function: Any, *arguments: Any, executor: Any = "auto"
) -> Callable[[], Any]:
    decorated = function
    if not hasattr(function, "trace_count"):
        decorated = ag.function(function, executor=executor)
    ours = partial(decorated, *arguments)
    ours()  # traced
    return ours


def call_overhead(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time calls that do next to nothing."""
    for each in calls():
        candidates = {"plain": each.plain, "ours": each.ours}
        times = interleave(candidates, rounds, seconds)
        over = times["ours"].median - times["plain"].median
        bar = each.at_most and Bar(over, each.at_most, "s", "over the plain call")
        yield Figure(f"call, {each.name}", times["ours"], times["plain"], bar or None)
    x, y = np.arange(3.0), np.ones(3)
    for name, function, arguments in _in_machine_code(x, y):
        ours = _decorated(function, *arguments, executor="native")
        plain = getattr(function, "python_function", function)
        candidates = {"plain": partial(plain, *arguments), "ours": ours}
        times = interleave(candidates, rounds, seconds)
        bar = Bar(times["ours"].median, MACHINE_CODE, "s", "in all")
        yield Figure(f"call, machine code, {name}", times["ours"], times["plain"], bar)
    captured = _decorated(functions.scaled, x, y)
    passed = _decorated(functions.scaled_by, x, y, 2.0)
    times = interleave({"passed": passed, "captured": captured}, rounds, seconds)
    over = times["captured"].median - times["passed"].median
    bar = Bar(over, EACH_CAPTURE, "s", "over passing it")
    yield Figure("call, a captured number", times["captured"], times["passed"], bar)

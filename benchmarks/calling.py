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


class Model:
    """An object whose method reads two attributes."""

    def __init__(self) -> None:
        self.weight = np.ones(3)
        self.bias = 1.0

    def plain(self, x: Any) -> Any:
        """Weigh an array."""
        return x * self.weight + self.bias

    decorated = ag.function(plain)

    def plainly_weighted(self, x: Any) -> Any:
        """Weigh an array, and add it."""
        return x * self.weight + x

    weighted = ag.function(plainly_weighted, executor="native")


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
    number, model = np.float64(2.0), Model()
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


def _in_machine_code(x: Any, y: Any) -> list[Call]:
    """Return calls of functions that are machine code as a whole."""
    model = Model()
    return [
        _native_call("two arrays", functions.weighted, x, y),
        _native_call("five arguments", functions.weighted_five, x, y, x, y, x),
        _native_call("a dict", functions.weighted_dict, {"x": x, "y": y}),
        Call(
            "a method",
            partial(model.plainly_weighted, x),
            lambda: model.weighted(x),
        ),
    ]


def _native_call(name: str, function: Any, *arguments: Any) -> Call:
    ours = ag.function(function, executor="native")
    return Call(name, partial(function, *arguments), partial(ours, *arguments))


def _call(name: str, function: Any, *arguments: Any, at_most: Any = None) -> Call:
    plain, ours = partial(function, *arguments), _decorated(function, *arguments)
    return Call(name, plain, ours, at_most)


def _decorated(function: Any, *arguments: Any) -> Callable[[], Any]:
    ours = partial(ag.function(function), *arguments)
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
    for each in _in_machine_code(x, y):
        each.ours()  # traced
        times = interleave({"plain": each.plain, "ours": each.ours}, rounds, seconds)
        bar = Bar(times["ours"].median, MACHINE_CODE, "s", "in all")
        name = f"call, machine code, {each.name}"
        yield Figure(name, times["ours"], times["plain"], bar)
    captured = _decorated(functions.scaled, x, y)
    passed = _decorated(functions.scaled_by, x, y, 2.0)
    times = interleave({"passed": passed, "captured": captured}, rounds, seconds)
    over = times["captured"].median - times["passed"].median
    bar = Bar(over, EACH_CAPTURE, "s", "over passing it")
    yield Figure("call, a captured number", times["captured"], times["passed"], bar)

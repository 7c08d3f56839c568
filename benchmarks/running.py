"""Programs run plain and decorated: workloads and first calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import autograph as ag
from benchmarks.figures import Bar, Figure
from benchmarks.functions import chain_of_24, collatz
from benchmarks.programs import Program, programs
from benchmarks.timing import Candidate, interleave, interleave_once

FIRST_CALL, EACH_NODE = 2e-3, 60e-6
"""The bar of first calls: so much for each, and so much more for each node."""


def check(program: Program, decorated: Callable[..., Any] | None = None) -> None:
    """See that the decorated function gives what the plain one gives.

    Raises
    ------
    AssertionError
        If it does not: a wrong result has no speed.
    """
    decorated = decorated or ag.function(program.function)
    expected = program.function(*program.arguments)
    for _ in range(2):  # traced, and from the cache
        found = decorated(*program.arguments)
        same = type(found) is type(expected) and np.array_equal(found, expected)
        if not same or np.result_type(found) != np.result_type(expected):
            raise AssertionError(f"{program.name}: {found!r}, not {expected!r}")


def workloads(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time each program, decorated against plain."""
    for program in programs():
        check(program)
        times = interleave(
            {
                "plain": partial(program.function, *program.arguments),
                "ours": partial(ag.function(program.function), *program.arguments),
            },
            rounds,
            seconds,
        )
        ratio = times["ours"].median / times["plain"].median
        bar = Bar(ratio, program.at_most, "x")
        yield Figure(program.name, times["ours"], times["plain"], bar)


def first_calls(rounds: int) -> Iterator[Figure]:
    """Time tracing, passes, planning and the first run of converted functions."""
    small = np.arange(1.0, 4.0)
    cases = [
        Program("collatz", collatz, (np.int64(1),)),
        Program("chain of 24", chain_of_24, (small, small)),
    ]
    for case in cases:
        check(case)  # from here on the conversion is known
        concrete = ag.function(case.function).get_concrete_function(*case.arguments)
        nodes = sum(1 for _ in concrete.graph.nodes())
        prepare = {case.name: partial(_first_call, case)}
        times = interleave_once(prepare, rounds)[case.name]
        limit = FIRST_CALL + EACH_NODE * nodes
        terms = f"{FIRST_CALL * 1e3:g} ms + {nodes} nodes x {EACH_NODE * 1e6:g} us"
        bar = Bar(times.median, limit, "s", terms=terms)
        yield Figure(f"first call, {case.name}", times, None, bar)


def _first_call(case: Program) -> Candidate:
    fresh: Any = ag.function(case.function)
    return partial(fresh, *case.arguments)

"""How long conversion takes, and how it grows with the source."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Iterator, Mapping
from functools import partial
from types import FunctionType
from typing import Any

from autograph.conversion import conversion_of, twin
from benchmarks.figures import Bar, Figure
from benchmarks.timing import Candidate, interleave_once

FIFTY_IFS = 0.1
DOUBLED = 2.3
_NUMBERS = itertools.count()

THIRTY_LINES = """
def program(n):
    total = 0
    largest = 0
    found = None
    for i in range(n):
        if i % 3 == 0:
            continue
        value = i * i - 4 * i
        if value < 0:
            value = -value
        elif value > 100:
            value = value // 2
        else:
            value += 1
        if value > largest:
            largest = value
        j = 0
        while j < 5:
            if j * value > 60:
                break
            total += j
            j += 1
        else:
            total += 7
        if total > 1000 and found is None:
            found = i
    if found is None:
        return total, largest
    total = total if total > 0 else -total
    found += 1
    return total, largest + found
"""


def two_armed_ifs(count: int) -> str:
    """Return a function with so many `if`s in sequence."""
    lines = ["def program(n):", "    s = 0"]
    for i in range(count):
        lines += [
            f"    if n > {i}:",
            f"        s = s + {i}",
            "    else:",
            f"        s = s - {i}",
        ]
    return "\n".join([*lines, "    return s", ""])


def nested_loops(depth: int) -> str:
    """Return a function with so many loops, each in the one before."""
    loops = ["    " * i + f"    for i{i} in range(1 + n % 2):" for i in range(depth)]
    body = "    " * depth + "    s = s + i0"
    return "\n".join(["def program(n):", "    s = 0", *loops, body, "    return s", ""])


def guard_returns(count: int) -> str:
    """Return a function with so many early returns."""
    lines = ["def program(n):"]
    for i in range(count):
        lines += [f"    if n == {i}:", f"        return {i * i}"]
    return "\n".join([*lines, "    return -1", ""])


SOURCES: dict[str, str] = {
    "30 lines": THIRTY_LINES,
    "20 two-armed ifs": two_armed_ifs(20),
    "50 two-armed ifs": two_armed_ifs(50),
    "200 two-armed ifs": two_armed_ifs(200),
    "400 two-armed ifs": two_armed_ifs(400),
    "6 nested loops": nested_loops(6),
    "12 nested loops": nested_loops(12),
    "200 guard returns": guard_returns(200),
    "400 guard returns": guard_returns(400),
}
HALVES = {
    "400 two-armed ifs": "200 two-armed ifs",
    "12 nested loops": "6 nested loops",
    "400 guard returns": "200 guard returns",
}


def conversions(rounds: int) -> Iterator[Figure]:
    """Time the conversion of each source."""
    for source in SOURCES.values():
        check(source)
    times = interleave_once(
        {name: partial(_prepare, source) for name, source in SOURCES.items()}, rounds
    )
    for name, sample in times.items():
        bar = None
        if name == "50 two-armed ifs":
            bar = Bar(sample.median, FIFTY_IFS, "s")
        elif name in HALVES:
            growth = sample.median / times[HALVES[name]].median
            bar = Bar(growth, DOUBLED, "x", f"the time of {HALVES[name].split()[0]}")
        yield Figure(f"convert {name}", sample, None, bar)


def check(source: str) -> None:
    """See that the converted function gives what the plain one gives.

    Raises
    ------
    AssertionError
        If it does not: a wrong result has no speed.
    """
    program = define(source)
    converted = twin(program)
    for n in (0, 1, 7, 41):
        if converted(n) != program(n):
            raise AssertionError(f"converted({n}) differs in:\n{source}")


def _prepare(source: str) -> Candidate:
    """Define the function afresh: what is converted once is not converted again."""
    return partial(conversion_of, define(source))


def define(source: str, names: Mapping[str, object] | None = None) -> FunctionType:
    """Define the function ``program`` of a source, in a file of its own."""
    name = f"<benchmark {next(_NUMBERS)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    scope: dict[str, Any] = {"__name__": "program", **(names or {})}
    exec(compile(source, name, "exec"), scope)
    program: FunctionType = scope["program"]
    return program

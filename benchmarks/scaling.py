"""How each phase of a first call grows when a construct is written twice as often.

``python -m benchmarks.scaling [WORD ...]`` prints, for each construct whose name has
one of the words, the time of each phase and its ratio to half the source.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

import autograph as ag
from autograph.conversion import conversion_of
from benchmarks.converting import define
from runtime.execute import compile_graph
from runtime.passes import optimize
from runtime.plan import make_plan

PHASES = ("convert", "trace", "optimize", "plan", "compile")
DOUBLED = 2.3
"""The most that a phase may take of twice the source, as a multiple."""
FLOOR = 2e-3
"""Times below are too short for a ratio."""

Source = Callable[[int], str]


def _lines(part: str, count: int, end: str = "return s") -> str:
    body = "".join(part.replace("K", str(number)) for number in range(count))
    return f"def program(n, x):\n    s = n\n{body}    {end}\n"


def _nested(header: str, inside: str, count: int, after: str = "") -> str:
    text = "def program(n, x):\n    s = n\n"
    for level in range(1, count + 1):
        text += "    " * level + header.replace("K", str(level)) + "\n"
    text += "    " * (count + 1) + inside + "\n"
    for level in range(count, 0, -1):
        for line in after.splitlines():
            text += "    " * level + line.replace("K", str(level)) + "\n"
    return text + "    return s\n"


def _flat(part: str, end: str = "return s") -> Source:
    return lambda count: _lines(part, count, end)


def _deep(header: str, inside: str, after: str = "") -> Source:
    return lambda count: _nested(header, inside, count, after)


def _joined(item: str, between: str, around: str) -> Source:
    def source(count: int) -> str:
        items = between.join(item.replace("K", str(each)) for each in range(count))
        return f"def program(n, x):\n    return {around.replace('...', items)}\n"

    return source


def _chained_calls(count: int) -> str:
    text = "def f0(n):\n    return n\n"
    for each in range(1, count):
        text += f"def f{each}(n):\n    return f{each - 1}(n) + {each}\n"
    return text + f"def program(n, x):\n    return f{count - 1}(n)\n"


def _elifs(count: int) -> str:
    arms = "".join(f"    elif n == {k}:\n        s = {k}\n" for k in range(1, count))
    return f"def program(n, x):\n    s = n\n    if n == 0:\n        s = 1\n{arms}    return s\n"


def _cases(count: int) -> str:
    arms = "".join(
        f"        case {k}:\n            s = n + {k}\n" for k in range(count)
    )
    return f"def program(n, x):\n    s = n\n    match n:\n{arms}    return s\n"


def _arguments(count: int) -> str:
    names = ", ".join(f"a{k}" for k in range(count))
    given = ", ".join(f"n + {k}" for k in range(count))
    total = " + ".join(f"a{k}" for k in range(count))
    return f"def g({names}):\n    return {total}\ndef program(n, x):\n    return g({given})\n"


def _handlers(count: int) -> str:
    arms = "".join(
        f"    except {kind}:\n        s = {k}\n"
        for k, kind in enumerate(["ValueError", "KeyError", "TypeError"] * (count // 3))
    )
    return f"def program(n, x):\n    s = n\n    try:\n        s = 7 // n\n{arms}    return s\n"


CONSTRUCTS: dict[str, tuple[Source, int]] = {
    "assignments": (_flat("    s = s + K\n"), 200),
    "names": (_flat("    aK = n + K\n    s = s + aK\n"), 150),
    "ifs": (
        _flat("    if s > K:\n        s = s + K\n    else:\n        s = s - K\n"),
        60,
    ),
    "ifs that bind": (
        _flat(
            "    if s > K:\n        aK = s\n    else:\n        aK = K\n    s = s + aK\n"
        ),
        60,
    ),
    "guards": (_flat("    if s == K:\n        return s + K\n"), 40),
    "conditional expressions": (_flat("    s = s + (K if s > K else 1)\n"), 80),
    "elifs": (_elifs, 40),
    "cases": (_cases, 40),
    "whiles": (_flat("    while s < K:\n        s = s + 1\n"), 40),
    "whiles that break": (
        _flat(
            "    while s < K:\n        s = s + 1\n        if s == K + 2:\n            break\n"
        ),
        30,
    ),
    "fors": (_flat("    for v in x:\n        s = s + v\n"), 40),
    "fors over ranges": (_flat("    for i in range(n):\n        s = s + i\n"), 40),
    "unrolled fors": (_flat("    for i in range(3):\n        s = s + i\n"), 60),
    "one long unrolled for": (
        lambda count: (
            f"def program(n, x):\n    s = n\n    for i in range({count}):\n        s = s + i * n\n    return s\n"
        ),
        200,
    ),
    "unrolled ifs": (
        lambda count: (
            f"def program(n, x):\n    s = n\n    for i in range({count}):\n        if s > i:\n            s = s - i\n    return s\n"
        ),
        60,
    ),
    "unrolled for that breaks": (
        lambda count: (
            f"def program(n, x):\n    s = n\n    for i in range({count}):\n        s = s + n\n        if s > i * 9:\n            break\n    return s\n"
        ),
        12,
    ),
    "tries": (
        _flat(
            "    try:\n        s = s // (n - K)\n    except ZeroDivisionError:\n        s = K\n"
        ),
        60,
    ),
    "finallies": (
        _flat("    try:\n        s = s // (n - K)\n    finally:\n        s = s + K\n"),
        40,
    ),
    "handlers": (_handlers, 30),
    "withs": (_flat("    with np.errstate(all='ignore'):\n        s = s + K\n"), 40),
    "asserts": (_flat("    assert s > -K\n"), 60),
    "calls": (_flat("    s = s + np.abs(n)\n"), 100),
    "calls of functions": (
        lambda count: (
            "def g(n, k):\n    return n + k\n" + _lines("    s = g(s, K)\n", count)
        ),
        60,
    ),
    "calls of branching functions": (
        lambda count: (
            "def g(n, k):\n    if n > k:\n        return n - k\n    return n + k\n"
            + _lines("    s = g(s, K)\n", count)
        ),
        40,
    ),
    "chained calls": (_chained_calls, 15),
    "arguments": (_arguments, 120),
    "nested functions": (
        _flat("    def gK(a):\n        return a + K\n    s = gK(s)\n"),
        40,
    ),
    "lambdas": (_flat("    s = (lambda a: a + K)(s)\n"), 40),
    "list literal": (_joined("n + K", ", ", "[...]"), 120),
    "tuple literal": (_joined("n + K", ", ", "(...,)"), 120),
    "dict literal": (_joined("K: n + K", ", ", "{...}"), 120),
    "constants": (_joined("K", ", ", "x[0] + np.array([...])"), 400),
    "long sum": (_joined("n", " + ", "..."), 100),
    "long or": (_joined("n == K", " or ", "..."), 40),
    "comparisons": (_joined("n", " < ", "..."), 40),
    "text": (_joined("{n}", "", "f'...'"), 60),
    "appends": (
        lambda count: (
            "def program(n, x):\n    s = []\n"
            + "".join(f"    s.append(n + {k})\n" for k in range(count))
            + "    return s\n"
        ),
        100,
    ),
    "stored keys": (
        lambda count: (
            "def program(n, x):\n    s = {}\n"
            + "".join(f"    s[{k}] = n + {k}\n" for k in range(count))
            + "    return s\n"
        ),
        100,
    ),
    "items": (_flat("    s = s + x[K % 3]\n"), 100),
    "stores into an array": (_flat("    x[K % 3] = s + K\n"), 100),
    "attributes": (_flat("    s = s + x.size\n"), 100),
    "attributes of an object": (
        lambda count: (
            "class Box:\n    v = 1.5\n"
            + _lines("    s = s + b.v\n    b.v = s\n", count).replace(
                "    s = n\n", "    s = n\n    b = Box()\n"
            )
        ),
        60,
    ),
    "comprehensions": (_flat("    s = s + sum([v + K for v in x])\n"), 30),
    "nested ifs": (_deep("if s > K:", "s = s + 1"), 9),
    "nested ifs with else": (
        _deep("if s > K:", "s = s + 1", "else:\n    s = s - K"),
        9,
    ),
    "nested whiles": (_deep("while s < K:", "s = s + 1"), 5),
    "nested fors": (_deep("for vK in x:", "s = s + v1"), 5),
    "nested tries": (
        _deep("try:", "s = 7 // s", "except ZeroDivisionError:\n    s = s + K"),
        8,
    ),
    "nested withs": (_deep("with np.errstate(all='ignore'):", "s = s + 1"), 9),
    "nested parentheses": (
        lambda count: (
            "def program(n, x):\n    return " + "-(" * count + "n" + ")" * count + "\n"
        ),
        40,
    ),
    "nested calls": (
        lambda count: (
            "def program(n, x):\n    return "
            + "abs(" * count
            + "n"
            + ")" * count
            + "\n"
        ),
        40,
    ),
    "nested lists": (
        lambda count: (
            "def program(n, x):\n    return " + "[" * count + "n" + "]" * count + "\n"
        ),
        40,
    ),
    "methods chained": (
        lambda count: "def program(n, x):\n    return x" + ".copy()" * count + "\n",
        60,
    ),
}


@dataclass(frozen=True)
class Times:
    """Seconds of each phase."""

    seconds: dict[str, float]


def times(source: str) -> Times:
    """Time the phases of a first call."""
    program: FunctionType = define(source, {"np": np})
    given = np.int64(3), np.arange(3.0)
    found: dict[str, float] = {}
    _timed(found, "convert", lambda: conversion_of(program, traced=True))
    decorated: Any = ag.function(program, callbacks="allow")
    concrete = _timed(found, "trace", lambda: decorated.get_concrete_function(*given))
    optimized = _timed(found, "optimize", lambda: optimize(concrete.graph))
    _timed(found, "plan", lambda: make_plan(optimized))
    _timed(found, "compile", lambda: compile_graph(optimized))
    found["compile"] = max(found["compile"] - found["plan"], 0.0)
    return Times(found)


def _timed(found: dict[str, float], phase: str, run: Callable[[], Any]) -> Any:
    started = time.process_time()
    result = run()
    found[phase] = time.process_time() - started
    return result


def growth(name: str) -> Iterator[tuple[str, float, float]]:
    """Return the phases of a construct: what twice the source takes, and the ratio."""
    source, count = CONSTRUCTS[name]
    single = [times(source(count)) for _ in range(3)]
    double = [times(source(2 * count)) for _ in range(2)]
    for phase in PHASES:
        before = min(each.seconds[phase] for each in single)
        after = min(each.seconds[phase] for each in double)
        yield phase, after, after / max(before, FLOOR / 2)


def main(words: list[str]) -> int:
    """Print the table; tell whether all phases keep within the bar."""
    kept = True
    print(f"{'':32}" + "".join(f"{phase:>20}" for phase in PHASES))
    for name in CONSTRUCTS:
        if words and not any(word in name for word in words):
            continue
        try:
            row = list(growth(name))
        except Exception as error:
            print(
                f"{name:32}{type(error).__name__}: {str(error).splitlines()[0]}"[:150]
            )
            kept = False
            continue
        cells = ""
        for _, seconds, ratio in row:
            slow = ratio > DOUBLED and seconds > FLOOR
            kept = kept and not slow
            cells += f"{1e3 * seconds:9.1f} ms {ratio:5.1f}{'x !' if slow else 'x  '}"
        print(f"{name:32}{cells}", flush=True)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

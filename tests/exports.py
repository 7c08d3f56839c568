"""The corpus in other languages: `python -m tests.exports [PART OF A NAME ...]`.

`--to jax` needs JAX, `--to onnx` needs onnx and onnxruntime; `tests/exports_to_jax.py`
says what must agree there. `--jit` runs what is exported to JAX by `jax.jit`, and has
all refused that asks for values; `--room` says how many items its lists get at most.

Each function is traced for each of its argument sets, exported, and run without this
library. To Python everything must be the same as for the function itself, to the bit:
value, errors, prints, warnings, what is left in the arguments.

The share is told for the files about numbers, and for all functions whose arguments
and results are numbers, arrays of them, and tuples, lists and dicts of these.
"""

from __future__ import annotations

import argparse
import builtins
import functools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import autograph
from tests import harness
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.exports_to_jax import call_with_its_own
from tests.harness import REFUSED, SAME, judge_case, run

OURS = ("autograph", "tracer", "runtime")
NUMBERS = frozenset(
    "array_usage array_usage_advanced battery_arrays_in_place builtins_numbers "
    "changed_in_place dynamic_programming for_loops graphs_and_grids in_place "
    "linear_algebra moving_types number_theory roots_and_quadrature simulation "
    "sorting_and_searching state_of_arrays statistics_and_learning "
    "textbook_algorithms textbook_differential_equations textbook_learning "
    "textbook_linear_algebra textbook_mixed while_loops".split()
)
"""The files of functions about numbers."""


def main() -> int:
    """Judge all functions, and print what is different."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="parts of names: file.function")
    parser.add_argument("--to", choices=tuple(JUDGES), default="python")
    parser.add_argument("--refused", action="store_true", help="show refusals")
    parser.add_argument("--jit", action="store_true", help="run by jax.jit")
    parser.add_argument("--room", type=int, help="of lists whose length is not known")
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {"files about numbers": Counter()}
    counts |= {"functions of numbers": Counter(), "all functions": Counter()}
    judge = judged_on_jax(True, options.room) if options.jit else JUDGES[options.to]()
    for case in all_cases():
        if options.parts and not any(part in case.name for part in options.parts):
            continue
        verdict, reason = judge(case)
        if verdict != SAME and (verdict != REFUSED or options.refused):
            print(f"{verdict:9} {case.name}: {reason}", flush=True)
        for name in kinds(case):
            counts[name][verdict] += 1
    for name, found in counts.items():
        share = found[SAME] / max(found.total(), 1)
        print(f"{name}: {share:.1%} of {found.total()}, {dict(found)}")
    return int(any(found["different"] for found in counts.values()))


def judged(case: Case) -> tuple[str, str]:
    """Return the verdict on plain Python of a function, and the reason."""
    harness.lines_within = lambda *_: ()  # a module has lines of its own
    judgement = judge_case(case, exported, 20)
    return judgement.verdict, judgement.reason


def judged_on_jax(
    jit: bool = False, room: int | None = None
) -> Callable[[Case], tuple[str, str]]:
    """Return what judges functions on JAX."""
    import jax

    from tests import exports_to_jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    return functools.partial(exports_to_jax.judged, jit=jit, room=room)


def judged_in_onnx() -> Callable[[Case], tuple[str, str]]:
    """Return what judges models of ONNX."""
    from tests import exports_to_onnx

    return exports_to_onnx.judged


JUDGES: dict[str, Callable[[], Callable[[Case], tuple[str, str]]]] = {
    "python": lambda: judged,
    "jax": judged_on_jax,
    "onnx": judged_in_onnx,
}


def kinds(case: Case) -> Iterator[str]:
    """Yield the sets of functions that a case belongs to."""
    yield "all functions"
    if case.name.partition(".")[0] in NUMBERS:
        yield "files about numbers"
    if all(is_numeric(case, number) for number in range(case.count)):
        yield "functions of numbers"


def is_numeric(case: Case, number: int) -> bool:
    """Whether arguments and result of a call are numbers, arrays and groups of them."""
    found: list[bool] = []

    def called(*arguments: Any) -> Any:
        given = holds_numbers(arguments)
        found.append(given and holds_numbers(case.function(*arguments)))

    run(case, called, number, 20)
    return all(found)


def holds_numbers(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return type(value) is np.ndarray and value.dtype.kind in "biufc"
    if type(value) in (tuple, list):
        return all(map(holds_numbers, value))
    if type(value) is dict:
        return all(
            (type(key) is str or holds_numbers(key)) and holds_numbers(item)
            for key, item in value.items()
        )
    return value is None or isinstance(
        value, (bool, int, float, complex, np.number, np.bool)
    )


def exported(function: Callable[..., Any], **_: Any) -> Callable[..., Any]:
    """Return a function that exports itself for a call, and runs what it exported."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        traced = autograph.function(function)
        concrete = traced.get_concrete_function(*args, **kwargs)
        text = autograph.export.python(concrete)
        module = loaded(text)[concrete.name]
        return call_with_its_own(module, function, *args, **kwargs)

    return called


def loaded(text: str) -> dict[str, Any]:
    """Run the text of a module as if this library was not installed."""
    space = {"__name__": "exported", "__builtins__": WITHOUT_US}
    exec(compile(text, "<exported>", "exec"), space)
    return space


def _import(name: str, *others: Any) -> Any:
    if name.partition(".")[0] in OURS:
        raise ImportError(f"{name} is not installed here")
    return builtins.__import__(name, *others)


WITHOUT_US = {**vars(builtins), "__import__": _import}

if __name__ == "__main__":
    sys.exit(main())

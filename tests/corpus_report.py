"""Run the corpus plain and decorated: `python -m tests.corpus_report`.

Prints how many cases are the same, refused, obscure and different, and one line for
each that is not the same. `--as identity` checks the corpus itself, `--as twin` the
conversion without the tracer, `--as open` graphs that know no shapes, `--as native`
machine code. `--as faults` is machine code that looks for faults in each turn, comes to
one at each third look, and calls whatever it has no instructions for.

`--as behind`, `path`, `loop` and `calls` put each function into another place: see
`tests.placed`. Texts of tracebacks, and modules of classes that are made, differ there.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from types import FunctionType
from typing import Any

import autograph.conversion  # noqa: F401 - what it misses, it misses here, and once
from tests.corpus import all_cases
from tests.harness import DIFFERENT, OBSCURE, VERDICTS, Judgement, judge_case

MEMORY = 3 * 2**30


def staged(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    import autograph

    return autograph.function(function, **options)


def for_open_shapes(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    from tests.opened import opened

    return opened(function, **options)


def natively(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    import autograph

    if not options.get("strict"):  # which is the plan
        options["executor"] = "native"
    return autograph.function(function, **options)


def under_faults(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    from runtime.native import executable
    from runtime.native.loading.library import library
    from runtime.native.nodes import control, resuming

    control.TURNS, resuming.COST, executable.FEW = 1, 0.0, 10**9
    library().force_faults(3)
    return natively(function, **options)


def placed(name: str) -> Callable[..., Any]:
    def decorate(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
        from tests import placed

        placing: Callable[..., Any] = getattr(placed, name)
        return placing(function, **options)

    return decorate


def twin(function: FunctionType, **_: Any) -> Callable[..., Any]:
    from autograph import conversion

    return conversion.twin(function)


def unchanged(function: Callable[..., Any], **_: Any) -> Callable[..., Any]:
    return function


DECORATORS: dict[str, Callable[..., Any]] = {
    "function": staged,
    "open": for_open_shapes,
    "native": natively,
    "faults": under_faults,
    "behind": placed("behind_unknown_code"),
    "path": placed("on_one_path"),
    "loop": placed("in_a_loop"),
    "calls": placed("calling_python"),
    "twin": twin,
    "identity": unchanged,
}


def main() -> int:
    options = arguments()
    chosen = options.verdict or VERDICTS[1:]
    counts: Counter[str] = Counter()
    core = {case.name for case in all_cases() if case.core}
    for name, judgement in sorted(judgements(options)):
        counts[judgement.verdict] += 1
        counts["core " + judgement.verdict] += name in core
        if judgement.verdict in chosen:
            mark = "*" if name in core else " "
            print(f"{judgement.verdict:9} {mark} {name}: {judgement.reason}")
    print(", ".join(f"{counts[v]} {v}" for v in VERDICTS), end="; core (*): ")
    print(", ".join(f"{counts['core ' + v]} {v}" for v in VERDICTS))
    return int(counts[DIFFERENT] + counts[OBSCURE] > 0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-k", dest="pattern", default="", help="part of file.function")
    parser.add_argument(
        "--verdict", action="append", choices=VERDICTS, help="show only"
    )
    parser.add_argument("--core", action="store_true", help="core cases alone")
    parser.add_argument(
        "--as",
        dest="form",
        choices=DECORATORS,
        default="function",
        help="staged (default), for unknown shapes, as machine code, in another place, "
        "converted alone, or as it is",
    )
    parser.add_argument("--seconds", type=float, default=60, help="limit of one call")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def judgements(options: argparse.Namespace) -> Iterator[tuple[str, Judgement]]:
    cases = [c for c in all_cases(options.pattern) if c.core or not options.core]
    names = [case.name for case in cases]
    batches = [names[start : start + 10] for start in range(0, len(names), 10)]
    if options.jobs == 1:
        for batch in batches:
            yield from judge_names(batch, options.form, options.seconds)
        return
    with workers(options.jobs) as pool:
        running = {
            pool.submit(judge_names, batch, options.form, options.seconds): batch
            for batch in batches
        }
        for future in as_completed(running):
            try:
                yield from future.result()
            except BrokenProcessPool:
                for name in running[future]:
                    yield judge_alone(name, options)


def judge_alone(name: str, options: argparse.Namespace) -> tuple[str, Judgement]:
    """One case in a process of its own, which it may take down."""
    with workers(1) as pool:
        try:
            return pool.submit(
                judge_names, [name], options.form, options.seconds
            ).result()[0]
        except BrokenProcessPool:
            return name, Judgement(OBSCURE, "the process died")


def workers(count: int) -> ProcessPoolExecutor:
    """Processes that get a MemoryError where they would bring the machine down."""
    limits = (resource.RLIMIT_AS, (MEMORY, MEMORY))
    return ProcessPoolExecutor(count, initializer=resource.setrlimit, initargs=limits)


def judge_names(
    names: list[str], form: str, seconds: float
) -> list[tuple[str, Judgement]]:
    by_name = {case.name: case for case in all_cases()}
    decorate = DECORATORS[form]
    return [(name, judge_case(by_name[name], decorate, seconds)) for name in names]


if __name__ == "__main__":
    sys.exit(main())

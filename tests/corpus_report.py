"""Run the corpus plain and decorated: `python -m tests.corpus_report`.

Prints how many cases are the same, refused, obscure and different, and one line for
each that is not the same. `--identity` checks the corpus itself.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from tests.corpus import all_cases
from tests.harness import DIFFERENT, OBSCURE, VERDICTS, Judgement, judge_case


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
    parser.add_argument("--identity", action="store_true", help="plain against plain")
    parser.add_argument("--seconds", type=float, default=10, help="limit of one call")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def judgements(options: argparse.Namespace) -> Iterator[tuple[str, Judgement]]:
    cases = [c for c in all_cases(options.pattern) if c.core or not options.core]
    names = [case.name for case in cases]
    batches = [names[start : start + 10] for start in range(0, len(names), 10)]
    if options.jobs == 1:
        for batch in batches:
            yield from judge_names(batch, options.identity, options.seconds)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        running = {
            pool.submit(judge_names, batch, options.identity, options.seconds): batch
            for batch in batches
        }
        for future in as_completed(running):
            try:
                yield from future.result()
            except BrokenProcessPool:
                died = Judgement(OBSCURE, "the process died in this batch; try -j 1")
                yield from ((name, died) for name in running[future])


def judge_names(
    names: list[str], identity: bool, seconds: float
) -> list[tuple[str, Judgement]]:
    by_name = {case.name: case for case in all_cases()}
    decorate = unchanged if identity else decorator()
    return [(name, judge_case(by_name[name], decorate, seconds)) for name in names]


def decorator() -> Callable[..., Any]:
    import autograph

    return autograph.function


def unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


if __name__ == "__main__":
    sys.exit(main())

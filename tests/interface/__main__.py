"""The command: `python -m tests.interface [PART OF A NAME ...]`.

Prints what is not typed, and a line of counts, by each function's worst case.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from tests.corpus_report import workers
from tests.interface import tables
from tests.interface.judging import TYPED, VERDICTS, Found, found
from tests.interface.names import callables


def main() -> int:
    """Run the functions, and print what was found."""
    options = arguments()
    shown = options.verdict or [each for each in VERDICTS if each != TYPED]
    counts, cases = Counter[str](), 0
    for path, results in judged(options):
        worst = max(results, key=lambda each: VERDICTS.index(each.verdict))
        counts[worst.verdict] += 1
        cases += len(results)
        for each in results if options.cases else [worst]:
            if each.verdict in shown:
                print(
                    f"{each.verdict:11} {path}: {each.text}  {each.reason}", flush=True
                )
    total = sum(counts.values())
    print(f"{total} callables, {cases} cases:", end=" ")
    print(", ".join(f"{counts[v]} {v} ({counts[v] / total:.1%})" for v in VERDICTS))
    return int(any(counts[verdict] for verdict in VERDICTS[-3:]))


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="parts of paths; all without")
    parser.add_argument("--verdict", action="append", choices=VERDICTS)
    parser.add_argument("--cases", action="store_true", help="print each case")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def judged(options: argparse.Namespace) -> Iterator[tuple[str, list[Found]]]:
    chosen = [
        path
        for path in callables()
        if path not in tables.LEFT_OUT
        and (not options.parts or any(part in path for part in options.parts))
    ]
    batches = [chosen[start : start + 10] for start in range(0, len(chosen), 10)]
    if options.jobs == 1:
        for batch in batches:
            yield from judge_all(batch)
        return
    with workers(options.jobs) as pool:
        running = {pool.submit(judge_all, batch): batch for batch in batches}
        for future in as_completed(running):
            try:
                yield from future.result()
            except BrokenProcessPool:
                for path in running[future]:
                    yield path, [Found("obscure", "", "the process died")]


def judge_all(paths: list[str]) -> list[tuple[str, list[Found]]]:
    """Judge some functions, in a folder of their own, on the terminal of nobody."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        os.chdir(folder)
        warnings.simplefilter("ignore")
        return [(path, found(path)) for path in paths]


if __name__ == "__main__":
    sys.exit(main())

"""The command: `python -m tests.world [PART OF A NAME ...]`.

Prints what is not the same, what is slow, how many functions warn, and a line of
counts for each table. Install the packages with `pip install -e '.[world]'`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from tests.corpus_report import workers
from tests.harness import DIFFERENT, OBSCURE, SAME, Judgement
from tests.world.drivers import Driver, drivers, table_names
from tests.world.judging import ALL_VERDICTS, ENDLESS, Found, found

BAD = (OBSCURE, DIFFERENT, ENDLESS)
Batch = list[Driver]


def main() -> int:
    """Run the drivers, and print what was found."""
    options = arguments()
    shown = options.verdict or ALL_VERDICTS[1:]
    counts: dict[str, Counter[str]] = {}
    slow, total = [], Counter[str]()
    for table, each in all_found(options):
        count = counts.setdefault(table, Counter())
        verdict = each.judgement.verdict
        for counter in (count, total):
            counter.update([verdict, "drivers"] + ["warn"] * bool(each.told))
        if verdict in shown:
            print(f"{verdict:9} {each.name}: {each.judgement.reason}", flush=True)
        if options.warnings:
            for text in each.told:
                print(f"warns     {each.name}: {' '.join(text.split())}", flush=True)
        if each.ratio is not None and each.ratio >= options.slow:
            slow.append(each)
    for each in sorted(slow, key=lambda one: -(one.ratio or 0)):
        print(
            f"slow      {each.name}: {each.ratio:.1f} times {each.plain * 1e3:.2f} ms"
        )
    for table, count in sorted(counts.items()):
        print(f"{table}: {summary(count)}")
    print(f"all: {summary(total)}")
    return int(any(total[verdict] for verdict in BAD))


def summary(count: Counter[str]) -> str:
    kinds = [f"{count[v]} {v}" for v in ALL_VERDICTS if count[v] or v == SAME]
    return f"{count['drivers']} functions: {', '.join(kinds)}; {count['warn']} warn"


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help="parts of table.function; all without")
    parser.add_argument("--verdict", action="append", choices=ALL_VERDICTS)
    parser.add_argument("--warnings", action="store_true", help="print our warnings")
    parser.add_argument("--slow", type=float, default=2.0, help="ratio from which on")
    parser.add_argument(
        "--whole", action="store_true", help="convert whole packages, not one module"
    )
    parser.add_argument("--seconds", type=float, default=20, help="limit of one call")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def all_found(options: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    chosen = [
        driver
        for table in table_names()
        for driver in drivers(table)
        if not options.parts
        or any(part in f"{table}.{driver.name}" for part in options.parts)
    ]
    batches = [chosen[start : start + 5] for start in range(0, len(chosen), 5)]
    if options.jobs == 1:
        for batch in batches:
            yield from judged(batch, options.whole, options.seconds)
        return
    with workers(options.jobs) as pool:
        running = {
            pool.submit(judged, batch, options.whole, options.seconds): batch
            for batch in batches
        }
        for future in as_completed(running):
            try:
                yield from future.result()
            except BrokenProcessPool:
                for driver in running[future]:
                    yield driver.table, alone(driver, options)


def alone(driver: Driver, options: argparse.Namespace) -> Found:
    """One driver in a process of its own, which it may take down."""
    with workers(1) as pool:
        try:
            future = pool.submit(judged, [driver], options.whole, options.seconds)
            return future.result()[0][1]
        except BrokenProcessPool:
            return Found(driver.name, Judgement(OBSCURE, "the process died"))


def judged(batch: Batch, whole: bool, seconds: float) -> list[tuple[str, Found]]:
    return [
        (driver.table, found(driver, whole=whole, seconds=seconds)) for driver in batch
    ]


if __name__ == "__main__":
    sys.exit(main())

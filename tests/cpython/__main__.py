"""Run CPython's own tests on converted modules: `python -m tests.cpython`.

Each test module runs three times, each time in a fresh process: as it is; with every
function of the modules it is about replaced by its functional form; with the files of
these modules converted by `autograph convert`. `--write` writes the table to
`docs/cpython.md`. `--as native` has the functions traced, and run as machine code, of
modules that tracing itself does not need; `--as function` lets them run as they come.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.corpus_report import DECORATORS
from tests.cpython.comparing import Compared, compare
from tests.cpython.suites import OURS, SUITES

TABLE = Path(__file__).parent.parent.parent / "docs" / "cpython.md"


def main() -> int:
    """Compare; print a line for each test module, and what differs."""
    options = arguments()
    wanted = set(options.tests)
    chosen = [s for s in SUITES if not wanted or wanted & {s.test, *s.modules}]
    if options.form != "functional":
        chosen = [suite for suite in chosen if suite.file != OURS]
    done: list[Compared] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for compared in pool.map(partial(compare, form=options.form), chosen):
            done.append(compared)
            print(compared, flush=True)
            for name, reason in compared.refused.items():
                print(f"  refused: {name}: {reason}", flush=True)
            for difference in compared.differences:
                print(f"  {difference}", flush=True)
    if options.write:
        TABLE.write_text("\n".join(page(done)) + "\n", encoding="utf-8")
    return int(any(compared.differences for compared in done))


def page(done: list[Compared]) -> Iterator[str]:
    """Return the lines of the page with the table."""
    tests = sum(compared.total for compared in done)
    functions = sum(compared.converted for compared in done)
    expected = sum(len(compared.expected) for compared in done)
    yield f"""\
# CPython's own tests on converted modules

Written by `python -m tests.cpython --write` (CPython {platform.python_version()}),
which runs each test module three times, each time in a new process:

- *plain*: the module is unchanged.
- *functions*: every function of the module is replaced, in place, by its converted
  code, which runs here with plain Python values.
- *file*: the module is loaded from the file that `autograph convert` writes.

The last two columns count the tests with the same outcome as in the plain run (passed,
skipped, failed as expected). There are {functions:,} functions and {tests:,} tests;
{expected} tests differ, and the reasons are listed below the table.
`python -m tests.cpython.library` converts and compiles every file of the standard
library.

| module | tests | pass | functions | same, functions | same, file |
|---|---:|---:|---:|---:|---:|"""
    for compared in done:
        file = "" if compared.reprinted is None else str(compared.reprinted)
        mark = " *" if compared.expected else ""
        yield (
            f"| {compared.suite.name}{mark} | {compared.total} | {compared.passed} | "
            f"{compared.converted} | {compared.replaced} | {file} |"
        )
    yield "\nTests that differ (*):\n"
    for compared in done:
        if compared.expected:
            names = sorted({test.rpartition(".")[2] for test in compared.expected})
            listed = ", ".join(f"`{name}`" for name in names)
            yield f"- {compared.suite.name}: {listed}: {compared.suite.why}."
    left_out = [compared.suite for compared in done if compared.suite.file]
    for reason in sorted({suite.file for suite in left_out}):
        names = [suite.name for suite in left_out if suite.file == reason]
        yield f"\nNo file: {reason} ({', '.join(names)})."


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tests", nargs="*", help="tests or modules; all without")
    parser.add_argument("--write", action="store_true", help="write docs/cpython.md")
    forms = ("functional", *DECORATORS)
    parser.add_argument("--as", dest="form", choices=forms, default="functional")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

"""Run the benchmarks: ``python -m benchmarks [--quick] [--json FILE] [--peers]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from autograph.cli.progress import tracked
from benchmarks import report
from benchmarks.calling import call_overhead
from benchmarks.converting import conversions
from benchmarks.figures import Figure
from benchmarks.files import files
from benchmarks.importing import imports
from benchmarks.machine_code import machine_code
from benchmarks.options import options
from benchmarks.peers import environment
from benchmarks.running import first_calls, workloads

GROUPS = ("import", "convert", "first", "call", "files", "run", "native", "options")


def measure(groups: list[str], quick: bool) -> Iterator[Figure]:
    """Return the figures of the groups, one by one."""
    rounds, seconds = (7, 0.005) if quick else (31, 0.02)
    if "import" in groups:
        yield from imports(rounds)
    if "convert" in groups:
        yield from conversions(5 if quick else 15)
    if "first" in groups:
        yield from first_calls(rounds)
    if "call" in groups:
        yield from call_overhead(rounds, seconds)
    if "files" in groups:
        yield from files(rounds)
    if "run" in groups:
        yield from workloads(rounds, seconds)
    if "native" in groups and find_spec("llvmlite") is not None:
        yield from machine_code(rounds, seconds)
    if "options" in groups and find_spec("llvmlite") is not None:
        yield from options(rounds, seconds)


def main() -> None:
    """Measure, print the table as it grows, and write the JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="AutoGraph against plain Python and NumPy, in one interleaved run. "
        "Results are checked before they are timed.",
    )
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"some of {', '.join(GROUPS)}"
    )
    parser.add_argument("--quick", action="store_true", help="fewer, shorter rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures here")
    parser.add_argument(
        "--peers",
        action="store_true",
        help="against Numba, JAX, PyTorch, TensorFlow and numexpr, "
        "in an environment of its own",
    )
    given, rest = parser.parse_known_args()
    if given.peers:
        sys.exit(environment.run([each for each in sys.argv[1:] if each != "--peers"]))
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    unknown = set(given.groups) - set(GROUPS)
    if unknown:
        parser.error(f"no group named {min(unknown)!r}: {', '.join(GROUPS)}")

    print(report.header())
    figures = []
    measured = measure(given.groups or list(GROUPS), given.quick)
    for figure in tracked(measured, "measuring"):
        print(report.row(figure), flush=True)
        figures.append(figure)
    print(f"\n{report.summary(figures)}; spread: half of the rounds lie that close")
    if given.json:
        text = json.dumps(report.as_json(figures), indent=2)
        given.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Which loops of the corpus are machine code: `python -m tests.native_loops`.

Prints the share of the loops that can be, and how many what keeps the others in Python.
`--loops` names each of the others with its line and the reason.

Each function is called on its argument sets, three times each. A loop counts once for
each line of the source in each function, as it is in the last of its graphs.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import autograph
from tests.corpus import all_cases
from tests.corpus_report import MEMORY
from tests.harness import run

Loops = dict[tuple[str, int], str]
"""What keeps each loop in Python, by its file and line; empty if nothing does."""


def main() -> int:
    """Print the share, and the reasons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-k", dest="pattern", default="", help="part of file.function")
    parser.add_argument("--every", type=int, default=1, help="take one case of so many")
    parser.add_argument("--loops", action="store_true", help="name the other loops")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    names = [case.name for case in all_cases(options.pattern)][:: options.every]
    reasons: Counter[str] = Counter()
    limits = (resource.RLIMIT_AS, (MEMORY, MEMORY))
    made = ProcessPoolExecutor(
        options.jobs, initializer=resource.setrlimit, initargs=limits
    )
    with made as pool:
        for name, loops in zip(
            names, pool.map(loops_of, names, chunksize=8), strict=True
        ):
            for (file, line), reason in loops.items():
                reasons[without_names(reason)] += 1
                if options.loops and reason:
                    print(f"{name}: {Path(file).name}:{line}: {reason}")
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason or 'machine code'}")
    share = reasons[""] / max(reasons.total(), 1)
    print(f"{share:.1%} of {reasons.total()} loops are machine code")
    return 0


def loops_of(name: str) -> Loops:
    """Return what keeps each loop of a case in Python."""
    (case,) = [each for each in all_cases(name) if each.name == name]
    made: list[Any] = []

    def decorated(function: Callable[..., Any], **options: Any) -> Any:
        made.append(autograph.function(function, **options))
        return made[-1]

    from runtime.executors import native_parts

    function = decorated(case.function)
    for index in [each for each in range(case.count) for _ in range(3)]:
        run(case, function, index, 20)
    found: Loops = {}
    for concrete in function.concrete_functions:
        parts = native_parts(concrete.optimized_graph)
        if parts is not None:
            found |= parts.loops
    return found


def without_names(reason: str) -> str:
    """Return a reason without what only one function has."""
    reason = re.sub(r" in line \d+$", "", reason)
    return re.sub(r"^[\w.]+ is ", "something is ", reason)


if __name__ == "__main__":
    sys.exit(main())

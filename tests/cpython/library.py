"""Convert all of the standard library: `python -m tests.cpython.library`.

Every Python file is converted as `autograph convert` does it, and compiled. Prints how
many files, lines and functions there are, what stays plain Python for which reason,
the time per line, and the size of the result.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import sysconfig
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

LIBRARY = Path(sysconfig.get_path("stdlib"))
LEFT_OUT = frozenset({"test", "tests", "idle_test", "site-packages", "__pycache__"})


@dataclass
class Converted:
    """What became of one file, or of several."""

    files: int = 0
    lines: int = 0
    functions: int = 0
    seconds: float = 0.0
    characters: int = 0
    """In the text as `ast.unparse` prints it, which has no comments."""
    characters_after: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)

    def __add__(self, other: Converted) -> Converted:
        return Converted(
            self.files + other.files,
            self.lines + other.lines,
            self.functions + other.functions,
            self.seconds + other.seconds,
            self.characters + other.characters,
            self.characters_after + other.characters_after,
            self.findings + other.findings,
            self.refused + other.refused,
        )

    def report(self) -> Iterator[str]:
        """Return it in lines of text."""
        yield f"{self.files} files, {self.lines} lines, {self.functions} functions"
        yield f"{len(self.refused)} files refused or not compiled"
        yield from (f"  {reason}" for reason in self.refused)
        yield f"{self.seconds / self.lines * 1e6:.0f} µs of processor time a line"
        yield f"text: {self.characters_after / self.characters:.2f} times the original"
        yield "constructs that cannot be compiled and stay plain Python:"
        for reason, count in self.findings.most_common():
            yield f"  {count}: {reason}"


def library_files() -> list[Path]:
    """Return the Python files of the standard library, without its tests."""
    found = []
    for path in sorted(LIBRARY.rglob("*.py")):
        parts = path.relative_to(LIBRARY).parts
        if not LEFT_OUT & set(parts):
            found.append(path)
    return found


def convert_file(path: Path) -> Converted:
    """Convert a file, and compile what comes out."""
    from autograph.conversion import convert_source, findings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        source = path.read_bytes()
        tree = ast.parse(source)
        text = path.read_text(encoding="utf-8")
        done = Converted(1, text.count("\n"))
        done.functions = sum(
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            for node in ast.walk(tree)
        )
        done.characters = len(ast.unparse(tree))
        name = str(path.relative_to(LIBRARY))
        started = time.process_time()
        try:
            after = convert_source(text, name)
            done.seconds = time.process_time() - started
            compile(after, name, "exec", dont_inherit=True)
            done.characters_after = len(ast.unparse(ast.parse(after)))
        except Exception as error:
            done.refused.append(f"{name}: {type(error).__name__}: {error}")
            return done
        for finding in findings(text, name):
            reason = finding.message.partition(": ")[2] or finding.message
            done.findings[f"{finding.code} {reason}"] += 1
    return done


def main() -> int:
    """Convert all files, print the sums."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    total = Converted()
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in pool.map(convert_file, library_files(), chunksize=8):
            total += done
    print("\n".join(total.report()))
    return int(bool(total.refused))


if __name__ == "__main__":
    sys.exit(main())

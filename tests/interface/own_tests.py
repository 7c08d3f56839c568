"""NumPy's own tests through graphs: `python -m tests.interface.own_tests [FILE ...]`.

Runs test files of NumPy twice, plain and with NumPy's functions compiled (see
`tests.interface.graphed`), and prints the tests that only pass plain. Files are parts
of paths, such as ``linalg`` or ``_core/tests/test_numeric``; without any, those that
test the public functions.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

ROOT = str(Path(__file__).resolve().parent.parent.parent)
HOME = Path(np.__file__).parent
FILES = (
    *("lib/tests", "linalg", "polynomial", "fft", "ma/tests", "random/tests"),
    *("_core/tests/test_numeric.py", "_core/tests/test_umath.py"),
    *("_core/tests/test_einsum.py", "_core/tests/test_shape_base.py"),
    *("_core/tests/test_function_base.py", "_core/tests/test_defchararray.py"),
    *("_core/tests/test_strings.py", "_core/tests/test_datetime.py"),
    *("_core/tests/test_item_selection.py", "_core/tests/test_multiarray.py"),
    *("_core/tests/test_ufunc.py", "_core/tests/test_indexing.py"),
)
SECONDS = 3600
"""How long one file may take."""


def main() -> int:
    """Compare the files, and print what is lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", default=list(FILES))
    options = parser.parse_args()
    total = lost = 0
    for file in chosen(options.files):
        count, missing = compared(file)
        total, lost = total + count, lost + len(missing)
        print(
            f"{file.relative_to(HOME)}: {count} pass, {len(missing)} lost", flush=True
        )
        for test, why in missing.items():
            print(f"  {test}\n{why}", flush=True)
    print(f"{total} tests pass, {lost} of them are lost in graphs")
    return int(lost > 0)


def chosen(parts: list[str]) -> list[Path]:
    """Return the test files whose paths contain one of the parts."""
    files = {file.relative_to(HOME): file for file in sorted(HOME.rglob("test_*.py"))}
    return [
        file for name, file in files.items() if any(part in str(name) for part in parts)
    ]


def compared(file: Path) -> tuple[int, dict[str, str]]:
    """Return how many tests of a file pass, and why some of them do not in graphs."""
    plain, graphed = outcomes(file, "0"), outcomes(file, "1")
    passed = [name for name, (outcome, _) in plain.items() if outcome == "passed"]
    missing = {}
    for name in passed:
        outcome, why = graphed.get(name, ["not run", ""])
        if outcome != "passed":
            missing[name] = why
    return len(passed), missing


def outcomes(file: Path, how: str) -> dict[str, Any]:
    """Run the tests of a file in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        output, settings = Path(folder, "outcomes.json"), Path(folder, "pytest.ini")
        settings.write_text("[pytest]\n", encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-c", str(settings), str(file)]
        command += ["-W", "ignore", "--tb=short", "-m", "not slow"]
        command += ["-p", "tests.interface.graphed", "-p", "no:cacheprovider"]
        ours = {"PYTHONPATH": ROOT, "GRAPHED": how, "OUTCOMES": str(output)}
        subprocess.run(
            command,
            env={**os.environ, **ours},
            cwd=folder,
            stdout=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
        if not output.exists():
            return {}
        found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return found


if __name__ == "__main__":
    sys.exit(main())

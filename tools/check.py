"""The whole check, in one command: ``python -m tools.check``.

Runs every step in order and stops at the first that fails. Names of steps as
arguments run those alone: ``python -m tools.check lint types``.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Step(NamedTuple):
    """A step of the check: its command, and its seconds on two idle cores."""

    command: list[str]
    seconds: int


STEPS = {
    "lint": Step(["ruff", "check", "--quiet"], 1),
    "format": Step(["ruff", "format", "--check", "--quiet"], 1),
    "types": Step(["mypy", "--no-error-summary", "--num-workers=2"], 25),
    "layers": Step(["lint-imports", "--no-cache"], 3),
    "doctests": Step(["pytest", "-q", "autograph", "tracer", "runtime"], 5),
    "tests": Step(["pytest", "-q", "--numprocesses=auto", "tests"], 250),
}


def run(step: str) -> bool:
    """Run one step, say how it went, and tell whether it passed."""
    program, *arguments = STEPS[step].command
    command = shlex.join(STEPS[step].command)
    print(f"== {step}, about {STEPS[step].seconds} s: {command}", flush=True)
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    if found is None:
        print(f"== FAILED: {step}: no {program} here; pip install -e '.[dev]'")
        return False
    started = time.perf_counter()
    code = subprocess.run([found, *arguments], cwd=ROOT, check=False).returncode
    seconds = time.perf_counter() - started
    verdict = f"FAILED with exit code {code}" if code else "passed"
    print(f"== {step}: {verdict} after {seconds:.0f} s", flush=True)
    return code == 0


def main(arguments: list[str]) -> int:
    """Run the named steps, or all of them."""
    unknown = [name for name in arguments if name not in STEPS]
    if unknown:
        print(f"no step named {unknown[0]!r}; there are: {', '.join(STEPS)}")
        return 2
    if not all(run(step) for step in arguments or STEPS):
        return 1
    print("== all passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The whole check, in one command: ``python -m tools.check``.

Runs every step in order and stops at the first that fails. Names of steps as
arguments run those alone: ``python -m tools.check lint types``.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STEPS = {
    "lint": ["ruff", "check", "--quiet"],
    "format": ["ruff", "format", "--check", "--quiet"],
    "types": ["mypy", "--no-error-summary"],
    "layers": ["importlinter.cli", "lint"],
    "doctests": ["pytest", "-q", "autograph", "tracer", "runtime"],
    "tests": ["pytest", "-q", "--numprocesses=auto", "tests"],
}


def run(step: str) -> bool:
    """Run one step, say how it went, and tell whether it passed."""
    print(f"== {step}", flush=True)
    started = time.perf_counter()
    finished = subprocess.run(
        [sys.executable, "-m", *STEPS[step]], cwd=ROOT, check=False
    )
    seconds = time.perf_counter() - started
    if finished.returncode:
        print(
            f"== FAILED: {step} (exit code {finished.returncode}, {seconds:.0f} s); "
            f"alone: python -m {' '.join(STEPS[step])}",
            flush=True,
        )
        return False
    print(f"== {step}: passed in {seconds:.0f} s", flush=True)
    return True


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

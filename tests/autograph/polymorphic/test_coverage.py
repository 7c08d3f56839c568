"""What coverage.py counts: what ran, and not what was traced alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import autograph as ag

PROGRAM = """\
import numpy as np
import autograph as ag

@ag.function
def clipped(x):
    if x > 100:
        x = x / 2  # never
    else:
        x = x * 2
    for i in range(int(x)):
        x = x + i
        if x > 1000:
            break  # never
    return x

def after():
    clipped(np.float64(3.0))
    y = 1  # measured again
    if y > 2:
        y = 3  # never
    return y  # measured again

after()
clipped(np.float64(4.0))
z = 5  # measured again
"""


@pytest.mark.parametrize("core", ["ctrace", "pytrace"])
def test_lines_that_are_traced_alone_do_not_count(tmp_path, core):
    (tmp_path / "program.py").write_text(PROGRAM)
    root = Path(ag.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root), "COVERAGE_CORE": core}
    for command in ("run --include=program.py program.py", "json -q -o measured.json"):
        subprocess.run(
            [sys.executable, "-m", "coverage", *command.split()],
            cwd=tmp_path,
            env=environment,
            check=True,
        )
    measured = json.loads((tmp_path / "measured.json").read_text())
    ran = set(measured["files"]["program.py"]["executed_lines"])
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        if "# never" in line:
            assert number not in ran
        if "# measured again" in line:
            assert number in ran

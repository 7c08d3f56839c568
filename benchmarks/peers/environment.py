"""An environment of its own for the peers, made when it is first needed."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "peers"
PACKAGES = (
    *("llvmlite", "matplotlib"),
    *("numba", "jax", "torch", "tensorflow-cpu", "numexpr"),
)


def run(arguments: Sequence[str]) -> int:
    """Run the comparison in the environment, and return its exit status.

    Parameters
    ----------
    arguments : sequence of str
        What the command was given.
    """
    python = FOLDER / (
        "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    )
    if not python.exists():
        print(f"making an environment in {FOLDER}; some minutes, and 8 GB with PyTorch")
        venv.create(FOLDER, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "-e", str(ROOT)], check=True)
        for package in PACKAGES:  # one that cannot be had is left out
            if subprocess.run([*install, package], check=False).returncode:
                print(f"{package} cannot be installed")
    command = [str(python), "-m", "benchmarks.peers", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode

"""The tests on several Pythons and NumPys: ``python -m tools.matrix``.

Interpreters are those given, else those found: ``python3.N`` on the path, the versions
of pyenv, what uv has installed. Each gets an environment in a temporary folder for each
NumPy. What follows ``--`` goes to pytest; without it, all tests run.

    python -m tools.matrix --python 3.11.2 3.13 --numpy 2.0 -- tests/test_corpus.py
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
OLDEST = (3, 11)
NUMPYS = ("2.0", "newest")
ASK = "import platform as p; print(p.python_implementation(), p.python_version())"
RUN = ("-m", "pytest", "-q")


@dataclass(frozen=True)
class Interpreter:
    """A Python that can run the tests."""

    path: str
    version: str

    def is_of(self, wanted: str) -> bool:
        """Whether it is a version, or one of its patch releases."""
        return f"{self.version}.".startswith(f"{wanted}.")


def candidates() -> Iterator[str]:
    """Return the paths at which interpreters may be."""
    minors = range(OLDEST[1], OLDEST[1] + 10)
    for folder in os.get_exec_path():
        for name in ["python3", *(f"python3.{minor}" for minor in minors)]:
            if (Path(folder) / name).is_file():
                yield str(Path(folder) / name)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob("versions/*/bin/python3")))
    uv = shutil.which("uv", path=os.pathsep.join(places_of_uv()))
    if uv is not None:
        options = ["python", "list", "--only-installed", "--output-format", "json"]
        listed = subprocess.run(
            [uv, *options], capture_output=True, text=True, check=False
        )
        for each in json.loads(listed.stdout or "[]"):
            yield each["path"]


def places_of_uv() -> list[str]:
    """Return the folders of the path, and that of the running environment."""
    return [*os.get_exec_path(), str(Path(sys.executable).parent)]


def version_of(path: str) -> str | None:
    """Return the version of a CPython, None if it is too old or none at all."""
    try:
        done = subprocess.run(
            [path, "-c", ASK], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    kind, _, version = done.stdout.strip().partition(" ")
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return version if kind == "CPython" and numbers >= OLDEST else None


def interpreters() -> list[Interpreter]:
    """Return one interpreter of each version that is found, the oldest first."""
    found: dict[str, str] = {}
    for path in dict.fromkeys(candidates()):
        version = version_of(path)
        if version is not None:
            found.setdefault(version, path)
    return [
        Interpreter(found[version], version) for version in sorted(found, key=order)
    ]


def order(version: str) -> tuple[int, ...]:
    """Return what versions are sorted by."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def chosen(
    wanted: list[str], found: list[Interpreter]
) -> tuple[list[Interpreter], list[str]]:
    """Return the interpreters that were asked for, and what is not there.

    A version stands for all of its patch releases, a path for what is there.
    """
    taken: list[Interpreter] = []
    missing = []
    for each in wanted:
        if os.sep in each:
            version = version_of(each)
            fitting = [Interpreter(each, version)] if version else []
        else:
            fitting = [one for one in found if one.is_of(each)]
        if not fitting:
            missing.append(each)
        taken += [one for one in fitting if one not in taken]
    return taken, missing


def run(command: list[str], log: Path) -> int:
    """Run a command, and write what it prints to a file."""
    with log.open("a", encoding="utf-8") as file:
        done = subprocess.run(
            command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False
        )
    return done.returncode


def installed(
    python: Interpreter, numpy: str, folder: Path, log: Path
) -> tuple[str, str] | None:
    """Make an environment; return its Python and NumPy's version, None if it fails."""
    if run([python.path, "-m", "venv", "--without-pip", str(folder)], log):
        return None
    inside = str(folder / "bin" / "python")
    which = "numpy" if numpy == "newest" else f"numpy=={numpy}.*"
    pip = [sys.executable, "-m", "pip", "--python", inside, "install", "--quiet"]
    if run([*pip, which, "--editable", f"{ROOT}[dev]"], log):
        return None
    ask = [inside, "-c", "import numpy; print(numpy.__version__)"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    return inside, done.stdout.strip()


def tested(
    python: Interpreter, numpy: str, arguments: list[str], folder: Path
) -> str | None:
    """Test one combination, say how it went; return what went wrong."""
    name = f"CPython {python.version}, NumPy {numpy}"
    log = folder / "log.txt"
    started = time.perf_counter()
    made = installed(python, numpy, folder / "environment", log)
    if made is None:
        wrong = "not installed"
    else:
        inside, version = made
        name += f" ({version})" if numpy == "newest" else ""
        code = run([inside, *RUN, *(arguments or ["--whole", "tests"])], log)
        wrong = f"FAILED with exit code {code}" if code else ""
    seconds = time.perf_counter() - started
    print(f"{name}: {wrong or 'passed'} after {seconds:.0f} s", flush=True)
    if wrong:
        lines = log.read_text(encoding="utf-8").splitlines()
        print("\n".join("    " + line for line in lines[-20:]), flush=True)
    return wrong or None


def main(arguments: list[str]) -> int:
    """Test all combinations; tell what was not found."""
    rest: list[str] = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, rest = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="python -m tools.matrix",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--python", nargs="+", default=list(PYTHONS))
    parser.add_argument("--numpy", nargs="+", default=list(NUMPYS))
    parser.add_argument("--list", action="store_true", help="say what is found")
    options = parser.parse_args(arguments)
    pythons, missing = chosen(options.python, interpreters())
    for python in pythons:
        print(f"found CPython {python.version}: {python.path}", flush=True)
    for version in missing:
        print(f"NOT FOUND: Python {version}", flush=True)
    failures = 0
    for python in pythons if not options.list else []:
        for numpy in options.numpy:
            with tempfile.TemporaryDirectory(prefix="matrix-") as folder:
                failures += tested(python, numpy, rest, Path(folder)) is not None
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

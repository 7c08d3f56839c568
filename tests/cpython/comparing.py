"""The outcomes of a test module on converted modules, against the plain ones."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograph.conversion import convert_source
from tests.cpython.suites import Suite

ROOT = str(Path(__file__).parent.parent.parent)
SECONDS = 1200
"""How long one run of a test module may take."""


@dataclass
class Compared:
    """What came of one test module.

    Parameters
    ----------
    suite
        The test module.
    total, passed
        How many tests there are, and how many pass on the plain modules.
    converted, refused
        How many functions were replaced; why some were not, by name.
    replaced, reprinted
        How many tests give what they give unconverted, in each way of converting;
        None where that way was not gone.
    expected
        The tests that differ, and cannot but differ.
    differences
        What else differs, for people.
    """

    suite: Suite
    total: int = 0
    passed: int = 0
    converted: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    replaced: int = 0
    reprinted: int | None = None
    expected: set[str] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        files = "not run" if self.reprinted is None else f"{self.reprinted} the same"
        return (
            f"{self.suite.name}: {self.passed} of {self.total} tests pass; "
            f"{self.converted} functions replaced: {self.replaced} the same; "
            f"files converted: {files}"
        )


def compare(suite: Suite, form: str = "functional") -> Compared:
    """Run a test module plain and converted, or traced in some form."""
    result = Compared(suite)
    with tempfile.TemporaryDirectory() as folder:
        plain = _run(folder, [], suite.test, form, [])
        if "broken" in plain:
            result.differences.append(f"plain: {plain['broken']}")
            return result
        outcomes = plain["outcomes"]
        result.total = len(outcomes)
        result.passed = sum(outcome == "passed" for outcome in outcomes.values())
        functions = _run(folder, [], suite.test, form, list(suite.modules))
        how = "replaced" if form == "functional" else "traced"
        result.replaced = _match(plain, functions, how, result)
        result.converted = functions.get("converted", 0)
        result.refused = functions.get("refused", {})
        if suite.file or form != "functional":
            return result
        place = Path(folder, "converted")
        _convert_files(suite.modules, place)
        files = _run(folder, [str(place)], suite.test, form, [])
        result.reprinted = _match(plain, files, "converted", result)
        for name in suite.modules:
            file = files.get("files", {}).get(name, str(place))
            if not file.startswith(str(place)):
                result.differences.append(f"converted: {name} came from {file!r}")
    return result


def _match(plain: Any, other: Any, how: str, result: Compared) -> int:
    """Count the tests with the same outcome, and note the others."""
    if "broken" in other:
        result.differences.append(f"{how}: {other['broken']}")
        return 0
    same, suite = 0, result.suite
    traced = suite.traced if how == "traced" else ()
    for test in sorted({*plain["outcomes"], *other["outcomes"]}):
        before = plain["outcomes"].get(test, "not run")
        after = other["outcomes"].get(test, "not run")
        if before == after:
            same += 1
        elif any(part in test for part in (*suite.differ, *traced)):
            result.expected.add(test)
        else:
            detail = other["details"].get(test, "")[-1500:]
            result.differences.append(f"{how}: {test}: {before} -> {after}\n{detail}")
    return same


def _run(folder: str, path: list[str], test: str, form: str, modules: list[str]) -> Any:
    """Run a test module in a process of its own."""
    output = Path(folder, "outcomes.json")
    output.unlink(missing_ok=True)
    place = Path(folder, "work")
    place.mkdir(exist_ok=True)
    given = [str(output), f"test.{test}", str(SECONDS), form, *modules]
    done = subprocess.run(
        [sys.executable, "-m", "tests.cpython.outcomes", *given],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*path, ROOT])},
        cwd=place,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SECONDS + 60,
        check=False,
    )
    if not output.exists():
        return {"broken": (done.stdout + done.stderr)[-2000:]}
    return json.loads(output.read_text(encoding="utf-8"))


def _convert_files(modules: tuple[str, ...], folder: Path) -> None:
    """Write modules, and all in packages, converted."""
    for name in modules:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        root = origin.parents[name.count(".") + (origin.name == "__init__.py")]
        package, _, inner = name.partition(".")
        files = [origin]
        if spec.submodule_search_locations:
            files = sorted(origin.parent.rglob("*.py"))
        elif inner:
            # A package is found in one folder: the rest of it comes along.
            files = sorted(Path(root, package).rglob("*.py"))
        for file in files:
            target = folder / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            target.write_text(convert_source(text, str(file)), encoding="utf-8")

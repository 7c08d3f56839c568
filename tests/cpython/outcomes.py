"""One of CPython's test modules, run in this process: what came of each test.

`python -m tests.cpython.outcomes OUTPUT TEST SECONDS FORM [MODULE ...]` replaces the
functions of the modules by their functional forms, or has them traced in a form of
`tests.corpus_report`, runs the test and writes a JSON file.
"""

from __future__ import annotations

import faulthandler
import io
import json
import sys
import unittest
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any


class Outcomes(unittest.TestResult):
    """The worst that happened in each test, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: dict[str, str] = {}
        self.details: dict[str, str] = {}

    def _note(self, test: unittest.TestCase, outcome: str, detail: str = "") -> None:
        name = test.id()
        if self.outcomes.get(name, "passed") == "passed":
            self.outcomes[name] = outcome
            self.details[name] = detail

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 - unittest's
        """Note a pass."""
        self._note(test, "passed")

    def addError(self, test: Any, err: Any) -> None:  # noqa: N802 - unittest's
        """Note an error, in the test or in what it stands on."""
        self._note(test, "failed", self._exc_info_to_string(err, test))  # type: ignore[attr-defined]

    addFailure = addError  # noqa: N815 - unittest's

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: N802
        """Note a part of a test that failed."""
        if err is not None:
            self.addError(test, err)

    def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802 - unittest's
        """Note a test that does not run here."""
        self._note(test, "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:  # noqa: N802
        """Note a failure that CPython knows of."""
        self._note(test, "expected failure")

    def addUnexpectedSuccess(self, test: Any) -> None:  # noqa: N802 - unittest's
        """Note a pass where CPython knows of a failure."""
        self._note(test, "unexpected success")


def main(output: str, test: str, seconds: str, form: str, modules: list[str]) -> None:
    """Run a test and write down what came of it; say where it is after some seconds."""
    faulthandler.dump_traceback_later(float(seconds), exit=True)
    report: dict[str, Any] = {"converted": 0, "refused": {}}
    replacing: Any = None
    if modules and form == "functional":
        from tests.cpython.replacing import Replacing

        replacing = Replacing(modules)
        replacing.install()
    elif modules:
        from tests.cpython.tracing import Tracing

        replacing = Tracing(modules, form)
    support = import_module("test.support")
    vars(support).update(use_resources=[], verbose=0)
    warnings.simplefilter("default")
    outcomes = Outcomes()
    suite = unittest.defaultTestLoader.loadTestsFromName(test)
    if modules and form != "functional":
        replacing.install()  # when all is there that the test imports
    shown, errors = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        suite.run(outcomes)
    finally:
        sys.stdout, sys.stderr = shown, errors
    report |= {"outcomes": outcomes.outcomes, "details": outcomes.details}
    if replacing is not None:
        report |= {"converted": replacing.converted, "refused": replacing.refused}
    files = {name: getattr(m, "__file__", None) for name, m in sys.modules.items()}
    report["files"] = {name: file for name, file in files.items() if file}
    Path(output).write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])

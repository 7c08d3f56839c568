"""The matrix finds interpreters, says which it lacks, and tests the others."""

import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tools import matrix
from tools.matrix import Interpreter, chosen

FOUND = [
    Interpreter("/usr/bin/python3.11", "3.11.2"),
    Interpreter("/opt/bin/python3.11", "3.11.7"),
    Interpreter("/opt/bin/python3.12", "3.12.1"),
]


@pytest.fixture
def commands(monkeypatch):
    """What is run; nothing is run in truth, and tests of 3.12 fail."""
    ran = []

    def run(command, log):
        ran.append(command)
        log.write_text("first line\nlast line\n")
        return int("pytest" in command and len(ran) > 3)

    asked = SimpleNamespace(stdout="2.4.6\n")
    monkeypatch.setattr(matrix, "interpreters", lambda: FOUND)
    monkeypatch.setattr(matrix, "run", run)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: asked)
    return ran


def test_a_version_stands_for_its_patch_releases():
    assert chosen(["3.11"], FOUND) == (FOUND[:2], [])
    assert chosen(["3.11.7", "3.11"], FOUND) == ([FOUND[1], FOUND[0]], [])
    assert chosen(["3.1", "3.12"], FOUND) == ([FOUND[2]], ["3.1"])


def test_a_path_stands_for_what_is_there():
    here = platform.python_version()
    expected = [Interpreter(sys.executable, here)]
    assert chosen([sys.executable, "/no/such/python"], []) == (
        expected,
        ["/no/such/python"],
    )


def test_the_running_interpreter_is_found(monkeypatch):
    other = [sys.executable, "/bin/false", "/no/such/python", sys.executable]
    monkeypatch.setattr(matrix, "candidates", lambda: iter(other))
    found = matrix.interpreters()
    assert found == [Interpreter(sys.executable, platform.python_version())]


def test_what_is_missing_is_said(commands, capsys):
    assert matrix.main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert "found CPython 3.11.2: /usr/bin/python3.11" in printed
    assert "NOT FOUND: Python 3.13\nNOT FOUND: Python 3.14" in printed
    assert commands == []


def test_each_combination_has_an_environment_of_its_own(commands, capsys):
    asked = ["--python", "3.11.2", "3.12", "--numpy", "2.0", "--", "tests/test_x.py"]
    assert matrix.main(asked) == 1
    printed = capsys.readouterr().out
    assert "CPython 3.11.2, NumPy 2.0: passed after" in printed
    assert "CPython 3.12.1, NumPy 2.0: FAILED with exit code 1 after" in printed
    assert printed.endswith("    first line\n    last line\n")
    assert commands[0][:3] == ["/usr/bin/python3.11", "-m", "venv"]
    assert "numpy==2.0.*" in commands[1]
    assert commands[2][1:] == ["-m", "pytest", "-q", "tests/test_x.py"]
    assert len(commands) == 6

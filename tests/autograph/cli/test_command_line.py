import subprocess
import sys
from pathlib import Path

import pytest

import autograph as ag
from autograph.cli.command_line import commands

AUTOGRAPH = [sys.executable, "-m", "autograph"]


@pytest.mark.parametrize("command", commands())
def test_help_shows_examples_and_exit_codes(autograph, command):
    code, out, _ = autograph(command, "--help")
    assert code == 0
    assert f"\n  autograph {command} " in out
    assert "exit codes:" in out


def test_help_lists_the_commands(autograph):
    code, out, _ = autograph("--help")
    assert code == 0
    assert [name for name in commands() if f"\n    {name} " not in out] == []


def test_the_guide_lists_the_commands():
    root = Path(__file__).parents[3]
    guide = (root / "docs" / "how-to" / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in commands() if f"| `autograph {name} " not in guide] == []


def test_version(autograph):
    code, out, _ = autograph("--version")
    assert code == 0
    assert out == f"autograph {ag.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["unknown"],
        ["convert"],
        ["convert", "--diff", "-o", "x", "y"],
        ["run"],
        ["check", "a.py", "--format", "xml"],
        ["graph"],
        ["graph", "a.py:f", "--plan", "--optimized"],
    ],
)
def test_bad_usage(autograph, arguments):
    code, out, err = autograph(*arguments)
    assert code == 2
    assert out == ""
    assert "usage: autograph" in err


def test_no_command_is_answered_by_help(autograph):
    code, out, err = autograph()
    assert (code, out) == (2, "")
    assert err == autograph("--help").out


def test_a_command_that_is_not_there(autograph):
    assert "no command 'chek'; did you mean 'check'?" in autograph("chek", "x.py").err
    assert "no command 'fly'; --help lists the commands" in autograph("fly").err


def test_as_a_program(tmp_path):
    path = tmp_path / "model.py"
    path.write_text("x = 1\n")
    finished = subprocess.run(
        [*AUTOGRAPH, "convert", path], capture_output=True, text=True, check=True
    )
    assert finished.stdout == "x = 1\n"
    assert finished.stderr == ""


def test_a_reader_may_stop_reading(tmp_path):
    path = tmp_path / "model.py"
    path.write_text("".join(f"name_{i} = {i}\n" for i in range(30_000)))
    process = subprocess.Popen(
        [*AUTOGRAPH, "convert", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdout.readline().strip() == b"name_0 = 0"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_defect_is_not_taken_for_findings(autograph, monkeypatch, tmp_path):
    def fail(options):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("autograph.cli.convert.run", fail)
    code, _, err = autograph("convert", tmp_path)
    assert code == 2
    assert "ZeroDivisionError: a bug" in err

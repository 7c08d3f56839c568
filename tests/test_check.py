"""The check stops at the first step that fails, and says which."""

import pytest

from tools import check


def step(code):
    return check.Step(["python", "-c", f"raise SystemExit({code})"], 1)


@pytest.fixture
def steps(monkeypatch):
    """Three steps, the second of which fails."""
    known = {"one": step(0), "two": step(3), "three": step(0)}
    monkeypatch.setattr(check, "STEPS", known)
    return known


def test_stops_at_the_first_failure(steps, capsys):
    assert check.main([]) == 1
    printed = capsys.readouterr().out
    assert "== one, about 1 s: python -c" in printed
    assert "== one: passed" in printed
    assert "== two: FAILED with exit code 3" in printed.splitlines()[-1]
    assert "three" not in printed


def test_some_steps_alone(steps, capsys):
    assert check.main(["three", "one"]) == 0
    assert capsys.readouterr().out.endswith("== all passed\n")


def test_unknown_step(steps, capsys):
    assert check.main(["four"]) == 2
    assert "one, two, three" in capsys.readouterr().out


def test_missing_tool(steps, capsys):
    steps["one"] = check.Step(["no-such-program"], 1)
    assert check.main(["one"]) == 1
    assert "FAILED: one: no no-such-program here" in capsys.readouterr().out

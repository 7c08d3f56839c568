import io

import pytest

from autograph.cli.color import BOLD, paint, tint

SOURCE = "def f(x):\n    return x  # same\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_color_on_a_terminal():
    pytest.importorskip("pygments")
    painted = paint(SOURCE, "python", Terminal())
    assert "\x1b[" in painted
    assert painted.count("\n") == SOURCE.count("\n")


def test_no_color_in_a_pipe():
    assert paint(SOURCE, "python", io.StringIO()) == SOURCE


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_color_where_it_is_declined(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert paint(SOURCE, "python", Terminal()) == SOURCE


def test_no_color_without_pygments(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pygments", None)
    assert paint(SOURCE, "diff", Terminal()) == SOURCE


def test_a_piece_of_text_is_tinted_on_a_terminal_alone():
    assert tint("x.py:1", BOLD, Terminal()) == "\x1b[1mx.py:1\x1b[0m"
    assert tint("x.py:1", BOLD, io.StringIO()) == "x.py:1"

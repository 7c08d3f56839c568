import io
import sys

import pytest

from autograph.cli.progress import tracked


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, items):
    """What a terminal shows while items are gone through."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    with monkeypatch.context() as context:
        context.setattr(sys, "stderr", terminal)
        assert list(tracked(items, "checking")) == list(items)
    return terminal.getvalue()


def test_a_bar_on_a_terminal(monkeypatch):
    pytest.importorskip("rich")
    assert "checking" in shown(monkeypatch, range(100))


def test_no_bar_for_a_few(monkeypatch):
    assert shown(monkeypatch, [1, 2, 3]) == ""


def test_no_bar_in_a_pipe(capsys):
    assert list(tracked(range(100), "checking")) == list(range(100))
    assert capsys.readouterr() == ("", "")


def test_no_bar_without_rich(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    assert shown(monkeypatch, range(100)) == ""

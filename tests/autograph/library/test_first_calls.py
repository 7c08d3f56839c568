import io
import sys
import threading

import pytest

import autograph as ag
from autograph.library import first_calls
from runtime.phases import WATCHERS, phase


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def patience(monkeypatch):
    """Bars are shown at once, and not after the test."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv(first_calls.VARIABLE, raising=False)
    monkeypatch.setattr(first_calls, "PATIENCE", 0.0)
    before = WATCHERS[:]
    yield monkeypatch
    WATCHERS[:] = before


def terminal(patience):
    """Start with bars on a terminal."""
    shown = Terminal()
    patience.setattr(sys, "stderr", shown)  # pytest sets its own before each test
    first_calls.show_progress()
    return shown


def bar():
    """The bar, once it is shown."""
    (watcher,) = (each for each in WATCHERS if isinstance(each, first_calls.Progress))
    timer = watcher._timer
    if timer is not None:
        timer.join()
    return watcher._bar


def test_a_bar_while_a_function_is_traced(patience):
    pytest.importorskip("rich")
    shown = terminal(patience)
    with phase("trace", "slow"):
        assert bar().tasks[0].description == "tracing slow"
        with phase("convert", "callee"):
            assert bar().tasks[0].description == "converting callee"
        assert bar().tasks[0].description == "tracing slow"
    assert bar() is None
    assert "tracing slow" in shown.getvalue()


def test_the_bar_counts_from_the_begin(patience):
    pytest.importorskip("rich")
    patience.setattr(first_calls, "PATIENCE", 0.05)
    terminal(patience)
    with phase("trace", "slow"):
        assert bar().tasks[0].elapsed >= 0.05


def test_a_quick_call_shows_nothing(patience):
    patience.setattr(first_calls, "PATIENCE", 60.0)
    shown = terminal(patience)
    assert ag.function(lambda x: x + 1)(1.5) == 2.5
    assert shown.getvalue() == ""


def test_phases_of_other_threads_leave_the_bar(patience):
    pytest.importorskip("rich")
    terminal(patience)

    def other():
        with phase("compile to machine code", "other"):
            pass

    with phase("trace", "slow"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert bar().tasks[0].description == "tracing slow"


def test_nothing_without_rich(patience):
    patience.setitem(sys.modules, "rich", None)
    shown = terminal(patience)
    with phase("trace", "slow"):
        assert bar() is None
    assert shown.getvalue() == ""


@pytest.mark.parametrize(
    ("chosen", "terminals", "wanted"),
    [("", True, True), ("", False, False), ("0", True, False), ("1", False, True)],
)
def test_where_bars_are_shown(monkeypatch, chosen, terminals, wanted):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(first_calls.VARIABLE, chosen)
    monkeypatch.setattr(sys, "stderr", Terminal() if terminals else io.StringIO())
    assert first_calls.is_wanted() == wanted

"""A debugger stops on the user's lines: in what is traced, and in what is run."""

import bdb
import io
import linecache
import pdb
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import autograph

SOURCE = """\
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
"""
EVEN, ODD, COUNT = 5, 7, 8


@pytest.fixture
def collatz(tmp_path: Path):
    path = tmp_path / "stepped.py"
    path.write_text(SOURCE)
    bdb.Breakpoint.clearBreakpoints()  # their numbers begin at 1
    space: dict = {}
    exec(compile(SOURCE, str(path), "exec"), space)
    yield autograph.function(space["collatz"])
    linecache.checkcache(str(path))


def session(collatz, call: str, lines: list[int], *commands: str) -> tuple[dict, str]:
    """Run a call under `pdb` with breakpoints at these lines, and these commands."""
    path = collatz.python_function.__code__.co_filename
    breaks = [f"b {path}:{line}" for line in lines]
    clear = "clear " + " ".join(str(1 + number) for number in range(len(lines)))
    typed = io.StringIO("\n".join([*breaks, *commands, clear, "c", ""]))
    seen = io.StringIO()
    space = {"collatz": collatz, "np": np}
    debugger = pdb.Pdb(stdin=typed, stdout=seen, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    debugger.run(call, space)
    return space, seen.getvalue()


def stops(text: str) -> list[tuple[int, str]]:
    """The line and the function of every stop."""
    found = re.findall(r"> .*stepped\.py\((\d+)\)(\w+)\(\)", text)
    return [(int(line), name) for line, name in found]


def test_it_stops_in_both_arms_while_tracing(collatz) -> None:
    call = "graph = collatz.get_concrete_function(np.int64(6)).graph"
    space, seen = session(
        collatz, call, [EVEN, ODD], "c", "p n", "c", "n", "up", "p steps", "c"
    )
    assert stops(seen)[:2] == [(EVEN, "if_true"), (ODD, "if_false")]
    assert "-> n = n // 2" in seen
    assert "-> n = 3 * n + 1" in seen
    assert "<n.2: np.int64>" in seen  # what is traced is a symbol
    fresh = autograph.function(collatz.python_function)
    assert space["graph"] == fresh.get_concrete_function(np.int64(6)).graph


def test_a_debugger_steps_from_line_to_line(collatz) -> None:
    call = "collatz.get_concrete_function(np.int64(6))"
    _, seen = session(collatz, call, [COUNT], "c", "p steps", "n", "n")
    assert stops(seen)[:2] == [(COUNT, "while_body"), (COUNT, "while_body")]
    assert "Return" in seen  # the body ends behind its last line


def test_it_stops_in_the_plan_with_real_values(collatz) -> None:
    collatz(np.int64(3))
    space, seen = session(
        collatz, "steps = collatz(np.int64(6))", [EVEN], "c", "p 100 + n", "c", "p n"
    )
    assert stops(seen)[:2] == [(EVEN, "collatz"), (EVEN, "collatz")]
    assert "106" in seen
    assert space["steps"] == 8


def stops_itself(x, n):
    y = x * 2
    breakpoint()
    if y > 3:
        pdb.set_trace()
        y = y + n
    return y


def set_trace() -> None:
    """Do what `pdb.set_trace` does where pytest has not replaced it."""
    pdb.Pdb(nosigint=True, readrc=False).set_trace(sys._getframe().f_back)


set_trace.__module__ = "pdb"


def test_breakpoints_in_the_source_stop_where_they_stand(monkeypatch) -> None:
    typed = io.StringIO("p n\nargs\nc\n" * 2)
    seen = io.StringIO()
    monkeypatch.setattr("sys.stdin", typed)
    monkeypatch.setattr("sys.stdout", seen)
    monkeypatch.delenv("PYTHONBREAKPOINT", raising=False)
    monkeypatch.setattr("sys.breakpointhook", sys.__breakpointhook__)
    monkeypatch.setattr(pdb, "set_trace", set_trace)
    assert autograph.function(stops_itself)(np.float64(3.0), 4) == 10.0
    found = re.findall(r"> .*test_pdb\.py\((\d+)\)(\w+)\(\)\n-> (.*)", seen.getvalue())
    first = stops_itself.__code__.co_firstlineno
    # Since 3.13 a debugger stops at the call itself, before at the line behind it.
    back = sys.version_info >= (3, 13)
    assert [(int(line) - first + back, name) for line, name, _ in found] == [
        (3, "stops_itself"),
        (5, "if_true"),
    ]
    assert seen.getvalue().count("(Pdb) 4") == 2

"""Functions whose loops are machine code: as plain Python, faults and all."""

from __future__ import annotations

import os
import re
import threading
import traceback
from typing import Any

import numpy as np
import pytest

import autograph
from runtime import automatic, executors
from runtime.errors import GraphError
from runtime.native import entry, executable
from runtime.native.loading import library
from runtime.native.nodes import control
from tests.alarms import ringing
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def running_sum(x):
    total = 0
    for i in range(len(x)):
        total = total + x[i]
        x[i] = total
    return total


def first_above(x, limit):
    for i, value in enumerate(x):
        if value > limit:
            return i
    raise ValueError("none is above")


def reciprocals(x):
    for i in range(len(x)):
        x[i] = 1.0 / x[i]
    return x


def index_of_neighbour(x, steps):
    at = 0
    for _ in range(steps):
        x[at] += 1
        at = at + x[at]
    return at


def test_loops_are_machine_code() -> None:
    steps = native(collatz)
    assert steps(27) == 111
    (region,) = natives(steps)
    assert region.state == "native"
    assert region.faults == 0
    assert region.calls == 1


def test_integers_grow_beyond_the_machine() -> None:
    same(collatz, 2**61 + 1, 2**70, np.int64(97))


def test_arrays_are_as_before_a_fault() -> None:
    # Behind the first zero divisor, the plan does it again, with its warnings.
    same(reciprocals, np.arange(40.0)[::-1].copy(), np.full(40, np.nan))
    same(running_sum, np.full(40, 5, np.int8), np.full(40, 2**60))
    same(index_of_neighbour, (np.zeros(40, np.int64), 90), (np.zeros(9, np.int64), 40))


def test_views_and_read_only_arrays() -> None:
    whole = np.arange(120.0).reshape(30, 4) + 1
    same(reciprocals, lambda: (whole.copy()[:, 1],), lambda: (whole.copy()[::-1, 2],))
    frozen = np.arange(30.0)
    frozen.flags.writeable = False
    same(reciprocals, lambda: (frozen,))


def test_rows_take_tuples() -> None:
    def orbit(x, y, steps):
        path = np.zeros((steps, 2))
        for k in range(steps):
            x, y = x - 0.1 * y, y + 0.1 * x
            path[k] = x, y
        return path

    def counted(steps, width):
        path = np.zeros((steps, width), dtype=np.int64)
        for k in range(steps):
            path[k] = k, k * k, -k
        return path

    same(orbit, (1.0, 0.5, 90), (np.float64(1.0), np.float64(0.5), 70))

    def told(x, limit):
        found = np.zeros((len(x), 2), dtype=bool)
        for k in range(len(x)):
            found[k] = x[k] > limit, x[k] == limit
        return found

    same(counted, (80, 3), (80, 4), (80, 1))
    same(told, (np.arange(90.0), 41.0))


def test_errors_keep_their_order() -> None:
    def far(x, step):
        places = range(0, 90, step)
        print("from", x[0])
        total = 0.0
        for i in places:
            total = total + x[i]
        print("to", total)
        for i in range(0, 90, 3):
            total = total - x[i]
        return total

    same(far, *((np.arange(100.0), step) for step in (2, 3, 4, 1, 0)))
    same(far, *((np.arange(50.0), step) for step in (2, 3, 4, 1, 0)))


def test_errors_show_the_line() -> None:
    same(first_above, (np.arange(30.0), 11.5), (np.arange(30.0), 77.5))
    decorated = native(first_above)
    with pytest.raises(ValueError, match="none is above") as raised:
        decorated(np.arange(30.0), 77.5)
    shown = traceback.extract_tb(raised.value.__traceback__)
    assert [frame.name for frame in shown][1:] == ["first_above"]
    assert shown[-1].line == 'raise ValueError("none is above")'


def test_a_region_that_faults_too_often_is_retired() -> None:
    decorated = native(reciprocals)
    with np.errstate(divide="ignore"):
        for _ in range(20):
            decorated(np.zeros(30))
    (region,) = natives(decorated)
    assert region.state == "retired"
    assert region.faults == executable.FEW
    np.testing.assert_array_equal(decorated(np.full(30, 2.0)), np.full(30, 0.5))


def test_underflow_is_seen_where_it_is_not_ignored() -> None:
    def halves(x, n):
        for _ in range(n):
            x = x * 0.5
        return x

    same(halves, (np.float64(1e-300), 60))
    with np.errstate(under="raise"):
        same(halves, (np.float64(1e-300), 60), (np.float64(1.0), 60))


class Stopped(Exception):
    """Raised by a handler."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_signal_handlers_run() -> None:
    def count(x):
        while x > 0.0:
            x = x + 1.0
        return x

    decorated = native(count)
    decorated(np.float64(-1.0))
    with ringing(Stopped), pytest.raises(Stopped):
        decorated(np.float64(1.0))


def test_other_threads_run() -> None:
    def wait(flag):
        while flag[0] == 0:
            pass
        return flag[0]

    decorated = native(wait)
    assert decorated(np.ones(1)) == 1
    flag = np.zeros(1)
    timer = threading.Timer(0.05, lambda: flag.__setitem__(0, 7.0))
    timer.start()
    assert decorated(flag) == 7.0
    timer.join()


def test_long_loops_become_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "SLOW", 0.0)
    decorated = autograph.function(collatz)
    assert decorated(np.int64(27)) == 111
    for thread in threading.enumerate():
        if thread.name == automatic.THREAD:
            thread.join()
    made: Any = decorated.concrete_functions[0].executable
    assert [each.state for each in made.faster.natives] == ["native"]
    assert decorated(np.int64(97)) == collatz(97)


def test_long_ranges_are_compiled_first() -> None:
    def squares(x):
        for i in range(400):
            for _ in range(400):
                x = (x * x + i) % 1009
        return x

    decorated = autograph.function(squares)
    assert decorated(np.int64(3)) == squares(3)
    made: Any = decorated.concrete_functions[0].executable
    assert [each.calls for each in made.faster.natives] == [1]


def test_the_plan_is_python_alone() -> None:
    decorated = autograph.function(collatz, executor="plan")
    assert decorated(27) == 111
    assert "native" not in decorated.concrete_functions[0].plan


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_made", lambda: "No module named 'llvmlite'")
    monkeypatch.setattr(automatic, "SLOW", 0.0)
    assert autograph.function(collatz)(np.int64(27)) == 111
    with pytest.raises(autograph.AutographError, match=r"numpy-autograph\[native\]"):
        native(collatz)(27)
    monkeypatch.setattr(executors, "_INSTALLED", False)
    assert autograph.function(collatz)(28) == 18


def test_signals_are_looked_for_at_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "TURNS", 1)
    same(collatz, 27, 97)
    same(reciprocals, np.arange(40.0)[::-1].copy())


def test_the_report_says_what_runs() -> None:
    def both(x, names):
        for name in names:
            print(name)
        return running_sum(x)

    decorated = native(both)
    decorated(np.arange(40.0), ["a"] * 70)
    report = decorated.concrete_functions[0].native
    assert "native_1, test_executable.py:" in report
    assert ": native, 1 calls, 0 faults, compiled in " in report
    assert "not native, test_executable.py:" in report
    assert "?" not in report


def test_the_report_names_what_is_taken_for_more_than_a_number() -> None:
    def vowels(text):
        found = 0
        for letter in text:
            if letter in "aeiou":
                found += 1
        return found

    decorated = native(vowels)
    assert [decorated(each) for each in ("a", "be", "sea")] == [1, 1, 2]
    report = "".join(each.native for each in decorated.concrete_functions)
    why = "more calls of Python than instructions: a loop over a value of type str"
    assert re.search(rf"not native, test_executable.py:\d+: {why}", report)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "SLOW", 0.0)
    autograph.function(collatz)(np.int64(27))  # another thread begins to compile
    child = os.fork()
    if child == 0:
        os._exit(0 if native(collatz)(97) == 118 else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_machine_code_that_does_not_pay_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(automatic, "SLOW", 0.0)
    decorated = autograph.function(reciprocals)
    with np.errstate(divide="ignore"):
        for _ in range(3 * automatic.TRIALS):
            decorated(np.zeros(3000))
            for thread in threading.enumerate():
                if thread.name == automatic.THREAD:
                    thread.join()
    made: Any = decorated.concrete_functions[0].executable
    (region,) = made.faster.natives
    assert region.calls <= automatic.TRIALS
    np.testing.assert_array_equal(decorated(np.full(30, 2.0)), np.full(30, 0.5))


def test_strict_graphs_stay_with_their_plan() -> None:
    def unread(x, turns):
        s = np.float64(1.0)
        for _ in range(turns):
            s = s * x[0]
            x[1] += 1
        s = s * 2
        return x

    arguments = np.array([1e300, 1.0]), 200_000
    with pytest.warns(RuntimeWarning, match="overflow"):
        autograph.function(unread, strict=True)(*arguments)
    with pytest.raises(GraphError, match="leaves out operations"):
        autograph.function(unread, strict=True, executor="native")(*arguments)


def test_what_would_compile_for_long_stays_in_the_plan(monkeypatch):
    monkeypatch.setattr(entry, "MOST_LINES", 20)
    compiled = autograph.function(collatz, executor="native")
    assert compiled(np.int64(27)) == 111
    (concrete,) = compiled.concrete_functions
    assert "more code than compiles in some seconds" in str(concrete.native)


def one_item(n):
    s = 2**40
    for _ in range(n):
        s = s + s
    return (s,)


def no_item(n):
    s = 2**40
    while n > 0:
        n = n - s
    return ()


@pytest.mark.parametrize("function", [one_item, no_item])
def test_tuples_of_one_item_or_none(function: Any) -> None:
    made = native(function)
    for n in (2, 40, 3, 2, 40, 2):  # the sum outgrows 64 bits, or does not
        assert made(np.int64(n)) == function(n)

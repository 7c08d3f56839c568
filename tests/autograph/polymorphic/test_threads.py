"""Threads: one trace for concurrent calls, no symbols that cross, no deadlocks."""

from __future__ import annotations

import gc
import operator
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
KEPT: list[object] = []


def together(work, count=32):
    """Run `work(0)`, `work(1)`, ... at the same time and give their answers."""
    barrier = threading.Barrier(count)

    def run(number):
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_concurrent_first_calls_trace_once():
    @ag.function
    def relu(x):
        return x if x > 0 else 0 * x

    assert together(lambda _: relu(NUMBER)) == [2.0] * 32
    assert relu.trace_count == 1


def test_a_call_that_has_its_graph_waits_for_no_trace():
    tracing, finish = threading.Event(), threading.Event()

    @ag.do_not_convert
    def wait():
        tracing.set()
        finish.wait(30)

    @ag.function(callbacks="allow")
    def total(x):
        if x.shape[0] == 3:
            wait()
        return x.sum()

    total(np.ones(1)), total(np.ones(2))
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(total, np.ones(3))
        assert tracing.wait(30)
        quick = pool.submit(lambda: [total(np.ones(size)) for size in (1, 2, 1)])
        try:
            assert quick.result(30) == [1, 2, 1]
            assert not slow.done()
        finally:
            finish.set()
        assert slow.result(30) == 3


def test_concurrent_calls_are_independent():
    @ag.function
    def power(x, n):
        result = x * 0 + 1
        for _ in range(n):
            result = result * x
        return result

    answers = together(lambda number: power(NUMBER, np.int64(number)))
    assert answers == [2.0**number for number in range(32)]


def test_concurrent_calls_for_different_shapes():
    total = ag.function(lambda x: x.sum())
    assert together(lambda number: total(np.ones(number % 4))) == [0, 1, 2, 3] * 8
    assert total.trace_count == 4


def test_concurrent_calls_of_different_functions():
    functions = [ag.function(lambda x, n=n: x * n) for n in range(32)]
    assert together(lambda n: functions[n](NUMBER)) == [2 * n for n in range(32)]


def test_functions_that_call_each_other_do_not_deadlock():
    @ag.function
    def first(x):
        return x + 1 if x > 2 else second(x + 1)

    @ag.function
    def second(x):
        return x + 1 if x > 2 else first(x + 1)

    def work(number):
        return (first, second)[number % 2](np.float64(number % 3))

    expected = [work(number) for number in range(8)]
    first.cache_clear()
    second.cache_clear()
    assert together(work, 8) == expected


def test_a_trace_in_one_thread_is_not_seen_by_another():
    entered, leave = threading.Event(), threading.Event()

    @ag.do_not_convert
    def wait():
        entered.set()
        leave.wait(10)

    @ag.function(callbacks="allow")
    def slow(x):
        wait()
        return x + 1

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(slow, X)
        entered.wait(10)
        plain = [1.0, 2.0][0] + 1
        other = ag.function(lambda x: x * 2)(NUMBER)
        leave.set()
        np.testing.assert_array_equal(future.result(), X + 1)
    assert (plain, other) == (2.0, 4.0)


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_stores_to_one_object_each_happen():
    class Holder:
        def __init__(self):
            self.value = 0.0

    @ag.function
    def put(holder, x):
        holder.value = x

    holders = [Holder() for _ in range(32)]
    together(lambda number: put(holders[number], np.float64(number)))
    assert [each.value for each in holders] == list(range(32))


def test_an_error_in_one_thread_leaves_the_others_alone():
    @ag.function
    def check(x):
        if x > 10:
            raise ValueError("too large")
        return x

    def work(number):
        try:
            return check(np.float64(number))
        except ValueError:
            return None

    assert together(work, 16) == [n if n <= 10 else None for n in range(16)]


def stores(x):
    yield "an attribute", lambda value: setattr(x, "kept", value)
    yield "its dict", lambda value: vars(x).update(kept=value)
    yield "an item of its dict", lambda value: x.__dict__.__setitem__("kept", value)
    yield "a global", lambda value: globals().__setitem__("KEPT", value)
    yield "a list", lambda value: KEPT.append(value)
    yield "a method of the class", lambda value: list.append(KEPT, value)
    yield "an operator", lambda value: operator.iadd(KEPT, [value])
    yield "a slice", lambda value: KEPT.__setitem__(slice(0, 0), [value])


@pytest.mark.parametrize("how", range(8))
def test_no_symbol_leaks_into_what_outlives_the_trace(how, monkeypatch):
    class Holder:
        kept = None

    monkeypatch.setitem(globals(), "KEPT", [])
    holder = Holder()
    _, store = list(stores(holder))[how]

    @ag.function(callbacks="allow")
    def leaks(x):
        store(x + 1)
        return x

    with suppress(ag.AutographError):  # a refusal is clear, and leaks nothing
        leaks(NUMBER)
    kept = globals()["KEPT"]
    found = [*kept, holder.kept] if isinstance(kept, list) else [kept]
    assert {type(each) for each in found} <= {np.float64, type(None)}


def test_many_threads_come_and_go():
    decorated = ag.function(lambda x: x + 1)
    for _ in range(20):
        thread = threading.Thread(target=decorated, args=(X,))
        thread.start()
        thread.join()
    assert decorated.trace_count == 1


def test_many_calls_keep_no_memory():
    decorated = ag.function(lambda x, y: x + y)
    decorated(X, X)
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(20_000):
        decorated(X, X)
    gc.collect()
    assert len(gc.get_objects()) - before < 100


def test_many_failing_calls_keep_no_memory():
    decorated = ag.function(lambda x, i: x[i])
    decorated(X, np.int64(0))

    def fail(times):
        for _ in range(times):
            with pytest.raises(IndexError):
                decorated(X, np.int64(9))

    fail(10)
    gc.collect()
    before = len(gc.get_objects())
    fail(300)
    gc.collect()
    assert len(gc.get_objects()) - before < 200


FORKING = """
import os, threading
import numpy as np
import autograph as ag

tracing, finish = threading.Event(), threading.Event()
parent = os.getpid()

@ag.do_not_convert
def wait():
    if os.getpid() == parent:
        tracing.set()
        finish.wait(30)

@ag.function(callbacks="allow")
def double(x):
    wait()
    return x + x

thread = threading.Thread(target=double, args=(np.float64(1),))
thread.start()
assert tracing.wait(30)
child = os.fork()
if not child:
    os._exit(0 if double(np.float64(2)) == 4 else 1)
finish.set()
thread.join()
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_forked_child_calls_what_another_thread_was_tracing(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(FORKING)
    command = [sys.executable, "-W", "ignore", str(program)]
    subprocess.run(command, check=True, timeout=60)


def test_calls_that_come_while_a_trace_ends_use_its_graph():
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            decorated = ag.function(lambda x: x if x > 0 else 0 * x)
            assert together(lambda _: decorated(NUMBER), 4) == [2.0] * 4  # noqa: B023
            assert decorated.trace_count == 1
    finally:
        sys.setswitchinterval(switching)

"""Running functions as plain Python, in a block or everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextvars import copy_context

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


@pytest.fixture
def everywhere():
    """Run all functions eagerly, and put the switch back."""
    ag.run_functions_eagerly(True)
    yield
    ag.run_functions_eagerly(False)


def test_eager_runs_the_function_itself():
    decorated = ag.function(lambda x: float(repr(type(x)) == "<class 'numpy.float64'>"))
    with ag.eager():
        assert decorated(NUMBER) == 1.0
    assert decorated.trace_count == 0
    decorated(NUMBER)
    assert decorated.trace_count == 1


def test_eager_ends_with_its_block_and_stays_in_its_context():
    decorated = ag.function(lambda x: x + 1)
    with pytest.raises(ZeroDivisionError), ag.eager():
        raise ZeroDivisionError
    with ag.eager():
        thread = threading.Thread(target=lambda: decorated(NUMBER))
        thread.start()
        thread.join()
    assert decorated.trace_count == 1
    copy_context().run(decorated, X)
    assert decorated.trace_count == 2


def test_eager_blocks_nest():
    decorated = ag.function(lambda x: x + 1)
    with ag.eager():
        with ag.eager():
            decorated(NUMBER)
        decorated(NUMBER)
    assert decorated.trace_count == 0
    decorated(NUMBER)
    assert decorated.trace_count == 1


@pytest.mark.usefixtures("everywhere")
def test_all_functions_can_be_run_eagerly():
    decorated = ag.function(lambda x: x + 1)
    assert decorated(NUMBER) == 3
    assert decorated.trace_count == 0
    ag.run_functions_eagerly(False)
    assert decorated(NUMBER) == 3
    assert decorated.trace_count == 1


@pytest.mark.usefixtures("everywhere")
def test_the_switch_holds_in_all_threads():
    decorated = ag.function(lambda x: x + 1)
    thread = threading.Thread(target=decorated, args=(NUMBER,))
    thread.start()
    thread.join()
    assert decorated.trace_count == 0


@pytest.mark.usefixtures("everywhere")
def test_functions_within_functions_run_eagerly_too(capsys):
    @ag.function
    def inner(x):
        print("inner")
        return x + 1

    @ag.function
    def outer(x):
        print("outer")
        return inner(x) * 2

    for _ in range(2):
        assert outer(NUMBER) == 6
    assert capsys.readouterr().out == "outer\ninner\n" * 2


def test_prints_of_an_eager_run_happen_at_each_call(capsys):
    @ag.function
    def says(x):
        print("Calculating!")
        return x

    for _ in range(3):
        says(NUMBER)
    with ag.eager():
        for _ in range(3):
            says(NUMBER)
    assert capsys.readouterr().out == "Calculating!\n" * 4


def test_methods_run_eagerly():
    class Counter:
        count = 0

        @ag.function
        def call(self, x):
            self.count += 1
            return x + self.count

    counter = Counter()
    with ag.eager():
        assert [counter.call(NUMBER), counter.call(NUMBER)] == [3, 4]
    assert counter.call(NUMBER) == 5
    assert counter.call.trace_count == 1


def test_a_mistake_in_plain_python_is_seen_in_plain_python():
    @ag.function
    def fails(x):
        return x.no_such_attribute

    with ag.eager(), pytest.raises(AttributeError) as caught:
        fails(NUMBER)
    assert caught.traceback[-1].name == "fails"


def test_a_graph_traced_before_is_not_used():
    decorated = ag.function(lambda x: print("running") or x)
    decorated(X)
    with ag.eager():
        np.testing.assert_array_equal(decorated(X), X)
    assert decorated.trace_count == 1


def test_what_cannot_be_traced_runs_eagerly():
    decorated = ag.function(lambda x: eval("x"))
    with pytest.raises(ag.AutographError):
        decorated(NUMBER)
    with ag.eager():
        assert decorated(NUMBER) == 2.0


def test_the_switch_within_a_traced_function_leaves_the_trace_alone():
    decorated = ag.function(lambda x: x + 1)
    outer = ag.function(lambda x: decorated(x) * 2)
    outer(NUMBER)
    with ag.eager():
        assert outer(NUMBER) == 6
    assert outer(NUMBER) == 6
    assert outer.trace_count == 1


def test_eager_is_a_decorator_too_or_a_block():
    decorated = ag.function(lambda x: x + 1)

    @ag.eager()
    def debug():
        return decorated(NUMBER)

    assert debug() == 3
    assert decorated.trace_count == 0


def in_a_block(x):
    with ag.eager():
        return x + 1


def by_the_switch(x):
    ag.run_functions_eagerly(True)
    return x + 1


@pytest.mark.parametrize("function", [in_a_block, by_the_switch])
def test_a_traced_function_cannot_switch(function):
    with pytest.raises(ag.AutographError, match="in a compiled function, which is one"):
        ag.function(function)(NUMBER)
    decorated = ag.function(lambda x: x + 1)
    assert decorated(NUMBER) == 3
    assert decorated.trace_count == 1


def test_a_block_without_retracing_in_a_traced_function():
    inner = ag.function(lambda x: x + 1)

    @ag.function
    def outer(x):
        with ag.no_retrace():
            return inner(x)

    assert outer(NUMBER) == 3
    assert outer(X).tolist() == [4, 2, 3]


def test_a_variable_of_the_environment_turns_compilation_off():
    text = "import autograph as ag; print(ag.function(lambda x: locals())(2))"
    environment = {**os.environ, "AUTOGRAPH_EAGER": "1"}
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("{'x': 2}\n", "")

"""What NumPy says and makes of plain values is said and made by each run."""

import contextlib
import warnings

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import graph_of, refusal


def overflows(n):
    total = np.uint8(200) + np.uint8(100)
    total += np.uint8(250)
    return total, -np.int8(-128), abs(np.int8(-128)), n


def test_what_errs_is_recorded(golden):
    golden(graph_of(overflows, np.int64(1)))


def said(function, *arguments):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*arguments)
    return repr(result), [(str(each.message), each.lineno) for each in caught]


@pytest.mark.filterwarnings("error")
def test_each_run_warns():
    decorated = ag.function(overflows)
    plain = said(overflows, np.int64(1))
    assert len(plain[1]) == 4
    assert [said(decorated, np.int64(1)) for _ in range(2)] == [plain, plain]


def divides_in_a_branch(n):
    if n > 2:
        return min(1j, np.float64("nan")), np.float64(1) / 0
    return n


def test_a_branch_that_is_not_taken_says_nothing():
    decorated = ag.function(divides_in_a_branch)
    for n in (1, 3, 1, 3):
        number = np.int64(n)
        assert said(decorated, number) == said(divides_in_a_branch, number)


def test_the_modes_of_the_run_hold():
    decorated = ag.function(divides_in_a_branch)
    with np.errstate(all="ignore"):
        decorated(np.int64(3))
    raised = pytest.raises(FloatingPointError, match="divide by zero")
    with np.errstate(divide="raise", invalid="ignore"), raised:
        decorated(np.int64(3))


class Told:
    """Whom NumPy calls about errors, or writes to."""

    def __init__(self):
        self.of = []

    def __call__(self, kind, flag):
        self.of.append((kind, flag))

    def write(self, text):
        self.of.append(text)


def errs_in_every_way():
    large, small = np.float64(1e308), np.float64(1e-308)
    zero = np.float64(0)
    return large * 10, small * small, 1 / zero, zero / zero, np.int8(100) + np.int8(100)


@pytest.mark.parametrize("mode", ["call", "log", "print", "raise", "warn", "ignore"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_each_run_errs_as_it_is_told(mode, capsys):
    decorated = ag.function(errs_in_every_way)
    with np.errstate(all=mode, call=Told()), contextlib.suppress(FloatingPointError):
        decorated()
    capsys.readouterr()
    for later in ("call", "log", "ignore"):
        plain, ours = Told(), Told()
        with np.errstate(all=later, call=plain):
            errs_in_every_way()
        with np.errstate(all=later, call=ours):
            decorated()
        assert ours.of == plain.of
    with np.errstate(all="raise"), pytest.raises(FloatingPointError, match="overflow"):
        decorated()


def test_nobody_is_told_while_tracing():
    told = Told()
    with np.errstate(all="call", call=told):
        ag.function(errs_in_every_way).get_concrete_function()
    assert told.of == []


@ag.do_not_convert
def noted(notes):
    notes.append(1)
    return np.float64(1) / 0


def calls_outside(x, notes):
    return noted(notes) + x


def test_code_that_is_not_traced_runs_once():
    notes = []
    decorated = ag.function(calls_outside, callbacks="allow")
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        decorated(np.float64(1), notes)
    assert notes == [1]


def makes(n):
    return np.float64(5) - [1, 2], n


def test_each_run_makes_an_array():
    decorated = ag.function(makes)
    first, second = decorated(1)[0], decorated(1)[0]
    first[0] = 7
    assert second.tolist() == decorated(1)[0].tolist() == [4, 3]


def reshapes(x):
    return np.float64(3).reshape(1) + x


def test_methods_that_make_arrays_are_refused(golden):
    golden(refusal(reshapes, np.float64(1)))

"""Operations on floats under a test, whose other arm would set flags."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

from runtime.native import executable
from runtime.native.assembly.guarding import Guard, constrained, is_first_test
from runtime.native.loading import library as loading
from runtime.native.loading.library import library
from tests.runtime.native.natively import native, natives, same

X = np.random.default_rng(8).random(100) + 0.5
ZEROS, BELOW, LARGE, NANS, INFINITE = (X.copy() for _ in range(5))
for _values, _special in (
    *((ZEROS, 0.0), (BELOW, -1.0), (LARGE, 1e200)),
    *((NANS, np.nan), (INFINITE, np.inf)),
):
    _values[::7] = _special


def quotients(x):
    total = 0.0
    for v in x:
        if v != 0:
            total += 1 / v
        else:
            total *= 0.5
    return total


def squares(x):
    total = 0.0
    for v in x:
        if v < 1e150:
            total += v * v
    return total


def roots(x):
    total = 0.0
    for v in x:
        if v > 0:
            total += np.sqrt(v)
    return total


def reciprocals(x):
    out = np.zeros_like(x)
    for i in range(len(x)):
        if x[i] != 0:
            out[i] = 1 / x[i]
    return out


def narrow(x):
    total = 0.0
    for v in x:
        total += 1 / v if abs(v) > 1e-9 else 0.0
    return total


def lazily(x):
    count = 0
    for v in x:
        if v != 0 and 1 / v > 1.0:
            count += 1
    return count


def whole(x):
    total = 0
    for v in x:
        if v == 0 or v != v:
            continue
        total += int(v * 10)
    return total


def differences(x):
    total = 0.0
    for v in x:
        if v < np.inf:
            total += v - (v if v > 0.0 else 0.0)
    return total


def caught(x):
    total = 0.0
    for v in x:
        try:
            total += 1.0 / float(v)
        except ZeroDivisionError:
            total *= 0.5
    return total


def of_integers(x):
    total = 0.0
    for i in range(len(x)):
        k = i % 5
        if k != 0:
            total += x[i] / k
    return total


def of_some_types(x):
    total, last = 0.0, None
    for v in x:
        if last is not None and last != 0:
            total += v / last
        last = v
    return total


def the_same_in_all_turns(x):
    total, divisor, dividend = np.float64(0.0), x[0], x[1]
    for v in x:
        if divisor != 0:
            total += dividend / divisor
        total += v
    return total


def the_same_behind_break(x):
    total, divisor, dividend = np.float64(0.0), x[0], x[1]
    for v in x:
        if divisor == 0:
            break
        total += dividend / divisor + v
    return total


def the_same_in_inner_turns(x):
    total, divisor, dividend = np.float64(0.0), x[0], x[1]
    for v in x:
        if divisor != 0:
            for i in range(10):
                total += dividend / divisor + x[i]
        total += v
    return total


def the_same_in_while(x):
    total, divisor, dividend, i = np.float64(0.0), x[0], x[1], 0
    while i < len(x) and divisor != 0:
        total += dividend / divisor
        i += 1
    return total


def the_same_square(x):
    total, first = 0.0, x[0]
    for v in x:
        if first < 1e150:
            total += first**2
        total += v
    return total


SURE = (
    *((quotients, ZEROS), (roots, BELOW), (reciprocals, ZEROS), (narrow, ZEROS)),
    *((lazily, ZEROS), (whole, NANS), (caught, ZEROS), (of_integers, X)),
    *((of_some_types, ZEROS), (the_same_square, LARGE)),
    *((the_same_in_all_turns, ZEROS), (the_same_behind_break, ZEROS)),
    *((the_same_in_inner_turns, ZEROS), (the_same_in_while, ZEROS)),
)


@pytest.mark.parametrize(("function", "x"), SURE)
def test_what_a_test_guards_against_is_no_fault(function, x) -> None:
    same(function, x, X)
    decorated = native(function)
    for _ in range(20):
        decorated(x)
    (region,) = natives(decorated)
    assert (region.state, region.faults) == ("native", 0)


def no_turns(x):
    divisor, dividend, n = x[0], x[1], int(x[2])
    total, i = np.float64(0.0), 0
    for _ in range(n):
        total += dividend / divisor
    while i < n:
        total += dividend / divisor
        i += 1
    while i * i + 3 * i < n * n - 1:
        total -= dividend / divisor
        i += 1
    return total


def no_inner_turns(x):
    total = 0.0
    for j in range(len(x)):
        for _ in range(int(x[j])):
            total += 2.0 / x[j]
        total += x[j]
    return total


SELDOM = (
    *((squares, LARGE), (differences, INFINITE)),
    *((no_turns, np.array([0.0, 1.0, 0.0])), (no_inner_turns, ZEROS)),
)


@pytest.mark.parametrize(("function", "x"), SELDOM)
def test_all_is_guarded_once_there_are_faults(function, x) -> None:
    same(function, *[x] * 20)
    decorated = native(function)
    for _ in range(20):
        decorated(x)
    (region,) = natives(decorated)
    assert region.state == "native"
    assert region.faults in (0, executable.TWICE)  # as LLVM has it


def test_a_guarded_kernel_that_faults_all_the_same_is_retired() -> None:
    decorated = native(squares)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(30):
            decorated(np.full(9, 1e149) * 1e10 ** np.arange(9))
            decorated(np.array([np.float64(1e149), -1e300]))
    (region,) = natives(decorated)
    assert region.state == "retired"
    assert region.faults == executable.TWICE + executable.FEW


def test_what_the_arm_that_is_taken_does_is_a_fault() -> None:
    def below(x, least):
        total = np.float64(0.0)
        for v in x:
            if v != least:
                total += 1 / v
        return total

    same(below, (ZEROS, 0.0), (ZEROS, 1.0))
    decorated = native(below)
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        decorated(ZEROS, 1.0)
    assert natives(decorated)[0].faults == 1

    def of_floats(values):
        total = 0.0
        for v in values:
            if v >= 0.0:
                total += 1 / v
        return total

    same(of_floats, ([1.0, -1.0, 2.0] * 9,), ([1.0, 0.0],))
    with pytest.raises(ZeroDivisionError):
        native(of_floats)([1.0, 0.0])


@pytest.fixture
def optimized(monkeypatch):
    """Return a function: what LLVM makes of the only region of another, at its best."""
    monkeypatch.setattr(loading, "SPEED", 2)

    def text_of(function, *arguments) -> str:
        decorated = native(function)
        decorated(*arguments)
        (region,) = natives(decorated)
        return library().optimized(region.region.module.text)

    return text_of


def test_what_stands_under_no_test_is_left_to_llvm(optimized) -> None:
    def straight(x, divisor):
        out = np.empty_like(x)
        for i in range(len(x)):
            out[i] = np.sqrt(x[i]) / divisor
        return out

    def within(x, divisor):
        out = np.empty_like(x)
        if divisor != 0:
            for i in range(len(x)):
                out[i] = x[i] / divisor
        return out

    for function in (straight, within):
        text = optimized(function, X, 3.0)
        assert "constrained" not in text
        assert re.search(r"fdiv <\d+ x double>", text)


def test_a_loop_under_a_test_in_a_loop_is_left_to_llvm(optimized) -> None:
    def rows(x, y):
        for k in range(len(x)):
            if x[k] != 0:
                for i in range(len(y)):
                    y[i] = y[i] / x[k]
        return y

    text = optimized(rows, ZEROS.copy(), X.copy())
    assert "constrained" not in text
    assert re.search(r"fdiv <\d+ x double>", text)


def test_choices_of_numbers_stay_choices(optimized) -> None:
    def largest(x):
        found = 0.0
        for v in x:
            if v > found:
                found = v
            elif v < 0.0:
                found = -v
        return found

    text = optimized(largest, X)
    assert "constrained" not in text
    assert "select" in text


def several(x):
    total = 0.0
    for v in x:
        if v < 1.25:
            total += 1.0 / v
        else:
            total *= 0.5
    return total


@pytest.mark.parametrize(("relaxed", "guarded"), [(False, True), (True, False)])
def test_one_arm_is_computed_where_each_turn_waits_for_it(relaxed, guarded) -> None:
    decorated = native(several, relaxed=relaxed)
    decorated(X)
    (region,) = natives(decorated)
    assert ("constrained.fdiv" in region.region.module.text) == guarded
    assert "constrained.fadd" not in region.region.module.text


def test_both_arms_are_computed_where_turns_do_not_wait(optimized) -> None:
    def each(x):
        out = np.empty_like(x)
        for i in range(len(x)):
            out[i] = 1.0 / x[i] if x[i] < 1.25 else x[i] * 0.5
        return out

    text = optimized(each, X)
    assert "constrained" not in text
    assert re.search(r"select <\d+ x i1>", text)


def test_levels() -> None:
    guard = Guard()
    guard.note("%a", "fcmp une double %x, 0.0")
    division = "fdiv double %x, %y"
    assert guard.guarded(division) == division
    with guard.arm():
        assert guard.guarded(division) == constrained(division)
        assert guard.guarded("fadd double %x, %y") == "fadd double %x, %y"
        with guard.body():  # of a loop with none around the arm
            assert guard.guarded(division) == division
    with guard.body(), guard.arm():
        guard.note("%b", "fcmp ogt double %x, 0.0")
        guard.note("%y", "load double, ptr %p")
        with guard.body():
            assert guard.guarded(division) == division
            same_in_all = "fdiv double %x, %z"
            assert guard.guarded(same_in_all) == constrained(same_in_all)
    assert guard.guarded(division) == division


def test_a_test_far_from_zero_guards_nothing() -> None:
    guard = Guard()
    root = "call double @llvm.sqrt.f64(double %x)"
    with guard.body(), guard.arm():
        guard.note("%a", "fcmp olt double %x, 0x3FF4000000000000")
        assert guard.guarded(root) == root
        guard.note("%b", "fcmp ogt double %x, 0x3E112E0BE826D695")
        assert guard.guarded(root) == constrained(root)
    guard.all = True
    with guard.arm():
        product = "fmul reassoc contract float %x, %y"
        assert guard.guarded(product) == constrained("fmul float %x, %y") != product


@pytest.mark.parametrize(
    ("lines", "first"),
    [(["  %c = icmp slt i64 %i, %n"], True), (["  br label %go", "go:"], False)],
)
def test_tests_that_come_before_a_loop(lines, first) -> None:
    assert is_first_test(lines) == first

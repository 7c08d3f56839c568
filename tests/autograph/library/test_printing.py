"""When a print is printed: while tracing, or at each run."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import autograph
import autograph as ag
from autograph import spec_of

ONE = np.float64(1)


class Scaled:
    factor = 2.0

    def of(self, x):
        print("in a method")
        return x * self.factor


def callee(x):
    print("in a callee")
    return x


def at_the_head(x):
    print("head", 1)
    return x


def in_a_callee(x):
    return callee(x)


def in_a_method(x):
    return Scaled().of(x)


def in_a_lambda(x):
    say = lambda text: print(text)  # noqa: E731 - a lambda is what is tried
    say("in a lambda")
    return x


def in_an_inner_function(x):
    def inner():
        print("in an inner function")

    inner()
    return x


def spec_at_the_head(x):
    print("tracing", spec_of(x), ag.spec_of(x).shape)
    return x


ONCE = [at_the_head, in_a_callee, in_a_method, in_a_lambda, in_an_inner_function]
ONCE += [spec_at_the_head]


def of_a_value(x):
    print("value", x)
    return x


def under_an_if(x):
    if x > 0:
        print("under an if")
    return x


def under_a_plain_if(x):
    if True:
        print("under an if of Python")
    return x


def in_a_loop(x):
    for _ in range(2):
        print("in a loop")
    return x


def in_a_loop_over_values(x):
    while x < 3:
        print("in a loop")
        x = x + 1
    return x


def behind_a_value(x):
    print(x)
    print("behind")
    return x


def callee_in_a_loop(x):
    for _ in range(2):
        callee(x)
    return x


def asked_to(x):
    ag.print("run", 1)
    autograph.print("run", sep="", end="!\n", file=sys.stdout, flush=True)
    return x


def asked_to_in_a_callee(x):
    def inner(say):
        say("inner", 2)

    inner(ag.print)
    (lambda: ag.print("lambda"))()
    return x


EACH = [of_a_value, under_an_if, under_a_plain_if, in_a_loop, in_a_loop_over_values]
EACH += [behind_a_value, callee_in_a_loop, asked_to, asked_to_in_a_callee]


def printed(capsys, function, times):
    for _ in range(times):
        function(ONE)
    return capsys.readouterr().out


@pytest.mark.parametrize("function", ONCE, ids=lambda one: one.__name__)
def test_python_values_at_the_head_are_printed_while_tracing(function, capsys):
    plain = printed(capsys, function, 1)
    assert printed(capsys, ag.function(function), 3) == plain


@pytest.mark.parametrize("function", EACH, ids=lambda one: one.__name__)
def test_all_else_is_printed_at_each_run(function, capsys):
    plain = printed(capsys, function, 3)
    assert printed(capsys, ag.function(function), 3) == plain


@pytest.mark.parametrize("function", ONCE + EACH, ids=lambda one: one.__name__)
def test_eagerly_all_is_printed_at_each_run(function, capsys):
    plain = printed(capsys, function, 2)
    with ag.eager():
        assert printed(capsys, ag.function(function), 2) == plain


def test_what_is_printed_at_each_run_keeps_its_place(capsys):
    def ordered(x):
        ag.print("first")
        print("second")
        for value in x:
            print("value", value)
        ag.print("last")

    plain = printed(capsys, lambda _: ordered(np.arange(2)), 2)
    decorated = ag.function(ordered)
    assert printed(capsys, lambda _: decorated(np.arange(2)), 2) == plain
    assert plain.startswith("first\nsecond\nvalue 0")


def test_a_star_import_leaves_the_builtin_print():
    assert "print" in dir(ag)
    assert "print" not in ag.__all__

"""Parts of functions that a branch or loop replaces: all paths share them."""

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged

ONE, ZERO = np.float64(1.0), np.float64(0.0)


def defaults_in_a_branch(x):
    def scaled(a, b=1.0):
        return a * b

    if x > 0:
        scaled.__defaults__ = (x + 2.0,)
    return scaled(3.0)


def defaults_by_another_name(x):
    def scaled(a, b=1.0):
        return a * b

    known = [scaled]
    if x > 0:
        known[0].__defaults__ = (x + 2.0,)
    return scaled(3.0)


def defaults_in_a_loop(x):
    def scaled(a, b=1.0):
        return a * b

    while x > 0:
        scaled.__defaults__ = (x + 2.0,)
        x = x - 1
    return scaled(3.0)


def code_in_a_branch(x):
    def first(a):
        return a

    def second(a):
        return -a

    if x > 0:
        first.__code__ = second.__code__
    return first(3.0)


def name_in_a_branch(x):
    def first(a):
        return a

    if x > 0:
        first.__name__ = "second"
    return first.__name__


def cell_in_a_branch(x):
    held = 1.0

    def first():
        return held

    if x > 0:
        first.__closure__[0].cell_contents = x + 2.0
    return first()


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (defaults_in_a_branch, "the attribute '__defaults__' of .*scaled is set"),
        (defaults_by_another_name, "the attribute '__defaults__' of .*scaled is set"),
        (defaults_in_a_loop, "the attribute '__defaults__' of .*scaled is set"),
        (code_in_a_branch, "the attribute '__code__' of .*first is set"),
        (name_in_a_branch, "the attribute '__name__' of .*first is set"),
        (cell_in_a_branch, "'cell_contents' of 'held', a variable of .*first"),
    ],
)
def test_what_all_paths_share_is_refused(function, what):
    with pytest.raises(NotStaged, match=what):
        ag.function(function)(ZERO)


def set_under_a_plain_test(x, up):
    def scaled(a, b=1.0):
        return a * b

    for _ in range(3):
        if up:
            scaled.__defaults__ = (scaled.__defaults__[0] + x,)
    return scaled(3.0)


@pytest.mark.parametrize("up", [True, False])
def test_python_decides_where_it_can(up):
    decorated = ag.function(set_under_a_plain_test)
    assert decorated(ONE, up) == set_under_a_plain_test(ONE, up)


def made_in_the_branch(x):
    def scaled(a, b=1.0):
        return a * b

    if x > 0:

        def scaled(a, b=1.0):
            return a * b

        scaled.__defaults__ = (x + 2.0,)
    return scaled(3.0)


@pytest.mark.parametrize("x", [ONE, ZERO])
def test_one_of_the_branch_is_its_own(x):
    assert ag.function(made_in_the_branch, callbacks="allow")(x) == made_in_the_branch(
        x
    )


def renamed(x):
    pair = np.dtype([("a", float), ("b", int)])
    if x > 0:
        pair.names = ("left", "right")
    return pair.names


@pytest.mark.parametrize("x", [ONE, ZERO])
def test_names_of_a_dtype_are_not_replaced_in_a_branch(x):
    with pytest.raises(ag.AutographError, match="the attribute 'names' of a dtype"):
        ag.function(renamed)(x)

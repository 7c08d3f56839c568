"""Functions that a compiled function makes and hands to code that is not converted."""

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged


@ag.do_not_convert
def called(function, x):
    return function(x)


def deletes(x):
    last = x

    def forget(y):
        nonlocal last
        if y > 1:
            del last
        return y

    return called(forget, x), last


def test_the_run_deletes_no_variable():
    with pytest.raises(NotStaged, match="deletes last, a variable of the enclosing"):
        ag.function(deletes, callbacks="allow")(np.float64(2))


@ag.do_not_convert
def kept(function):
    return function


def named_later(x):
    def inner(y):
        return y + x

    found = kept(inner)
    inner.__name__ = "later"
    return found


def given_a_default_later(x):
    def inner(y, *, more=1):
        return y + x + more

    found = kept(inner)
    inner.__kwdefaults__["more"] = 5
    return found


@pytest.mark.parametrize("changes", [named_later, given_a_default_later])
def test_the_run_s_function_keeps_its_name_and_defaults(changes):
    with pytest.raises(NotStaged, match=r"inner.* gets another name, default or the"):
        ag.function(changes, callbacks="allow")(np.float64(2))


def has_the_module_s_names(x):
    def inner():
        return x

    names = {}
    if x > 1:
        names.update(inner.__globals__)
    return "called" in names, inner.__globals__ is called.__globals__


@pytest.mark.parametrize("x", [np.float64(2), np.float64(0)])
def test_the_names_of_its_module(x):
    assert ag.function(has_the_module_s_names)(x) == has_the_module_s_names(x)


def has_the_attributes_of(function):
    def inner():
        return function

    inner.__dict__ = function.__dict__
    return inner


def test_a_namespace_of_another_function_is_refused():
    with pytest.raises(NotStaged, match=r"'__dict__' of .*inner is set to that of ano"):
        ag.function(has_the_attributes_of)(has_the_module_s_names)

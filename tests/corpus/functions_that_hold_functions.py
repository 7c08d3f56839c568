"""Functions that are returned, with functions as defaults and attributes."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def called(function, *args):
    """Return a function and what it gives: the first has left the compiled one."""
    return function, function(*args)


called.__autograph_do_not_convert__ = True


@add(1, f64(2.5))
def default_that_is_reached_too(x):
    def inner(y):
        return y + x

    def outer(y, chosen=inner):
        return chosen(y), inner is chosen

    return called(outer, 3)[1]


@add(1, f64(2.5))
def keyword_default_that_is_itself(x):
    def function(y, *, me=None):
        return y + x, me.__kwdefaults__["me"] is me

    function.__kwdefaults__["me"] = function
    return called(function, 3)[1]


@add(1, f64(2.5))
def default_that_is_itself(x):
    def function(y, me=None):
        return y + x, me.me is me, me.__defaults__[0] is me

    function.__defaults__ = (function,)
    function.me = function
    return called(function, 3)[1]


@add(1, f64(2.5))
def attribute_of_python_s_that_is_itself(x):
    def function(y, *, wrapper=None):
        return y + x, wrapper.__self__ is wrapper, wrapper._mark

    function.__kwdefaults__["wrapper"] = function
    function.__self__ = function
    function._mark = True
    return called(function, 3)[1]


@add(1, f64(2.5))
def defaults_that_share_a_function(x):
    def inner(y):
        return y * x

    def second(y, chosen=inner):
        return chosen(y)

    def outer(y, chosen=inner, *, other=second):
        return chosen(y), other(y), other.__defaults__[0] is chosen

    return called(outer, 3)[1]

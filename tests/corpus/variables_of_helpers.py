"""Functions called in loops, branches and `try`, with variables that are shared in them.

A variable that a lambda, an inner function or a handler reads is stored by Python when
the call begins: each call in a region has its own.
"""

from autograph import do_not_convert
from tests.corpus.case import *

CASES = []


@do_not_convert
def anything(x):
    return x


def read_by_a_lambda(values, bound):
    if bound > 2:
        values = np.cos(values)
    return (lambda: values * 2)()


def kept_by_a_handler(values, bound):
    try:
        values = np.cos(values)
        if bound > 2:
            raise ValueError("large")
    except ValueError:
        values = values + bound
    return values


def kept_in_one_arm(values, bound):
    if bound > 2:
        values = np.array(values)
    else:
        try:
            values = np.cos(values)
        finally:
            values = np.sin(values)
    return values


def rebound_in_a_loop(values, bound):
    scale = values[0]
    while bound > 1:
        values = values / bound
        scale = scale + (lambda: values[0] + scale)()
        bound = bound - 1
    return values * scale


def counted_by_an_inner_function(values, bound):
    total = values[0]

    def add(value):
        nonlocal total
        total = total + value

    for value in values:
        if value < bound:
            add(value)
    return values + total


def in_a_tuple(values, bound):
    parts = values, bound
    if bound > 2:
        parts = values + 1, bound - 1
    both = lambda: parts[0] * parts[1]  # noqa: E731
    return both()


def collected(values, bound):
    found = [values]
    if bound > 2:
        found.append(values * 2)
        found = [*found, values]
    return sum((lambda: found)())


def helper_in_a_helper(values, bound):
    values = read_by_a_lambda(values, bound)
    if bound > 1:
        values = kept_by_a_handler(values, bound)
    return (lambda: counted_by_an_inner_function(values, bound))()


def given_by_a_generator(values, bound):
    def turns():
        now = values
        for k in range(3):
            if bound > k:
                now = now + k
            yield (lambda: now)()

    for last in turns():
        values = last
    return values


def in_a_branch(helper):
    def function(x, bound):
        if bound > 1:
            inner = anything(x)
            result = helper(inner, bound) + helper(inner + 1, bound)
        else:
            result = x
        return result

    return function


def in_a_for(helper):
    def function(x, bound):
        for k in range(int(bound)):
            shifted = np.sin(x) + k
            x = helper(shifted, bound)
        return x

    return function


def in_a_while(helper):
    def function(x, bound):
        left = bound
        while left > 0:
            shifted = np.sin(x)
            x = helper(shifted, bound)
            left = left - 1
            if left > 1:
                x = helper(shifted + x, left)
        return x

    return function


def in_a_try(helper):
    def function(x, bound):
        try:
            shifted = np.sin(x)
            x = helper(shifted, bound)
            if bound > 3:
                raise KeyError(bound)
            x = helper(shifted + x, bound)
        except KeyError:
            x = helper(x + 1, bound)
        return x

    return function


HELPERS = (
    read_by_a_lambda,
    kept_by_a_handler,
    kept_in_one_arm,
    rebound_in_a_loop,
    counted_by_an_inner_function,
    in_a_tuple,
    collected,
    helper_in_a_helper,
    given_by_a_generator,
)

for around in (in_a_branch, in_a_for, in_a_while, in_a_try):
    for helper in HELPERS:
        function = around(helper)
        function.__qualname__ = f"{helper.__name__}_{around.__name__}"
        sets = [(floats(0.5, 1, 2), f64(bound)) for bound in (1, 3, 4)]
        CASES.append(case(function, *sets))

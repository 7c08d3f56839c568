"""Attributes of functions: counters, memories and settings kept on the function itself."""

from __future__ import annotations

import functools

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


def counted(function):
    @functools.wraps(function)
    def counting(*arguments):
        counting.calls += 1
        return function(*arguments)

    counting.calls = 0
    return counting


def calls_counted_in_a_loop(n):
    @counted
    def successor(x):
        return x + 1

    a = 0
    while a < n:
        a = successor(a)
    return a, successor.calls, successor.__name__


def calls_counted_in_a_branch(x):
    def double(y):
        if y > 4:
            double.large += 1
        return y * 2

    double.large = 0
    return double(x) + double(double(x)), double.large


def calls_counted_by_array(x):
    def double(y):
        double.calls += 1
        return y * 2

    double.calls = 0
    return double(x) + double(x), double.calls


def list_of_a_function(xs):
    def push(value):
        push.items.append(value)
        push.total = push.total + value

    push.items, push.total = [], 0
    for x in xs:
        if x > 1:
            push(x)
    return push.items, push.total


def set_in_turn(n):
    def settings():
        pass

    settings.low, y = 1, 2
    settings.high = settings.other = 0
    if n > 4:
        settings.low: int = 5
        y = settings.low
    else:
        settings.low = settings.other = y + 1
    return settings.low, settings.high, settings.other, y


def attribute_is_missing(n):
    def scaled(y):
        return scaled.factor * y

    try:
        return scaled(n)
    except AttributeError as error:
        return str(error)


def first_value_in_the_function(n):
    def add(y):
        if not hasattr(add, "total"):
            add.total = 0
        add.total += y
        return add.total

    add(n)
    return add(n), add.total


def attributes_of_what_leaves(n):
    def settings():
        return n

    settings.low = n
    if n > 4:
        settings.low = 2
    return settings


def tallied(x):
    tallied.calls += 1
    return x * tallied.factor


tallied.calls, tallied.factor = 0, 2


def calls_of_a_function_of_the_module(x):
    tallied.calls = 0
    y = tallied(x) + tallied(x)
    return y, tallied.calls


def calls_in_a_branch_of_a_loop(n):
    tallied.calls = 0
    for i in range(n):
        if i % 2:
            tallied(i)
    return tallied.calls


@counted
def successor(x):
    return x + 1


def calls_of_a_decorated_function(n):
    successor.calls = 0
    a = 0
    while a < n:
        a = successor(a)
    return a, successor.calls


def squared(x):
    k = int(x)
    if k not in squared.known:
        squared.known[k] = k * k
    return squared.known[k]


squared.known = {}


def memory_of_a_function(x):
    squared.known = {}
    return squared(x) + squared(x), len(squared.known)


def memory_by_plain_keys(x):
    squared.known.clear()
    return squared(3) * x + squared(3), len(squared.known)


def attribute_of_the_module_is_missing(x):
    try:
        return tallied.nothing
    except AttributeError as error:
        return x, str(error), hasattr(tallied, "factor"), hasattr(tallied, "other")


NUMBERS = (3, i64(5), f64(6.0))


def counted_by_another_name(x):
    def mark():
        pass

    mark.calls = 0
    same = mark
    for value in x:
        if value > 0:
            same.calls += 1
    return mark.calls


def attributes_of_a_partial_function(x):
    added = functools.partial(np.add, x)
    added.__doc__ = "Adds."
    added.times = 0
    if x > 2:
        added.times = x
    return added, added(1), added.times


def partial_function_updated(x):
    greatest = functools.partial(max, x)
    functools.update_wrapper(greatest, max)
    vars(greatest)["start"] = x
    return greatest, repr(greatest)


def partial_function_without_attributes(x):
    greatest = functools.partial(max, x)
    known = type(greatest) is functools.partial and greatest.func is max
    return [functools.partial(greatest, 2)(v) for v in range(4)], known


CASES = [
    case(calls_counted_in_a_loop, *NUMBERS),
    case(calls_counted_in_a_branch, *NUMBERS),
    case(calls_counted_by_array, *NUMBERS, floats(1, 2)),
    case(list_of_a_function, ints(1, 2, 3), floats(0, 1), np.zeros(0)),
    case(set_in_turn, *NUMBERS),
    case(attribute_is_missing, *NUMBERS),
    case(first_value_in_the_function, *NUMBERS),
    case(attributes_of_what_leaves, *NUMBERS),
    case(calls_of_a_function_of_the_module, *NUMBERS, floats(1, 2)),
    case(calls_in_a_branch_of_a_loop, 3, i64(5)),
    case(calls_of_a_decorated_function, *NUMBERS),
    case(memory_of_a_function, *NUMBERS),
    case(memory_by_plain_keys, *NUMBERS),
    case(attribute_of_the_module_is_missing, *NUMBERS),
    case(counted_by_another_name, ints(0, 1, 2)),
    case(attributes_of_a_partial_function, 3, f64(1.5), f64(2.5)),
    case(partial_function_updated, 3, f64(1.5)),
    case(partial_function_without_attributes, 3, f64(1.5)),
]

"""Methods of containers, objects and functions that code not converted takes."""

from __future__ import annotations

import functools
from decimal import Decimal

import autograph as ag
from tests.corpus.case import case, f64


@ag.do_not_convert
def given(value):
    return value


@ag.do_not_convert
def called(method, *args):
    return method.__name__, type(method).__name__, method(*args)


class Pair:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def scaled(self, by):
        return self.x * by, self.y * by

    def __repr__(self):
        return f"Pair({self.x}, {self.y})"


def scale(x, by=2):
    return x * by


def of_a_list(items):
    known = items.__contains__, items.__len__, items.__getitem__, items.__delitem__
    return [given(each).__name__ for each in known], called(known[0], 2.0), items


def deleted_by_its_method(items):
    called(items.__delitem__, 0)
    return items, len(items)


def of_a_dict(table):
    keys = table.keys
    return (
        given(keys)(),
        keys.__name__,
        called(table.__contains__, "a"),
        given(table.get),
    )


def set_by_its_method(table, x):
    called(table.__setitem__, "b", x)
    return table, table["b"], len(table)


def of_a_list_made_here(x):
    items = [1.0, 2.5]
    return given(items.__dir__)(), called(items.__sizeof__)[:2], called(items.__ne__, x)


def of_a_set_made_here(x):
    items = {1, 2}
    return called(items.__format__, ""), called(items.__contains__, x)


def of_an_object(pair):
    return (
        called(pair.__repr__),
        given(pair.__dir__)() == dir(pair),
        called(pair.scaled, 3),
    )


def of_a_namespace(x):
    pair = Pair(x, 2)
    names = vars(pair)
    return (
        called(names.keys),
        called(names.get, "x"),
        called(names.update, {"y": 3}),
        pair,
    )


def of_a_function(x):
    return called(scale.__call__, x), called(scale.__eq__, scale)


def of_a_partial_function(x):
    doubled = functools.partial(scale, by=3)
    return called(doubled.__call__, x), given(doubled.__eq__)(x)


def of_a_method(method, x):
    return (
        given(method.__call__)(x),
        given(method.__eq__)(method),
        method.__call__.__name__,
    )


def of_iterators(x):
    steps, numbers = iter([x, 2]), (i * x for i in range(3))
    return called(steps.__next__), called(numbers.__next__), [*steps], [*numbers]


def of_a_decimal(amount):
    return called(amount.__add__, Decimal(2)), called(amount.__round__, 1)


def kept_and_called_here(items, x):
    has = items.__contains__
    found = has(x), has.__name__, type(has).__name__
    items.append(x)
    return found, has(x)


CASES = [
    *(
        case(f, f64(2), f64(-1.5))
        for f in (
            of_a_list_made_here,
            of_a_set_made_here,
            of_a_namespace,
            of_a_function,
            of_a_partial_function,
            of_iterators,
        )
    ),
    *(
        case(f, lambda: ([1.0, 2.0],), lambda: ([3.0],))
        for f in (of_a_list, deleted_by_its_method)
    ),
    case(of_a_dict, lambda: ({"a": 1.0},), lambda: ({"b": 2, "c": 3},)),
    case(set_by_its_method, lambda: ({"a": 1.0}, 2.0), lambda: ({"b": 2.0}, 3.0)),
    case(of_an_object, lambda: (Pair(1.0, 2.0),), lambda: (Pair(2, 3),)),
    case(
        of_a_method,
        lambda: (Pair(1.0, 2.0).scaled, 3.0),
        lambda: (Pair(2, 3).scaled, 2.0),
    ),
    case(of_a_decimal, lambda: (Decimal("1.25"),), lambda: (Decimal(2),)),
    case(kept_and_called_here, lambda: ([1.0], 2.0), lambda: ([2.0], 2.0)),
]

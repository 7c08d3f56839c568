"""Functions that a branch chooses among known ones, called behind it."""

import math

import math

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

MANY = [f64(0.5), f64(1.5), f64(2.5), f64(3.5), i64(3), 2.5]


def grown(x):
    return x + 1


def listed(x):
    return [x * 5, x]


def shown(x, *, times=2):
    print("shown", x)
    return x * times


def refused(x):
    raise ValueError(f"refused {x}")


def counted_down(x):
    return x if x < 1 else counted_down(x - 1) + 1


class Plain:
    def __init__(self, x):
        self.x = x


class Doubled(Plain):
    def __init__(self, x):
        super().__init__(x * 2)


@add(*MANY)
def one_of_four(x):
    if x > 3:
        function = np.sin
    elif x > 2:
        function = math.cos
    elif x > 1:
        function = grown
    else:
        function = abs
    return function(x), function(x + 1)


@add(*MANY)
def results_of_two_kinds(x):
    function = grown if x > 2 else listed
    return function(x)


@add(*MANY)
def one_that_raises(x):
    function = refused if x > 2 else grown
    try:
        return function(x)
    except ValueError as error:
        return str(error)


@add(*MANY)
def called_in_a_loop(x):
    function, total = shown if x > 2 else counted_down, 0.0
    for turn in range(3):
        total += function(x + turn)
    return total


@add(*MANY)
def chosen_within_a_loop(x):
    function = grown
    for _ in range(4):
        x = function(x)
        if x > 4:
            function = shown
    return x


@add(*MANY)
def chosen_twice(x):
    function = grown if x > 2 else shown
    if x > 3:
        function = function if x > 5 else counted_down
    return function(x) + function(x), function is grown, function.__name__


@add(*MANY)
def a_function_or_none(x):
    function = grown if x > 2 else None
    return function(x) if function is not None else 0


@add(*MANY)
def a_class_of_two(x):
    kind = Plain if x > 2 else Doubled
    made = kind(x)
    return made.x, type(made).__name__


@add(*MANY)
def one_that_takes_no_keyword(x):
    function = shown if x > 2 else grown
    try:
        return function(x, times=3)
    except TypeError as error:
        return str(error)


@add(*MANY, raises=TypeError)
def none_at_all(x):
    function = grown if x > 2 else None
    return function(x)


def squared(v):
    return v * v


def cubed(v):
    if v > 2:
        return v**3
    return -v


NAMED = {"squared": squared, "cubed": cubed, "sine": math.sin}
NUMBERED = [squared, cubed, np.sqrt]


@add(
    (["squared", "cubed"], 1.5), (["sine", "squared"], 3), (["no"], 1), raises=KeyError
)
def chosen_by_names(names, x):
    for name in names:
        x = NAMED[name](x)
    return x


@add(([0, 1, 2], f64(4)), ([1, -1], f64(1)), ([5], f64(2)), raises=IndexError)
def chosen_by_numbers(numbers, x):
    return sum(NUMBERED[number](x) for number in numbers)


@add((["squared", "no"], 2), (["cubed", "sine"], 3.5), (["no"], 1))
def chosen_or_not(names, x):
    mine = {"squared": cubed, "cubed": squared}
    found = []
    for name in names:
        function = NAMED.get(name)
        found.append(name if function is None else function(x))
        found.append(NAMED.get(name, cubed)(x) + mine.get(name, squared)(x))
    return found


@add((["squared", "cubed"], 2), (["squared"], 3.5))
def chosen_of_a_table_that_changes(names, x):
    table = {"squared": squared}
    found = []
    for name in names:
        found.append(table.get(name, cubed)(x))
        table[name] = squared
        found.append(table[name](x))
    return found, len(table)


@add((["squared", "more"], 2), (["more"], 3.5))
def chosen_of_a_global_table_that_changes(names, x):
    NAMED["more"] = squared
    try:
        return [NAMED[name](x) for name in names]
    finally:
        del NAMED["more"]

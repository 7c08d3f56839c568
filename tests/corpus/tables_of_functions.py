"""Functions that are looked up in lists and dicts by what only the run knows."""

import datetime
import math
import operator
import re

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def put_together(x, y):
    return x, y


def said(x, y):
    print("said", x)
    return x + y


def refused_by_a_table(x, y):
    raise ValueError(f"refused {x}")


class Sum:
    def __init__(self, x, y):
        self.value = x + y


OPERATORS = {
    "+": operator.add,
    "-": lambda x, y: x - y,
    "*": np.multiply,
    "^": pow,
    "!": refused_by_a_table,
    "s": said,
}
PAIRED = [put_together, said, math.hypot]


@add((["2", "3", "+", "4", "*"],), (["5", "2", "^", "3", "-"],), (["1", "?"],))
def reverse_polish(tokens):
    stack = []
    for token in tokens:
        if token in OPERATORS:
            y, x = stack.pop(), stack.pop()
            stack.append(OPERATORS[token](x, y))
        else:
            stack.append(float(token) if token.isdigit() else -1.0)
    return stack


@add((["+", "s", "*"], f64(2.0)), (["+", "!"], f64(2.0)), (["+", "?"], f64(2.0)))
def looked_up_in_a_try(names, x):
    found = []
    for name in names:
        try:
            found.append(OPERATORS[name](x, 3.0))
        except (ValueError, KeyError) as error:
            found.append(repr(error))
    return found


@add((i64(0), 2.0), (i64(2), 2.0), (i64(-1), 2.0), (i64(-2), 1.5))
def looked_up_by_position(place, x):
    return PAIRED[place](x, 4.0), PAIRED[int(place) // 2](x, x)


@add((i64(3), 2.0), raises=IndexError)
def looked_up_behind_the_end(place, x):
    return PAIRED[place](x, 4.0)


@add((i64(0), f64(2.0)), (i64(1), f64(2.0)), (i64(2), f64(0.5)))
def looked_up_in_ones_own(place, x):
    def scaled(a, b):
        return a * x + b

    table = {0: scaled, 1: put_together, 2: min}
    row = (max, scaled, put_together)
    return table[int(place)](x, 1.0), row[place](1.0, x)


@add((i64(0), f64(2.0)), (i64(1), f64(2.0)))
def a_class_of_a_table(place, x):
    return [put_together, Sum][place](x, 1.0) is not None, [Sum, Sum][place](x, 1).value


@add(
    ({0: put_together, 1: said}, [0, 1, 0], f64(1.0)),
    ({0: said, 1: put_together}, [0, 1, 0], f64(1.0)),
    ({0: said, 1: said, 2: max}, [2, 1, 0], f64(1.0)),
    ({0: said, 1: 5}, [0], f64(1.0)),
)
def a_table_that_arrives(table, keys, x):
    return [table[key](x, 2.0) for key in keys]


@add(({0: said, 1: max}, i64(0), f64(1.0)), ({0: said, 1: max}, i64(1), f64(1.0)))
def a_table_that_the_function_changes(table, key, x):
    before = table[int(key)](x, 2.0)
    table[0] = put_together
    between = table[int(key)](x, 2.0)
    if x > 0:
        table[1] = min
    return before, between, table[int(key)](x, 2.0)


@add(([said, max], i64(0), f64(1.0)), ([said, max], i64(1), f64(1.0)))
def a_list_that_another_changes(functions, place, x):
    def change():
        functions[1] = put_together

    before = functions[place](x, 2.0)
    for _ in range(int(place) + 1):
        change()
    return before, functions[place](x, 2.0)


DAYS = [datetime.date(2001, 1, day).strftime for day in range(1, 8)]
FOUND = {"digits": re.compile(r"\d+").findall, "words": re.compile(r"[a-z]+").findall}


@add((i64(0), "%A"), (i64(6), "%a"), (i64(-1), "%d"), (2, "%A"))
def methods_of_dates(day, how):
    return DAYS[day](how)


@add((["digits", "words", "digits"], "ab12c3"), (["words"], "ab12c3"))
def methods_of_patterns(names, text):
    return [FOUND[name](text) for name in names]


class Absent:
    """Stands for a module that is not there, and says so whatever it is asked."""

    def __getattribute__(self, name):
        if name == "__class__":
            return type(None)
        raise ImportError(f"no {name}")

    def __call__(self, x):
        raise ImportError("not there")


LOADERS = {"absent": Absent(), "double": lambda x: 2 * x, "next": lambda x: x + 1}


class File:
    def __init__(self, kind):
        self.kind = kind


def files(*kinds):
    return lambda: ([File(kind) for kind in kinds],)


@add(files("double", "next"), files("absent", "next"), files("next"), files("other"))
def loaders_that_may_be_absent(given):
    loaded = []
    for file in given:
        if file.kind in LOADERS:
            try:
                loaded.append(LOADERS[file.kind](1.5))
            except ImportError as error:
                loaded.append(str(error))
    return loaded

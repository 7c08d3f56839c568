"""Loops tried in Python first, whose first turn changes what it reads."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
TURNS = (i64(0), f64(2)), (i64(1), f64(2)), (i64(2), f64(2)), (i64(3), f64(2))


@add(*TURNS, core=True)
def dict_set_then_left(i, x):
    d = {"low": i, "high": x}
    for _ in (0.5, 1.5, 1.0):
        d["high"] = np.floor(x % 3.0)
        if d["low"]:
            return 1
    return d["high"]


@add(*TURNS, core=True)
def list_set_then_left(i, x):
    d = [i, x]
    for _ in (0.5, 1.5, 1.0):
        d[-1] = np.floor(x % 3.0)
        if d[0]:
            return 1
    return d


@add(*TURNS, core=True)
def attribute_of_function_counts(i, x):
    def count():
        count.calls += 1
        return count.calls

    count.calls = 0
    for _ in (1, 2, 3):
        if count() > i:
            return count.calls
    return count.calls, x


@add(*TURNS, core=True)
def attribute_of_function_set_once(i, x):
    def once():
        pass

    once.done = 0
    turns = 0
    while True:
        turns += 1
        if once.done == 0:
            once.done = 1
            x = x + 1
        if i > turns or turns > 4:
            return x


@add(*TURNS, core=True)
def list_appended_once(i, x):
    seen = []
    for e in (1, 2, 3):
        if not seen:
            seen.append(1)
            x = x + 1
        if i > e:
            return x
    return x


@add(*TURNS, core=True)
def list_extended_once(i, x):
    seen = []
    for e in (1, 2, 3):
        if not seen:
            seen += [1]
            x = x + 1
        if i > e:
            return x
    return x


@add(*TURNS, core=True)
def list_shortened_once(i, x):
    left, turns = [1, 2, 3], 0
    while True:
        turns += 1
        if len(left) == 3:
            del left[1]
            x = x + 1
        if i > turns or turns > 4:
            return x, left


@add(*TURNS, core=True)
def dict_filled_once(i, x):
    seen = {}
    for e in (1, 2, 3):
        if "a" not in seen:
            seen["a"] = 2
            x = x + 1
        if i > e:
            return x
    return x


@add(*TURNS, core=True)
def set_filled_once(i, x):
    seen = set()
    for e in (1, 2, 3):
        if not seen:
            seen |= {1}
            x = x + 1
        if i > e:
            return x
    return x

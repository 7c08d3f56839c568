"""Lists and dicts that hold themselves, in a place of theirs or further in."""

import bisect
import copy

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
adding = adding_to(CASES)
add = adding(([1, 2],), ([3.5, 1, 2],), ([],))


@add
def inserted_in_order(x):
    out = []
    for _ in x:
        bisect.insort(out, out)
    return out


@add
def added_in_a_branch(x):
    out = []
    for v in x:
        if v > 1:
            out.append(out)
        else:
            out.append(v)
    return out


@add
def values_of_a_dict(x):
    found = {}
    i = 0
    while i < len(x):
        found[x[i]] = found
        i += 1
    return found


@add
def added_by_a_function(x):
    out = []

    def append(v):
        out.append(out)
        out.append(v)

    for v in x:
        append(v)
    return out, out


def _deeper(out, n):
    if n <= 0:
        return out
    out.append(out)
    return _deeper(out, n - 1)


@add
def added_by_a_recursive_function(x):
    return _deeper([], len(x))


@add
def within_a_tuple(x):
    out = [len(x)]
    out.append((out, 1))
    copied = copy.copy(out)
    if len(x) > 1:
        copied.append(out)
    return copied


@add
def kept_by_a_handler(x):
    out = []
    out.append(out)
    try:
        for v in x:
            out.append(out)
            out.append(1 / (v - 1))
    except ZeroDivisionError:
        out.append(-1)
    return out


@add
def found_in_itself(x):
    out = [x, 1]
    out[0] = out
    return out in [out], out.index(out), out.count(1), max([out], key=len) is out


@add
def text_of_a_dict(x):
    found = {}
    found["self"] = found
    total = 0
    for v in x:
        if found.get("self") is found:
            total += v
        found[v] = (found, v)
    return total, str(found)


@add
def arriving_list(x):
    x.append(x)
    return sum(v is x for v in x), len(x)

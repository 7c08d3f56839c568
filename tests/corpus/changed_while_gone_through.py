"""Containers that change size while a loop goes through them."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (i64(3), f64(0), np.int8(3), 0)


@add(*NUMBERS)
def dict_caught(x):
    d = {0: 1}
    try:
        for k in d:
            d[k + 100] = 1
    except RuntimeError as e:
        return d, str(e)


@add(*NUMBERS)
def set_caught(x):
    s = {1, 2}
    try:
        for k in s:
            s.add(k + 100)
    except RuntimeError as e:
        return str(e)


@add(*NUMBERS, raises=RuntimeError)
def dict_raises(x):
    d = {0: 1}
    for k in d:
        d[k + 100] = 1
    return 1


@add(*NUMBERS, raises=RuntimeError)
def dict_on_some_paths(x):
    d = {0: x}
    for k in d:
        if x > 1:
            d[k + 100] = 1
    return d


@add(*NUMBERS)
def long_queue(x):
    todo = [0]
    for i in todo:
        if i < 100:
            todo.append(i + 1)
        x = x + i
    return x, todo


@add((f64(3), 0), (f64(3), i64(1)), raises=ValueError)
def grows_where_not_taken(x, n):
    found = [0]
    if n > 0:
        for _ in found:
            found.append(len(found))
            if x * len(found) > 50:
                raise ValueError(len(found))
    return found

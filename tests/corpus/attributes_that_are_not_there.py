"""Attributes that a value lacks: the program's handlers take the error."""

import functools
import itertools
import math

import numpy as np

from tests.corpus.case import adding_to, f64, floats

CASES = []
add = adding_to(CASES)


def shape_of(value):
    try:
        return value.shape
    except AttributeError as error:
        return str(error)


def steps(x):
    yield x
    yield x + 1


class Named:
    name = "n"

    def method(self):
        return self.name


@add(lambda: (f64(2), floats(1, 2, 3)))
def of_iterators(x, values):
    kept = [x, 1.0]
    return (
        shape_of(enumerate(kept)),
        shape_of(zip(kept, values)),
        shape_of(map(abs, values)),
        shape_of(filter(None, kept)),
        shape_of(reversed(kept)),
        shape_of(iter(kept)),
        shape_of(steps(x)),
        shape_of(v * x for v in values),
        shape_of(itertools.chain(kept, kept)),
        shape_of(itertools.count()),
        shape_of({"a": x}.items()),
        shape_of(values),
    )


@add(lambda: (f64(2), Named(), {"a": 1.0}))
def of_functions_and_classes(x, named, table):
    return (
        shape_of(abs),
        shape_of(np.sum),
        shape_of(np.add),
        shape_of(math),
        shape_of(steps),
        shape_of(shape_of),
        shape_of(functools.partial(steps, x)),
        shape_of(Named),
        shape_of(named),
        shape_of(named.method),
        shape_of(table.items()),
        shape_of(iter(table)),
    )


@add(lambda: (f64(2), floats(1, 2, 3)), lambda: (f64(-1), floats(1, 2, 2)))
def all_of_each(x, values):
    def is_equal(items):
        try:
            return len(items.shape) > 1
        except AttributeError:
            pass
        items = iter(items)
        first = next(items, None)
        return all(item == first for item in items)

    return all(is_equal(v * x for v in part) for part in (values[1:], values[:1]))

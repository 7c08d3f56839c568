"""Functions of `operator` that the compiled function makes and hands on."""

from itertools import tee
from operator import attrgetter, itemgetter, methodcaller

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Scale:
    factor = 2.5

    def times(self, x, *, more=0):
        return self.factor * x + more


SCALE = Scale()


def applied(function, value):
    return function(value)


applied.__autograph_do_not_convert__ = True


def closing(items):
    try:
        yield from items
    except IndexError:
        return


@add(1, i64(1))
def item_of_a_run(index):
    one, both = itemgetter(index), itemgetter(index, 0)
    return applied(one, [5, 6, 7]), applied(both, [5, 6, 7])


@add(2, f64(2.5))
def method_with_a_value_of_the_run(x):
    plain, named = methodcaller("times", x), methodcaller("times", x, more=x)
    return (
        applied(plain, SCALE),
        applied(named, SCALE),
        applied(attrgetter("factor"), SCALE),
    )


@add([("a", 1), ("b", 2)], [(1, 2), (3, 4), (5,)])
def columns_one_by_one(rows):
    copies = tee(rows, 2)
    columns = tuple(
        closing(map(itemgetter(index), copy)) for index, copy in enumerate(copies)
    )
    return [list(column) for column in columns]

"""Generators without an end, of which other iterators take some items."""

from itertools import chain, islice, takewhile

from tests.corpus.case import adding_to, i64

CASES = []
add = adding_to(CASES)
some = add(1, 2, i64(4), 4)


class Symbol:
    def __init__(self, name):
        self.name = name


def numbered(n):
    while True:
        yield n
        n += 1


def symbols(prefix, start=0):
    while True:
        yield Symbol(f"{prefix}{start}")
        start += 1


@add(({"a"},), ({"x", "x0"},), ({"x"},))
def first_free_name(names):
    for symbol in chain((Symbol("x"),), symbols("x")):
        if symbol.name not in names:
            break
    return symbol.name


@some
def behind_one_item(x):
    for v in chain((x,), numbered(5)):
        if v > 3:
            break
    return v


@some
def zipped(x):
    for v, w in zip(numbered(x), chain([1, 2], numbered(x))):
        if v + w > 12:
            return v, w


@some
def sliced(x):
    few = list(islice(chain([x], numbered(x)), 4)), list(islice(numbered(x), 3))
    return few, list(takewhile(lambda v: v < 7, numbered(x)))


@some
def with_shorter_ones(x):
    return list(zip((x, 1, x), numbered(x))), next(chain(numbered(x), [1]))


@some
def in_a_generator(x):
    def even():
        for v in chain([x], numbered(x)):
            if v % 2 == 0:
                yield v

    out = []
    for v in even():
        out.append(v)
        if len(out) == 3:
            return out


@some
def tested(x):
    found = next(v for v in chain(numbered(x)) if v % 3 == 0)
    return any(v > 6 for v in numbered(x)), found

"""Iterators as operands: most operators take none, and say of which class it is."""

from __future__ import annotations

from tests.corpus.case import Case, adding_to, floats

CASES: list[Case] = []
add = adding_to(CASES)

BOTH = floats(1, 2), [1, 2]


@add(*BOTH, raises=TypeError)
def number_and_generator(x):
    return x[0] + (v for v in x)


@add(*BOTH, raises=TypeError)
def number_augmented_by_generator(x):
    total = x[0]
    total += (v for v in x)
    return total


@add(*BOTH, raises=TypeError)
def list_and_map(x):
    out = [1]
    return out + map(abs, x)


@add(*BOTH, raises=TypeError)
def list_times_filter(x):
    out = [1]
    out *= filter(None, x)
    return out


@add(*BOTH, raises=TypeError)
def dict_and_filter(x):
    return {} | filter(None, x)


@add([1, 2], raises=TypeError)
def number_less_reversed(x):
    return 3 - reversed(x)


@add([1, 2], ((1, 2),), raises=TypeError)
def index_of_map(x):
    return x[map(abs, x)]


@add(*BOTH)
def list_extended(x):
    out = [0]
    it = iter(x)
    out += it
    out += (v * 2 for v in x)
    return out, list(it)

"""Iterators advanced in branches and loops of the graph, a part at a time."""

from __future__ import annotations

import itertools

from tests.corpus.case import case, floats


def counts_in_generator(x):
    return sum((1 for v in map(abs, x) if v > 1))


def first_of_map(x):
    it = map(abs, x)
    if x[0] > 0:
        return next(it)
    return 5


def values_of_dict(x):
    d = {"a": x[0], "b": x[1], "c": 3.0}
    it = iter(d.values())
    s = 0
    if x[0] > 0:
        s = next(it)
    return (s, next(it), next(it, None), next(it, None))


def keys_of_dict(x):
    d = {"a": 1, "b": 2}
    it = iter(d)
    if x[0] > 0:
        next(it)
    return next(it)


def items_of_list(x):
    it = iter([1, 2, 3])
    for v in x:
        if v > 0:
            n = next(it, None)
    return list(it)


def pairs_of_zip(x):
    it = zip([1, 2, 3], "abc")
    if x[0] > 0:
        next(it)
    return list(it)


def links_of_chain(x):
    it = itertools.chain([1, 2], (3,))
    if x[0] > 0:
        next(it)
    return list(it)


def resumed_loop(x):
    it = iter({3: 1, 1: 2}.items())
    out = []
    for v in x:
        for k, w in it:
            out.append((k, w, v))
            if v > 0:
                break
    return out


def letters(x):
    it = iter("abc")
    for v in x:
        if v > 0:
            break
        next(it, None)
    return list(it)


def dict_that_grows(x):
    d = {"a": 1, "b": 2, "c": 3}
    it = iter(d)
    next(it)
    if x[0] > 0:
        d["z"] = 3
    return next(it)


def set_that_grows(x):
    s = {1, 2, 3}
    it = iter(s)
    for v in x:
        if v > 0:
            s.add(5)
        next(it, None)
    return len(s)


def numbered(x):
    it = enumerate([4, 5, 6])
    for v in x:
        if v > 0:
            return next(it)
        next(it)
    return None


def map_of_list(x):
    it = map(lambda v: v + 1, [1, 2, 3])
    r = []
    for v in x:
        if v > 0:
            r.append(next(it, -1))
    return r


def map_in_parts(x):
    it = map(abs, x)
    r = 0
    for v in it:
        if v > 1:
            break
        r += 1
    return (r, list(it))


ARRAYS = (floats(1, 2, -3), floats(-1, -2, 3), floats(-1, -2))

CASES = [
    *[
        case(f, *ARRAYS)
        for f in (
            counts_in_generator,
            first_of_map,
            values_of_dict,
            keys_of_dict,
            items_of_list,
            pairs_of_zip,
            links_of_chain,
            resumed_loop,
            letters,
            numbered,
            map_of_list,
            map_in_parts,
        )
    ],
    case(dict_that_grows, *ARRAYS, raises=RuntimeError),
    case(set_that_grows, *ARRAYS, raises=RuntimeError),
]

"""Hashes of values that only the run knows: keys of memories, as libraries write them."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import case, f64, floats


class Remembering:
    def __init__(self):
        self.memory = {}
        self.found = 0

    def total(self, x):
        key = hash((type(self).__name__, x.tobytes(), str(x.dtype), x.shape))
        if key in self.memory:
            self.found += 1
            return self.memory[key]
        made = self.memory[key] = np.sum(x**2)
        return made


def remembered_by_hash(owner, x):
    return owner.total(x), owner.total(x), owner.total(x + 1), owner.found


def hashes_of_equal_values(x, y):
    return hash(x) == hash(y), hash((x, 1)) == hash((y, 1)), hash(float(x))


def hash_of_what_has_none(x):
    try:
        return type(hash(x))
    except TypeError as error:
        return str(error)


def attribute_without_a_name(x, names):
    try:
        return hasattr(x, names)
    except TypeError as error:
        return str(error)


CASES = [
    case(remembered_by_hash, lambda: (Remembering(), floats(1, 2))),
    case(hashes_of_equal_values, (1.5, 1.5), (f64(2.5), f64(2.5)), (f64(2), f64(1))),
    case(hash_of_what_has_none, f64(1.5), floats(1, 2), 3),
    case(attribute_without_a_name, lambda: (Remembering(), ["memory"])),
]

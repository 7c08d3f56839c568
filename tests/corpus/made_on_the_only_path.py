"""Values that hold others, made in the only branch that goes on."""

from __future__ import annotations

import functools
import operator

import numpy as np

from tests.corpus.case import case, floats


def slice_of_numbers(x):
    if x.sum() > 3:
        part = slice(int(x[0]), None)
    else:
        raise ValueError(x.sum())
    return x[part], part, part.start + 1


def slices_in_containers(x):
    if x.sum() > 3:
        parts = {"first": slice(int(x[0]), None)}, [slice(int(x[1]))]
    else:
        raise ValueError
    return parts, x[parts[0]["first"]]


def items_of_many_kinds(parts, x):
    kept = []
    for part in parts[: int(x[0]) + 1]:
        if isinstance(part, int):
            part = int(part)
        elif isinstance(part, slice):
            part = slice(part.start, part.stop)
        else:
            raise TypeError(f"unexpected {part!r}")
        kept.append(part)
    return tuple(kept)


def getter(x):
    if x.sum() > 3:
        get = operator.itemgetter(int(x[0]))
    else:
        raise ValueError
    return get(x)


def method_of_a_list(x):
    if x.sum() > 3:
        add = [int(x[0])].append
    else:
        raise ValueError
    add(3)
    return add.__self__


def method_of_a_text(x):
    if x.sum() > 3:
        join = f"{x[0]}".join
    else:
        raise ValueError
    return join(["a", "b"])


def functions(x):
    if x.sum() > 3:
        first = int(x[0])
        chosen = functools.partial(np.add, first), lambda value: value + first
    else:
        raise ValueError
    return [each(2) for each in chosen]


SETS = (floats(1, 2, 3), floats(2, 3, 4), floats(0, 1))

CASES = [
    case(slice_of_numbers, *SETS, raises=ValueError),
    case(slices_in_containers, *SETS, raises=ValueError),
    case(
        items_of_many_kinds,
        ([1, slice(1, 2), 3], floats(2)),
        ([slice(4, 5), 3], floats(0)),
        ([1, "a"], floats(1)),
        raises=TypeError,
    ),
    case(getter, *SETS, raises=ValueError),
    case(method_of_a_list, *SETS, raises=ValueError),
    case(method_of_a_text, *SETS, raises=ValueError),
    case(functions, *SETS, raises=ValueError),
]

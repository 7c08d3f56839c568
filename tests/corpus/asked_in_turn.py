"""Methods that change something where Python asks them: each in its turn, used or not."""

from __future__ import annotations

import operator

from tests.corpus.case import case, floats


class Logged:
    def __init__(self):
        self.log = []

    def __str__(self):
        self.log.append("str")
        return "text"

    def __repr__(self):
        return f"Logged({self.log})"

    def __format__(self, specification):
        self.log.append(f"format {specification}")
        return "formatted"


def texts(logged, x):
    counts = [len(logged.log)]
    made = str(logged)
    counts.append(len(logged.log))
    made += f"{logged:>3}" + "{}".format(logged) + "%s" % logged
    counts.append(len(logged.log))
    return made, counts, x.sum()


def texts_that_nobody_uses(logged, x):
    str(logged)
    f"{logged}"
    "%s" % logged
    if x.sum() > 1:
        "{:x}".format(logged)
    return logged.log


def printed(logged, x):
    before = len(logged.log)
    print(logged, x.sum())
    return before, len(logged.log)


def made_here(x):
    logged = Logged()
    for value in x:
        f"{logged:4}"
        if value > 1:
            str(logged)
    return logged.log


def looked_for(items, x):
    2 in items
    first = next(items, None)
    found = 4 in items
    return first, found, operator.contains(items, 9), list(items), x.sum()


CASES = [
    case(texts, (Logged(), floats(1, 2)), (Logged(), floats(0))),
    case(texts_that_nobody_uses, (Logged(), floats(1, 2)), (Logged(), floats(0))),
    case(printed, (Logged(), floats(1, 2)), (Logged(), floats(0))),
    case(made_here, floats(1, 2), floats(3, 0, 4)),
    case(looked_for, (iter([1, 2, 3, 4, 5]), floats(1)), (iter([2, 3]), floats(2))),
]

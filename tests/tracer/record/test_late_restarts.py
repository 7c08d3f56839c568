"""Tracing is linear in the source, also where the run has to make what it makes."""

import numpy as np
import pytest

import autograph as ag
from tracer.record.trace import Trace

LISTS = """
    l{k} = []
    for i in range(n):
        l{k}.append(i * {k})
    total += max(l{k})
"""
BOTH_LOOPS = """
    l{k} = [n]
    while l{k}[-1] > 0:
        l{k}.append(l{k}[-1] - 1)
    for i in range(n):
        l{k}.append(0.5)
    total += l{k}[0]
"""
SETS = """
    s{k} = set()
    for i in range(n):
        s{k}.add(i % {k})
    total += len(s{k})
"""
TABLES = """
    t{k} = [[0, 1], [2, {k}]]
    for i in range(n):
        t{k}[i % 2][0] = i
    total += t{k}[1][0]
"""
OBJECTS = """
    total += (Money(n) + Money({k})).cents
    purse = []
    for i in range(n):
        purse.append(Money(i))
    total += len(purse)
"""


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return Money(self.cents + other.cents)


@pytest.fixture
def recorded(monkeypatch):
    """Return a list that grows with each operation."""
    rows = []

    def record(trace, row, *arguments, **keywords):
        rows.append(row)
        return before(trace, row, *arguments, **keywords)

    before = Trace.record
    monkeypatch.setattr(Trace, "record", record)
    return rows


def repeated(part, count):
    lines = "".join(part.format(k=k) for k in range(1, count + 1))
    source = f"def f(n):\n    total = 0\n{lines}\n    return total\n"
    names = {"Money": Money}
    exec(source, names)
    return ag.convert(names["f"], source=source), names["f"]


@pytest.mark.parametrize("part", [LISTS, BOTH_LOOPS, SETS, TABLES, OBJECTS])
def test_operations_grow_as_the_source_does(part, recorded):
    counts = []
    for count in (6, 36):
        converted, plain = repeated(part, count)
        recorded.clear()
        assert ag.function(converted)(np.int64(7)) == plain(np.int64(7))
        counts.append(len(recorded))
    # Each try goes some times further than the last: a factor, whatever the length.
    assert counts[1] <= 12 * counts[0]

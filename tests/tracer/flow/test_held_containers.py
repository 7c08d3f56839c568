"""Lists, dicts and sets that objects hold, read again behind unknown code."""

from collections import defaultdict, deque

import numpy as np
import pytest

import autograph as ag
from runtime.errors import ClassChanged
from tests.tracer.tracing import agree, graph_of


class Log:
    """What a function writes to, and code that is not converted as well."""

    def __init__(self, lines=(), seen=(), counts=None):
        self.lines = list(lines)
        self.seen = set(seen)
        self.counts = dict(counts or {})
        self.other = None

    def state(self):
        return self.lines, sorted(self.seen), self.counts, self.other


@ag.do_not_convert
def elsewhere(log, x):
    log.lines = [*log.lines, "elsewhere"]
    log.seen.add(-1)
    log.counts["elsewhere"] = float(x)


def written(log, xs):
    for x in xs:
        elsewhere(log, x)
        log.lines.append(x)
        log.seen.add(len(log.lines))
        log.counts[len(log.seen)] = x
        log.counts.update(last=x)
        if "elsewhere" in log.counts and log.lines[0] == "elsewhere":
            log.lines.pop(0)
        for key, count in log.counts.items():
            log.other = count
            log.seen.discard(key)
        for line in log.lines:
            log.other = line
        del log.counts["last"]
    return log.lines.count("elsewhere"), log.state()


FEW, MANY = [np.float64(1.0), np.float64(2.0)], [np.float64(k) for k in range(20)]


def test_they_are_used_by_their_class():
    agree(written, (Log(), FEW), callbacks="allow")
    logs = Log(), Log("ab", {3, 4}, {"a": 1.0}), Log([], {-1})
    agree(written, *[(log, MANY) for log in logs], callbacks="allow")


def test_the_graph_says_of_which_class_they_still_are(golden):
    def longer(log, x):
        elsewhere(log, x)
        log.lines.append(x)
        return len(log.lines)

    golden(graph_of(longer, Log(), FEW[0], callbacks="allow"))


@ag.do_not_convert
def to_deque(log):
    log.lines = deque(log.lines)


@ag.do_not_convert
def to_nothing(log):
    log.lines = None


def test_a_container_of_another_class_is_an_error_at_the_line():
    def last(log, change):
        change(log)
        return log.lines[-1]

    with pytest.raises(ClassChanged, match="where a list was: it is deque") as caught:
        ag.function(last, callbacks="allow")(Log("ab"), to_deque)
    assert "return log.lines[-1]" in str(caught.value)


def test_tests_take_anything_that_may_be_there():
    def anything(log, change):
        change(log)
        kind = log.lines.__class__.__name__
        if log.lines:
            return kind, log.lines != [], str(log.lines)
        return kind, log.lines is None, log.lines == []

    for change in (to_deque, to_nothing):
        calls = (Log("ab"), change), (Log(), change)
        agree(anything, *calls, callbacks="allow")


def test_another_graph_serves_another_class():
    def first(log, x):
        elsewhere(log, x)
        return log.counts["elsewhere"], log.counts.get("missing"), len(log.counts)

    decorated = ag.function(first, callbacks="allow")
    for counts in ({}, defaultdict(int), {"a": 2}, defaultdict(list)):
        one, other = Log(), Log()
        one.counts, other.counts = counts.copy(), counts.copy()
        assert decorated(one, FEW[0]) == first(other, FEW[0])


def test_what_the_function_itself_puts_there_may_be_anything():
    def exchanged(log, x):
        elsewhere(log, x)
        count = len(log.lines)
        log.lines = deque([count])
        elsewhere(log, x)
        log.lines = tuple(log.lines)
        elsewhere(log, x)
        return log.lines.index("elsewhere"), len(log.lines)

    agree(exchanged, (Log("ab"), FEW[0]), callbacks="allow")


def test_one_container_under_two_names_changes_under_both():
    def shared(log, lines, x):
        lines.append(1.0)
        elsewhere(log, x)
        other = log.counts
        other["x"] = 1
        log.counts["x"] += 1
        log.counts.update(x=log.counts["x"] + other["x"])
        return other["x"], log.counts["x"], len(other), len(lines), lines[0]

    log = Log("ab")
    agree(shared, (log, log.lines, FEW[0]), callbacks="allow")


class Table:
    def __init__(self, keys):
        self.keys_of = {key: key * 2 for key in keys}

    def lower(self):
        yield from iter([str(key).lower() for key in self.keys_of])

    def keys(self):
        yield from self.keys_of.keys()


def paired(table, x):
    elsewhere(Log(), x)
    return dict(zip(table.lower(), table.keys(), strict=True))


def test_keys_of_one_are_collected_in_advance():
    decorated = ag.function(paired, callbacks="allow")
    for keys in ("A", "AB", "ABC", "ABCD"):
        assert decorated(Table(keys), FEW[0]) == paired(Table(keys), FEW[0])
    agree(paired, (Table("ABC"), FEW[0]), callbacks="allow")

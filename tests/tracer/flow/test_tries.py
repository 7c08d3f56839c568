"""What ``try`` costs: how often it is traced, counted and not timed."""

import copy
import traceback

import numpy as np
import pytest

import autograph
from tracer import tracing

PART = """\
    try:
        n = n - n // (n - K)
    except ZeroDivisionError:
        n = n + K
"""


def sequential(count):
    body = "".join(PART.replace("K", str(k)) for k in range(count))
    return f"def f(n):\n{body}    return n\n"


def nested(count):
    text = "def f(n):\n"
    for level in range(1, count + 1):
        text += "    " * level + "try:\n"
    text += "    " * (count + 1) + "n = n - 7 // n\n"
    for level in range(count, 0, -1):
        text += "    " * level + "except ZeroDivisionError:\n"
        text += "    " * (level + 1) + f"n = n + {level}\n"
    return text + "    return n\n"


@pytest.fixture
def traces(monkeypatch):
    """The traces that begin."""
    begun = []
    new_trace = tracing.new_trace

    def noted(*args):
        begun.append(new_trace(*args))
        return begun[-1]

    monkeypatch.setattr(tracing, "new_trace", noted)
    return begun


@pytest.mark.parametrize("text", [sequential(20), nested(10)])
def test_body_that_only_records_is_tried_where_it_is(text, traces):
    space = {}
    exec(text, space)
    f = space["f"]
    decorated = autograph.function(f, source=text)
    for n in (np.int64(100), np.int64(50)):
        assert decorated(n) == f(n)
    assert len(traces) == 1


class Counter:
    def __init__(self):
        self.count = 0


def test_what_a_body_did_before_it_records_is_taken_back(traces):
    def f(n):
        done, counter = 0, Counter()
        try:
            done += 1
            counter.count += done
            n = 7 // n
        except ZeroDivisionError:
            done += 2
        return n, done, counter.count

    decorated = autograph.function(f)
    for n in (np.int64(1), np.int64(2)):
        assert decorated(n) == f(n)
    assert len(traces) == 1


def test_a_body_that_advanced_an_iterator_is_traced_from_the_start(traces):
    def f(n):
        items = iter([5, 6, 7])
        try:
            n = n + next(items)
            n = 7 // n
        except ZeroDivisionError:
            n = n + 1
        return n, next(items)

    decorated = autograph.function(f)
    for n in (np.int64(1), np.int64(2)):
        assert decorated(n) == f(n)
    assert len(traces) > 1


def test_a_write_sets_one_cell_however_many_bodies_it_is_in():
    def nodes(count):
        space = {}
        exec(nested(count), space)
        decorated = autograph.function(space["f"], source=nested(count))
        return len(list(decorated.get_concrete_function(np.int64(1)).graph.nodes()))

    assert nodes(9) - nodes(6) == nodes(6) - nodes(3)


class Counts:
    def __init__(self):
        self.missing, self.keys = 0, set()


def counted(table, counts, items):
    found = []
    for item in items:
        try:
            found.append(table[item])
        except KeyError:
            found.append(0.0)
            counts.missing += 1
            counts.keys.add(item)
    return found, counts.missing, len(counts.keys)


def kept(table, counts, items):
    found = []
    for item in items:
        try:
            found.append(table[item])
        except KeyError as error:
            found.append(error)
    return [type(each).__name__ for each in found], counts.missing


@autograph.do_not_convert
def traceback_lines():
    return traceback.format_exc().splitlines()[1:]


def looked_at(table, counts, items):
    found = []
    for item in items:
        try:
            found.append(table[item])
        except KeyError:
            found.append(traceback_lines())
    return found


@pytest.mark.parametrize(
    ("function", "made"), [(counted, False), (kept, True), (looked_at, True)]
)
def test_a_handler_that_only_stores_needs_no_traceback(function, made):
    decorated = autograph.function(function, callbacks="allow")
    table = {k: float(k) for k in range(0, 100, 2)}
    calls = [(dict(table), Counts(), list(range(count))) for count in (80, 90, 100)]
    for table, counts, items in calls:
        again = copy.deepcopy((table, counts, items))
        assert decorated(table, counts, items) == function(*again)
    text = decorated.get_concrete_function(*calls[0]).plan
    assert ("users_traceback" in str(text)) is made

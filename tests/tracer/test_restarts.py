"""How often a function is traced until nothing new is learnt of it."""

import math

import numpy as np
import pytest

import autograph as ag
import tracer.tracing as tracing

TABLES = [[1.0, 2.0, 4.0], [1.0, 3.0, 9.0], [1.0, 5.0], [2.0, 7.0], [0.0, 6.0], [3.0]]
T0, T1, T2, T3, T4, T5 = TABLES
X = ag.TensorSpec((), float)


@pytest.fixture
def attempts(monkeypatch):
    """Return a list that grows at each attempt."""
    made = []

    def new_trace(*arguments):
        made.append(arguments)
        return before(*arguments)

    before = tracing.new_trace
    monkeypatch.setattr(tracing, "new_trace", new_trace)
    return made


def root(x, text):
    try:
        return float(text)
    except ValueError:
        return math.sqrt(x)


def eight_roots(x):
    a = root(x, "a")
    b = root(x, "b")
    c = root(x, "c")
    d = root(x, "d")
    e = root(x, "e")
    f = root(x, "f")
    g = root(x, "g")
    h = root(x, "h")
    return [a, b, c, d, e, f, g, h]


def test_what_many_calls_of_a_function_need_is_learnt_from_a_few(attempts):
    ag.function(eight_roots).get_concrete_function(ag.TensorSpec((), float))
    assert len(attempts) <= 5


def chosen(n):
    return T0[n] + T1[n] + T2[n] + T3[n] + T4[n] + T5[n]


def test_lists_of_numbers_are_like_those_before(attempts):
    function = ag.function(chosen).get_concrete_function(ag.TensorSpec((), int))
    assert len(attempts) <= 4
    assert function(0) == chosen(0)


SEEN: list[int] = []


@ag.do_not_convert
def look(values):
    SEEN.append(len(values))


def shows_three(x):
    a = [x, 1.0]
    look(a)
    b = [x, 2.0, a[0]]
    look(b)
    c = [x, 3.0, b[0], a[1]]
    look(c)
    return a[0] + b[1] + c[2]


def test_lists_that_unknown_code_gets_are_found_in_one_attempt(attempts):
    with pytest.warns(ag.CallbackWarning):
        function = ag.function(shows_three).get_concrete_function(X)
    assert len(attempts) <= 3
    SEEN.clear()
    assert function(5.0) == shows_three(5.0)
    assert SEEN == [2, 3, 4, 2, 3, 4]


def drained(values):
    while len(values) < 4:
        grow(values)
    return len(values)


@ag.do_not_convert
def grow(values):
    values.append(1.0)


def test_a_loop_that_unknown_code_ends_is_traced_to_no_end(attempts):
    made = ag.function(lambda x: drained([x]), callbacks="allow")
    arriving = ag.function(drained, callbacks="allow")
    assert made(1.0) == arriving([1.0]) == 4
    assert len(attempts) <= 10


def refined(x, limits, depth):
    middle = (limits[0] + limits[1]) / 2
    if depth == 0 or abs(middle * middle - x) < 1e-9:
        return middle
    if middle * middle < x:
        return refined(x, [middle, limits[1]], depth - 1)
    return refined(x, [limits[0], middle], depth - 1)


def test_calls_that_python_cannot_tell_apart_are_left_to_the_run(attempts):
    function = ag.function(lambda x, depth: refined(x, [0.0, x + 1.0], depth))
    assert all(function(x, 40) == refined(x, [0.0, x + 1.0], 40) for x in (2.0, 3.0))
    spec = ag.TensorSpec((), float), ag.TensorSpec((), int)
    attempts.clear()
    concrete = function.get_concrete_function(*spec)
    assert len(attempts) <= 6
    assert concrete(5.0, 30) == refined(5.0, [0.0, 6.0], 30)


@ag.do_not_convert
def seen(count):
    SEEN.append(count)
    return count


def counted_at_a_key(key):
    counts = {}
    counts[key] = 1
    return counts, seen(3)


def test_no_call_is_made_while_a_restart_waits():
    function = ag.function(counted_at_a_key, callbacks="allow")
    SEEN.clear()
    for key in (np.int64(2), np.int64(5)):
        assert function(key) == ({key: 1}, 3)
    assert SEEN == [3, 3]


def sums_of_what_is_left(x):
    while x[0] > 0:
        doubled = []
        for item in x:
            doubled.append(item * 2.0)  # noqa: PERF401 -- that is what is tested
        x = x - 1
        yield np.array(doubled).sum()


def test_what_is_refused_while_a_restart_waits_is_left_to_the_next_attempt():
    function = ag.function(lambda x: list(sums_of_what_is_left(x)))
    for x in (np.array([2, 5, 3]), np.array([0, 1]), np.array([3.0, 1.0])):
        # No warning of a generator that the run iterates over.
        assert function(x) == list(sums_of_what_is_left(x))


def weighed(x):
    total = 0.0
    for place, name in enumerate(("a", "b")):
        total = total + place * len(name) * x
    return total


def weighed_in_lists(xs):
    first = [weighed(x) for x in xs]
    second = [weighed(x) for x in first]
    return [weighed(x) for x in second]


def test_iterators_that_a_try_makes_are_made_by_the_next_one(attempts):
    xs = np.arange(40.0)
    assert ag.function(weighed_in_lists)(xs) == weighed_in_lists(xs)
    assert len(attempts) == 1

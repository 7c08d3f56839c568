"""Recursion that only the run ends: graphs, room on the stack, errors."""

from __future__ import annotations

import re
import sys
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag


@ag.function
def deep(n):
    if n == 0:
        return 0
    return 1 + deep(n - 1)


@ag.function
def runaway(x):
    if x > 1e300:
        return x
    return runaway(x + 1)


@ag.function
def straight(x):
    return straight(x + 1)


@ag.function
def failing(n):
    if n == 0:
        raise ValueError("bottom")
    return failing(n - 1)


def test_one_graph_serves_all_levels():
    assert deep(np.int64(500)) == 500
    assert deep.trace_count == 1
    assert deep(np.int64(800)) == 800
    assert deep.trace_count == 1


def calls_of(level):
    events = Counter()
    sys.setprofile(lambda frame, event, _: events.update([event]))
    deep(level)
    sys.setprofile(None)
    return events["call"]


def test_a_level_is_one_call():
    deep(np.int64(50))
    assert calls_of(np.int64(80)) - calls_of(np.int64(50)) == 30


def test_depth_is_that_of_plain_python():
    depth = sys.getrecursionlimit() - 200
    assert deep(np.int64(depth)) == depth


def test_recursion_is_noticed_long_before_the_limit():
    calls = Counter()

    def count(frame, event, _):
        calls[frame.f_code.co_name] += event == "call"

    @ag.function
    def countdown(n):
        if n == 0:
            raise ValueError("bottom")
        return countdown(n - 1)

    sys.setprofile(count)
    try:
        with pytest.raises(ValueError, match="bottom"):
            countdown(np.int64(5))
    finally:
        sys.setprofile(None)
    assert 5 < calls["countdown"] < 300


def test_recursion_that_python_ends_is_inlined():
    @ag.function
    def power(x, n):
        return x if n == 0 else power(x, n - 1) * x

    assert power(np.float64(1.5), 100) == 1.5**101
    nodes = power.concrete_functions[0].graph.get_operations()
    assert [node.type for node in nodes].count("multiply") == 100


def test_the_limit_is_put_back():
    limit = sys.getrecursionlimit()
    deep(np.int64(20))
    with pytest.raises(ValueError, match="bottom"):
        failing(np.int64(20))
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize("function", [runaway, straight])
def test_runaway_recursion_ends_as_in_python(function):
    with pytest.raises(RecursionError, match="maximum recursion depth") as caught:
        function(np.float64(0))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert last.name == function.__name__
    assert last.filename == __file__
    assert f"return {function.__name__}(x + 1)" in last.line or "x > 1e300" in last.line


def test_the_traceback_shows_the_users_lines_on_every_level():
    with pytest.raises(ValueError, match="bottom") as caught:
        failing(np.int64(20))
    shown = traceback.extract_tb(caught.value.__traceback__)
    lines = [entry.line for entry in shown if entry.name == "failing"]
    assert lines.count("return failing(n - 1)") == 20
    assert lines[-1] == 'raise ValueError("bottom")'
    ours = [entry for entry in shown if entry.filename != __file__]
    assert len(ours) < 10, "frames of ours on every level"


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def words(n):
    if n == 0:
        return [""]
    found = words(n - 1)
    found.extend([word + "a" for word in words(n - 1)])
    return found


def test_what_calls_itself_very_often_is_left_to_the_run():
    compiled = ag.function(fib)
    assert compiled(14) == fib(14)
    assert "fib(" in compiled.get_concrete_function(14).plan.partition("\n")[2]
    few = ag.function(fib)
    assert few(7) == fib(7)
    assert few.get_concrete_function(7).plan == "def fib():\n    return 13\n"


def test_what_cannot_be_left_to_the_run_is_inlined_however_often():
    compiled = ag.function(words, callbacks="error")
    assert compiled(8) == words(8)


def power(x, n):
    return x * power(x, n - 1) if n > 0 else x


def grown(x):
    return x if x.sum() > 90 else grown(np.append(x, x[0]))


def endless(n):
    return endless(n + 1) if n > 0 else endless(n - 1)


def first_graph(function, *specs):
    return str(ag.function(function).get_concrete_function(*specs).graph)


def test_what_calls_give_has_the_type_of_what_ends_them():
    whole = ag.TensorSpec((), int)
    graph = first_graph(power, ag.TensorSpec((), float), whole)
    assert re.search(r': np\.float64 = call\(graph\("power"\), x, t\.\d\)', graph)
    assert "-> np.float64 {" in graph


def test_shapes_that_change_from_call_to_call_are_any_shape():
    graph = first_graph(grown, ag.TensorSpec((3,)))
    assert re.search(r': float64\[\?\] = call\(graph\("grown"\), ', graph)


def test_what_calls_give_may_have_no_type_that_is_found():
    graph = first_graph(endless, ag.TensorSpec((), int))
    assert re.search(r': any = call\(graph\("endless"\), ', graph)


def falling(x, n):
    return x if n == 0 else falling(np.sin(x), n - 1)


def test_hundreds_of_calls_in_each_other_are_left_to_the_run():
    x = np.ones(3)
    compiled = ag.function(falling)
    assert compiled(x, 250).tolist() == falling(x, 250).tolist()
    (concrete,) = compiled.concrete_functions
    assert 'call(graph("falling"), ' in str(concrete.graph)
    assert sum(1 for _ in concrete.graph.nodes()) < 10


def test_threads_that_trace_at_once_find_the_same_type():
    for _ in range(5):
        function = ag.function(power)
        with ThreadPoolExecutor(6) as pool:
            calls = [pool.submit(function, 1.5, np.int64(9)) for _ in range(12)]
        assert {each.result() for each in calls} == {power(1.5, 9)}


def of_two_kinds(x, n, y):
    if n <= 0:
        return np.sin(y)
    first = of_two_kinds(y * 0.5, n - 1, np.tanh(y))
    second = of_two_kinds(0.25, n - 2, first * 0.6)
    return second + x * 0.3


def test_calls_of_several_types_that_call_each_other_have_types():
    specs = ag.TensorSpec(()), ag.TensorSpec((), int), ag.TensorSpec(())
    graph = first_graph(of_two_kinds, *specs)
    assert len(re.findall(r": np.float64 = call\(graph", graph)) == 2
    compiled = ag.function(of_two_kinds)
    for n in map(np.int64, (3, 5, 2)):
        assert compiled(0.3, n, 0.7) == of_two_kinds(0.3, n, 0.7)


def ways(n, known):
    key = n, "ways"
    if key in known:
        return known[key]
    if n < 2:
        return 1
    found = ways(n - 1, known) + ways(n - 2, known)
    known[key] = found
    return found


def ways_by_text(n, known):
    key = str(n)
    if key in known:
        return known[key]
    if n < 2:
        return 1
    found = ways_by_text(n - 1, known) + ways_by_text(n - 2, known)
    known[key] = found
    return found


@pytest.mark.parametrize(
    ("function", "frames"),
    [(ways, 1), pytest.param(ways_by_text, 2, id="a dict that may be a module's")],
)
def test_calls_in_each_other_do_not_test_again_what_nothing_changes(function, frames):
    compiled = ag.function(function)
    for n in (60, 90, 120, 150):
        assert compiled(n, {}) == function(n, {})
    events = Counter()

    def calls(n):
        events.clear()
        sys.setprofile(lambda frame, event, _: events.update([event]))
        compiled(n, {})
        sys.setprofile(None)
        return events["call"]

    assert calls(170) - calls(150) == 2 * 20 * frames


def swapped(node):
    swap(len(node))
    found = chosen(1)
    for each in node:
        found = found + swapped(each)
    return found


def chosen(x):
    return x + 1


def other(x):
    return x + 2


first = chosen


@ag.do_not_convert
def swap(n):
    global chosen
    chosen = other if n % 2 else first


def test_what_the_module_rebinds_is_seen_at_each_level():
    def tree(depth):
        return [tree(depth - 1) for _ in range(depth % 3 + 1)] if depth else []

    compiled = ag.function(swapped, callbacks="allow")
    for depth in (3, 4, 5):
        assert compiled(tree(depth)) == swapped(tree(depth))


FACTOR = 2.0


def scaled(tree):
    if isinstance(tree, list):
        return [scaled(each) for each in tree]
    return tree * FACTOR


def rescaled(trees, factors):
    global FACTOR
    found = []
    for tree, factor in zip(trees, factors, strict=True):
        FACTOR = factor
        found.append(scaled(tree))
    return found


def test_what_a_loop_of_recursive_calls_rebinds_is_seen(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 2.0)
    decorated = ag.function(rescaled)
    for trees in ([[1.0, [2.0]], 3.0], [[1.0], [[4.0]], 2.0], [[[1.0]]]):
        factors = [float(k + 1) for k in range(len(trees))]
        assert decorated(trees, factors) == rescaled(trees, factors)


def inverted(tree):
    if isinstance(tree, list):
        return [inverted(each) for each in tree]
    return 1 / tree


def all_inverted(trees):
    found = []
    for tree in trees:
        made = inverted(tree)
        found.append(made)
    return found


def lines_of(error):
    return [
        (each.name, each.lineno)
        for each in traceback.extract_tb(error.__traceback__)[1:]
        if each.name in ("all_inverted", "inverted")
    ]


def test_errors_in_a_loop_of_recursive_calls_show_each_level():
    decorated = ag.function(all_inverted)
    for trees in ([[1, [2]], 3], [[1], [[4]], 2], [1, [2, [[3]]]]):
        assert decorated(trees) == all_inverted(trees)
    for trees in ([[1], [2, [0]]], [0], [[1], [[[0]]]]):
        with pytest.raises(ZeroDivisionError) as plain:
            all_inverted(trees)
        with pytest.raises(ZeroDivisionError) as found:
            decorated(trees)
        assert lines_of(found.value) == lines_of(plain.value)


def depth(tree):
    return 1 + depth(tree[0]) if tree else 0


def depths(trees):
    found = []
    for tree in trees:
        made = depth(tree)
        found.append(made)
    return found


def test_a_loop_of_deep_recursive_calls_has_room():
    deep = []
    for _ in range(600):
        deep = [deep]
    decorated = ag.function(depths)
    assert decorated([deep, [[]], deep]) == depths([deep, [[]], deep])
    assert sys.getrecursionlimit() == LIMIT


LIMIT = sys.getrecursionlimit()

"""Defaults of callees: one object for all calls, written and read at each run."""

from __future__ import annotations

import numpy as np

import autograph as ag

NUMBER = np.float64(2.0)


def test_a_list_is_appended_to_at_each_run():
    def note(value, seen=[]):  # noqa: B006 - what it shows
        seen.append(value)
        return len(seen)

    decorated = ag.function(lambda x: note(x + 1))
    assert [decorated(NUMBER), decorated(NUMBER)] == [1, 2]
    assert note.__defaults__ == ([3.0, 3.0],)
    assert [type(each) for each in note.__defaults__[0]] == [np.float64] * 2


def test_a_dict_by_keyword_is_written_at_each_run():
    def count(name, *, counts={}):  # noqa: B006 - what it shows
        counts[name] = counts.get(name, 0) + 1
        return counts[name]

    decorated = ag.function(lambda x: x + count("a"))
    assert [decorated(NUMBER), decorated(NUMBER)] == [3, 4]
    assert count.__kwdefaults__ == {"counts": {"a": 2}}


def test_an_array_is_written_and_read_at_each_run():
    def add(value, total=np.zeros(2)):  # noqa: B008 - what it shows
        total += value
        return total

    decorated = ag.function(lambda x: add(x))
    assert decorated(NUMBER) is add.__defaults__[0]
    np.testing.assert_array_equal(decorated(NUMBER), [4, 4])
    assert decorated.trace_count == 1


def test_an_object_is_written_at_each_run():
    class Counter:
        calls = 0

    counter = Counter()

    def count(value, counter=counter):
        counter.calls += 1
        return value

    decorated = ag.function(lambda x: count(x))
    for _ in range(3):
        decorated(NUMBER)
    assert counter.calls == 3


def test_a_function_is_converted():
    def relu(x):
        return x if x > 0 else 0 * x

    def activate(x, by=relu):
        return by(x)

    decorated = ag.function(lambda x: activate(x))
    assert (decorated(NUMBER), decorated(-NUMBER)) == (2, 0)


def test_a_default_that_a_call_gives_is_not_looked_at():
    def first(values, more=[1.0]):  # noqa: B006 - what it shows
        return values[0] + more[0]

    decorated = ag.function(lambda x: first([x], [x]))
    assert decorated(NUMBER) == 4
    first.__defaults__[0][0] = 5.0
    assert decorated(NUMBER) == 4
    assert decorated.trace_count == 1


def test_an_item_of_a_default_that_changes_is_noticed():
    def scaled(value, by=[2.0]):  # noqa: B006 - what it shows
        return value * by[0]

    decorated = ag.function(lambda x: scaled(x))
    assert decorated(NUMBER) == 4
    scaled.__defaults__[0][0] = 5.0
    assert decorated(NUMBER) == 10


def test_the_defaults_of_a_method_are_shared_by_all_objects():
    class Recorder:
        def record(self, value, seen=[]):  # noqa: B006 - what it shows
            seen.append(value)
            return len(seen)

    decorated = ag.function(lambda recorder, x: recorder.record(x))
    assert [decorated(Recorder(), NUMBER) for _ in range(3)] == [1, 2, 3]


def test_a_parameter_by_position_alone_is_not_given_by_name():
    def collect(seen=[], /, **named):  # noqa: B006 - what it shows
        seen.append(1)
        return len(seen), named

    decorated = ag.function(lambda x: collect(seen=x))
    assert [decorated(NUMBER)[0], decorated(NUMBER)[0]] == [1, 2]


def test_a_function_that_calls_itself_shares_its_default():
    def walk(n, seen=[]):  # noqa: B006 - what it shows
        seen.append(n)
        return walk(n - 1) if n > 0 else len(seen)

    decorated = ag.function(walk)
    assert [decorated(3), decorated(3)] == [4, 8]

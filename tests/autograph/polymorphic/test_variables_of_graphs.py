"""Variables of a function: which its graphs use, which it may make, and when."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

import autograph as ag


def names(concrete):
    return [each.name for each in concrete.variables]


class Accumulator:
    def __init__(self):
        self.total = None

    @ag.function
    def add(self, x):
        if self.total is None:
            self.total = ag.Variable(np.zeros_like(x), name="total")
        self.total.assign_add(x)
        return self.total * 2


external_number = 10
external_variable = ag.Variable(10, dtype=np.int32)


def test_the_state_example_of_the_guide(monkeypatch, capsys):
    @ag.function(captures="freeze")
    def state_example():
        result = external_number * 2
        ag.print("Python variable based result (trace time value):", result)
        external_variable.assign_add(1)
        ag.print("Variable current value:", external_variable)

    monkeypatch.setitem(globals(), "external_variable", ag.Variable(10, dtype="i4"))
    state_example()
    monkeypatch.setitem(globals(), "external_number", 100)
    with pytest.warns(UserWarning, match="external_number was 10"):
        state_example()
    state_example()
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ")[2] for line in lines] == "20 11 20 12 20 13".split()
    assert external_variable.numpy() == 13
    assert state_example.trace_count == 1


def test_a_variable_may_be_made_at_the_first_call():
    one, two = Accumulator(), Accumulator()
    x = np.array([1.0, 2.0])
    assert one.add(x).tolist() == [2, 4]
    assert one.add(x).tolist() == [4, 8]
    assert two.add(x).tolist() == [2, 4]
    assert one.total.value.tolist() == [2, 4]
    assert names(one.add.get_concrete_function(x)) == ["total"]


def test_one_that_is_gone_is_made_again():
    one = Accumulator()
    assert one.add(1.0) == 2
    assert one.add(1.0) == 4
    one.total = None
    assert one.add(1.0) == 2
    assert one.add(1.0) == 4


def test_making_one_for_a_nonlocal_and_by_hasattr():
    kept = None

    @ag.function
    def counted(x):
        nonlocal kept
        if kept is None:
            kept = ag.Variable(x)
        return kept.assign_add(1)

    assert [counted(np.float64(0)) for _ in range(3)] == [1, 2, 3]

    class Lazy:
        @ag.function
        def __call__(self, x):
            if not hasattr(self, "seen"):
                self.seen = ag.Variable(x, shape=(None,), trainable=False)
            return self.seen.assign(np.concatenate([self.seen, x]))

    lazy = Lazy()
    assert lazy(np.ones(1)).tolist() == [1, 1]
    assert lazy(np.zeros(1)).tolist() == [1, 1, 0]
    assert not lazy.seen.trainable


def test_a_variable_at_every_call_is_refused_at_the_first():
    made = []

    @ag.function
    def counted(x):
        count = ag.Variable(0.0)
        made.append(1)
        return count.assign_add(x)

    for _ in range(2):
        with pytest.raises(ValueError, match="makes a Variable at every call") as error:
            counted(1.0)
        assert isinstance(error.value, ag.AutographError)
        assert "count = ag.Variable(0.0)" in str(error.value)
    assert counted.cache_info().currsize == 0


def test_a_call_that_is_refused_for_its_variable_has_not_run(capsys):
    total = ag.Variable(0.0)

    @ag.function
    def counted(x):
        count = ag.Variable(x)
        print("counted", total.assign_add(x))
        return count

    for call in (counted, counted, counted.get_concrete_function):
        with pytest.raises(ValueError, match="makes a Variable at every call"):
            call(np.float64(1))
    assert total == 0
    assert capsys.readouterr().out == ""
    assert counted.cache_info().currsize == 0


def test_a_variable_that_an_inner_function_makes_at_every_call_is_refused():
    @ag.function
    def inner(x):
        return ag.Variable(x)

    @ag.function
    def outer(x):
        return inner(x) + 1

    with pytest.raises(ValueError, match="makes a Variable"):
        outer(1.0)


def test_as_plain_python_it_may_be_made_anywhere():
    @ag.function
    def counted(x):
        return ag.Variable(x).assign_add(1)

    with ag.eager():
        assert counted(1.0) == 2


def test_wrong_arguments_of_a_variable_made_in_the_function():
    @ag.function
    def shaped(x):
        return ag.Variable(x, shape=(3,))

    @ag.function
    def called():
        return ag.Variable(name="w")

    with pytest.raises(ValueError, match=r"has the shape \(3,\), the value has \(2,\)"):
        shaped(np.ones(2))
    with pytest.raises(TypeError, match="missing 1 required positional"):
        called()


def test_concrete_variables_stand_in_order_of_use():
    a, b, c = (ag.Variable(1.0, name=name) for name in "abc")

    @ag.function
    def uses(x, v):
        if x > 0:
            b.assign_add(1)
        return a + v + b

    def unused():
        return c

    assert names(uses.get_concrete_function(np.float64(1), c)) == ["b", "a", "c"]
    assert unused() is c


def test_graphs_do_not_keep_the_variables_of_calls_alive():
    @ag.function
    def grows(v):
        return v.assign_add(1)

    made = ag.Variable(1.0)
    concrete = grows.get_concrete_function(made)
    assert grows(made) == 2
    assert concrete.variables == (made,)
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None
    assert concrete.variables == ()
    assert grows(ag.Variable(5.0)) == 6
    assert grows.trace_count == 1


def test_one_graph_serves_variables_of_one_type():
    @ag.function
    def add(v, x):
        return v + x

    assert add(ag.Variable(1.0), 1.0) == 2
    assert add(ag.Variable(2.0), 1.0) == 3
    assert add.trace_count == 1
    assert add(ag.Variable(1), 1.0) == 2
    assert add(ag.Variable([1.0]), 1.0).tolist() == [2]
    assert add(np.float64(1), 1.0) == 2
    assert add.trace_count == 4


def test_two_names_of_one_variable_are_another_graph():
    @ag.function
    def both(v, w):
        v.assign_add(1)
        w.assign_add(10)
        return v + w, v is w

    a, b = ag.Variable(0.0), ag.Variable(0.0)
    assert both(a, b) == (11, False)
    assert both(b, a) == (22, False)
    assert both.trace_count == 1
    assert both(a, a) == (44, True)
    assert both(b, b) == (44, True)
    assert both.trace_count == 2
    assert both(a, b) == (55, False)
    assert both.trace_count == 2


def test_an_argument_that_is_captured_too():
    held = ag.Variable(0.0)

    @ag.function
    def both(v):
        v.assign_add(1)
        held.assign_add(10)
        return v + held, v is held

    assert both(ag.Variable(0.0)) == (11, False)
    assert both(held) == (42, True)
    assert both(ag.Variable(0.0)) == (32, False)
    assert both.trace_count == 2


def test_an_attribute_that_is_exchanged_for_another_variable():
    class Model:
        def __init__(self):
            self.w = ag.Variable(1.0, name="w")

        @ag.function
        def __call__(self):
            return self.w * 2, self.w.name

    model = Model()
    assert model() == (2, "w")
    model.w = ag.Variable(3.0, name="new")
    assert model() == (6, "new")
    model.w = ag.Variable([1.0])
    assert model()[0].tolist() == [2]


def test_threads_share_a_variable():
    total = ag.Variable(0)

    @ag.function
    def add(x):
        total.assign_add(x)
        return total.value

    def many():
        for _ in range(50):
            add(np.int64(1))

    threads = [threading.Thread(target=many) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert total == 400
    assert add.trace_count == 1


def test_threads_share_a_call_that_makes_one():
    Accumulator.add.cache_clear()
    one = Accumulator()
    one.add(np.float64(0))
    threads = [
        threading.Thread(target=lambda: one.add(np.float64(1))) for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert one.total == 8


def test_a_method_that_is_passed_is_known_by_its_parts():
    total = ag.Variable(0.0)

    @ag.function(callbacks="error")
    def report(put, x):
        return put(x) * 2

    assert report(total.assign_add, 1.0) == 2
    assert report(total.assign_add, 1.0) == 4
    assert report(ag.Variable(5.0).assign_add, 1.0) == 12
    assert report.trace_count == 1
    assert report(total.assign_sub, 1.0) == 2
    assert report.trace_count == 2


def test_the_class_by_any_name_makes_one():
    from autograph import Variable as Other

    kept = []

    @ag.function(callbacks="allow")
    def makes(x):
        if not kept:
            kept.append(Other(x))
            kept.append(ag.Variable(x + 1))
        return kept[0] + kept[1]

    assert makes(np.float64(1)) == 3
    assert makes(np.float64(1)) == 3
    assert [type(each) for each in kept] == [ag.Variable, ag.Variable]


def test_recursion_at_run_time_updates_a_variable():
    calls = ag.Variable(0)

    def depth(n):
        calls.assign_add(1)
        return 0 if n <= 0 else 1 + depth(n - 1)

    decorated = ag.function(depth)
    assert decorated(np.int64(5)) == 5
    assert calls == 6

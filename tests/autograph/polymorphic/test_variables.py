"""Variables: captured by reference, updated in order, made once."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


def test_updates_persist_between_calls():
    v = ag.Variable(10)

    @ag.function
    def count():
        v.assign_add(1)
        return v + 0

    assert [count(), count(), count()] == [11, 12, 13]
    assert v.numpy() == 13
    assert count.trace_count == 1


def test_a_change_outside_is_seen_without_a_trace():
    v = ag.Variable(1.0)
    read = ag.function(lambda x: v * x)
    assert read(NUMBER) == 2
    v.assign(5.0)
    assert read(NUMBER) == 10
    assert read.trace_count == 1


def test_a_variable_as_argument():
    @ag.function
    def add_one(v):
        v.assign_add(1.0)
        return v * 1

    one, two = ag.Variable(1.0), ag.Variable(10.0)
    assert (add_one(one), add_one(two), add_one(one)) == (2, 11, 3)
    assert (one.numpy(), two.numpy()) == (3, 11)


def test_one_variable_twice():
    @ag.function
    def move(a, b):
        a.assign_add(1.0)
        b.assign_add(10.0)
        return a + b

    v = ag.Variable(0.0)
    assert move(v, v) == 22
    assert move(ag.Variable(0.0), ag.Variable(0.0)) == 11


def test_an_attribute():
    class Model:
        def __init__(self):
            self.weight = ag.Variable(np.ones(3))

        @ag.function
        def step(self, x):
            self.weight.assign_sub(0.5 * x)
            return self.weight + 0

    model = Model()
    np.testing.assert_array_equal(model.step(X), 1 - 0.5 * X)
    np.testing.assert_array_equal(model.step(X), 1 - X)


def test_made_once_within_a_method():
    class Layer:
        def __init__(self):
            self.scale = None

        @ag.function
        def __call__(self, x):
            if self.scale is None:
                self.scale = ag.Variable(2.0)
            return x * self.scale

    layer = Layer()
    assert [layer(NUMBER), layer(NUMBER)] == [4, 4]
    layer.scale.assign(3.0)
    assert layer(NUMBER) == 6


def test_made_at_each_call_is_refused():
    @ag.function
    def makes(x):
        v = ag.Variable(1.0)
        return v + x

    with pytest.raises(ValueError, match="Variable"):
        makes(NUMBER)


def test_updates_in_branches_and_loops():
    v = ag.Variable(0.0)

    @ag.function
    def run(n):
        for i in range(n):
            if i % 2 == 0:
                v.assign_add(1.0)
            else:
                v.assign(v * 2)
        return v + 0

    assert run(np.int64(5)) == 7
    assert v.numpy() == 7


def test_what_ran_before_a_failure_has_happened():
    v = ag.Variable(0.0)

    @ag.function
    def fails(x, i):
        v.assign_add(1.0)
        y = x[i]
        v.assign_add(10.0)
        return y

    with pytest.raises(IndexError):
        fails(X, np.int64(9))
    assert v.numpy() == 1


def test_reads_and_updates_keep_their_order():
    v = ag.Variable(1.0)

    @ag.function
    def run():
        before = v + 0
        v.assign(5.0)
        after = v + 0
        return before, after

    assert run() == (1, 5)
    assert run() == (5, 5)


def test_a_read_is_a_value_not_a_view():
    v = ag.Variable(np.zeros(2))

    @ag.function
    def run():
        before = v.value
        v.assign_add(np.ones(2))
        return before

    np.testing.assert_array_equal(run(), [0, 0])


def test_variables_are_listed():
    v, w = ag.Variable(1.0, name="v"), ag.Variable(2.0, name="w")
    concrete = ag.function(lambda x: x * v + w).get_concrete_function(NUMBER)
    assert [each.name for each in concrete.variables] == ["v", "w"]
    assert concrete.variables[0] is v


def test_another_shape_or_dtype_is_refused():
    v = ag.Variable(np.zeros(2))
    with pytest.raises(ValueError, match="shape"):
        v.assign(np.zeros(3))
    with pytest.raises(TypeError):
        v.assign(np.zeros(2, complex))
    assign = ag.function(lambda x: v.assign(x))
    with pytest.raises((ValueError, TypeError)):
        assign(np.zeros(3))


def test_numpy_takes_a_variable():
    v = ag.Variable(X)
    assert np.sum(v) == 6
    np.testing.assert_array_equal(np.add(v, 1), X + 1)
    assert ag.function(lambda: np.sum(v))() == 6


def test_an_item_is_assigned():
    v = ag.Variable(np.zeros(3))

    @ag.function
    def put(i, x):
        v[i] = x
        return v[i]

    assert put(np.int64(1), NUMBER) == 2
    np.testing.assert_array_equal(v.numpy(), [0, 2, 0])


def test_a_variable_of_a_closure_is_not_kept_longer_than_its_function():
    def use():
        v = ag.Variable(1.0)
        ag.function(lambda x: x * v)(NUMBER)
        return weakref.ref(v)

    gone = use()
    gc.collect()
    assert gone() is None


def test_eagerly_and_as_a_graph_alike():
    def run(v, x):
        v.assign_add(x)
        if v > 3:
            v.assign(0.0)
        return v + 1

    one, two = ag.Variable(0.0), ag.Variable(0.0)
    decorated = ag.function(run)
    for _ in range(4):
        assert decorated(one, NUMBER) == run(two, NUMBER)
    assert one.numpy() == two.numpy()


def test_made_once_and_kept_in_a_list():
    state = []

    @ag.function
    def scale(x):
        if not state:
            state.append(ag.Variable(2.0))
        return state[0] * x

    assert (scale(np.float64(1.0)), scale(np.float64(3.0))) == (2, 6)
    assert len(state) == 1


def test_made_once_from_an_argument():
    state = []

    @ag.function
    def scale(x):
        if not state:
            state.append(ag.Variable(2.0 * x))
        return state[0] * x

    assert (scale(np.float64(1.0)), scale(np.float64(3.0))) == (2, 6)


def test_two_made_at_once():
    state = []

    @ag.function
    def scale(x):
        if not state:
            state.append(ag.Variable(2.0))
            state.append(ag.Variable(5.0))
        return state[0] * x, state[1] * x

    assert scale(np.float64(1.0)) == (2, 5)


def test_made_anew_and_kept_is_refused():
    state = []

    @ag.function
    def scale(x):
        state.append(ag.Variable(1.0))
        return state[-1] + x

    with pytest.raises(ValueError, match="Variable"):
        scale(NUMBER)


def test_made_once_per_object():
    class Model:
        def __init__(self):
            self.var = None

        @ag.function
        def apply(self, x):
            if self.var is None:
                self.var = ag.Variable(2.0)
            return self.var * x

    one = Model()
    assert one.apply(NUMBER) == 4
    one.var.assign(3.0)
    assert one.apply(NUMBER) == 6
    assert Model().apply(NUMBER) == 4


def test_made_within_an_inner_function():
    holder = []

    @ag.function
    def add(x):
        if not holder:
            holder.append(ag.Variable(np.array([1.0, 2.0])))
        return holder[0] + x

    wrapper = ag.function(lambda x: add(x))
    np.testing.assert_array_equal(wrapper(NUMBER), [3, 4])
    holder[0].assign(np.array([5.0, 6.0]))
    np.testing.assert_array_equal(wrapper(NUMBER), [7, 8])


def test_made_when_the_concrete_function_is_asked_for():
    holder = []

    @ag.function
    def read():
        if not holder:
            holder.append(ag.Variable(5.0))
        return holder[0] + 0

    concrete = read.get_concrete_function()
    assert concrete() == 5
    assert read() == 5


def test_a_variable_of_another_dtype_or_shape_gets_a_graph_of_its_own():
    add = ag.function(lambda a, b: a + b)
    for value in (0.0, 1.0, 0, 1, [0.0, 1.0], [[0.0, 1.0]]):
        add(ag.Variable(value), ag.Variable(value))
    assert add.trace_count == 4


def test_a_variable_that_is_read_and_one_that_is_updated_share_a_graph():
    @ag.function
    def double(v):
        v.assign_add(v.read_value())

    one, two, three = ag.Variable(1.0), ag.Variable(2.0), ag.Variable(4)
    double(one)
    double(two)
    assert double.trace_count == 1
    double(three)
    assert double.trace_count == 2
    assert (one.numpy(), two.numpy(), three.numpy()) == (2, 4, 8)


def test_an_array_where_a_variable_was():
    add = ag.function(lambda v: v.assign_add(1.0))
    assert add(ag.Variable(1.0)) == 2
    with pytest.raises(AttributeError, match="assign_add"):
        add(X)


def test_inner_functions_update_what_they_are_given():
    @ag.function
    def add_one(a):
        a.assign_add(1.0)

    @ag.function
    def both(a, b):
        add_one(a)
        add_one(b)
        return a + b

    assert both(ag.Variable(1.0), ag.Variable(1.0)) == 4


def test_a_read_within_and_an_update_after_it():
    v = ag.Variable(1.0)
    add_one = ag.function(lambda: v + 1.0)

    @ag.function
    def run():
        v_plus_one = add_one()
        v.assign_add(2.0)
        return v_plus_one

    assert run() == 2
    assert v.numpy() == 3


def test_a_variable_captured_and_one_passed():
    v = ag.Variable(1.0)
    add = ag.function(lambda x, w: x + v + w)
    assert add(NUMBER, ag.Variable(1.0)) == 4


def test_a_variable_is_not_trainable_if_it_says_so():
    a, b = ag.Variable(1.0, trainable=False), ag.Variable(1.0)
    concrete = ag.function(lambda: a + b).get_concrete_function()
    assert [each.trainable for each in concrete.variables] == [False, True]


def test_threads_update_one_variable():
    v = ag.Variable(1.0)
    put = ag.function(lambda x: v.assign(x))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, [np.float64(0.0)] * 100))
    assert v.numpy() == 0


def test_membership_asks_what_it_holds():
    @ag.function(callbacks="error")
    def holds(v, x):
        return x in v, 9.0 not in v, v in [v], x in [x, v]

    v = ag.Variable(X)
    assert holds(v, NUMBER) == (True, True, True, True)
    assert holds(v, np.float64(7)) == (False, True, True, True)
    with pytest.raises(TypeError, match="not iterable"):
        holds(ag.Variable(1.0), NUMBER)

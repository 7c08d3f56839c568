"""What a graph relies on besides its arguments: globals, closures, attributes."""

from __future__ import annotations

import types
import warnings

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
SCALE = 2.0
WEIGHTS = np.array([1.0, 2.0, 3.0])
SETTINGS = {"rate": 2.0}


class Model:
    def __init__(self, rate=1.0):
        self.rate = rate
        self.layers = [np.float64(1.0)]


def scaled(x):
    return x * SCALE


def test_a_global_that_changed(monkeypatch):
    decorated = ag.function(scaled)
    assert decorated(NUMBER) == 4
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    assert decorated(NUMBER) == 6
    monkeypatch.delitem(globals(), "SCALE")
    with pytest.raises(NameError, match="SCALE"):
        decorated(NUMBER)


def test_a_global_that_changed_back_finds_its_graph(monkeypatch):
    decorated = ag.function(scaled)
    for value in (3.0, 2.0, 3.0, 2.0):
        monkeypatch.setitem(globals(), "SCALE", value)
        assert decorated(NUMBER) == 2 * value
    assert decorated.trace_count == 2


def scaled_by_a_class(x):
    class Settings:
        SCALE: float = SCALE
        double = SCALE * 2

    return x * Settings.double


def test_a_global_that_the_body_of_a_class_reads_and_binds(monkeypatch):
    decorated = ag.function(scaled_by_a_class)
    for value in (2.0, 3.0, 2.0):
        monkeypatch.setitem(globals(), "SCALE", value)
        assert decorated(NUMBER) == 4 * value


def weighted(x):
    return x * WEIGHTS


def test_a_global_array_is_read_at_the_call(monkeypatch):
    decorated = ag.function(weighted)
    decorated(X)
    monkeypatch.setitem(globals(), "WEIGHTS", WEIGHTS + 1)
    np.testing.assert_array_equal(decorated(X), X * WEIGHTS)
    assert decorated.trace_count == 1
    monkeypatch.setitem(globals(), "WEIGHTS", np.float32(2))
    np.testing.assert_array_equal(decorated(X), X * 2)
    assert decorated.trace_count == 2


def test_an_array_that_is_written_in_place_is_seen():
    weights = np.ones(3)
    decorated = ag.function(lambda x: x * weights)
    np.testing.assert_array_equal(decorated(X), X)
    weights[:] = 2.0
    np.testing.assert_array_equal(decorated(X), X * 2)
    assert decorated.trace_count == 1


def test_an_array_of_a_closure_is_written_by_the_graph():
    total = np.zeros(3)

    @ag.function
    def add(x):
        total[:] += x
        return total.sum()

    assert [add(X), add(X)] == [6.0, 12.0]
    np.testing.assert_array_equal(total, 2 * X)


def helper(x):
    return x + 1


def calls_helper(x):
    return helper(x)


def test_a_function_of_the_module_that_is_replaced(monkeypatch):
    decorated = ag.function(calls_helper)
    assert decorated(NUMBER) == 3
    monkeypatch.setitem(globals(), "helper", lambda x: x - 1)
    assert decorated(NUMBER) == 1


def test_a_closed_over_variable_that_changed():
    factor = 2

    @ag.function
    def times(x):
        return x * factor

    assert times(NUMBER) == 4
    factor = 5
    assert times(NUMBER) == 10
    assert times.trace_count == 2


def test_a_closed_over_array_that_is_exchanged():
    weights = np.ones(3)
    decorated = ag.function(lambda x: x * weights)
    decorated(X)
    weights = X
    np.testing.assert_array_equal(decorated(X), X * X)
    assert decorated.trace_count == 1


def test_a_closed_over_variable_that_becomes_an_array():
    factor = 2
    times = ag.function(lambda x: x * factor)
    assert times(NUMBER) == 4
    factor = X
    np.testing.assert_array_equal(times(NUMBER), X * 2)


def test_a_closed_over_function_that_is_exchanged():
    activation = np.negative
    layer = ag.function(lambda x: activation(x))
    assert layer(NUMBER) == -2
    activation = np.square
    assert layer(NUMBER) == 4


def test_functions_made_in_a_loop_hold_their_own():
    made = [ag.function(lambda x, n=n: x * n) for n in range(3)]
    assert [each(NUMBER) for each in made] == [0, 2, 4]
    late = [ag.function(lambda x: x * n) for n in range(3)]  # noqa: B023 - on purpose
    assert [each(NUMBER) for each in late] == [4, 4, 4]


def test_a_variable_that_gets_its_value_after_the_definition():
    @ag.function
    def late(x):
        return x * factor

    factor = 3
    assert late(NUMBER) == 6


def test_an_item_of_a_global_dict(monkeypatch):
    decorated = ag.function(lambda x: x * SETTINGS["rate"])
    assert decorated(NUMBER) == 4
    monkeypatch.setitem(SETTINGS, "rate", 5.0)
    assert decorated(NUMBER) == 10


def test_an_attribute_that_changed():
    decorated = ag.function(lambda model, x: model.rate * x)
    model = Model()
    assert decorated(model, NUMBER) == 2
    model.rate = 3.0
    assert decorated(model, NUMBER) == 6
    model.rate = NUMBER
    assert decorated(model, NUMBER) == 4
    assert decorated.trace_count == 3


def test_an_attribute_of_a_captured_object():
    model = Model()
    decorated = ag.function(lambda x: model.rate * x)
    assert decorated(NUMBER) == 2
    model.rate = 3.0
    assert decorated(NUMBER) == 6
    model = Model(10.0)
    assert decorated(NUMBER) == 20


def test_a_list_that_grew():
    decorated = ag.function(lambda model, x: x + sum(model.layers))
    model = Model()
    assert decorated(model, NUMBER) == 3
    model.layers.append(NUMBER)
    assert decorated(model, NUMBER) == 5


def test_a_captured_list_that_grew():
    layers = [NUMBER]
    decorated = ag.function(lambda x: x + sum(layers))
    assert decorated(NUMBER) == 4
    layers.append(NUMBER)
    assert decorated(NUMBER) == 6


def test_another_object_of_the_class():
    decorated = ag.function(lambda model, x: model.rate * x)
    assert decorated(Model(1.0), NUMBER) == 2
    assert decorated(Model(2.0), NUMBER) == 4


def test_an_attribute_that_appears():
    decorated = ag.function(lambda model, x: x + getattr(model, "bias", 0))
    model = Model()
    assert decorated(model, NUMBER) == 2
    model.bias = 1
    assert decorated(model, NUMBER) == 3
    del model.bias
    assert decorated(model, NUMBER) == 2


def test_an_attribute_of_the_class_that_changed():
    class Config:
        rate = 2.0

    decorated = ag.function(lambda x: x * Config.rate)
    assert decorated(NUMBER) == 4
    Config.rate = 3.0
    assert decorated(NUMBER) == 6


def test_what_a_callee_captures_is_noticed():
    factor = 2

    def inner(x):
        return x * factor

    outer = ag.function(lambda x: inner(x) + 1)
    assert outer(NUMBER) == 5
    factor = 3
    assert outer(NUMBER) == 7


def test_what_a_decorated_callee_captures_is_noticed():
    factor = 2
    inner = ag.function(lambda x: x * factor)
    outer = ag.function(lambda x: inner(x) + 1)
    assert outer(NUMBER) == 5
    factor = 3
    assert outer(NUMBER) == 7


def test_a_captured_number_that_keeps_changing_does_not_retrace_for_ever():
    step = 0
    decorated = ag.function(lambda x: x + step)
    for step in range(30):
        assert decorated(NUMBER) == 2 + step
    assert decorated.trace_count <= 5


# Modules, classes and functions ---------------------------------------------------


# Policies -------------------------------------------------------------------------


def test_guard_is_the_default():
    factor = 2
    times = ag.function(lambda x: x * factor, captures="guard")
    assert times(NUMBER) == 4
    factor = 3
    assert times(NUMBER) == 6


def test_freeze_keeps_the_first_value_and_warns_once():
    factor = 2

    @ag.function(captures="freeze")
    def times(x):
        return x * factor

    assert times(NUMBER) == 4
    factor = 3
    with pytest.warns(UserWarning, match="factor"):
        assert times(NUMBER) == 4
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert times(NUMBER) == 4
    assert times.trace_count == 1


def test_freeze_does_not_warn_while_nothing_changes():
    factor = 2
    times = ag.function(lambda x: x * factor, captures="freeze")
    assert [times(NUMBER) for _ in range(3)] == [4, 4, 4]


def test_freeze_still_reads_arrays_at_the_call():
    weights = np.ones(3)
    decorated = ag.function(lambda x: x * weights, captures="freeze")
    decorated(X)
    weights[:] = 2.0
    np.testing.assert_array_equal(decorated(X), X * 2)


def test_error_raises_when_a_captured_value_changed():
    factor = 2

    @ag.function(captures="error")
    def times(x):
        return x * factor

    assert times(NUMBER) == 4
    factor = 3
    with pytest.raises(ag.AutographError, match="factor"):
        times(NUMBER)
    factor = 2
    assert times(NUMBER) == 4


def test_another_policy_is_refused():
    with pytest.raises(ValueError, match="captures='keep'"):
        ag.function(lambda x: x, captures="keep")


# What a concrete function says of them --------------------------------------------


def test_captures_are_listed_by_name():
    weights = np.ones(3)
    concrete = ag.function(lambda x: x * weights).get_concrete_function(X)
    assert len(concrete.captures) == 1
    assert "weights" in str(concrete.captures)


def test_a_function_of_its_arguments_alone_captures_nothing():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(X)
    assert list(concrete.captures) == []
    assert list(concrete.variables) == []


def test_a_concrete_function_reads_captured_arrays_at_the_call():
    weights = np.ones(3)
    concrete = ag.function(lambda x: x * weights).get_concrete_function(X)
    weights = X
    np.testing.assert_array_equal(concrete(X), X * X)


def test_a_captured_array_given_back_is_the_same_object():
    weights = np.ones(3)
    give = ag.function(lambda: weights)
    assert give() is weights
    assert give() is weights


# Modules, classes and functions ---------------------------------------------------


def test_an_attribute_of_a_module_that_changed():
    settings = types.ModuleType("settings")
    settings.rate = 2.0
    decorated = ag.function(lambda x: x * settings.rate)
    assert decorated(NUMBER) == 4
    settings.rate = 3.0
    assert decorated(NUMBER) == 6
    del settings.rate
    with pytest.raises(AttributeError, match="rate"):
        decorated(NUMBER)


def test_a_function_of_a_module_that_is_replaced():
    tools = types.ModuleType("tools")
    tools.step = lambda x: x + 1
    decorated = ag.function(lambda x: tools.step(x))
    assert decorated(NUMBER) == 3
    tools.step = lambda x: x + 2
    assert decorated(NUMBER) == 4


def test_a_captured_method_of_an_object():
    class Scale:
        def __init__(self, by):
            self.by = by

        def scaled(self, x):
            return x * self.by

    scale = Scale(2.0)
    method = scale.scaled
    decorated = ag.function(lambda x: method(x))
    assert decorated(NUMBER) == 4
    scale.by = 3.0
    assert decorated(NUMBER) == 6
    method = Scale(5.0).scaled
    assert decorated(NUMBER) == 10


def test_a_method_that_is_replaced_on_its_class():
    class Base:
        def part(self, x):
            return x + 1

    class Derived(Base):
        def part(self, x):
            return super().part(x) * 2

        @property
        def rate(self):
            return 2.0

    derived = Derived()
    decorated = ag.function(lambda x: derived.part(x) * derived.rate)
    assert decorated(NUMBER) == 12
    Derived.rate = property(lambda self: 3.0)
    assert decorated(NUMBER) == 18
    Base.part = lambda self, x: x
    assert decorated(NUMBER) == 12
    Derived.part = lambda self, x: x
    assert decorated(NUMBER) == 6


def test_an_object_that_changes_its_class():
    class One:
        def part(self, x):
            return x + 1

    class Two:
        def part(self, x):
            return x + 2

    each = One()
    decorated = ag.function(lambda x: each.part(x))
    assert decorated(NUMBER) == 3
    each.__class__ = Two
    assert decorated(NUMBER) == 4


def test_a_callee_with_other_defaults_or_other_code():
    def scale(x, by=2, *, shift=0):
        return x * by + shift

    decorated = ag.function(lambda x: scale(x))
    assert decorated(NUMBER) == 4
    scale.__defaults__ = (5,)
    assert decorated(NUMBER) == 10
    scale.__kwdefaults__ = {"shift": 1}
    assert decorated(NUMBER) == 11
    scale.__code__ = (lambda x, by=2, *, shift=0: -x).__code__
    assert decorated(NUMBER) == -2


def test_methods_of_a_container_that_are_kept_by_themselves():
    found, table = [], {}
    note, place = found.append, table.setdefault

    @ag.function(callbacks="allow")
    def put(x):
        note(x)
        place("all", []).append(x + 1)
        return len(found), len(table["all"])

    assert [put(NUMBER) for _ in range(3)] == [(1, 1), (2, 2), (3, 3)]
    assert found == [2.0] * 3
    assert table == {"all": [3.0] * 3}

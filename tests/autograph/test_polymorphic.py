"""The polymorphic function: what is traced anew, what is guarded, how it runs."""

from __future__ import annotations

import inspect
import pickle
import threading
import warnings
from contextvars import copy_context

import numpy as np
import pytest

import autograph as ag
from autograph import polymorphic
from runtime.ir.text import format_graph
from runtime.types import parse_type
from tests.tracer.tracing import agree

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
SCALE = 2.0
WEIGHTS = np.array([1.0, 2.0, 3.0])


class Model:
    """An object with plain and numeric attributes, and a list."""

    def __init__(self, rate=1.0):
        self.rate = rate
        self.weight = np.float64(1.0)
        self.layers = [np.float64(1.0)]

    @ag.function
    def step(self, x):
        """Go one step."""
        self.weight = self.weight + self.rate * x
        return self.weight


# What gets a graph of its own -----------------------------------------------------

SAME_GRAPH = {
    "values of an array": (X, X + 1),
    "values of a scalar": (np.float64(1), np.float64(2)),
    "an array and its copy in another order": (np.eye(2), np.asfortranarray(np.eye(2))),
    "equal strings": ("ab", "".join(["a", "b"])),
    "equal tuples": ((1, X), (1, X + 1)),
    "lists of one length": ([X, 1], [X + 1, 1]),
    "dicts with the same keys": ({"a": X}, {"a": X + 1}),
}
OTHER_GRAPH = {
    "dtype": (X, X.astype(np.float32)),
    "shape": (X, X[:2]),
    "rank": (X, X[None]),
    "array and scalar": (np.array(1.0), np.float64(1.0)),
    "NumPy's and Python's": (np.float64(1.0), 1.0),
    "values of a bool": (True, False),
    "bool and int": (True, 1),
    "values of a string": ("a", "b"),
    "None": (None, 1),
    "zeros": (0.0, -0.0),
    "lengths of a tuple": ((1,), (1, 1)),
    "lengths of a list": ([X], [X, X]),
    "keys of a dict": ({"a": X}, {"b": X}),
    "order of keys": ({"a": X, "b": X}, {"b": X, "a": X}),
}


def traces(function, *calls):
    """How many graphs these calls of one argument need."""
    decorated = ag.function(function)
    for argument in calls:
        decorated(argument)
    return decorated.trace_count


@pytest.mark.parametrize("what", SAME_GRAPH)
def test_one_graph_serves(what):
    assert traces(lambda x: x, *SAME_GRAPH[what]) == 1


@pytest.mark.parametrize("what", OTHER_GRAPH)
def test_a_graph_of_its_own_for_another(what):
    first, second = OTHER_GRAPH[what]

    def reads(x):
        if isinstance(x, (list, tuple)):
            return len(x), x[0]
        return x

    assert traces(reads, first, second, first, second) == 2


def power(x, n):
    total = x * 0
    for _ in range(n):
        total = total + x
    return total


def test_a_number_that_keeps_changing_becomes_a_symbol():
    decorated = ag.function(power)
    for n in range(20):
        assert decorated(NUMBER, n) == 2 * n
    assert decorated.trace_count == 3


def needs_plain(x, n):
    return x[(slice(None), *[None] * n)]


def test_unless_the_body_needs_its_value():
    decorated = ag.function(needs_plain)
    assert [decorated(X, n).ndim for n in range(6)] == [1, 2, 3, 4, 5, 6]


def test_the_oldest_graphs_go(monkeypatch):
    monkeypatch.setattr(polymorphic, "TRACES_KEPT", 2)
    decorated = ag.function(lambda x: x + 1)
    for size in (1, 2, 3, 3, 2):
        decorated(np.ones(size))
    assert decorated.trace_count == 3
    decorated(np.ones(1))
    assert decorated.trace_count == 4


# What a graph relies on -----------------------------------------------------------


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


def test_an_attribute_that_changed():
    decorated = ag.function(lambda model, x: model.rate * x)
    model = Model()
    assert decorated(model, NUMBER) == 2
    model.rate = 3.0
    assert decorated(model, NUMBER) == 6
    model.rate = NUMBER
    assert decorated(model, NUMBER) == 4
    assert decorated.trace_count == 3


def test_a_list_that_grew():
    decorated = ag.function(lambda model, x: x + sum(model.layers))
    model = Model()
    assert decorated(model, NUMBER) == 3
    model.layers.append(NUMBER)
    assert decorated(model, NUMBER) == 5


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


# How arguments arrive -------------------------------------------------------------


def signature(a, /, b=1, *rest, c=None, **more):
    total = a + b + sum(rest)
    for value in more.values():
        total = total + value
    return total if c is None else total * c


def test_parameters_of_all_kinds():
    decorated = ag.function(signature)
    for args, kwargs in (
        ((NUMBER,), {}),
        ((NUMBER, 2), {}),
        ((NUMBER,), {"b": NUMBER, "c": 3}),
        ((NUMBER, 1, NUMBER, 4), {"c": NUMBER}),
        ((NUMBER,), {"late": NUMBER, "later": 1}),
    ):
        for _ in range(2):
            assert decorated(*args, **kwargs) == signature(*args, **kwargs)


@pytest.mark.parametrize("call", [((), {}), ((), {"a": 1}), ((1, 2), {"b": 3})])
def test_a_wrong_call_raises_python_s_error(call):
    args, kwargs = call
    with pytest.raises(TypeError) as expected:
        signature(*args, **kwargs)
    with pytest.raises(TypeError) as caught:
        ag.function(signature)(*args, **kwargs)
    assert str(caught.value) == str(expected.value)


def test_a_default_is_the_object_itself():
    default = np.zeros(2)

    def adds(x, into=default):
        into += x
        return into

    assert ag.function(adds)(NUMBER) is default
    np.testing.assert_array_equal(default, [2.0, 2.0])


def test_it_looks_like_the_function():
    decorated = ag.function(signature)
    assert decorated.__name__ == "signature"
    assert inspect.signature(decorated) == inspect.signature(signature)
    assert decorated.python_function is signature
    assert repr(decorated) == "<autograph.Function signature>"


def test_what_is_no_python_function_is_refused():
    with pytest.raises(ag.AutographError, match="is not a Python function"):
        ag.function(np.sin)(X)


# Methods --------------------------------------------------------------------------


def test_methods_bind_and_write_to_their_object():
    model = Model()
    assert [model.step(NUMBER) for _ in range(3)] == [3, 5, 7]
    assert model.weight == 7
    assert Model.step(model, NUMBER) == 9
    assert model.step.__doc__ == "Go one step."


def test_two_objects_do_not_share_what_they_hold():
    one, two = Model(), Model(10.0)
    assert (one.step(NUMBER), two.step(NUMBER)) == (3, 21)
    assert (one.weight, two.weight) == (3, 21)


def test_a_concrete_function_of_a_method():
    concrete = Model().step.get_concrete_function(NUMBER)
    assert concrete.name == "step"


# Concrete functions ---------------------------------------------------------------


def relu(x):
    return x if x > 0 else 0 * x


def test_a_concrete_function_serves_one_signature(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    assert concrete(np.float64(-3.0)) == 0
    assert repr(concrete) == "<ConcreteFunction relu(x: np.float64)>"
    with pytest.raises(ag.AutographError) as caught:
        concrete(X)
    golden(f"{caught.value}\n")


def test_types_stand_for_values():
    decorated = ag.function(lambda x: x.sum())
    concrete = decorated.get_concrete_function(parse_type("float64[?]"))
    for size in (0, 1, 5):
        assert concrete(np.ones(size)) == size


def test_every_stage_can_be_read(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    graphs = (concrete.graph, concrete.optimized_graph)
    graph, optimized = (format_graph(each, spans=False) for each in graphs)
    golden("\n".join((ag.to_code(relu) + "\n", graph, optimized, concrete.plan)))


# Running plainly ------------------------------------------------------------------


def test_eager_runs_the_function_itself():
    decorated = ag.function(lambda x: float(repr(type(x)) == "<class 'numpy.float64'>"))
    with ag.eager():
        assert decorated(NUMBER) == 1.0
    assert decorated.trace_count == 0
    decorated(NUMBER)
    assert decorated.trace_count == 1


def test_eager_ends_with_its_block_and_stays_in_its_context():
    decorated = ag.function(lambda x: x + 1)
    with pytest.raises(ZeroDivisionError), ag.eager():
        raise ZeroDivisionError
    with ag.eager():
        threading.Thread(target=lambda: decorated(NUMBER)).start()
        while decorated.trace_count == 0:
            pass
    copy_context().run(decorated, X)
    assert decorated.trace_count == 2


def test_all_functions_can_be_run_eagerly():
    decorated = ag.function(lambda x: x + 1)
    ag.run_functions_eagerly(True)
    try:
        assert decorated(NUMBER) == 3
        assert decorated.trace_count == 0
    finally:
        ag.run_functions_eagerly(False)
    assert decorated(NUMBER) == 3
    assert decorated.trace_count == 1


# Marks ----------------------------------------------------------------------------


@ag.convert
def converted(x):
    while x > 1:
        x = x / 2
    return x


def test_convert_is_plain_outside_and_staged_within():
    assert converted(8.0) == 1.0
    graph = ag.function(lambda x: converted(x)).get_concrete_function(NUMBER).graph
    assert [node.operation.name for node in graph.region.nodes] == ["while"]
    assert ag.convert(converted) is converted


def test_convert_of_what_has_no_source_is_refused():
    with pytest.raises(ag.AutographError, match="is not a Python function"):
        ag.convert(np.sin)


@ag.do_not_convert
def opaque(x):
    return sorted([x, 1.0])


def test_do_not_convert_calls_back_at_each_run():
    decorated = ag.function(lambda x: opaque(x)[0])
    with pytest.warns(ag.CallbackWarning, match="opaque is not known"):
        assert decorated(NUMBER) == 1
    assert opaque(0.5) == [0.5, 1.0]


# Options --------------------------------------------------------------------------


def test_calls_back_are_warned_about_allowed_or_forbidden():
    def function(x):
        return opaque(x)

    with pytest.warns(ag.CallbackWarning):
        ag.function(function)(NUMBER)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ag.function(function, callbacks="allow")(NUMBER)
    with pytest.raises(ag.AutographError, match="callbacks='error' forbids"):
        ag.function(function, callbacks="error")(NUMBER)
    with pytest.raises(ValueError, match="callbacks='silent'"):
        ag.function(function, callbacks="silent")


def divides_for_nothing(x, i):
    x[i]
    return x.sum()


def test_strict_does_what_nobody_needs():
    i = np.int64(7)
    assert ag.function(divides_for_nothing)(X, i) == 6
    with pytest.raises(IndexError):
        ag.function(divides_for_nothing, strict=True)(X, i)


def test_options_without_a_function_give_a_decorator():
    @ag.function(callbacks="error", strict=True)
    def double(x):
        return x + x

    assert double(NUMBER) == 4
    assert isinstance(double, ag.Function)


# Tracing itself -------------------------------------------------------------------


def says(x):
    print("Tracing!", x.dtype)
    return x


def test_what_is_printed_while_tracing_is_printed_once(capsys):
    decorated = ag.function(says)
    for argument in (X, X, X.astype(int), X):
        decorated(argument)
    assert capsys.readouterr().out == "Tracing! float64\nTracing! int64\n"


def raises(x):
    return 1 / x.size if x.size else x[0]


def test_errors_of_the_program_are_its_own():
    agree(raises, X, X[:0])


def test_errors_stand_at_the_user_s_line_alone():
    with pytest.raises(IndexError) as caught:
        ag.function(raises)(X[:0])
    functions = [entry.name for entry in caught.traceback]
    assert functions[-1] == "raises"


def test_a_refused_trace_leaves_nothing_behind():
    decorated = ag.function(lambda x: hash(x))
    for _ in range(2):
        with pytest.raises(ag.AutographError):
            decorated(NUMBER)
    assert decorated.trace_count == 0
    assert ag.function(relu)(NUMBER) == 2


def test_threads_share_one_graph():
    decorated = ag.function(relu)
    results = []

    def work():
        results.append(decorated(NUMBER))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [2.0] * 8
    assert decorated.trace_count == 1


def test_results_survive_pickling():
    made = ag.function(lambda x: {"x": x, "pair": (x.sum(), None)})(X)
    again = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(again["x"], X)
    assert again["pair"] == (6.0, None)

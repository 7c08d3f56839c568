"""What converted code sees of Python: globals, cells, functions, modules."""

import enum
import math
import operator
from functools import partial

import numpy as np

import autograph as ag
from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])
SCALE = 2.0
WEIGHTS = np.array([1.0, 2.0, 3.0])
OFFSETS = (1, np.float64(2.0))


class Mode(enum.Enum):
    """How."""

    UP = 1
    DOWN = 2


def globals_of_all_kinds(x):
    return x * SCALE + WEIGHTS + OFFSETS[1] * math.pi


def test_arrays_of_the_module_are_inputs_and_numbers_constants(golden):
    golden(graph_of(globals_of_all_kinds, X))
    agree(globals_of_all_kinds, X)


def square(x):
    return x * x


def calls(x):
    return square(square(x))


def test_a_function_of_the_user_s_is_traced_into(golden):
    golden(graph_of(calls, X))
    agree(calls, X)


def higher_order(x):
    shifted = partial(np.add, 1)
    rounded = map(shifted, (x, 2))
    return [operator.mul(value, 2) for value in rounded], max(x, key=None)


def test_functions_as_values():
    agree(higher_order, X)


def closes_over(factor):
    def scaled(x):
        return x * factor

    return scaled


def test_a_closed_over_number_is_a_constant_and_an_array_an_input():
    number = ag.function(closes_over(3)).get_concrete_function(X).graph
    array = ag.function(closes_over(WEIGHTS)).get_concrete_function(X).graph
    assert [value.name for value in number.inputs] == ["x"]
    assert [value.name for value in array.inputs] == ["x", "factor"]


def by_mode(x, mode):
    if mode is Mode.UP:
        return np.ceil(x)
    return np.floor(x) if mode == Mode.DOWN else x


def test_enums_are_plain_values(golden):
    golden(graph_of(by_mode, X, Mode.DOWN))
    agree(by_mode, (X, Mode.UP), (X, Mode.DOWN))


def recursive(x, depth):
    return x if depth == 0 else recursive(x, depth - 1) + 1


def test_recursion_over_plain_values_is_unrolled(golden):
    golden(graph_of(recursive, X, 3))
    agree(recursive, (X, 3))


def halved(x):
    if x > 1:
        return halved(x / 2)
    return x


def test_recursion_over_symbols_is_a_call(golden):
    golden(graph_of(halved, np.float64(9.0)))
    agree(halved, (np.float64(9.0),))


def imports(x):
    from math import tau

    import numpy

    return numpy.sum(x) * tau


def test_imports_within_the_function():
    agree(imports, X)


def masked(x):
    return x + 1


def test_of_an_array_of_another_kind_only_the_run_knows_more(golden):
    golden(graph_of(masked, np.ma.masked_array([1.0, 2.0])))


def test_arrays_of_another_kind_share_a_graph_by_their_class():
    @ag.function
    def later(x):
        return x + np.timedelta64(1, "D")

    days = np.array(["2020-01-31", "NaT"], "datetime64[D]")
    assert later(days)[0] == np.datetime64("2020-02-01")
    later(days.astype("datetime64[s]")[:1])
    assert later.trace_count == 1
    later(days[0])
    later(np.ma.masked_array(days))
    assert later.trace_count == 3

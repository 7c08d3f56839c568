"""Concrete functions: one graph, called by position and name, checked, inspected."""

from __future__ import annotations

import dataclasses
import enum
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from runtime.ir.graph import format_graph
from runtime.types import parse_type

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
SCALAR = ag.TensorSpec((), np.float64)
FLOATS = ag.TensorSpec((None,), np.float64)


class Pair(NamedTuple):
    first: Any
    second: Any = 3


@dataclasses.dataclass
class Point:
    x: Any
    y: Any = 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def relu(x):
    return x if x > 0 else 0 * x


def test_a_concrete_function_serves_one_signature(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    assert concrete(np.float64(-3.0)) == 0
    assert repr(concrete) == "<ConcreteFunction relu(x: np.float64)>"
    with pytest.raises(ag.AutographError) as caught:
        concrete(X)
    assert caught.value.span.excerpt().startswith("    concrete(X)")
    golden(f"{caught.value.message}\n{caught.value.hint}\n")


def test_types_stand_for_values():
    decorated = ag.function(lambda x: x.sum())
    concrete = decorated.get_concrete_function(parse_type("float64[?]"))
    for size in (0, 1, 5):
        assert concrete(np.ones(size)) == size


def test_specs_stand_for_values():
    decorated = ag.function(lambda x: x.sum())
    concrete = decorated.get_concrete_function(FLOATS)
    for size in (0, 1, 5):
        assert concrete(np.ones(size)) == size


def test_every_stage_can_be_read(golden):
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    graphs = (concrete.graph, concrete.optimized_graph)
    graph, optimized = (format_graph(each, spans=False) for each in graphs)
    golden("\n".join((ag.to_code(relu) + "\n", graph, optimized, concrete.plan)))


def add(x, y):
    return x + y


def test_called_by_position_and_by_name():
    concrete = ag.function(add).get_concrete_function(SCALAR, SCALAR)
    one, two = np.float64(1.0), np.float64(2.0)
    assert concrete(one, two) == 3
    assert concrete(one, y=two) == 3
    assert concrete(y=two, x=one) == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (((), {}), "x"),
        (((NUMBER,), {}), "y"),
        (((NUMBER, NUMBER, NUMBER), {}), "2"),
        (((NUMBER, NUMBER), {"y": NUMBER}), "y"),
        (((NUMBER, NUMBER), {"z": NUMBER}), "z"),
    ],
    ids=["none", "one misses", "one more", "twice", "unknown"],
)
def test_a_wrong_call_raises_a_type_error_that_names_the_argument(call, said):
    concrete = ag.function(add).get_concrete_function(SCALAR, SCALAR)
    args, kwargs = call
    with pytest.raises(TypeError, match=said):
        concrete(*args, **kwargs)


@pytest.mark.parametrize(
    "wrong", ["text", None, X, 1j, np.float32(1), np.int64(1), {"x": NUMBER}]
)
def test_a_wrong_type_raises_and_names_the_argument(wrong):
    concrete = ag.function(add).get_concrete_function(SCALAR, SCALAR)
    with pytest.raises((TypeError, ValueError), match="y") as caught:
        concrete(NUMBER, wrong)
    assert isinstance(caught.value, ag.AutographError)


def test_a_wrong_shape_raises():
    concrete = ag.function(lambda x: x.sum()).get_concrete_function(FLOATS)
    with pytest.raises(ValueError, match="x"):
        concrete(np.ones((2, 2)))


def test_python_values_are_part_of_the_graph():
    concrete = ag.function(lambda x, n: x * n).get_concrete_function(SCALAR, 3)
    assert concrete(NUMBER, 3) == 6
    with pytest.raises((TypeError, ValueError), match="n"):
        concrete(NUMBER, 4)


def test_python_values_that_are_known_may_be_left_out():
    concrete = ag.function(lambda x, n: x * n).get_concrete_function(SCALAR, 3)
    assert concrete(NUMBER) == 6


def test_defaults_may_be_left_out():
    concrete = ag.function(lambda x, n=3: x * n).get_concrete_function(SCALAR)
    assert concrete(NUMBER) == 6


def test_nested_arguments():
    def total(tree, *, extra):
        return tree["a"] + tree["b"][0] + extra

    concrete = ag.function(total).get_concrete_function(
        {"a": SCALAR, "b": [SCALAR]}, extra=SCALAR
    )
    assert concrete({"a": NUMBER, "b": [NUMBER]}, extra=NUMBER) == 6
    assert len(concrete.inputs) == 3


def test_the_same_signature_gives_the_same_concrete_function():
    decorated = ag.function(add)
    first = decorated.get_concrete_function(X, X)
    assert decorated.get_concrete_function(X + 1, X + 2) is first
    assert decorated.get_concrete_function(X, y=X) is first
    assert decorated.get_concrete_function(X.astype(int), X) is not first


def test_a_call_uses_the_graph_of_a_concrete_function():
    decorated = ag.function(add)
    decorated.get_concrete_function(X, X)
    assert decorated.trace_count == 1
    decorated(X, X)
    assert decorated.trace_count == 1


def test_get_concrete_function_runs_nothing():
    seen = []

    @ag.function
    def note(x):
        seen.append(x)
        return x

    note.get_concrete_function(X)
    assert seen == []


def test_inputs_are_named_after_the_parameters():
    concrete = ag.function(add).get_concrete_function(SCALAR, FLOATS)
    assert [each.name for each in concrete.inputs] == ["x", "y"]
    assert [each.shape for each in concrete.inputs] == [(), (None,)]
    assert [each.dtype for each in concrete.inputs] == [np.float64] * 2


def test_outputs_have_dtype_and_shape():
    concrete = ag.function(add).get_concrete_function(SCALAR, np.ones((2, 3)))
    (output,) = concrete.outputs
    assert (output.dtype, output.shape) == (np.float64, (2, 3))


def test_structured_outputs():
    def both(x):
        return {"sum": x.sum(), "pair": (x + 1, None)}

    concrete = ag.function(both).get_concrete_function(X)
    assert concrete.structured_outputs == {
        "sum": ag.TensorSpec((), np.float64),
        "pair": (ag.TensorSpec((3,), np.float64), None),
    }


def test_the_structured_output_of_one_array():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(FLOATS)
    assert concrete.structured_outputs == FLOATS


def test_structured_input_signature():
    def total(x, tree, *, scale):
        return x + tree["a"] * scale

    concrete = ag.function(total).get_concrete_function(X, {"a": X}, scale=NUMBER)
    args, kwargs = concrete.structured_input_signature
    assert [each.shape for each in (args[0], args[1]["a"])] == [(3,), (3,)]
    assert kwargs["scale"].shape == ()


def test_python_values_stand_in_the_structured_input_signature():
    concrete = ag.function(lambda x, n: x * n).get_concrete_function(X, 3)
    args, kwargs = concrete.structured_input_signature
    assert args[1] == 3
    assert kwargs == {}


def test_the_name():
    assert ag.function(add).get_concrete_function(X, X).name == "add"
    assert "lambda" in ag.function(lambda x: x).get_concrete_function(X).name


def test_operations_of_the_graph():
    @ag.function
    def simple_computation(a, b):
        c = np.matmul(a, b)
        d = np.add(c, 1.0)
        return np.maximum(d, 0.0)

    square = ag.TensorSpec((2, 2), np.float32)
    graph = simple_computation.get_concrete_function(square, square).graph
    operations = graph.get_operations()
    types = [each.type for each in operations]
    assert types.count("Placeholder") == 2 or types.count("placeholder") == 2
    names = [each.name for each in operations]
    assert names[:2] == ["a", "b"]
    assert len(set(names)) == len(names)
    matmul = next(each for each in operations if each.type.lower() == "matmul")
    assert [each.name for each in matmul.inputs] == ["a", "b"]
    assert [each.shape for each in matmul.outputs] == [(2, 2)]
    order = [each.type.lower() for each in operations]
    assert order.index("matmul") < order.index("add") < order.index("maximum")


def test_the_graph_is_given_as_data():
    concrete = ag.function(relu).get_concrete_function(NUMBER)
    definition = concrete.graph.as_graph_def()
    text = json.dumps(definition)
    assert "cond" in text
    assert json.loads(text) == definition


def test_pretty_printed_concrete_signatures():
    @ag.function
    def my_relu(x):
        return np.maximum(0.0, x)

    my_relu(np.float32(5.5))
    my_relu([1, -1])
    my_relu(np.array([3.0, -3.0], np.float32))
    text = my_relu.pretty_printed_concrete_signatures()
    assert text.count("Input Parameters:") == 3
    assert text.count("Output Type:") == 3
    assert "x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(), dtype=np.float32" in text
    assert "x (POSITIONAL_OR_KEYWORD): List[Literal[1], Literal[-1]]" in text
    assert "Captures:" in text


def test_variables_and_captures_are_empty_without_them():
    concrete = ag.function(add).get_concrete_function(X, X)
    assert list(concrete.captures) == []
    assert list(concrete.variables) == []


def test_a_function_of_no_arguments():
    concrete = ag.function(lambda: np.arange(3)).get_concrete_function()
    np.testing.assert_array_equal(concrete(), [0, 1, 2])
    assert list(concrete.inputs) == []


def test_a_concrete_function_called_within_a_graph():
    concrete = ag.function(add).get_concrete_function(SCALAR, SCALAR)
    outer = ag.function(lambda x: concrete(x, x) * 2)
    assert outer(NUMBER) == 8


def test_a_concrete_function_outlives_its_function():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(X)
    np.testing.assert_array_equal(concrete(X), X + 1)


def test_an_error_of_the_run_stands_at_the_user_s_line():
    def get(x, i):
        return x[i]

    concrete = ag.function(get).get_concrete_function(X, np.int64(0))
    with pytest.raises(IndexError) as caught:
        concrete(X, np.int64(7))
    assert caught.traceback[-1].name == "get"


def test_notebooks_show_functions_and_graphs():
    decorated = ag.function(relu)
    decorated(NUMBER)
    concrete = decorated.get_concrete_function(NUMBER)
    for shown in (decorated, concrete, concrete.graph):
        text = shown._repr_html_()
        assert "relu" in text
        assert "<script" not in text


def test_a_name_that_looks_like_markup_is_escaped_in_notebooks():
    decorated = ag.function(lambda x, mode: x)
    decorated(X, "<b>bold</b>")
    assert "<b>bold</b>" not in decorated._repr_html_()


def test_double_strings():
    double = ag.function(lambda a: a + a)
    double_strings = double.get_concrete_function(ag.TensorSpec(None, "U"))
    assert double_strings("a") == "aa"
    assert double_strings(a="b") == "bb"
    with pytest.raises((TypeError, ValueError), match="a"):
        double_strings(1)


# Calls that do not fit ------------------------------------------------------------


def several(x, y=5, *rest, **named):
    return x


ONE, TWO = np.int64(1), np.int64(2)
WRONG_CALLS = {
    "an argument misses": ((ONE, TWO), {}, (), {}),
    "one of the rest misses": ((1, 2, NUMBER), {}, (1, 2), {}),
    "one too many": ((1, 2), {}, (1, 2, 3), {}),
    "a keyword misses": ((1, 2), {"c": NUMBER}, (1, 2), {}),
    "a keyword too many": ((1, 2), {}, (1, 2), {"c": NUMBER}),
    "an array for a dict": (({"a": ONE, "b": ONE},), {}, (ONE, 5), {}),
    "an array for a tuple": (((ONE, TWO),), {}, (ONE, 5), {}),
    "a dict for an array": ((ONE,), {}, ({"a": ONE}, 5), {}),
    "another dtype": ((ONE,), {}, (NUMBER, 5), {}),
    "another int": ((5,), {}, (8, 5), {}),
    "an array for an int": ((5,), {}, (np.int64(5), 5), {}),
    "two values for one": ((1, 2), {}, (1, 2), {"x": 3}),
}


@pytest.mark.parametrize("what", WRONG_CALLS)
def test_a_call_that_does_not_fit_raises_a_type_error(what):
    args, kwargs, called, named = WRONG_CALLS[what]
    concrete = ag.function(several).get_concrete_function(*args, **kwargs)
    with pytest.raises(TypeError, match=r"several") as caught:
        concrete(*called, **named)
    assert "InternalError" not in str(caught.value)


def test_nested_arguments_are_called_in_their_structure():
    @ag.function
    def work(x, y):
        return x["a"] + x["b"], y[0] + y[1]

    d, e = {"a": np.int64(1000), "b": np.int64(200)}, (np.int64(30), 4)
    for concrete in (
        work.get_concrete_function(d, e),
        work.get_concrete_function(d, y=e),
        work.get_concrete_function(y=e, x=d),
    ):
        for result in (concrete(d, e), concrete(d, y=e), concrete(y=e, x=d)):
            assert result == (1200, 34)


def test_nested_values_that_are_plain_are_part_of_the_graph():
    @ag.function
    def work(x, y):
        return x["a"] + x["b"], y[0] + y[1]

    a = {"a": np.int64(1000), "b": np.int64(200)}
    concrete = work.get_concrete_function(a, (50, 3))
    assert concrete(a, (50, 3)) == (1200, 53)
    assert concrete(a) == (1200, 53)
    with pytest.raises(TypeError):
        concrete(a, (50, 4))
    with pytest.raises(TypeError, match="'x'"):
        concrete(y=(50, 3))


def test_all_plain_arguments_may_be_left_out():
    concrete = ag.function(lambda x, y: x["a"] + y).get_concrete_function({"a": 5}, 50)
    assert concrete() == concrete({"a": 5}, 50) == 55


def test_strings_are_values_of_the_graph():
    concrete = ag.function(lambda x, y: x + y).get_concrete_function(np.str_("a"), "b")
    assert concrete(np.str_("a")) == concrete(x=np.str_("a"), y="b") == "ab"


def test_an_input_is_passed_by_the_name_of_its_spec():
    spec = ag.TensorSpec(None, np.float64, name="weights")
    concrete = ag.function(lambda x: x + 1).get_concrete_function(spec)
    assert concrete(x=NUMBER) == 3
    assert concrete.structured_input_signature[0][0].name == "weights"


def test_no_result():
    concrete = ag.function(lambda x, y: None).get_concrete_function(X, X)
    assert concrete(X, X) is None
    assert concrete.structured_outputs is None
    assert list(concrete.outputs) == []


def test_many_threads_get_one_concrete_function():
    decorated = ag.function(lambda x: x @ x)
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: decorated.get_concrete_function(X), range(64)))
    assert len(found) == 1


def test_threads_get_a_concrete_function_of_many_arguments():
    total = ag.function(lambda *values: sum(values))
    values = (np.float64(1.0),) * 100
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(
            lambda _: total.get_concrete_function(*values), range(2)
        )
    assert first(*values) == second(*values) == 100


def test_the_graph_outlives_its_function():
    def make():
        weights = np.ones(3)
        return ag.function(lambda x: x * weights).get_concrete_function(X).graph

    assert "multiply" in str(make())


def test_unknown_dimensions_flow_into_the_outputs():
    unknown = ag.TensorSpec((None, None), np.float32)
    concrete = ag.function(lambda a: np.matmul(a, a)).get_concrete_function(unknown)
    assert concrete.structured_outputs == ag.TensorSpec((None, None), np.float32)
    square = np.eye(3, dtype=np.float32)
    np.testing.assert_array_equal(concrete(square), square)


def test_what_is_left_out_is_fresh_in_each_call():
    def note(found, x):
        found["of"].append(x)
        return found

    concrete = ag.function(note).get_concrete_function({"of": []}, NUMBER)
    first, second = concrete(x=NUMBER), concrete(x=NUMBER)
    assert first == second == {"of": [NUMBER]}
    assert first is not second


def test_a_default_of_any_kind_may_be_left_out():
    def scaled(x, weights=X, dtype=float, options=None):
        return (x * weights).astype(dtype)

    concrete = ag.function(scaled).get_concrete_function(NUMBER)
    np.testing.assert_array_equal(concrete(NUMBER), NUMBER * X)
    np.testing.assert_array_equal(concrete(NUMBER, X + 1), NUMBER * (X + 1))


def test_inputs_stand_in_the_order_of_the_parameters_and_captures_last():
    limit = np.arange(3.0)

    @ag.function
    def late(first, second, third):
        total = limit + third + second["a"]
        return total + first, Pair(total, 1)

    concrete = late.get_concrete_function(limit, {"a": limit}, limit)
    names = [value.name for value in concrete.inputs]
    assert [name.partition("_")[0] for name in names] == ["first", "second", "third"]
    assert [value.name for value in concrete.captures] == ["limit", "Pair"]
    assert concrete.graph.captures == 2
    definition = concrete.graph.as_graph_def()
    assert [each["name"] for each in definition["inputs"]] == names
    assert [each["name"] for each in definition["captures"]] == ["limit", "Pair"]


def test_records_and_namedtuples_stand_in_the_structured_outputs():
    def both(x, kept):
        return Pair(x + 1, [x]), Point(x.sum(), Color.RED), kept

    concrete = ag.function(both).get_concrete_function(X, Point(X, 2))
    spec = ag.TensorSpec((3,), np.float64)
    assert concrete.structured_outputs == (
        Pair(spec, [spec]),
        Point(SCALAR, Color.RED),
        Point(spec, 2),
    )
    assert [value.shape for value in concrete.outputs][:3] == [(3,), (3,), ()]


def test_an_object_that_changes_before_it_is_returned_is_no_structure():
    def changed(x):
        point = Point(x)
        if x.sum() > 0:
            point.y = x
        return point

    concrete = ag.function(changed).get_concrete_function(X)
    assert not isinstance(concrete.structured_outputs, Point)
    assert concrete(X).y is X


def test_the_keys_of_a_dict_are_no_outputs():
    concrete = ag.function(lambda x: {"a": x, "b": 1}).get_concrete_function(X)
    assert concrete.outputs == [concrete.inputs[0], concrete.graph.result.items[3]]


def test_objects_and_variables_in_a_signature(golden):
    bias = ag.Variable(np.ones(3), name="bias")
    weights = np.ones((3, 3))

    class Layer:
        @ag.function
        def run(self, x, state, color, point, activate=np.tanh):
            state.assign_add(x @ weights + bias)
            return activate(state) + point.x, color

    state, point = ag.Variable(np.zeros(3)), Point(X, (1, None))
    concrete = Layer().run.get_concrete_function(FLOATS, state, Color.RED, point)
    golden(concrete.pretty_printed_signature() + "\n")


def test_what_is_known_by_value_may_be_left_out():
    def of(color, pair, point, part, x):
        return color, x[part] + pair.second + point.x

    given = Color.RED, Pair(1), Point(2), slice(0, 2)
    concrete = ag.function(of).get_concrete_function(*given, X)
    color, total = concrete(x=X)
    assert color is Color.RED
    assert total.tolist() == [8, 6]
    concrete(Color.RED, Pair(1), Point(2), slice(0, 2), X)
    with pytest.raises(ValueError, match=r"it is Color.BLUE, .* for Color.RED"):
        concrete(Color.BLUE, x=X)
    with pytest.raises(ValueError, match="part does not fit"):
        concrete(part=slice(0, 3), x=X)


def test_another_object_does_not_fit_and_is_named():
    class Box:
        scale = 2.0

    box = Box()
    concrete = ag.function(lambda box, f, x: f(x) * box.scale).get_concrete_function(
        box, np.sin, X
    )
    concrete(box, np.sin, X)
    with pytest.raises(ValueError, match=r"f is cos, not sin") as raised:
        concrete(box, np.cos, X)
    assert "concrete(box, np.cos, X)" in str(raised.value)


def test_what_never_returns_is_written_so():
    def fails(x):
        raise ValueError(str(x))

    concrete = ag.function(fails).get_concrete_function(SCALAR)
    assert "Output Type:\n  NoReturn" in concrete.pretty_printed_signature()

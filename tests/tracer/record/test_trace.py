"""One trace: spans, restarts, what is printed, what is refused."""

from dataclasses import fields

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of, refusal, spans_of
from tracer.record.asked import Asked
from tracer.tracing import ANSWERS

X = np.array([3.0, 1.0, 2.0])


def norm(x):
    squares = x * x
    return np.sqrt(squares.sum())


def normalized(x):
    length = norm(x)
    return x / length


def test_every_node_knows_its_line_and_the_calls_that_led_there():
    assert spans_of(normalized, X) == [
        "norm: squares = x * x <- normalized: length = norm(x)",
        "norm: return np.sqrt(squares.sum()) <- normalized: length = norm(x)",
        "norm: return np.sqrt(squares.sum()) <- normalized: length = norm(x)",
        "normalized: return x / length",
    ]


def test_an_inlined_call_leaves_no_node(golden):
    golden(graph_of(normalized, X))
    agree(normalized, X)


def test_refusals_are_raised_at_the_user_s_line():
    def identity_of(x):
        return id(x)

    with pytest.raises(ag.AutographError) as caught:
        ag.function(identity_of).get_concrete_function(np.float64(1))
    assert caught.value.span.function == "identity_of"
    assert caught.value.span.excerpt().splitlines()[0].strip() == "return id(x)"


def prints(x):
    print("tracing")
    print("value", x)
    if x > 0:
        print("positive")
    return x


def test_prints_of_plain_values_before_any_effect_happen_while_tracing(golden, capsys):
    golden(graph_of(prints, np.float64(1.0)))
    assert capsys.readouterr().out == "tracing\n"
    decorated = ag.function(prints)
    for _ in range(2):
        decorated(np.float64(1.0))
    assert capsys.readouterr().out == (
        "tracing\nvalue 1.0\npositive\nvalue 1.0\npositive\n"
    )


def test_a_restart_prints_nothing_twice(capsys):
    def restarts(x):
        print("tracing")
        found = []
        for value in x:
            if value > 1:
                found.append(value)  # noqa: PERF401 - what restarts the trace
        return found

    ag.function(restarts)(X)
    assert capsys.readouterr().out == "tracing\n"


def swallows(x):
    try:
        id(x)
    except Exception:
        return x


def test_nobody_swallows_a_refusal(golden):
    golden(refusal(swallows, np.float64(1.0)))


def test_inputs_are_arguments_first_and_named():
    def takes(x, *rest, scale=2.0, **more):
        return x * scale + rest[0] + more["late"]

    number = np.float64(1.0)
    graph = (
        ag.function(takes)
        .get_concrete_function(X, number, scale=number, late=number)
        .graph
    )
    assert [value.name for value in graph.inputs] == [
        "x",
        "rest_0",
        "scale",
        "more__late",
    ]


def unused(x, y):
    return x + 1


def test_an_argument_nobody_needs_is_an_input_all_the_same(golden):
    golden(graph_of(unused, X, X))


def returns_structure(x):
    return {"sum": x.sum(), "pair": (x, [1, x[0]]), "none": None}


def test_results_come_back_in_the_user_s_structure(golden):
    golden(graph_of(returns_structure, X))
    agree(returns_structure, X)


def returns_argument(x):
    return x, x[:]


def test_what_is_returned_is_the_argument_itself():
    agree(returns_argument, X)


def deep(x, n):
    return x if n == 0 else deep(x + 1, n - 1)


def test_deep_calls_do_not_meet_python_s_limit():
    agree(deep, (np.float64(0.0), 400))


def test_code_that_was_loaded_again_is_told_apart():
    # To compare such code takes twice as long for each level: this would not end.
    inside = "    " * 41 + "n = n + 1\n"
    ifs = "".join("    " * level + f"if n > {level}:\n" for level in range(1, 41))
    text = f"def f(n):\n{ifs}{inside}    return n\n"
    loaded = []
    for _ in range(2):
        space = {}
        exec(text, space)
        loaded.append(ag.convert(space["f"], source=text))
    first, second = loaded

    @ag.function
    def both(n):
        return first(n) + second(n)

    assert both(np.int64(50)) == 102


def test_every_question_has_an_answer():
    assert list(ANSWERS) == [field.name for field in fields(Asked)]

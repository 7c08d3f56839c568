"""Entries: what binds a call, tests the guards and runs the plan."""

import inspect

import numpy as np
import pytest

from runtime.types import parse_type
from tracer.serve.binding import MISS, compile_binder
from tracer.serve.entries import compile_entry
from tracer.serve.guards import Exactly, Guard, OfType
from tracer.serve.origins import Argument, AttributeOf


def example(a, /, b: int = 1, *rest, c, d=(), **more):
    return a, b, rest, c, d, more


SIGNATURE = inspect.signature(example)


def test_a_binder_binds_as_python_does():
    bind = compile_binder("example", SIGNATURE)
    assert bind(1, c=2) == (1, 1, (), 2, (), {})
    assert bind(1, 2, 3, c=4, e=5) == (1, 2, (3,), 4, (), {"e": 5})


@pytest.mark.parametrize("call", [((), {}), ((1,), {}), ((1, 2), {"b": 1, "c": 2})])
def test_a_binder_complains_as_python_does(call):
    args, kwargs = call
    with pytest.raises(TypeError) as expected:
        example(*args, **kwargs)
    with pytest.raises(TypeError) as caught:
        compile_binder("example", SIGNATURE)(*args, **kwargs)
    assert str(caught.value) == str(expected.value)


def entry(guards, inputs, plan, parameters="def f(x, y=1): ..."):
    space = {}
    exec(parameters, space)
    signature = inspect.signature(space["f"])
    return compile_entry("f", signature, guards, inputs, plan, lambda error: error)


def test_an_entry_tests_its_guards_and_calls_the_plan():
    x, y = Argument("x"), Argument("y")
    guards = [Guard(x, OfType(parse_type("float64[2]"))), Guard(y, Exactly(1))]
    run = entry(guards, [x], lambda array: array.sum())
    assert run(np.ones(2)) == 2
    assert run(np.ones(2), y=1) == 2
    assert run(np.ones(3)) is MISS
    assert run(np.ones(2), 2) is MISS


def test_an_entry_misses_where_an_origin_leads_nowhere():
    weight = AttributeOf(Argument("x"), "weight")
    run = entry([Guard(weight, Exactly(1))], [weight], lambda value: value)
    assert run(object()) is MISS


def test_an_entry_lets_an_error_of_the_plan_be_explained():
    def explained(error):
        error.add_note("explained")

    signature = inspect.signature(lambda x: x)
    run = compile_entry("f", signature, [], [Argument("x")], lambda x: 1 / x, explained)
    with pytest.raises(ZeroDivisionError) as caught:
        run(0)
    assert caught.value.__notes__ == ["explained"]

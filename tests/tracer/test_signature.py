"""Guards, and the entry that tests them: source made from origins and checks."""

import inspect

import numpy as np
import pytest

from runtime.types import parse_type
from tracer.signature import (
    MISS,
    Argument,
    AttributeOf,
    Distinct,
    Exactly,
    Fixed,
    Guard,
    Identical,
    ItemOf,
    Keys,
    Length,
    Missing,
    Namer,
    OfClass,
    OfType,
    Present,
    SameAs,
    compile_binder,
    compile_entry,
    fits,
)


def passes(check, value):
    """Whether a check holds, tried on its source."""
    namer = Namer()
    return bool(eval(check.source("value", namer), namer.namespace | {"value": value}))


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("float64[3]", np.ones(3), [np.ones(2), np.ones(3, "f4"), 1.0, [1.0]]),
        ("float64[?]", np.ones(7), [np.ones((1, 1)), np.ones(3, int)]),
        ("float64[...]", np.ones((1, 1)), [np.ones(3, int)]),
        ("np.int8", np.int8(1), [1, np.int16(1), True]),
        ("int", 3, [True, 3.0, np.int64(3)]),
        ("bool", False, [0, np.False_]),
        ("None", None, [0, False]),
        ("{None | int}", None, [1.0, "x"]),
        ("(int; float)", (1, 2.0), [(1, 2), [1, 2.0], (1,)]),
    ],
)
def test_of_type(text, good, bad):
    check = OfType(parse_type(text))
    assert passes(check, good)
    assert not any(passes(check, value) for value in bad)


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (1, [True, 1.0, 2, np.int64(1)]),
        (True, [1, np.True_]),
        (0.0, [-0.0, 0, False]),
        (-0.0, [0.0]),
        (2.5, [2, np.float64(2.5)]),
        (complex(0.0, -0.0), [0j, 0.0]),
        ("text", [b"text", "Text"]),
        (None, [0, ...]),
        (np.dtype("f8"), [np.dtype("f4")]),
    ],
)
def test_exactly(value, others):
    assert passes(Exactly(value), value)
    assert not any(passes(Exactly(value), other) for other in others)


def test_exactly_holds_for_nan():
    assert passes(Exactly(float("nan")), float("nan"))


def test_checks_of_objects():
    first, second = [1], [1]
    assert passes(Identical(first), first)
    assert not passes(Identical(first), second)
    assert passes(OfClass(list), first)
    assert not passes(OfClass(list), (1,))
    assert passes(Length(1), first)
    assert not passes(Length(2), first)
    assert passes(Keys(("a", "b")), {"a": 1, "b": 2})
    assert not passes(Keys(("a", "b")), {"b": 2, "a": 1})
    assert passes(Present("append"), first)
    assert passes(Missing("size"), first)
    assert passes(SameAs(Fixed(first)), first)
    assert passes(Distinct(Fixed(first)), second)


def test_shapes_with_unknown_dimensions():
    assert fits((3, 4), (3, None))
    assert not fits((3, 4), (4, None))
    assert not fits((3,), (3, None))


def test_origins_are_expressions_and_names_for_people():
    origin = ItemOf(AttributeOf(Argument("self"), "weights"), 0)
    assert origin.source(Namer()) == "self.weights[0]"
    assert str(origin) == "self.weights[0]"
    assert ItemOf(Argument("d"), (1, 2)).source(Namer()) == "d[_key_0]"


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


def test_an_entry_raises_what_is_made_of_the_plan_s_error():
    def explained(error):
        return ValueError(f"explained {error!r}")

    signature = inspect.signature(lambda x: x)
    run = compile_entry("f", signature, [], [Argument("x")], lambda x: 1 / x, explained)
    with pytest.raises(ValueError, match="explained ZeroDivisionError"):
        run(0)

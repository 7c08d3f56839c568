"""Guards: source made from an origin and a check."""

import numpy as np
import pytest

from runtime.types import parse_type
from tracer.serve.guards import (
    Distinct,
    Exactly,
    Identical,
    OfClass,
    OfType,
    SameAs,
    fits,
)
from tracer.serve.origins import Argument, AttributeOf, Fixed, ItemOf, Namer
from tracer.serve.presence import Keys, Length, Missing, Present


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


def test_exactly_tells_nans_apart():
    """Containers find a NaN by its identity, so that another one is another value."""
    nan = float("nan")
    assert passes(Exactly(nan), nan)
    assert not passes(Exactly(nan), float("nan"))


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


def test_none_is_never_gone():
    assert not Identical(None).gone


def test_shapes_with_unknown_dimensions():
    assert fits((3, 4), (3, None))
    assert not fits((3, 4), (4, None))
    assert not fits((3,), (3, None))


def test_origins_are_expressions_and_names_for_people():
    origin = ItemOf(AttributeOf(Argument("self"), "weights"), 0)
    namer = Namer(["self"])
    assert namer.reach(origin) == (
        "_reached_1",
        "(_reached_1 := (_reached_0 := self.weights)[0])",
    )
    assert namer.reach(origin) == ("_reached_1", "_reached_1")
    assert str(origin) == "self.weights[0]"
    assert ItemOf(Argument("d"), (1, 2)).source(Namer()) == "d[_key_0]"

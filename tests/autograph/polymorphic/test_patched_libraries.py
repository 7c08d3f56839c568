"""Functions of libraries that a program replaces, as tests of programs do."""

from __future__ import annotations

import fractions
import math
import statistics
import sys
import types
from unittest import mock

import numpy as np
import pytest

import autograph as ag
from tests.harness import compare, outcome
from tracer.errors import NotStaged

HERE = __name__


def down(x):
    return math.floor(x)


def down_of_each(x):
    return [math.floor(each) for each in x]


def imported_here(x):
    from math import floor

    return floor(x)


def total(x):
    return np.sum(x)


def length(x):
    return np.linalg.norm(x)


def around(x):
    return x * math.pi


def size(x):
    return abs(x)


def nearest(x):
    return fractions.Fraction(22, 7).limit_denominator(3), x


def third(x):
    return fractions.Fraction(1, 3), x


def distributed(x):
    return statistics.NormalDist(0, 1).cdf(0.5), statistics.NormalDist(1, 2).mean, x


class Rules:
    def method(self, x):
        return x

    @staticmethod
    def shared(x):
        return x

    @classmethod
    def made(cls, x):
        return x


RULES = Rules()


def by_class(x):
    return Rules.shared(x), Rules.made(x), Rules().method(x)


def by_object(x):
    return RULES.shared(x), RULES.made(x), RULES.method(x)


CASES = [
    (down, "math.floor", 2.5),
    (down_of_each, "math.floor", [2.5, 1.5]),
    (imported_here, "math.floor", 2.5),
    (total, "numpy.sum", np.ones(3)),
    (total, f"{HERE}.np", np.ones(3)),
    (length, "numpy.linalg.norm", np.ones(3)),
    (length, "numpy.linalg", np.ones(3)),
    (around, "math.pi", 2.5),
    (size, "builtins.abs", -2.5),
    (nearest, "fractions.Fraction.limit_denominator", 2.5),
    (third, "fractions.Fraction.__new__", 2.5),
    (distributed, "statistics.NormalDist.cdf", 2.5),
    (distributed, "statistics.NormalDist.mean", 2.5),
    *[
        (function, f"{HERE}.Rules.{name}", 2.5)
        for function in (by_class, by_object)
        for name in ("method", "shared", "made")
    ],
]
REPLACED = {
    "math.pi": 3,
    "fractions.Fraction.limit_denominator": mock.MagicMock(return_value=-1),
    "statistics.NormalDist.mean": property(lambda self: -1),
    f"{HERE}.Rules.shared": mock.MagicMock(return_value=-1),
    f"{HERE}.Rules.method": lambda self, value: -1,
    f"{HERE}.np": types.SimpleNamespace(sum=len),
    "numpy.linalg": types.SimpleNamespace(norm=len),
}


@pytest.mark.parametrize("first", ["plain", "replaced"])
@pytest.mark.parametrize(("function", "name", "x"), CASES)
def test_what_is_replaced_is_used_while_it_is(function, name, x, first):
    decorated = ag.function(function, callbacks="allow")
    replaced = mock.patch(name, REPLACED.get(name, lambda *values: -1))
    if first == "replaced":
        with replaced:
            decorated(x)
    for _ in range(2):
        assert not compare(outcome(function, (x,)), outcome(decorated, (x,)))
        with replaced:
            assert not compare(outcome(function, (x,)), outcome(decorated, (x,)))


def test_graphs_of_both_are_kept():
    decorated = ag.function(down, callbacks="allow")
    for _ in range(3):
        assert decorated(2.5) == 2
        with mock.patch("math.floor", math.ceil):
            assert decorated(2.5) == 3
    assert decorated.trace_count == 2


def helper(x):
    return x + 1


def patches(x):
    with mock.patch(f"{HERE}.helper", math.floor):
        return helper(x)


def patches_object(x):
    with mock.patch.object(Rules, "shared", math.floor):
        return Rules.shared(x)


def starts(x):
    patch = mock.patch(f"{HERE}.helper", math.floor)
    patch.start()
    return helper(x)


def patches_by_fixture(x, fixture):
    fixture.setattr(sys.modules[HERE], "helper", math.floor)
    return helper(x)


@pytest.mark.parametrize("function", [patches, patches_object, starts])
def test_a_compiled_function_does_not_patch(function):
    with pytest.raises(NotStaged, match="patch is called in a compiled function"):
        ag.function(function)(2.5)
    assert helper(2.5) == 3.5


def test_a_compiled_function_does_not_patch_by_fixture(monkeypatch):
    with pytest.raises(NotStaged, match=r"monkeypatch.setattr is called"):
        ag.function(patches_by_fixture)(2.5, monkeypatch)


NAMES = {"limit": 3}


def patches_items(x):
    with mock.patch.dict(NAMES, {"limit": 9}):
        return NAMES["limit"] + x


def test_items_are_patched():
    assert ag.function(patches_items, callbacks="allow")(2.5) == 11.5


def sets_in_the_dict_of_a_module(x):
    before = helper
    vars(sys.modules[HERE])["helper"] = math.floor
    given = helper(x)
    sys.modules[HERE].helper = before
    return given, helper(x)


def test_a_function_is_set_in_the_dict_of_a_module():
    setting = ag.function(sets_in_the_dict_of_a_module, callbacks="allow")
    assert setting(2.5) == (2, 3.5)


def sets_in_the_dict_of_a_library(x):
    vars(math)["floor"] = helper
    return math.floor(x)


def test_no_name_of_a_library_is_set_in_its_dict():
    with pytest.raises(NotStaged, match="the attribute 'floor' of a module is set"):
        ag.function(sets_in_the_dict_of_a_library)(2.5)
    assert math.floor(2.5) == 2

"""Functions that are called by the names that others gave them."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
import pytest

import autograph as ag

setter_of = object.__setattr__.__get__


class Size:
    value = 0.0


def doubled(size: Size, name: str, value: float) -> None:
    object.__setattr__(size, name, value * 2)


def kept(size: Size, value: float) -> float:
    keep = setter_of(size)
    keep("value", value)
    return size.value


def test_a_function_bound_by_another_one_later(monkeypatch: Any) -> None:
    decorated = ag.function(kept)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert decorated(Size(), 2.0) == 2.0
        assert decorated(Size(), 3.0) == 3.0
        monkeypatch.setitem(globals(), "setter_of", doubled.__get__)
        assert decorated(Size(), 3.0) == 6.0


@pytest.mark.parametrize("x", [1.5, 2])
def test_a_function_bound_to_a_number(x: float) -> None:
    def halved(number: float) -> float:
        return number / 2

    @ag.function
    def half(number: float) -> Any:
        return halved.__get__(number)()

    assert half(x) == x / 2


class Slotted:
    __slots__ = ("name",)
    dtype = np.float32


class OnlyItems:
    def __getitem__(self, index):
        raise TypeError("no slices")


ADD_ONE = partial(np.add, 1)


def asked_for_a_dtype(kind):
    try:
        return kind.dtype
    except AttributeError:
        return "none"


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda x: (type(x).__slots__, x.__class__.__slots__), Slotted()),
        (lambda x: (type(x).dtype, hasattr(OnlyItems, "dtype")), Slotted()),
        (lambda x: isinstance(x, Iterable), OnlyItems()),
        (lambda x: copy.deepcopy({"a": [len]})["a"][0]([x]), 2.0),
        (lambda x: (copy.deepcopy(Slotted) is Slotted, copy.copy(len) is len), 2.0),
        (lambda x: copy.deepcopy({int: [x], len: Slotted}), 2.0),
        (lambda x: copy.deepcopy(ADD_ONE) is ADD_ONE, 2.0),
        (lambda x: getattr(Slotted, "dtype", None) == np.dtype("f4"), 2.0),
        (lambda x: (x.dtype == np.float64, float == x.dtype), np.float64(2.0)),
        (lambda x: np.dtype({"names": ["a"], "formats": [(float, 2)]}), 2.0),
        (lambda x: asked_for_a_dtype(OnlyItems), 2.0),
    ],
)
def test_classes_and_functions_are_asked_for_what_they_have_themselves(ask, value):
    assert ag.function(ask)(value) == ask(value)

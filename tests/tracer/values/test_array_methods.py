"""Methods of arrays of the user's classes: compiled, and looked up as Python does."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import autograph as ag


class Signal(np.ndarray):
    def power(self) -> Any:
        return np.sum(np.asarray(self) ** 2)


class Loud(Signal):
    def power(self) -> Any:
        return super().power() * 2


@pytest.fixture(autouse=True)
def warnings_are_errors() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def signal(kind: type = Signal) -> Any:
    return np.array([3.0, 4.0]).view(kind)


@ag.function
def power(samples: Any) -> Any:
    return samples.power()


def test_each_class_has_its_own() -> None:
    assert power(signal()) == 25
    assert power(signal(Loud)) == 50
    assert power(signal() * 2) == 100


class Decorated(Signal):
    @ag.function
    def power(self) -> Any:
        return np.sum(np.asarray(self) ** 2) * 3


def test_a_decorated_method_of_an_array_that_the_function_makes() -> None:
    @ag.function
    def made(x: Any) -> Any:
        return x.view(Decorated).power()

    assert made(np.array([3.0, 4.0])) == 75
    assert power(signal(Decorated)) == 75


def test_a_method_that_is_replaced_later(monkeypatch: pytest.MonkeyPatch) -> None:
    assert power(signal()) == 25
    monkeypatch.setattr(Signal, "power", lambda self: self.size)
    assert power(signal()) == 2
    assert power(signal(Loud)) == 4


def test_an_array_with_one_of_its_own() -> None:
    assert power(signal()) == 25
    made = signal()
    made.power = float
    with pytest.warns(ag.CallbackWarning, match="only the run knows"):
        assert power(made) == 0
    assert power(signal()) == 25


class Changing:
    """An object whose operator does more than one expects."""

    def __init__(self, change: Callable[[], None]) -> None:
        self.change = change

    def __add__(self, other: object) -> int:
        self.change()
        return 1


def test_a_method_that_code_in_between_replaces() -> None:
    @ag.function
    def added(samples: Any, changing: list[Any]) -> Any:
        total = 0
        for each in changing:
            total = each + total
        return samples.power() + total

    given = signal()
    assert added(given, [1, 2]) == 28
    changed = Changing(lambda: setattr(given, "power", float))
    with pytest.raises(ag.AutographError, match="power"):
        added(given, [changed])

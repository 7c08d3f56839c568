"""Methods of values whose classes are known: compiled, looked up as Python does."""

from __future__ import annotations

import copy
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


class Rate:
    def __init__(self, part: Any) -> None:
        self.part = part

    def of(self, x: Any) -> Any:
        return x * self.part


class Lowered(Rate):
    def of(self, x: Any) -> Any:
        return super().of(x) - 1


def applied(low: Rate, high: Rate, incomes: Any) -> Any:
    rate, total = low, 0.0
    for income in incomes:
        total = total + rate.of(income)
        rate = high if income > 2 else low
    return total + rate.of(1.0)


def rates(kind: type[Rate]) -> tuple[Rate, Rate, Any]:
    return kind(np.float64(0.5)), kind(np.float64(0.75)), np.array([1.0, 3.0, 2.0])


def test_objects_that_loops_and_branches_leave() -> None:
    decorated = ag.function(applied)
    for kind in (Rate, Lowered, Rate):
        given = rates(kind)
        assert decorated(*given) == applied(*given)
    assert decorated.trace_count == 2


def test_an_object_that_has_the_method_itself() -> None:
    decorated = ag.function(applied, callbacks="allow")
    for own in (None, 0, 1, None):
        given = rates(Rate)
        if own is not None:
            given[own].of = lambda x: -x  # type: ignore[method-assign]
        assert decorated(*given) == applied(*given)


def test_a_method_of_a_class_that_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    decorated = ag.function(applied)
    given = rates(Rate)
    assert decorated(*given) == applied(*given)
    monkeypatch.setattr(Rate, "of", lambda self, x: self.part)
    assert decorated(*given) == applied(*given)


def chosen_before_others(low: Rate, high: Rate, x: Any, changing: list[Any]) -> Any:
    rate = low if x > 0 else high
    total = 0
    for each in changing:
        total = each + total
    return rate.of(x) + total


def test_code_in_between_replaces_the_method_of_a_chosen_object() -> None:
    added = ag.function(chosen_before_others)
    low, high, _ = rates(Rate)
    assert added(low, high, np.float64(2), [1, 2]) == 4
    changed = Changing(lambda: setattr(low, "of", float))
    with pytest.raises(ag.AutographError, match="replaced 'of' of an object"):
        added(low, high, np.float64(2), [changed])


class Extra(Rate):
    def of(self, x: Any) -> Any:
        return super().of(x) + 7


class Both(Lowered, Extra):
    pass


def test_code_in_between_sets_the_class_of_a_chosen_object() -> None:
    added = ag.function(chosen_before_others)
    low, high, _ = rates(Lowered)
    assert added(low, high, np.float64(2), [1, 2]) == 3
    changed = Changing(lambda: object.__setattr__(low, "__class__", Both))
    with pytest.raises(ag.AutographError, match="it was Lowered, and is Both"):
        added(low, high, np.float64(2), [changed])


class Called(Rate):
    def __call__(self, x: Any) -> Any:
        return self.of(x) + 1


def test_a_chosen_object_that_is_called() -> None:
    def called(low: Any, high: Any, x: Any) -> Any:
        rate = low if x > 1 else high
        return rate(x)

    decorated = ag.function(called)
    for x in (np.float64(0.5), np.float64(2.0)):
        low, high, _ = rates(Called)
        assert decorated(low, high, x) == called(low, high, x)


def test_copies_have_the_methods_of_what_they_are_copies_of() -> None:
    def stepped(rate: Any, xs: Any) -> Any:
        deep, total = copy.deepcopy(rate), 0.0
        for x in xs:
            total += deep.of(x) + copy.copy(deep).of(x + 1)
        return total

    decorated = ag.function(stepped)
    for kind in (Rate, Lowered, Called, Shadowed):
        for x in (np.arange(3.0), np.arange(4.0)):
            assert decorated(kind(2.0), x) == stepped(kind(2.0), x)


class Shadowed(Rate):
    def __init__(self, base: float) -> None:
        super().__init__(base)
        vars(self)["of"] = lambda x: x * 100

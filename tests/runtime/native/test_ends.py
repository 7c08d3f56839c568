"""Objects end where they end in plain Python, though machine code had them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from autograph import do_not_convert
from runtime.native import executable
from runtime.native.loading.library import library
from runtime.native.nodes import control, resuming
from tests.runtime.native.natively import native, same

X = np.linspace(0.0, 1.0, 14)


@pytest.fixture(params=[0, 1, 2, 3], autouse=True)
def _faults(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(control, "TURNS", 1)
    monkeypatch.setattr(executable, "FEW", 10**9)
    monkeypatch.setattr(resuming, "COST", 0.0)
    library().force_faults(request.param)
    yield
    library().force_faults(0)


class Noisy:
    """An object that shows its end."""

    def __init__(self, number: float) -> None:
        self.number = number

    def __del__(self) -> None:
        print("end of", self.number)

    def __len__(self) -> int:
        return int(self.number)


@do_not_convert
def noisy(number: float) -> Noisy:
    return Noisy(number)


@do_not_convert
def others() -> list[Any]:
    return [np.full(50, -7.0) for _ in range(4)]


def of_one_turn(make: Callable[[float], Noisy], x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        total = total * 0.5 + len(make(k)) + x[k]
        print("turn", k)
    print("behind")
    return total


def under_a_name(make: Callable[[float], Noisy], x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        made = make(k)
        total = total * 0.5 + len(made) + x[k]
        print("turn", k)
    print("behind")
    return total


def in_a_dict(make: Callable[[float], Noisy], kept: dict[int, Any], x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        kept[k % 2] = make(k)
        total = total * 0.5 + x[k]
        total = total + 1.0
        x[k] = total
    print("behind")
    return total


def out_of_a_list(items: list[Any], x: Any) -> Any:
    total = 0.0
    while items:
        last = items.pop()
        total = total * 0.5 + x[0]
        print("turn", total)
    print("behind")
    return total, last is None


def replaced(items: list[Any], x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        items[k % 3] = None
        total = total * 0.5 + x[k]
        print("turn", k)
    return total


def some_of(items: list[Any]) -> Iterator[int]:
    try:
        yield from range(len(items))
    finally:
        print("closed")


def of_a_generator(make: Callable[[list[Any]], Any], items: list[Any], x: Any) -> Any:
    total = 0.0
    for k in make(items):
        total = total * 0.5 + x[k]
        x[k] = total
        if k == 5:
            break
    print("behind")
    return total


def test_ends() -> None:
    same(of_one_turn, (noisy, X), regions=0)
    same(under_a_name, (noisy, X), regions=0)
    same(in_a_dict, (noisy, {}, X.copy()), regions=0)
    same(of_a_generator, (do_not_convert(some_of), [*X], X.copy()), regions=0)


def test_ends_of_what_a_list_had(capsys: pytest.CaptureFixture[str]) -> None:
    for function in (out_of_a_list, replaced):
        told = []
        for each in (function, native(function)):
            print(each([Noisy(k) for k in range(5)], X))
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
        assert "end of 0" in told[0]


# Parts of arrays that are let go


def parts_of_results(rest: Any, x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        whole = np.sort(x * k)
        part = whole[3:7]
        rest()
        total = total * 0.5 + part[1] + x[k]
    return total


def parts_of_items(items: list[Any], rest: Any, x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        whole = items[k % len(items)]
        part = whole[1:3]
        items[k % len(items)] = x * k
        rest()
        total = total * 0.5 + part[0] + x[k]
    return total


def parts_of_last(items: list[Any], rest: Any, x: Any) -> Any:
    total = 0.0
    while len(items) > 2:
        whole = items.pop()
        part = whole[1:3]
        rest()
        total = total * 0.5 + part[0] + x[0]
    return total


def chosen(items: list[Any], rest: Any, x: Any) -> Any:
    total = 0.0
    best = x * 1.0
    for k in range(len(x)):
        one = items[k % len(items)]
        other = one if x[k] > 0.5 else items[0]
        items[k % len(items)] = x * k
        if k % 3 == 0:
            best = other
        rest()
        total = total * 0.5 + x[k] + other[2] + best[1]
    return total, best


def test_parts_outlive_what_they_are_of() -> None:
    same(parts_of_results, (others, X))
    same(parts_of_items, ([X + 1.0, X + 2.0], others, X), regions=0)
    same(parts_of_last, ([X + k for k in range(20)], others, X), regions=0)
    same(chosen, ([X + 1.0, X + 2.0], others, X), regions=0)

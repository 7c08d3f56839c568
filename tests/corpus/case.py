"""What a corpus file registers: a function with the arguments to call it on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from runtime.ops.row import copied

i8, i32, i64 = np.int8, np.int32, np.int64
u8, u64 = np.uint8, np.uint64
f32, f64 = np.float32, np.float64
c128 = np.complex128
TRUE, FALSE = np.True_, np.False_


def ints(*values: Any, dtype: Any = np.int64) -> np.ndarray:
    """An integer array of these elements."""
    return np.array(values, dtype)


def floats(*values: Any, dtype: Any = np.float64) -> np.ndarray:
    """A float array of these elements."""
    return np.array(values, dtype)


def bools(*values: Any) -> np.ndarray:
    """A boolean array of these elements."""
    return np.array(values, bool)


def grid(rows: int, columns: int, dtype: Any = np.float64) -> np.ndarray:
    """0, 1, 2, … in rows and columns."""
    return np.arange(rows * columns, dtype=dtype).reshape(rows, columns)


def wave(count: int) -> np.ndarray:
    """`count` varied floats in (-2, 2), the same every time."""
    k = np.arange(count)
    return np.round(1.3 * np.sin(2.1 * k + 0.4) + 0.6 * np.cos(5.7 * k), 6)


def uniforms(count: int) -> np.ndarray:
    """`count` floats in [0, 1) that look random, the same every time."""
    return np.modf(np.arange(1, count + 1) * 0.6180339887498949 * 7.3)[0]


@dataclass(frozen=True)
class Case:
    """A function and its argument sets.

    A set is a tuple of arguments, a single argument that is no tuple, or a function
    that makes a tuple (for arguments that overlap in memory). `raises` names the
    exceptions the sets are meant to raise; `state` the globals the function changes.
    """

    function: Callable[..., Any]
    sets: tuple[Any, ...]
    core: bool
    raises: frozenset[str]
    state: tuple[str, ...]

    @property
    def name(self) -> str:
        module = self.function.__module__.rpartition(".")[2]
        return f"{module}.{self.function.__qualname__}"

    @property
    def count(self) -> int:
        return len(self.sets)

    def arguments(self, index: int) -> tuple[Any, ...]:
        """A fresh copy of one argument set."""
        made = self.sets[index]
        if isinstance(made, FunctionType):
            return made()
        return copied(made if isinstance(made, tuple) else (made,))


def case(
    function: Callable[..., Any],
    *sets: Any,
    core: bool = False,
    raises: type | str | tuple[type, ...] = (),
    state: tuple[str, ...] = (),
) -> Case:
    """Register a function with its argument sets."""
    expected = raises if isinstance(raises, tuple) else (raises,)
    names = frozenset(e if isinstance(e, str) else e.__name__ for e in expected)
    return Case(function, sets, core, names, state)


def adding_to(cases: list[Case]) -> Callable[..., Callable[..., Any]]:
    """Return the decorator that lists a function with its argument sets: see `case`."""

    def add(*sets: Any, **options: Any) -> Callable[..., Any]:
        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            cases.append(case(function, *sets, **options))
            return function

        return register

    return add

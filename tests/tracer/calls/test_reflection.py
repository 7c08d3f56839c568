"""``super()`` takes its class and its object from where it stands."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag


class Scale:
    """Multiplies by two."""

    def apply(self, x: float) -> float:
        return x * 2


class Shifted(Scale):
    """Calls the method of its parent from functions within its own."""

    def in_a_lambda(self, x: float) -> float:
        return (lambda this: super().apply(x))(self)

    def in_a_function(self, x: float) -> float:
        def inner(this: Shifted) -> float:
            return super().apply(x)

        return inner(self) if x > 0 else -inner(self)

    def without_object(*args: object) -> float:
        return super().apply(args[1])  # type: ignore[misc]


@pytest.mark.parametrize("name", ["in_a_lambda", "in_a_function"])
@pytest.mark.parametrize("x", [1.5, np.float64(-2.5)])
def test_parents_of_inner_functions(name: str, x: float) -> None:
    method = getattr(Shifted(), name)
    assert ag.function(method)(x) == method(x)


def test_no_object() -> None:
    for method in (Shifted().without_object, ag.function(Shifted().without_object)):
        with pytest.raises(RuntimeError, match=r"super\(\): "):
            method(2.0)

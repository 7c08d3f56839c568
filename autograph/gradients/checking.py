"""Derivatives compared with differences, for tests of users."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.gradients.faces import jvp, like, vjp
from autograph.gradients.structures import by_place, copied_array, is_float, mapped
from autograph.library.boundary import boundary


@boundary
def check_gradients(
    function: Callable[..., Any],
    args: Sequence[Any],
    order: int = 2,
    *,
    step: float = 1e-5,
    rtol: float = 1e-4,
    atol: float = 1e-6,
    seed: int = 0,
) -> None:
    """Compare the derivatives of a function with differences of plain Python.

    Parameters
    ----------
    function : callable
        A function of any result. The differences call it as it is.
    args : sequence
        Its arguments, at a place where it is smooth.
    order : int, optional
        How often it is differentiated.
    step : float, optional
        The step of the differences.
    rtol, atol : float, optional
        How much may differ, as `np.testing.assert_allclose` takes it.
    seed : int, optional
        The seed of the directions along which they are compared.

    Raises
    ------
    AssertionError
        If a derivative differs.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.check_gradients(lambda x: np.sin(x) * x, (np.array([0.5, 2.0]),))
    """
    random = np.random.default_rng(seed)
    derived = _of_numbers(function) if isinstance(function, np.ufunc) else function
    for number in range(1, order + 1):
        cotangent = _check(
            derived, args, f"of order {number}", random, step, rtol, atol
        )
        derived = _pulled(derived, cotangent)


def _of_numbers(ufunc: np.ufunc) -> Callable[..., Any]:
    """Return a ufunc without its options."""
    return lambda *args: ufunc(*args)


def _pulled(function: Callable[..., Any], cotangent: Any) -> Callable[..., Any]:
    """Return the gradient of a function times a cotangent as a function."""

    def back(*args: Any) -> Any:
        _, pull = vjp(function, *args)
        return [each for each in pull(cotangent) if each is not None]

    return like(function, back)


def _check(
    function: Callable[..., Any],
    args: Sequence[Any],
    what: str,
    random: np.random.Generator,
    step: float,
    rtol: float,
    atol: float,
) -> Any:
    """Compare the first derivative in both modes; return the cotangent taken."""

    def drawn(leaf: Any, place: str) -> Any:
        if not is_float(leaf):
            return None
        found = random.standard_normal(np.shape(leaf))
        if np.iscomplexobj(leaf):
            found = found + 1j * random.standard_normal(np.shape(leaf))
        return np.asarray(found, np.asarray(leaf).dtype)

    direction = mapped(drawn, list(args), "")
    ahead, behind = (
        function(*mapped(copied_array, _moved(args, direction, by), ""))
        for by in (step, -step)
    )
    ahead, behind = by_place({"result": ahead}), by_place({"result": behind})
    result, derivative = jvp(function, _copies(args), direction)
    told = by_place({"result": derivative})
    for place, up in ahead.items():
        if is_float(up):
            expected = (np.asarray(up) - np.asarray(behind[place])) / (2 * step)
            np.testing.assert_allclose(
                told[place],
                expected,
                rtol,
                atol,
                err_msg=f"the derivative {what} of {place} is not that of differences",
            )
    cotangent = mapped(lambda leaf, at: drawn(leaf, at), result, "")
    _, pull = vjp(function, *_copies(args))
    back = by_place({"found": list(pull(cotangent))})
    along, given = by_place({"found": direction}), by_place({"result": cotangent})
    left = sum(np.sum(g * told[at]) for at, g in given.items() if g is not None)
    right = sum(np.sum(g * along[at]) for at, g in back.items() if g is not None)
    # What is not holomorphic is linear over the real numbers only, and its products
    # agree in their real parts.
    np.testing.assert_allclose(
        np.real(right),
        np.real(left),
        max(rtol * 1e-3, 1e-9),
        max(atol * 1e-3, 1e-9),
        err_msg=f"the gradient {what} is not the transpose of the derivative",
    )
    return cotangent


def _copies(args: Sequence[Any]) -> list[Any]:
    found: list[Any] = mapped(copied_array, list(args), "")
    return found


def _moved(args: Sequence[Any], direction: Any, by: float) -> Any:
    """Return arguments a step away."""
    along = by_place({"": direction})

    def moved(leaf: Any, place: str) -> Any:
        if not is_float(leaf):
            return leaf
        found = leaf + by * along[place]
        return type(leaf)(found) if type(leaf) in (float, complex) else found

    return mapped(moved, list(args), "")

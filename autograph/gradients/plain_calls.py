"""Gradients of calls with arrays and numbers alone, in few steps.

Most calls of a gradient are like the one before: so many arrays and numbers, by
position. For these the structure of arguments need not be looked into.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograph.gradients.derivations import Derivatives
from tracer.serve.binding import MISS

_PLAIN = frozenset(
    (np.ndarray, float, int, bool, str, type(None), np.float64, np.int64)
)
"""Classes of arguments that hold nothing else."""


def called_plainly(derivatives: Derivatives, args: Any) -> tuple[Any, Any] | None:
    """Return the value and the gradients of a call; None if it is no plain one.

    Parameters
    ----------
    derivatives : Derivatives
        What was called before.
    args : tuple
        The arguments, all by position.
    """
    plan = derivatives.last
    if (
        plan is None
        or len(args) != derivatives.most
        or not _PLAIN.issuperset(map(type, args))
    ):
        return None
    given = list(args)
    for place in derivatives.positions:
        each = args[place]
        if type(each) is float:
            given[place] = np.float64(each)
        elif getattr(each, "dtype", None) != np.float64:
            return None
    inputs = plan.collect(*given)
    if inputs is MISS:
        return None
    value, found = plan.made[0](*inputs)
    others = [each for each in given if type(each) is np.ndarray]
    gradients = []
    for place, gradient in zip(derivatives.positions, found, strict=True):
        if type(args[place]) is not np.ndarray:
            gradients.append(type(args[place])(gradient))
            continue
        gradient = np.asarray(gradient, np.float64)
        if any(np.may_share_memory(gradient, each) for each in others):
            gradient = gradient.copy()
        others.append(gradient)
        gradients.append(gradient)
    return value, tuple(gradients)

"""What the running version of NumPy does, where versions differ."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np


def _tried(function: Callable[..., Any], *args: Any) -> Any:
    """Return what a call gives, without its warnings; None if it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args)
        except (TypeError, ValueError):
            return None


def part_of(module: Any, name: str) -> Any:
    """Return what a module has by a name, deprecated or not; None if nothing."""
    return _tried(getattr, module, name, None)


INDEX_KINDS = "iu" if _tried(operator.index, np.True_) is None else "iub"
"""The kinds of NumPy scalars that Python takes as integers, with or without warning."""
NUMBERS_HAVE_PLACES = _tried(np.nonzero, np.array(1)) is not None
"""Whether `np.nonzero` takes numbers, with a warning."""
FIX_MAKES_FLOATS = _tried(np.fix, np.zeros(1, np.int8)).dtype.kind == "f"
"""Whether `np.fix` makes floats of integers."""
CENTERS_ALL = np.__version__ >= "2.1"
"""Whether `np.strings.center` and ``zfill`` take strings of variable length."""

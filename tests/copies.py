"""Copies of arguments, for calls that may change them."""

from __future__ import annotations

import copy
from typing import TypeVar

import numpy as np

Copied = TypeVar("Copied")


def copied(values: Copied) -> Copied:
    """Return a deep copy of an argument, or of several in a tuple or list.

    `copy.deepcopy` of an array of `np.dtypes.StringDType` ends the process with the
    first versions of NumPy, so such arrays copy themselves.
    """
    items = values if isinstance(values, (tuple, list)) else (values,)
    arrays = [each for each in items if isinstance(each, np.ndarray)]
    strings = [each for each in arrays if each.dtype.kind == "T"]
    return copy.deepcopy(values, {id(each): each.copy() for each in strings})

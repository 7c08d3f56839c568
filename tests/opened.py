"""Functions through graphs for open shapes: nothing known of an array but its dtype."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import autograph
from autograph.polymorphic.leaves import map_leaves


def opened(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """Trace for arrays of any shape what is then run for the given ones."""
    decorated = autograph.function(function, **options)

    def call(*arguments: Any) -> Any:
        specs = map_leaves(_open, {"arguments": arguments})
        return decorated.get_concrete_function(*specs["arguments"])(*arguments)

    return call


def _open(leaf: Any, _: str) -> Any:
    array = type(leaf) is np.ndarray or isinstance(leaf, np.generic)
    if not array or leaf.dtype.kind not in "biufc":
        return leaf
    return autograph.TensorSpec(None, leaf.dtype)

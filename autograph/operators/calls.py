"""Calls of methods that change a container or an iterator."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def call(function: Any) -> Any:
    """Return what converted code calls in place of `function`."""
    return function

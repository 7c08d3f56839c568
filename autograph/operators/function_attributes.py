"""Functions within functions, and their attributes, which branches may change."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def set_attribute(function: Any, name: str, value: Any) -> None:
    """Execute ``function.name = value``."""
    setattr(function, name, value)


@operator
def defined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function, or a lambda, where it is defined."""
    return function

"""Attributes of functions, which branches and loops of a trace may change."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def set_attribute(function: Any, name: str, value: Any) -> None:
    """Execute ``function.name = value``."""
    setattr(function, name, value)

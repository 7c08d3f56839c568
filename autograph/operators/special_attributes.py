"""Attributes that Python itself may ask a value for."""

from typing import Any

from autograph.operators.dispatch import operator


@operator
def get_attribute(value: Any, name: str) -> Any:
    """Return ``value.name``."""
    return getattr(value, name)

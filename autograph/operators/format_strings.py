"""f-strings, and the formatting and joining of text."""

from collections.abc import Iterable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def format_text(template: str, /, *values: Any, **names: Any) -> Any:
    """Fill in a template as ``template.format(*values, **names)`` does.

    An f-string becomes a template too; its fields are the values, in order.
    """
    return template.format(*values, **names)


@operator
def format_percent(template: str | bytes, values: Any) -> Any:
    """Return ``template % values``."""
    return template % values


@operator
def join_text(separator: str, parts: Iterable[Any]) -> Any:
    """Return ``separator.join(parts)``."""
    return separator.join(parts)

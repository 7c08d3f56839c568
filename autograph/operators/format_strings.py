"""f-strings, and the formatting and joining of text."""

from collections.abc import Iterable
from typing import Any

from tracer.context import ACTIVE


def format_text(template: str, /, *values: Any, **names: Any) -> Any:
    """Fill in a template as ``template.format(*values, **names)`` does.

    An f-string is a template too: its fields are the values, in their order.
    """
    trace = ACTIVE.get()
    if trace is not None:
        return trace.texts.format_text(trace, template, values, names)
    return template.format(*values, **names)


def format_percent(template: str | bytes, values: Any) -> Any:
    """Give ``template % values``."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.texts.format_percent(trace, template, values)
    return template % values


def join_text(separator: str, parts: Iterable[Any]) -> Any:
    """Give ``separator.join(parts)``."""
    trace = ACTIVE.get()
    if trace is not None:
        return trace.texts.join_text(trace, separator, parts)
    return separator.join(parts)

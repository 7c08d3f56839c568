"""Attributes of functions, which branches and loops of a trace may change."""

from typing import Any

from tracer.context import ACTIVE


def set_attribute(function: Any, name: str, value: Any) -> None:
    """Do ``function.name = value``."""
    trace = ACTIVE.get()
    if trace is not None:
        trace.made_functions.set_attribute(function, name, value)
    else:
        setattr(function, name, value)

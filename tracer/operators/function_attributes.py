"""Attributes of functions, which branches and loops may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.values.made_functions import MadeFunctions

if TYPE_CHECKING:
    from tracer.record.trace import Trace


def set_attribute(trace: Trace, function: Any, name: str, value: Any) -> None:
    """Do ``function.name = value``."""
    trace.part(MadeFunctions).set_attribute(function, name, value)

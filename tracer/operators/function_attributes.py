"""Attributes of functions, which branches and loops may change."""

from __future__ import annotations

from typing import Any

from tracer.record.trace import Trace
from tracer.values.made_functions import MadeFunctions


def set_attribute(trace: Trace, function: Any, name: str, value: Any) -> None:
    """Do ``function.name = value``."""
    trace.part(MadeFunctions).set_attribute(function, name, value)

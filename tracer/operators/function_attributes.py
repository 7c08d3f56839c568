"""Functions within functions, and their attributes, which branches may change."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from tracer.flow.function_changes import DefinedFunctions
from tracer.flow.made_exceptions import MadeExceptions
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import REASONS
from tracer.values.made_functions import MadeFunctions
from tracer.values.proxies import ObjectProxy


def set_attribute(trace: Trace, function: Any, name: str, value: Any) -> None:
    """Do ``function.name = value``, or set the cause of an exception."""
    if name in REASONS and issubclass(type(function), BaseException):
        trace.part(MadeExceptions).set_reason(function, name, value)
        return
    is_object = issubclass(type(function), ObjectProxy)  # which may have any
    if name in TEXTS and type(value) is Symbol and not is_object:
        trace.asked.refuse_plain(value, "the text", "str")
    trace.part(MadeFunctions).set_attribute(function, name, value)


def defined(trace: Trace, function: FunctionType) -> FunctionType:
    """Note where a function is defined."""
    trace.part(DefinedFunctions).add(function)
    return function


TEXTS = ("__name__", "__qualname__")
"""Attributes that Python lets be texts alone."""

"""What says how to write an operation."""

from __future__ import annotations

from collections.abc import Callable

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import Machine, NotNative
from runtime.types import Type

Rule = Callable[[Writer, Type, list[Machine]], Machine]
"""Writes an operation: the type of its result, its operands."""


def only(operands: list[Machine], count: int) -> list[Machine]:
    """Return operands, of which there have to be so many."""
    if len(operands) != count:
        raise NotNative("a call with other arguments")
    return operands

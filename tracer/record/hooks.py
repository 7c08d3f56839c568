"""What parts of a trace do whenever something is recorded, forgotten or refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from runtime.errors import AutographError
from runtime.ir.nodes import Value
from runtime.ops.row import Row
from runtime.types import Type
from tracer.record.symbols import Symbol

Operands = tuple[Any, ...]
Keywords = dict[str, Any]


@dataclass
class Hooks:
    """Functions that parts of the trace want to be called, in the order of the lists.

    `tracer.tracing` fills them, with a reason for each order.

    Attributes
    ----------
    emit : list
        Take a row, operands and keywords. The first that returns anything but
        `NotImplemented` has recorded the operation.
    operands : list
        Take a row and operands, return the operands to record.
    before_emit : list
        Take a row, operands and keywords, before they become arguments of the graph.
    before_record : list
        Take the row that is about to be recorded.
    recorded : list
        Take the row that was recorded and its result.
    begun : list
        Take a new symbol and the row of its value, or None.
    typed : list
        Take a type, return the one that a value of it gets in the graph.
    clobbered : list
        Called once everything known of places is forgotten.
    rebound : list
        Called behind code of the run that may have bound variables: what a generator
        may be given to, and what an exception may have left half-way.
    refusing : list
        Take an error of ours that is about to be raised.
    around_nesting : list
        Return a context manager around a nested construct.
    """

    emit: list[Callable[[Row, Operands, Keywords], Any]] = field(default_factory=list)
    operands: list[Callable[[Row, Operands], Operands]] = field(default_factory=list)
    before_emit: list[Callable[[Row, Operands, Keywords], None]] = field(
        default_factory=list
    )
    before_record: list[Callable[[Row], None]] = field(default_factory=list)
    recorded: list[Callable[[Row, Value], None]] = field(default_factory=list)
    begun: list[Callable[[Symbol, Row | None], None]] = field(default_factory=list)
    typed: list[Callable[[Type], Type]] = field(default_factory=list)
    clobbered: list[Callable[[], None]] = field(default_factory=list)
    rebound: list[Callable[[], None]] = field(default_factory=list)
    refusing: list[Callable[[AutographError], None]] = field(default_factory=list)
    around_nesting: list[Callable[[], AbstractContextManager[None]]] = field(
        default_factory=list
    )

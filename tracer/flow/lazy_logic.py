"""``and``, ``or``, ``not``, ``is`` and ``in`` on symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.types import BOOL
from tracer.flow.branches import NoneTests, branch_on, is_symbolic, tested
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

Operand = Callable[[], Any]


def and_(trace: Trace, value: Any, *others: Operand) -> Any:
    """Return the first false operand, or the last one."""
    if not others:
        return value

    def rest() -> Any:
        return and_(trace, others[0](), *others[1:])

    test = tested(value)
    if is_symbolic(test):
        last = _Last(rest)
        made = branch_on(trace, test, last, lambda: value)
        return False if last.found is False and _is_bool(value) else made
    return rest() if test else value


def or_(trace: Trace, value: Any, *others: Operand) -> Any:
    """Return the first true operand, or the last one."""
    if not others:
        return value

    def rest() -> Any:
        return or_(trace, others[0](), *others[1:])

    test = tested(value)
    if is_symbolic(test):
        last = _Last(rest)
        made = branch_on(trace, test, lambda: value, last)
        return True if last.found is True and _is_bool(value) else made
    return value if test else rest()


class _Last:
    """Takes the other operands, and keeps what they give: it may decide by itself."""

    def __init__(self, rest: Operand) -> None:
        self._rest = rest
        self.found: Any = None

    def __call__(self) -> Any:
        self.found = None
        self.found = self._rest()
        return self.found


def _is_bool(value: Any) -> bool:
    """Whether a value of the run is a bool of Python's, and nothing else."""
    return type(value) is Symbol and value._ag_value.type == BOOL


def not_(trace: Trace, operand: Any) -> Any:
    """Return the negated truth of the operand."""
    operand = tested(operand)
    if not is_symbolic(operand):
        return not operand
    result = trace.emit("not_", operand)
    known = trace.part(NoneTests).known.get(operand._ag_value.name)
    if known is not None and type(result) is Symbol:
        table = trace.part(NoneTests).known
        trace.builder.note(table, result._ag_value, (known[0], not known[1]))
    return result

"""Comparisons, items and calls that only an operator of converted code can stand for.

They are written plainly until a trace meets one that Python cannot do with symbols.
"""

from __future__ import annotations

from collections.abc import Iterable
from opcode import opname
from types import CodeType
from typing import TYPE_CHECKING

from tracer.instructions import operation

if TYPE_CHECKING:
    from tracer.trace import Trace

WATCHED = frozenset(
    "COMPARE_OP BINARY_SUBSCR BINARY_SLICE CALL CALL_KW CALL_FUNCTION_EX "
    "LIST_EXTEND SET_UPDATE DICT_MERGE UNPACK_EX BINARY_OP".split()
)
"""Instructions that an operator of converted code can stand for."""


def watch(trace: Trace, code: CodeType, offset: int) -> None:
    """Begin again with operators for comparisons or items, or for a call.

    Where one comparison of a function needs an operator others do, and each would
    begin the trace again; of calls and operators few do.
    """
    kind = operation(code, offset)
    if kind not in WATCHED:
        return
    alike = [offset]
    if not kind.startswith(("CALL", "BINARY_OP")):
        names = enumerate(code.co_code[::2])
        alike = [2 * place for place, number in names if opname[number] == kind]
    watch_places(trace, code, alike)


def is_watched(trace: Trace) -> bool:
    """Say whether Python could not do with symbols what stands where the trace is."""
    if not trace.facts.watched:
        return False
    frame = trace.stack.frame()
    code = frame.f_code
    line, end_line, column, end_column = list(code.co_positions())[frame.f_lasti // 2]
    place = (line, column, end_line, end_column)
    return (code.co_filename, place) in trace.facts.watched


def watch_places(trace: Trace, code: CodeType, offsets: Iterable[int]) -> None:
    """Begin again with what stands at these instructions said otherwise."""
    positions = list(code.co_positions())
    before = len(trace.facts.watched)
    for offset in offsets:
        line, end_line, column, end_column = positions[offset // 2]
        if line and end_line and column is not None and end_column is not None:
            place = (line, column, end_line, end_column)
            trace.facts.watched.add((code.co_filename, place))
    if len(trace.facts.watched) > before:
        trace.restart()

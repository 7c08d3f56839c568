"""Comparisons, items and calls that only an operator of converted code can stand for.

They are written plainly until a trace meets one that Python cannot do with symbols.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from opcode import opname
from types import CodeType
from typing import NoReturn

from tracer.errors import NotStaged
from tracer.record.instructions import operation
from tracer.record.trace import Trace

WATCHED = frozenset(
    "COMPARE_OP BINARY_SUBSCR BINARY_SLICE CALL CALL_KW CALL_FUNCTION_EX "
    "LIST_EXTEND SET_UPDATE DICT_MERGE UNPACK_EX BINARY_OP".split()
)
"""Instructions that an operator of converted code can stand for."""
MAKING = ("BINARY_OP", "COMPARE_OP")
"""Those that may make an array of plain values."""


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


def watch_yields(trace: Trace, code: CodeType) -> None:
    """Begin again with the generator inlined, if that has not been tried."""
    if not code.co_flags & inspect.CO_GENERATOR:
        return
    operations = enumerate(code.co_code[::2])
    handing = [2 * place for place, one in operations if opname[one] == "YIELD_VALUE"]
    watch_places(trace, code, handing)


def meets_array(trace: Trace) -> NoReturn:
    """Begin again where the operator that made an array can be recorded.

    All other arrays are symbols, so this one was made of plain values; nobody knows
    where.
    """
    for code in trace.stack.met:
        names = enumerate(code.co_code[::2])
        watch_places(trace, code, [2 * i for i, n in names if opname[n] in MAKING])
    trace.refuse(
        NotStaged(
            "a method or function of plain values makes an array while tracing",
            hint="make it by a function of NumPy's: np.array, np.reshape, np.sum",
        )
    )

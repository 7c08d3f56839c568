"""``text % value`` where nobody can tell before that a name holds a text.

A text that has no field for a symbol asks it nothing, so Python alone would not notice
what plain Python raises. Where the trace has met a text, ``%`` is an operator of ours
wherever its left operand may be one.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType

from tracer.record.trace import Trace
from tracer.record.watching import watch_places

SIGNS = ("%", "%=")
CONSTANTS = ("LOAD_CONST", "LOAD_SMALL_INT")


def meets_text(trace: Trace, twins: list[FunctionType]) -> None:
    """Note that the function has to do with texts, which may be templates."""
    if trace.facts.texts:
        return
    trace.facts.texts = True
    for twin in twins:
        watch_templates(trace, twin)


def watch_templates(trace: Trace, twin: FunctionType) -> None:
    """Begin again with operators of ours for what may format a text."""
    if not trace.facts.texts:
        return
    for code in _codes(twin.__code__):
        watch_places(trace, code, _may_format(code))


def holds_text(function: FunctionType) -> bool:
    """Say whether a text stands in a function, beside what documents it."""
    return any(
        _is_text(value) and value is not function.__doc__
        for code in _codes(function.__code__)
        for value in code.co_consts
    )


def _is_text(value: object) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return any(map(_is_text, value))
    return isinstance(value, (str, bytes))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


@lru_cache(maxsize=4096)
def _may_format(code: CodeType) -> tuple[int, ...]:
    """Give the ``%`` whose right operand is no constant: Python sees those itself."""
    found, before = [], ""
    for each in dis.get_instructions(code):
        if each.opname == "BINARY_OP" and each.argrepr in SIGNS:
            if before not in CONSTANTS:
                found.append(each.offset)
        before = each.opname
    return tuple(found)

"""Positions in the user's source for the code of a plan.

The source of a plan is compiled as it is. Then the table in which a code object keeps
the line of each instruction is replaced by one of the user's lines. The bytecode does
not change, so there is no cost at run time; tracebacks, warnings, debuggers and
coverage show the user's file. The first code object still maps an instruction to its
piece of the plan, and so to its whole chain of calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from types import CodeType

from runtime.errors import Span
from runtime.plan.make import Plan

_NO_COLUMNS = 13
"""The kind of an entry that has a line and no columns."""
_LONGEST_ENTRY = 8
"""The greatest number of code units that one entry of the table covers."""


def spans_of_units(plan: Plan, code: CodeType) -> list[Span | None]:
    """Return the position in the user's source of each unit of the bytecode.

    A unit outside all pieces of its line has the position of the line. A line without a
    position has that of a line before.
    """
    spans: list[Span | None] = []
    around = _line_spans(plan)
    for (line, _, start, end), units in groupby(code.co_positions()):
        span = around[line or 0]
        for place in plan.places.get(line or 0, ()) if start is not None else ():
            # Inner places come first: the first that holds the text is the closest.
            if place.start <= (start or 0) and (end or 0) <= place.end:
                span = place.span
                break
        spans.extend(span for _ in units)
    return spans


def chain(span: Span) -> list[Span]:
    """Return the calls through which a span was inlined, the outermost first."""
    spans = [span]
    while spans[-1].caller is not None:
        spans.append(spans[-1].caller)
    return spans[::-1]


def relocate(code: CodeType, spans: Sequence[Span | None]) -> CodeType | None:
    """Return the code with the user's file and lines instead of the plan's.

    Parameters
    ----------
    code : CodeType
        The code of a plan.
    spans : sequence
        The position of each unit of its bytecode.

    Returns
    -------
    CodeType, optional
        None if no position is known, or this Python keeps its lines in another way.
    """
    first = next((span for span in spans if span is not None), None)
    if first is None or not _table_is_known():
        return None
    file = chain(first)[0].file
    lines: list[int] = []
    line, before = 0, None
    for span in spans:
        if span is not before and span is not None:
            line, before = _line_in(file, span), span
        lines.append(line)
    start = next((line for line in lines if line), 0)
    if not start:
        return None
    lines = [line or start for line in lines]
    start = chain(first)[0].first or start  # debuggers show the function from there
    return code.replace(
        co_filename=file,
        co_firstlineno=start,
        co_linetable=b"".join(_entries(lines, start)),
    )


def _line_spans(plan: Plan) -> list[Span | None]:
    """Return the position of each line, or of one before it, by number from 1.

    The line before is not one of another branch or loop: that one may not have run.
    """
    spans: list[Span | None] = [None]
    around: list[tuple[int, Span | None]] = []
    for number, text in enumerate(plan.source.splitlines(), 1):
        indent = len(text) - len(text.lstrip())
        while around and around[-1][0] > indent:
            around.pop()
        span = plan.lines.get(number, around[-1][1] if around else None)
        around.append((indent, span))
        spans.append(span)
    return spans


def _line_in(file: str, span: Span) -> int:
    """Return the line of the innermost call in a file."""
    for caller in reversed(chain(span)):
        if caller.file == file:
            return caller.line
    return chain(span)[0].line


def _entries(lines: Sequence[int], start: int) -> Iterator[bytes]:
    """Yield the entries of the table: see ``Objects/locations.md`` of CPython."""
    before = start
    for line, units in groupby(lines):
        count = sum(1 for _ in units)
        while count:
            covered = min(count, _LONGEST_ENTRY)
            yield bytes((0x80 | _NO_COLUMNS << 3 | covered - 1,))
            yield _signed(line - before)
            before = line
            count -= covered


def _signed(number: int) -> bytes:
    """Encode a number in groups of six bits, the lowest first, with the sign."""
    rest = (-number << 1) | 1 if number < 0 else number << 1
    groups = bytearray()
    while rest >= 64:
        groups.append(0x40 | rest & 63)
        rest >>= 6
    groups.append(rest)
    return bytes(groups)


@cache
def _table_is_known() -> bool:
    """Whether Python reads the table as expected; its form is Python's own concern."""
    code = compile("a = 1\nb = 2\n", "", "exec")
    wanted = [7000 - 31 * unit for unit, _ in enumerate(code.co_positions())]
    try:
        changed = code.replace(
            co_firstlineno=9, co_linetable=b"".join(_entries(wanted, 9))
        )
        return [position[0] for position in changed.co_positions()] == wanted
    except (ValueError, IndexError):
        return False

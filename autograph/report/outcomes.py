"""What a trace decided, brought back to the constructs of the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from autograph.report.explanation import REFUSED
from autograph.report.survey import Construct
from runtime.errors import AutographError
from tracer.record.decisions import (
    CALLED_BACK,
    CONVERTED,
    FROZEN,
    OPERATION,
    PURE,
    PYTHON,
    STAGED,
    UNROLLED,
    Decision,
    Stance,
)

FAMILIES = {
    "if": ("if", "conditional expression", "match", "comprehension"),
    "while": ("while",),
    "for": ("for", "comprehension"),
    "iteration": ("comprehension",),
    "try": ("try", "with"),
    "finally": ("try",),
    "with": ("with",),
    "match": ("match",),
    "call": ("call",),
}
"""Which constructs an operator of converted code may stand for."""
ALWAYS_MET = frozenset({"if", "conditional expression", "while", "for", "try", "with"})
"""Constructs that no trace goes by without a decision."""
STRONGEST = (
    CALLED_BACK,
    FROZEN,
    STAGED,
    OPERATION,
    UNROLLED,
    CONVERTED,
    PYTHON,
    PURE,
)
"""Which of several outcomes of one place is told first."""
REASONS = {
    ("if", STAGED): "its test is known only when the graph runs",
    ("if", PYTHON): "its test is known while tracing",
    ("conditional expression", STAGED): "its test is known only when the graph runs",
    ("conditional expression", PYTHON): "its test is known while tracing",
    ("while", STAGED): "a loop of the graph",
    ("for", STAGED): "a loop of the graph",
    ("while", UNROLLED): "its turns run while tracing",
    ("for", UNROLLED): "its turns run while tracing",
    ("comprehension", STAGED): "a loop of the graph",
    ("comprehension", UNROLLED): "goes through its items while tracing",
    ("try", STAGED): "its body works on values of the graph",
    ("try", PYTHON): "its body leaves nothing in the graph",
    ("with", STAGED): "entered and left at run time",
    ("with", PYTHON): "entered and left while tracing",
    ("match", STAGED): "its subject is known only when the graph runs",
    ("match", PYTHON): "its subject is known while tracing",
}


class Outcomes:
    """What became of the constructs of one file in a trace.

    Parameters
    ----------
    file
        The file.
    constructs
        What stands in it.
    decisions
        All that the trace decided.
    error
        The error that ended it, if one did.
    """

    def __init__(
        self,
        file: str,
        constructs: Sequence[Construct],
        decisions: Iterable[Decision],
        error: AutographError | None,
    ) -> None:
        self._constructs = constructs
        self._error = error
        self._starts: dict[tuple[int, int], list[Construct]] = {}
        self._ends: dict[tuple[int, int], Construct] = {}
        for each in constructs:
            for start in ((each.line, each.column), *each.starts):
                self._starts.setdefault(start, []).append(each)
            if each.kind == "call":
                self._ends[each.end_line, each.end_column] = each
        self._met: dict[Construct, Counter[tuple[Stance, str]]] = {}
        for decision in decisions:
            if decision.code.co_filename == file:
                found = self._construct_of(decision)
                if found is not None:
                    counts = self._met.setdefault(found, Counter())
                    counts[decision.stance, decision.reason] += 1
        self._refused = self._refused_construct(file)
        self._passed_by = [each for each in constructs if self._is_passed_by(each)]

    @property
    def explains_error(self) -> bool:
        """Whether the error stands at one of the constructs."""
        return self._refused is not None

    def settled(self, construct: Construct) -> Construct:
        """Give a construct with what became of it."""
        if construct is self._refused:
            assert self._error is not None
            return replace(
                construct,
                stance=REFUSED,
                reason=self._error.message,
                remedy=self._error.hint or "",
                code=self._error.code,
            )
        met = self._met.get(construct)
        if met is not None:
            return _decided(construct, met)
        if any(_holds(each, construct) for each in self._passed_by):
            reason = "no path of this trace leads here"
            return replace(construct, stance="not reached", reason=reason, remedy="")
        return construct

    def _is_passed_by(self, construct: Construct) -> bool:
        """Say whether a trace that came to its end was never at a construct."""
        return (
            self._error is None
            and construct.kind in ALWAYS_MET
            and construct.stance not in (PYTHON.name, REFUSED)
            and construct not in self._met
        )

    def _construct_of(self, decision: Decision) -> Construct | None:
        place = decision.place
        if place is None:
            return None
        kinds = FAMILIES.get(decision.operator, ())
        if decision.operator == "call":
            if not decision.opcode.startswith("CALL"):
                return None
            return self._ends.get((place.end_line, place.end_column))
        start = (place.line, place.column)
        if decision.offset < 0:  # within the test of an ``elif``
            around = [
                each
                for each in self._constructs
                if each.kind == "if" and (each.line, each.column) <= start <= each.head
            ]
        elif decision.operator == "iteration":
            end = (place.end_line, place.end_column)
            here = [each for each in self._constructs if each.kind in kinds]
            around = [each for each in here if _spans(each, start, start)]
            # What goes through a generator expression is the call around it.
            within = [each for each in here if _between(each, start, end)]
            if not around:
                return within[0] if within else None
        else:
            around = [s for s in self._starts.get(start, []) if s.kind in kinds]
        return max(around, key=lambda each: (each.line, each.column), default=None)

    def _refused_construct(self, file: str) -> Construct | None:
        span = None if self._error is None else self._error.span
        if span is None or span.file != file:
            return None
        place = (span.line, span.column)
        for each in self._constructs:
            if (each.line, each.character) == place:
                return each
        around = [
            each
            for each in self._constructs
            if (each.line, each.character) <= place <= each.head
        ]
        return max(around, key=lambda each: (each.line, each.column), default=None)


def _spans(construct: Construct, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Say whether a piece of the source stands in a construct."""
    return (construct.line, construct.column) <= start and end <= (
        construct.end_line,
        construct.end_column,
    )


def _between(
    construct: Construct, start: tuple[int, int], end: tuple[int, int]
) -> bool:
    """Say whether a construct stands in a piece of the source."""
    return (
        start <= (construct.line, construct.column)
        and (
            construct.end_line,
            construct.end_column,
        )
        <= end
    )


def _holds(outer: Construct, inner: Construct) -> bool:
    """Say whether a construct is, or stands in, another one."""
    start, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return _spans(outer, start, end)


def _decided(construct: Construct, met: Counter[tuple[Stance, str]]) -> Construct:
    """Give a construct with what became of it, of several outcomes the strongest."""
    stances: Counter[Stance] = Counter()
    for (stance, _), count in met.items():
        stances[stance] += count
    stance = min(stances, key=STRONGEST.index)
    details = [
        detail
        for (each, detail) in met
        if each == stance and detail and construct.kind != "call"
    ]
    reason = stance.met or REASONS.get((construct.kind, stance), "")
    if details:
        more = f", and {len(details) - 1} more" if len(details) > 1 else ""
        reason = f"{reason}: {details[0]}{more}" if reason else details[0]
    others = sorted(each.name for each in stances if each != stance)
    if others:
        reason += f"; elsewhere in the trace: {', '.join(others)}"
    return replace(construct, stance=stance.name, reason=reason, remedy=stance.remedy)

"""Decisions of a trace, assigned to the constructs of the source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autograph.report.explanation import REFUSED, Row
from autograph.report.survey import Occurrence, Position
from runtime.errors import AutographError
from tracer.record.decisions import (
    CALLED_BACK,
    CONVERTED,
    EFFECT,
    FROZEN,
    HEAD,
    OPERATION,
    PURE,
    PYTHON,
    STAGED,
    UNROLLED,
    Decision,
    Stance,
    written,
)

Stretch = tuple[Position, Position]
Met = dict[tuple[Stance, str], None]
"""What was decided about a construct, and why: in order."""
FAMILIES = {
    "if": ("if", "conditional expression", "match", "comprehension"),
    "while": ("while",),
    "for": ("for", "comprehension"),
    "iteration": ("comprehension",),
    "try": ("try", "with"),
    "finally": ("try",),
    "with": ("with",),
    "match": ("match",),
    "call": ("call", "comprehension"),
}
"""The constructs that an operator of converted code may come from."""
ALWAYS_MET = frozenset({"if", "conditional expression", "while", "for", "try", "with"})
"""Constructs for which a trace that reaches them always records a decision."""
STRONGEST = tuple(
    each.name
    for each in (
        CALLED_BACK,
        HEAD,
        FROZEN,
        EFFECT,
        STAGED,
        OPERATION,
        UNROLLED,
        CONVERTED,
        PYTHON,
        PURE,
    )
)
"""The outcomes of one position by priority, the first to be shown first."""
REASONS = {
    ("if", STAGED): "its test is known only when the function runs",
    ("if", PYTHON): "its test is known while tracing",
    ("conditional expression", STAGED): "its test is known only when the function runs",
    ("conditional expression", PYTHON): "its test is known while tracing",
    ("while", STAGED): "runs as a compiled loop",
    ("for", STAGED): "runs as a compiled loop",
    ("while", UNROLLED): "runs while tracing",
    ("for", UNROLLED): "runs while tracing",
    ("comprehension", STAGED): "runs as a compiled loop",
    ("comprehension", UNROLLED): "runs while tracing",
    ("try", STAGED): "its body uses values known only when the function runs",
    ("try", PYTHON): "its body runs while tracing",
    ("with", STAGED): "entered and left at run time",
    ("with", PYTHON): "entered and left while tracing",
    ("match", STAGED): "its subject is known only when the function runs",
    ("match", PYTHON): "its subject is known while tracing",
}


class Outcomes:
    """What became of the constructs of one file in a trace.

    Parameters
    ----------
    file
        The file.
    constructs
        The constructs in it.
    decisions
        All decisions of the trace.
    error
        The error that ended it, if any.
    """

    def __init__(
        self,
        file: str,
        constructs: Sequence[Occurrence],
        decisions: Iterable[Decision],
        error: AutographError | None,
    ) -> None:
        self._constructs = constructs
        self._error = error
        self._starts: dict[Position, list[Occurrence]] = {}
        self._ends: dict[Position, list[Occurrence]] = {}
        for each in constructs:
            for start in (each.start, *each.starts):
                self._starts.setdefault(start, []).append(each)
            self._ends.setdefault(each.end, []).append(each)
        self._met: dict[Occurrence, Met] = {}
        self._others: dict[Row, None] = {}
        for decision in decisions:
            if decision.code.co_filename == file:
                found = self._construct_of(decision)
                if found is not None:
                    met = self._met.setdefault(found, {})
                    met[decision.stance, decision.reason] = None
                elif decision.stance.name == CALLED_BACK.name:
                    self._others.update(dict.fromkeys(_rows_of(decision)))
        self._refused = self._refused_construct(file)
        self._passed_by = [each for each in constructs if self._is_passed_by(each)]

    @property
    def others(self) -> list[Row]:
        """The attributes, operators and the like that the run leaves to Python."""
        return [*self._others]

    @property
    def explains_error(self) -> bool:
        """Whether the error belongs to one of the constructs."""
        return self._refused is not None

    def settled(self, construct: Occurrence) -> Occurrence:
        """Return a construct with its outcome."""
        if construct is self._refused:
            assert self._error is not None
            return construct.settled(
                stance=REFUSED,
                reason=self._error.message,
                remedy=self._error.hint or "",
                code=self._error.code,
            )
        met, here = self._met.get(construct), _stretch(construct)
        if met is not None:
            return _decided(construct, met)
        if any(_within(here, _stretch(each)) for each in self._passed_by):
            reason = "is not reached with these arguments"
            return construct.settled(stance="not reached", reason=reason, remedy="")
        return construct

    def _is_passed_by(self, construct: Occurrence) -> bool:
        """Whether a complete trace never reached a construct."""
        return (
            self._error is None
            and construct.row.construct in ALWAYS_MET
            and construct.row.stance not in (PYTHON.name, REFUSED)
            and construct not in self._met
        )

    def _construct_of(self, decision: Decision) -> Occurrence | None:
        place = decision.place
        if place is None:
            return None
        kinds = FAMILIES.get(decision.operator, ())
        start, end = (place.line, place.column), (place.end_line, place.end_column)
        if decision.operator == "call":
            ending = [s for s in self._ends.get(end, []) if s.row.construct in kinds]
            calls = [each for each in ending if each.row.construct == "call"]
            if not any(each.start == start for each in calls):
                # A generator expression that is made ends with the call around it.
                made = [each for each in ending if each.start == start]
                # An operator around the call may end with it, but begins before it.
                calls = made or [each for each in calls if each.start <= start]
            return _innermost(calls)
        if decision.offset < 0:  # within the test of an ``elif``
            return _innermost(
                each
                for each in self._constructs
                if each.row.construct == "if" and each.start <= start <= each.head
            )
        if decision.operator != "iteration":
            starting = self._starts.get(start, [])
            return _innermost(s for s in starting if s.row.construct in kinds)
        here = [each for each in self._constructs if each.row.construct in kinds]
        around = [each for each in here if _within((start, start), _stretch(each))]
        # The call around a generator expression iterates over it.
        within = [each for each in here if _within(_stretch(each), (start, end))]
        return _innermost(around or within[:1])

    def _refused_construct(self, file: str) -> Occurrence | None:
        span = None if self._error is None else self._error.span
        if span is None or span.file != file:
            return None
        place = (span.line, span.column)
        for each in self._constructs:
            if (each.row.line, each.row.column) == place:
                return each
        return _innermost(
            each
            for each in self._constructs
            if (each.row.line, each.row.column) <= place <= each.head
        )


def _rows_of(decision: Decision) -> list[Row]:
    """Return the row of what is no construct or call by itself, if it has a place."""
    place, code, stance = decision.place, decision.code, decision.stance
    if place is None:
        return []
    function = code.co_qualname.replace(".<locals>", "")
    home = (code.co_filename, place.line, place.column, function)
    text = written(code.co_filename, place)
    return [Row(*home, "expression", text, stance.name, stance.met, stance.remedy)]


def _within(inner: Stretch, outer: Stretch) -> bool:
    """Whether a piece of the source is, or stands in, another one."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _stretch(construct: Occurrence) -> Stretch:
    return construct.start, construct.end


def _innermost(constructs: Iterable[Occurrence]) -> Occurrence | None:
    return max(constructs, key=lambda each: each.start, default=None)


def _decided(construct: Occurrence, met: Met) -> Occurrence:
    """Return a construct with the strongest of its outcomes."""
    stances = {stance for stance, _ in met}
    stance = min(stances, key=lambda each: STRONGEST.index(each.name))
    is_call = construct.row.construct == "call" or stance.name == CALLED_BACK.name
    details = [
        detail for (each, detail) in met if each == stance and detail and not is_call
    ]
    reason = stance.met or REASONS.get((construct.row.construct, stance), "")
    if details:
        more = f", and {len(details) - 1} more" if len(details) > 1 else ""
        reason = f"{reason}: {details[0]}{more}" if reason else details[0]
    others = sorted({each.name for each in stances} - {stance.name})
    if others:
        reason += f"; elsewhere in the trace: {', '.join(others)}"
    return construct.settled(stance=stance.name, reason=reason, remedy=stance.remedy)

"""Why a function traced one graph after another, and what would stop it."""

from __future__ import annotations

import inspect
import warnings
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograph.library.logged import log_graph
from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.differences import Difference
from autograph.polymorphic.leaves import leaves, zip_leaves
from autograph.polymorphic.retrace_advice import advice
from autograph.polymorphic.signatures import is_known
from runtime.errors import Span
from runtime.notebooks import table
from runtime.types import Type, join_all, type_of
from tracer.errors import RetracingWarning
from tracer.serve.specs import TensorSpec, spec_of_type

RETRACES_WARNED = 5
"""The number of graphs traced for changes of one value that causes a warning."""
ROWS_KEPT = 64
"""Graphs that the table of them lists: the last ones."""


@dataclass(frozen=True)
class Retrace:
    """One graph that was traced, and why.

    Attributes
    ----------
    number : int
        The number of the graph; the first is 1.
    call : Span
        The position of the call.
    differences : tuple of Difference
        The differences from the closest graph there was; none for the first graph.
    """

    number: int
    call: Span
    differences: tuple[Difference, ...]

    @property
    def reason(self) -> str:
        """The differences as one line."""
        if self.number == 1:
            return "the first call"
        return "; ".join(map(str, self.differences)) or "its graph had been removed"


@dataclass(frozen=True)
class Retraces:
    """The graphs that a function traced, as a table; prints as text or HTML.

    Attributes
    ----------
    rows : tuple of Retrace
        The most recent traces, in order.
    """

    name: str
    rows: tuple[Retrace, ...]
    advice: str = ""

    def __iter__(self) -> Iterator[Retrace]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, position: int) -> Retrace:
        return self.rows[position]

    def __str__(self) -> str:
        if not self.rows:
            return f"{self.name} has traced no graph"
        cells = [_cells(row) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            f"{self.name}: {len(cells)} {'trace' if len(cells) == 1 else 'traces'}"
        ]
        for row in cells:
            number, place, reason = row
            lines.append(f"{number:>{widths[0] + 2}}  {place:{widths[1]}}  {reason}")
        if self.advice:
            lines.append(self.advice)
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return table(("trace", "call", "why"), map(_cells, self.rows))


def _cells(row: Retrace) -> tuple[str, str, str]:
    return str(row.number), row.call.short, row.reason


class RetraceLog:
    """The graphs that a function traced, and a warning where they are too many.

    Parameters
    ----------
    name : str
        The user's name of the function.
    signature : inspect.Signature
        Its parameters.
    """

    def __init__(self, name: str, signature: inspect.Signature) -> None:
        self._name = name
        self._signature = signature
        self._rows: deque[Retrace] = deque(maxlen=ROWS_KEPT)
        self._changes: Counter[str] = Counter()
        self._met: set[tuple[str, type]] = set()
        self._warned = False

    def note(
        self,
        number: int,
        differences: tuple[Difference, ...],
        taken: Sequence[Mapping[str, Any]],
        plain: Sequence[str],
    ) -> None:
        """Note why a graph was traced.

        Parameters
        ----------
        number : int
            The first graph is 1.
        differences : tuple of Difference
            What was other than for the closest graph there was.
        taken, plain : sequence
            By parameter what each graph takes, and where the body needs the value.
        """
        retrace = Retrace(number, call_site(), differences)
        self._rows.append(retrace)
        log_graph(self._name, number, retrace.call.short, retrace.reason)
        if not self._is_first_of_kind(differences):
            self._changes.update({each.place for each in differences})
        often = max(self._changes.values(), default=0) >= RETRACES_WARNED
        if often and not self._warned:
            self._warned = True
            warn(self._name, retrace, self._advice(taken, plain))

    def _is_first_of_kind(self, differences: tuple[Difference, ...]) -> bool:
        """Whether a value is of a class that its place has not had yet.

        There are few classes; each has its graph, and no call after it traces again.
        """
        kinds = {(each.place, each.kind): each.is_other_kind for each in differences}
        first = any(kinds[each] for each in kinds.keys() - self._met)
        self._met.update(kinds)
        return first

    def table(
        self, taken: Sequence[Mapping[str, Any]], plain: Sequence[str]
    ) -> Retraces:
        """Return the graphs traced so far, with advice if there are several."""
        told = self._advice(taken, plain) if len(self._rows) > 1 else ""
        return Retraces(self._name, tuple(self._rows), told)

    def _advice(self, taken: Sequence[Mapping[str, Any]], plain: Sequence[str]) -> str:
        """Return advice on what would stop the retracing."""
        last = self._rows[-1].differences
        often = [each for each in last if self._changes[each.place] >= RETRACES_WARNED]
        signature = common_signature(self._signature, taken)
        return advice(often or last, plain, signature)


def warn(name: str, retrace: Retrace, remedy: str) -> None:
    """Warn about a function that traces one graph after another."""
    sentences = [
        f"{name} has traced {retrace.number} graphs, now because {retrace.reason}",
        f"{name}.explain_retraces() lists them; tracing takes much longer than a call",
    ]
    if remedy:
        sentences.insert(1, f"To stop it: {remedy}")
    message = ". ".join(sentences)
    warnings.warn_explicit(
        message, RetracingWarning, retrace.call.file, retrace.call.line
    )


def common_signature(
    signature: inspect.Signature, patterns: Sequence[Mapping[str, Any]]
) -> str:
    """Return as text the input signature that would serve all of some calls.

    Parameters
    ----------
    signature : inspect.Signature
        The signature of the function.
    patterns : sequence of mapping
        What each graph takes, by parameter.

    Returns
    -------
    str
        The input signature; empty if there is none.
    """
    parameters = list(signature.parameters.values()) if patterns else []
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    specs: dict[str, Any] = {}
    skipped = by_name = False
    for parameter in parameters:
        spec = _of_parameter(parameter, [each[parameter.name] for each in patterns])
        if spec is None:
            skipped = True
            if parameter.default is parameter.empty:
                return ""
        elif parameter.kind is parameter.VAR_KEYWORD:
            by_name = by_name or bool(spec)
            specs.update(spec)
        else:
            by_name = by_name or skipped
            specs[parameter.name] = spec
    stars = [each.name for each in parameters if each.kind is each.VAR_POSITIONAL]
    written: Any = specs
    if not by_name:
        written = []
        for name, spec in specs.items():
            written += spec if name in stars else [spec]
    text = repr(written) if specs else ""
    return text.replace("TensorSpec(", "ag.TensorSpec(").replace(", name=None", "")


def _of_parameter(parameter: inspect.Parameter, patterns: list[Any]) -> Any:
    """Return the pattern that a parameter needs; None if it needs or has none."""
    if parameter.default is not parameter.empty and _are_one(patterns):
        return None
    try:
        return zip_leaves(_common, *patterns)
    except _NothingInCommon:
        return None


def _are_one(patterns: list[Any]) -> bool:
    """Whether all patterns are one known value; no method of the user's is asked."""
    first, *others = patterns
    if not is_known(first):
        return False
    alike = [type(each) is type(first) and is_known(each) for each in others]
    parts = list(leaves(first, records=True))
    return all(alike) and all(
        list(leaves(one, records=True)) == parts for one in others
    )


class _NothingInCommon(Exception):
    """No spec covers all of some values."""


def _common(*patterns: Any) -> TensorSpec:
    """Return the spec that allows what any of these patterns does."""
    specs = list(map(_spec, patterns))
    first = specs[0]
    if len({spec.dtype for spec in specs}) > 1:
        raise _NothingInCommon
    if len({None if spec.shape is None else len(spec.shape) for spec in specs}) > 1:
        return TensorSpec(None, first.dtype)
    common = spec_of_type(join_all(spec.type for spec in specs))
    return first if common is None else common


def _spec(pattern: Any) -> TensorSpec:
    if isinstance(pattern, TensorSpec):
        return pattern
    known = type(pattern) in (int, float, complex, str)
    of = type_of(pattern) if known else pattern
    spec = spec_of_type(of) if isinstance(of, Type) else None
    if spec is None:
        raise _NothingInCommon
    return spec

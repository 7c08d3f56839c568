"""Why a function traced one graph after the other, and what would stop it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograph.concrete import ConcreteFunction, Difference
from runtime.errors import Span
from runtime.notebooks import table
from runtime.types import Type, join_all, type_of
from tracer.errors import RetracingWarning
from tracer.specs import TensorSpec, spec_of_type

RETRACES_WARNED = 5
"""Graphs that were traced for a change in the same place until a warning comes."""
COMPARED = 8
"""Graphs that a call is compared with: those used last."""


@dataclass(frozen=True)
class Retrace:
    """One graph that was traced, and why.

    Attributes
    ----------
    number : int
        The first graph is 1.
    call : Span
        Where the call stands.
    differences : tuple of Difference
        What was other than for the closest graph there was; of the first, nothing.
    """

    number: int
    call: Span
    differences: tuple[Difference, ...]

    @property
    def reason(self) -> str:
        """The differences as one line."""
        if self.number == 1:
            return "the first call"
        return "; ".join(map(str, self.differences)) or "its graph was gone"


@dataclass(frozen=True)
class Retraces:
    """The graphs that a function traced, as a table; prints as text or HTML.

    Attributes
    ----------
    rows : tuple of Retrace
        The last ones, in order.
    """

    name: str
    rows: tuple[Retrace, ...]
    advice: str = ""

    def __iter__(self) -> Iterator[Retrace]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

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
    return str(row.number), f"{Path(row.call.file).name}:{row.call.line}", row.reason


def closest(
    concretes: Sequence[ConcreteFunction], bound: Mapping[str, Any]
) -> tuple[Difference, ...]:
    """Say how a call differs from what the closest of some graphs was traced for."""
    found = [tuple(each.differences(bound)) for each in concretes[:COMPARED]]
    return min(found, key=lambda differences: len(differences), default=())


def warn(name: str, retrace: Retrace, advice: str) -> None:
    """Warn of a function that traces one graph after the other."""
    sentences = [
        f"{name} has traced {retrace.number} graphs; now because {retrace.reason}",
        f"{name}.explain_retraces() lists them; each takes as long as very many calls",
    ]
    if advice:
        sentences.insert(1, advice)
    message = ". ".join(sentences)
    warnings.warn_explicit(
        message, RetracingWarning, retrace.call.file, retrace.call.line
    )


def common_signature(patterns: Sequence[Mapping[str, Any]]) -> str:
    """Write the input signature that would serve all of some signatures.

    Returns
    -------
    str
        Empty if none would.
    """
    if not patterns:
        return ""
    specs = []
    for name in patterns[0]:
        spec = _common([_spec(each[name]) for each in patterns])
        if spec is None:
            return ""
        specs.append(repr(spec).replace("TensorSpec", "ag.TensorSpec", 1))
    return f"[{', '.join(specs)}]".replace(", name=None", "")


def _common(specs: list[TensorSpec | None]) -> TensorSpec | None:
    """Give the spec that allows what any of these does."""
    known = [spec for spec in specs if spec is not None]
    if len(known) < len(specs) or len({spec.dtype for spec in known}) > 1:
        return None
    if len({None if spec.shape is None else len(spec.shape) for spec in known}) > 1:
        return TensorSpec(None, known[0].dtype)
    return spec_of_type(join_all(spec.type for spec in known))


def _spec(pattern: Any) -> TensorSpec | None:
    if isinstance(pattern, TensorSpec):
        return pattern
    of = type_of(pattern) if type(pattern) in (int, float, complex) else pattern
    return spec_of_type(of) if isinstance(of, Type) else None

"""What in a call would trace another graph, according to the guards of a trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from autograph.report.explanation import Row
from autograph.report.survey import Occurrence
from runtime.errors import Span
from runtime.types import Array, Type
from tracer.record.decisions import PYTHON, STAGED, UNROLLED
from tracer.record.value_classes import NUMPYS
from tracer.serve.guards import Exactly, Guard, OfType
from tracer.serve.origins import Fixed, ItemOf, is_argument, root

SHOWN = 48


@dataclass
class Retracing:
    """What a graph was traced for, and which values decided its form.

    Parameters
    ----------
    home
        The position of the traced function.
    guards
        The conditions under which the graph serves a call.
    """

    home: Span
    guards: Iterable[Guard]
    _values: dict[str, dict[str, object]] = field(default_factory=dict)
    _types: dict[str, dict[str, Type]] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for guard in self.guards:
            origin = guard.origin
            while isinstance(origin, ItemOf):
                origin = origin.base
            if isinstance(root(origin), Fixed):
                continue
            name = str(origin)
            self._kinds[name] = "argument" if is_argument(origin) else "captured value"
            part = str(guard.origin)  # which may be guarded more than once
            if isinstance(guard.check, Exactly):
                self._values.setdefault(name, {})[part] = guard.check.value
            elif isinstance(guard.check, OfType):
                self._types.setdefault(name, {})[part] = guard.check.type

    def risk(self, construct: Occurrence) -> str:
        """Return which values decided a construct that ran in Python, as text."""
        if construct.row.stance not in (PYTHON.name, UNROLLED.name):
            return ""
        captured = construct.row.function != self.home.function
        names = sorted(
            name
            for name in construct.reads & self._values.keys()
            if not (captured and self._kinds[name] == "argument")
        )
        return f"for each new value of {', '.join(names)}" if names else ""

    def rows(self) -> Iterator[Row]:
        """Yield a row for each argument and captured value that a graph depends on."""
        for name, kind in self._kinds.items():
            if name in self._values:
                values = [*self._values[name].values()]
                text = _short(f"{name} = {values[0]!r}")
                if len(values) > 1:
                    text = f"{name}: {len(values)} plain values"
                yield self._row(kind, text, PYTHON.name, *_of_value(kind, name, values))
            if name in self._types:
                types = [*self._types[name].values()]
                text = f"{name}: {types[0]}"
                if len(types) > 1:
                    text = f"{name}: {len(types)} values"
                arrays = any(isinstance(each, Array) for each in types)
                risk = "for each new dtype or shape" if arrays else "for each new type"
                yield self._row(
                    kind,
                    text,
                    STAGED.name,
                    "known only when the function runs",
                    "",
                    risk,
                )

    def _row(
        self, kind: str, text: str, stance: str, reason: str, remedy: str, risk: str
    ) -> Row:
        home = self.home
        column = max(home.column, 0)
        place = (home.file, home.line, column, home.function)
        return Row(*place, kind, text, stance, reason, remedy, risk)


def _of_value(kind: str, name: str, values: list[object]) -> tuple[str, str, str]:
    """Return the reason, the remedy and the risk of a value known while tracing."""
    reason, risk = "compiled for this value", "for each new value"
    if len(values) == 1 and type(values[0]) in NUMPYS:
        dtype = NUMPYS[type(values[0])]
        verb = "pass" if name.isidentifier() else "set it to"
        remedy = f"{verb} np.{dtype.__name__}({name}), or an array, if it changes often"
        if kind == "argument":
            risk += "; a third one is tried as a value known only at run time"
        return reason, remedy, risk
    return reason, "", risk


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"

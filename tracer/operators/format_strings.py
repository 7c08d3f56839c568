"""Text made from values that are known only when the graph runs."""

from __future__ import annotations

from string import Formatter
from typing import Any

from tracer.errors import on_behalf
from tracer.record.contents import holds_staged
from tracer.record.trace import Trace
from tracer.values.staging import Stager

_FORMATTER = Formatter()


def format_text(trace: Trace, template: str, /, *values: Any, **names: Any) -> Any:
    """Apply ``template.format(*values, **names)``."""
    if not (holds_staged(values) or holds_staged(names)):
        original = trace.part(Stager).original
        plain = {name: original(value) for name, value in names.items()}
        return on_behalf(template.format, *map(original, values), **plain)
    # Python's own errors of a template that does not fit come from here.
    blanks = dict.fromkeys(names, _BLANK)
    on_behalf(template.format, *[_BLANK] * len(values), **blanks)
    return _Filling(trace, values, names).text(template)


class _Blank:
    """A value that fits every field, and formats to nothing."""

    def __getattr__(self, name: str) -> _Blank:
        return self

    def __getitem__(self, key: Any) -> _Blank:
        return self

    def __repr__(self) -> str:
        return _BlankText()

    def __format__(self, specification: str) -> str:
        return ""


class _BlankText(str):
    """The result of ``!s`` for a blank, which fits every field as well."""

    def __format__(self, specification: str) -> str:
        return ""


_BLANK = _Blank()


class _Filling:
    """Fills in one template, field by field."""

    def __init__(
        self, trace: Trace, values: tuple[Any, ...], names: dict[str, Any]
    ) -> None:
        self._trace = trace
        self._values = values
        self._names = names
        self._next = 0

    def text(self, template: str) -> Any:
        """Return the text of a template, or of a specification with fields in it."""
        parts: list[Any] = []
        for literal, name, specification, conversion in _FORMATTER.parse(template):
            parts.append(literal)
            if name is None:
                continue
            value = self._value(name)
            spec = self.text(specification) if specification else ""
            parts.append(_formatted(self._trace, value, conversion or "", spec))
        return _concatenated(self._trace, parts)

    def _value(self, name: str) -> Any:
        if not name or name[0] in ".[":
            name = f"{self._next}{name}"
            self._next += 1
        return on_behalf(_FORMATTER.get_field, name, self._values, self._names)[0]


def _formatted(trace: Trace, value: Any, conversion: str, specification: Any) -> Any:
    if holds_staged(value) or holds_staged(specification):
        return trace.emit("format_value", value, conversion, specification)
    value = trace.part(Stager).original(value)
    if conversion:
        value = on_behalf(_FORMATTER.convert_field, value, conversion)
    return on_behalf(format, value, specification)


def _concatenated(trace: Trace, parts: list[Any]) -> Any:
    """Join texts, merging neighbors that are known."""
    joined: list[Any] = []
    for part in parts:
        if type(part) is str and joined and type(joined[-1]) is str:
            joined[-1] += part
        elif type(part) is not str or part:
            joined.append(part)
    if not joined:
        return ""
    if len(joined) == 1:
        return joined[0]
    return trace.emit("concatenate_text", *joined)


def format_percent(trace: Trace, template: str | bytes, values: Any) -> Any:
    """Apply ``template % values``."""
    if holds_staged(values):
        return trace.emit("format_percent", template, values)
    if type(values) is tuple:
        values = tuple(map(trace.part(Stager).original, values))
    return on_behalf(template.__mod__, trace.part(Stager).original(values))

"""Texts made of values, which only the run may know, and calls of their methods."""

from __future__ import annotations

from string import Formatter
from typing import Any

from tracer.calls.gathering import taken
from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import holds_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.proxies import iterates_in_c
from tracer.values.staging import Stager

_FORMATTER = Formatter()


def text_method(trace: Trace, function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a text, whose arguments may be symbols."""
    receiver, name = function.__self__, function.__name__
    if name == "join" and len(args) == 1 and not kwargs:
        return join_text(trace, receiver, *args)
    if name == "format":
        return format_text(trace, receiver, *args, **kwargs)
    if name == "format_map" and list(map(type, args)) == [dict] and not kwargs:
        return _format_map(trace, receiver, *args)
    if holds_staged((*args, *kwargs.values())):
        return trace.emit("pure_method", receiver, name, *args, **kwargs)
    made = on_behalf(function, *args, **kwargs)
    return trace.part(MadeContainers).result(made, ())


def join_text(trace: Trace, separator: str | bytes, parts: Any) -> Any:
    """Apply ``separator.join(parts)``."""
    parts = taken(trace, parts)
    if not (type(parts) is Symbol or iterates_in_c(parts)):
        if not hasattr(type(parts), "__iter__"):
            return on_behalf(separator.join, parts)
        parts = list(parts)
        if not holds_staged(parts):
            return on_behalf(separator.join, parts)
    return trace.emit("pure_method", separator, "join", parts)


def format_text(trace: Trace, template: str, /, *values: Any, **names: Any) -> Any:
    """Apply ``template.format(*values, **names)``."""
    # Python's own errors of a template that does not fit come from here.
    blanks = dict.fromkeys(names, _BLANK)
    on_behalf(template.format, *[_BLANK] * len(values), **blanks)
    return _Filling(trace, values, names).text(template)


def _format_map(trace: Trace, template: str, names: dict[Any, Any]) -> Any:
    """Apply ``template.format_map(names)``."""
    on_behalf(template.format_map, dict.fromkeys(names, _BLANK))
    return _Filling(trace, (), names).text(template)


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

"""Members of enumerations: values, unless they hold more than a value.

A member has one value for ever, and is told by identity. Where it has other attributes,
or its value can be changed, it is an object like any other.
"""

from __future__ import annotations

import enum
from typing import Any, NoReturn

from tracer.record.trace import Trace
from tracer.record.value_classes import never_changes
from tracer.serve.origins import AttributeOf, Fixed

ATTRIBUTES = "attributes of members"
"""The fact that members of an enumeration get attributes."""


def is_value(trace: Trace, value: Any) -> bool:
    """Whether a trace knows all of a value: it never changes, nor does the function."""
    return never_changes(value) and (ATTRIBUTES, type(value)) not in trace.facts.made


def gets_attribute(trace: Trace, member: enum.Enum) -> NoReturn:
    """Restart with the members of an enumeration as objects."""
    trace.restart_with(trace.facts.made, (ATTRIBUTES, type(member)))


def member_or(trace: Trace, value: Any) -> Any:
    """Return the stand-in for a member that is an object; any other value itself."""
    if not isinstance(value, enum.Enum) or is_value(trace, value):
        return value
    kind, name = type(value), value._name_
    if kind.__members__.get(name) is not value:
        return value  # several flags at once, which Python makes
    return trace.asked.stage(value, AttributeOf(Fixed(kind, kind.__name__), name))

"""The stand-in for the package of our operators."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from tracer.record.trace import Trace


class OperatorPackage:
    """Stand-in for the package of our operators, which the user knows as `ag`.

    The operators look for the trace themselves; classes are staged like all others.
    """

    def __init__(self, package: ModuleType, trace: Trace) -> None:
        self._ag_package = package
        self._ag_trace = trace

    @property  # type: ignore[misc]  # what `isinstance` sees
    def __class__(self) -> type:
        return type(self._ag_package)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._ag_package, name)
        if isinstance(value, type):
            value = self._ag_trace.asked.stage_class(value)
        self.__dict__[name] = value
        return value

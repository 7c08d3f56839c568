"""Calls that replace functions and names which the graph may have taken in already."""

from __future__ import annotations

from typing import Any

from tracer.errors import NotStaged, everywhere
from tracer.record.trace import Trace
from tracer.values.proxies import ObjectProxy

MOCK = frozenset({"patch", "_patch_object", "_patch_multiple"})
"""The functions of `unittest.mock` that do so: `patch`, and its attributes."""
PYTEST = "_pytest.monkeypatch"
MONKEYPATCH = frozenset({"setattr", "delattr"})
"""The methods of pytest's `monkeypatch` that do so."""


def refuse_patching(trace: Trace, function: Any) -> None:
    """Refuse a call that patches a name: no graph would notice."""
    module = getattr(function, "__module__", None)
    if module == "unittest.mock" and getattr(function, "__name__", "") in MOCK:
        _refuse(trace, "mock.patch")
    if module == PYTEST:
        _refuse(trace, "MonkeyPatch")


def refuse_monkeypatch(trace: Trace, receiver: Any, name: str) -> None:
    """Refuse a call of a method that patches a name."""
    if name in MONKEYPATCH and isinstance(receiver, ObjectProxy):
        if type(receiver._ag_real).__module__ != PYTEST:
            return
        _refuse(trace, f"monkeypatch.{name}")


def _refuse(trace: Trace, what: str) -> None:
    trace.refuse(
        everywhere(
            NotStaged(
                f"{what} is called in a compiled function, which holds the functions "
                "and names that it uses as they were before",
                hint="patch around the call of the compiled function, or mark the "
                "function that patches with @ag.do_not_convert",
            )
        )
    )

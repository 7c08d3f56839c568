"""The warnings of a trace: one for all calls of its graph that go back into Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import RLock

from autograph.polymorphic.choices import Callbacks
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.source.registry import IdentityTable
from runtime.warned import warner_at
from tracer.calls.called_back import CalledBack
from tracer.errors import CallbackWarning

LINES_SHOWN = 20
"""The number of lines that one warning lists."""
Line = tuple[int, str]
"""A line that was warned of, and the call in it."""

_told: IdentityTable[set[Line]] = IdentityTable()
"""What was warned of, by the converted code; forgotten with it."""
_lock = RLock()


def give_warnings(concrete: ConcreteFunction, callbacks: Callbacks) -> None:
    """Warn of what a new graph does; `callbacks` is the user's choice."""
    if callbacks == "warn":
        _warn_of_calls_back(concrete.name, concrete.called_back)
    for each in concrete.told:
        warner_at(each.span.file, each.span.line, each.home)(each.warning)


def _warn_of_calls_back(name: str, calls: Sequence[CalledBack]) -> None:
    """Warn of the calls of a graph that no warning has listed yet.

    The warning has the position of the first of them: filters by module and by line
    apply to that. If a filter makes it an exception, the calls are not yet listed.

    Parameters
    ----------
    name : str
        The name of the function.
    calls : sequence of CalledBack
        The calls of its graph, in order.
    """
    with _lock:
        new = {_key(each): each for each in calls if not _is_told(each)}
        if not new:
            return
        first = next(iter(new.values()))
        message = CallbackWarning(_text(name, list(new.values())))
        warner_at(first.span.file, first.span.line, first.home)(message)
        for each in new.values():
            _told.set(each.code, set()).add(_line(each))


def _key(call: CalledBack) -> tuple[int, Line]:
    return id(call.code), _line(call)


def _line(call: CalledBack) -> Line:
    return call.span.line, call.text


def _is_told(call: CalledBack) -> bool:
    return _line(call) in (_told.get(call.code) or ())


def _text(name: str, calls: Sequence[CalledBack]) -> str:
    several = "these calls" if len(calls) > 1 else "this call"
    lines = [f"{name} runs {several} in Python, at each run of its graph:"]
    lines += map(_listed, calls[:LINES_SHOWN])
    if len(calls) > LINES_SHOWN:
        lines.append(f"  and {len(calls) - LINES_SHOWN} more")
    lines.append("callbacks='allow' silences this; ag.explain has a row for each call")
    return "\n".join(lines)


def _listed(call: CalledBack) -> str:
    place = f"{Path(call.span.file).name}:{call.span.line}"
    return f"  {place}: {call.text} {call.cause.reason}; instead, {call.cause.remedy}"

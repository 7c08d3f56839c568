"""Exceptions made while tracing: Python's, until the run has them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from runtime.exceptions import builtin_class, members
from runtime.types import STR
from tracer.errors import USER_ERROR, NotStaged, UnstagedWrite, on_behalf
from tracer.record.contents import has_symbol
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class MadeExceptions:
    """The exceptions made while tracing that exist at run time, by identity."""

    def __init__(self, trace: Trace) -> None:
        self.known: dict[int, tuple[BaseException, Symbol]] = {}


def attributes(error: BaseException) -> dict[str, Any]:
    """Return the attributes that the user's program has set, notes included."""
    held = {name: value for name, value in vars(error).items() if name != USER_ERROR}
    for name in sorted(members(type(error))):
        value = getattr(error, name)
        if value is not None:
            held[name] = value
    return held


def is_more_than_made(error: BaseException) -> bool:
    """Whether an exception is more than its class makes of its arguments."""
    kind = type(error)
    if has_own_constructor(kind):
        return True
    made = builtin_class(kind)(*error.args)
    return not is_same([*attributes(error).values()], [*attributes(made).values()])


def has_own_constructor(kind: type) -> bool:
    """Whether a class of exceptions has its own constructor."""
    return any(
        "__init__" in vars(base) or "__new__" in vars(base)
        for base in kind.__mro__
        if base.__module__ != "builtins"
    )


def is_plain(kind: type) -> bool:
    """Whether instances of a class hold only their arguments and attributes."""
    return not any("__slots__" in vars(base) for base in kind.__mro__)


def is_made_anew(error: BaseException) -> bool:
    """Whether each run makes its own exception in place of this one."""
    return is_plain(type(error)) or has_symbol(
        (error.args, list(attributes(error).values()))
    )


def instance(trace: Trace, error: BaseException) -> Any:
    """Return the run-time exception for one made while tracing."""
    kind = type(error)
    known = trace.part(MadeExceptions).known.get(id(error))
    if known is not None:
        return known[1]
    if not is_plain(kind):
        trace.refuse(
            NotStaged(
                f"a {kind.__name__} that holds more than arguments and attributes is "
                "created before it is raised",
                hint=f"write `raise {kind.__name__}(...)`",
            )
        )
    held = attributes(error)
    trace.asked.freeze(held)
    cause = cause_of(trace, error)
    made = trace.emit("exception_new", kind, error.args, held, *cause)
    known_here = trace.part(MadeExceptions).known
    known_here[id(error)] = error, made
    trace.builder.on_rollback(lambda: known_here.pop(id(error), None))
    return made


def cause_of(trace: Trace, error: BaseException) -> tuple[Any, ...]:
    """Return the cause that follows ``from`` or was set, in a tuple; () if none."""
    if error.__cause__ is not None:
        return (reason(trace, error.__cause__),)
    return (None,) if error.__suppress_context__ else ()


def reason(trace: Trace, cause: Any) -> Any:
    """Return the run-time exception that is the cause of another."""
    if isinstance(cause, BaseException):
        if is_more_than_made(cause) or cause.__suppress_context__:
            return instance(trace, cause)
        return trace.emit("call", type(cause), *cause.args)
    return cause


def add_note(trace: Trace, error: BaseException, text: Any) -> None:
    """Apply ``error.add_note(text)``, where the text may be a symbol."""
    if type(text) is not Symbol:
        on_behalf(error.add_note, text)
        return
    if trace.type_of(text) != STR:
        trace.refuse(
            NotStaged(
                "add_note() gets a value that may not be a string when the function "
                "runs",
                hint="write add_note(str(...))",
            )
        )
    vars(error).setdefault("__notes__", []).append(text)


@contextmanager
def unchanged(trace: Trace, made: Iterable[BaseException]) -> Iterator[None]:
    """Ensure that a branch or loop changes no exception made before it."""
    before = [(error, held_by(error)) for error in made]
    yield
    for error, held in before:
        if not is_same(held, held_by(error)):
            _refuse_change(trace, error)


def _refuse_change(trace: Trace, error: BaseException) -> None:
    """Refuse to change an exception where the run decides whether it changes."""
    kind = type(error).__name__
    trace.refuse(
        UnstagedWrite(
            f"a {kind} created before a compiled branch or loop is changed in it",
            hint="collect its message and notes first, and create the exception where "
            "it is raised",
        )
    )


def held_by(error: BaseException) -> list[Any]:
    """Return the parts of an exception that a program may change."""
    held = attributes(error)
    notes = held.get("__notes__")
    listed = notes if type(notes) is list else ()
    parts = [error.args, error.__cause__, error.__suppress_context__]
    return [*parts, *held, *held.values(), *listed]


def is_same(held: list[Any], now: list[Any]) -> bool:
    """Whether an exception still holds the same objects."""
    return len(held) == len(now) and all(map(operator.is_, held, now))

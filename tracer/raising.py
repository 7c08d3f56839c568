"""Exceptions of the user's program, met or written while tracing."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from runtime.errors import AutographError
from runtime.ops import OPS
from tracer.dispatch.symbolic import has_symbol
from tracer.errors import USER_ERROR, NotStaged, RegionEnd
from tracer.staging import TracedGlobals

if TYPE_CHECKING:
    from tracer.trace import Trace


def raise_user_error(trace: Trace, error: Exception) -> None:
    """Record that the user's own code raises here; hand on what is ours.

    Raised in a branch or loop while tracing, an exception of the user's own
    expression (``1 // 0``, a missing key) may belong to a path that is never taken.
    """
    if isinstance(error, AutographError) or not is_users(error):
        raise error
    place, span = error.__traceback__, None
    while place is not None:
        frame = place.tb_frame
        if type(frame.f_globals) is TracedGlobals:
            span = trace.span_at(frame.f_code, place.tb_lineno)
        place = place.tb_next
    row = OPS["raise_error"]
    if isinstance(error, (OSError, UnicodeError)) or _has_own_constructor(type(error)):
        kind, arguments = trace.lift(error), trace.lift(())
    else:
        kind = trace.lift(type(error))
        arguments = trace.lift(tuple(map(_in_users_names, error.args)))
    try:
        trace.record(row, (kind, arguments), span=span)
    except RegionEnd:
        return


STAND_INS = {
    "'ListProxy'": "'list'",
    "'DictProxy'": "'dict'",
    "'StagedClass'": "'type'",
    "'StagedFunction'": "'function'",
}
"""Classes of ours in the texts of Python's own exceptions, and what they stand for."""


def _in_users_names(argument: Any) -> Any:
    """Give an argument of an exception without names of ours."""
    if type(argument) is str:
        for ours, theirs in STAND_INS.items():
            argument = argument.replace(ours, theirs)
    return argument


def is_users(error: BaseException) -> bool:
    """Say whether an exception was raised by an expression of converted code."""
    if getattr(error, USER_ERROR, False):
        return True
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    where = place.tb_frame.f_globals
    # Operators of converted code run the user's own operations in their frames.
    ours = str(where.get("__name__", "")).startswith("autograph.operators")
    return ours or type(where) is TracedGlobals


def users_traceback(error: BaseException) -> BaseException:
    """Give the error back with the frames of the user's own code alone."""
    places: list[TracebackType] = []
    place = error.__traceback__
    while place is not None:
        if type(place.tb_frame.f_globals) is TracedGlobals:
            places.append(place)
        place = place.tb_next
    shown: TracebackType | None = None
    for place in reversed(places):
        shown = TracebackType(shown, place.tb_frame, place.tb_lasti, place.tb_lineno)
    return error.with_traceback(shown)


def raise_(
    trace: Trace, make: Callable[[], Any], cause: Callable[[], Any] | None
) -> BaseException:
    """Do what `autograph.raise_` does, within a trace."""
    error = make()
    caught = trace.try_depths and trace.try_depths[-1] == len(trace.builder.regions)
    if caught or (trace.builder.barred and not has_symbol(getattr(error, "args", ()))):
        reason = None if cause is None else cause()
        made: BaseException = error() if isinstance(error, type) else error
        if cause is not None:
            made.__cause__ = reason
        return made
    kind, arguments = _taken_apart(trace, error)
    reasons = () if cause is None else (_reason(trace, cause()),)
    trace.emit("raise_error", kind, arguments, *reasons)
    raise RegionEnd


def _taken_apart(trace: Trace, error: Any) -> tuple[Any, Any]:
    """Give the class and the arguments that make the exception anew at run time."""
    if isinstance(error, type) or not isinstance(error, BaseException):
        return error, ()
    kind = type(error)
    if _has_own_constructor(kind) or vars(error):
        trace.refuse(
            NotStaged(
                f"{kind.__name__} has an __init__ of its own",
                hint="raise a class without one, or raise it in a function marked "
                "@ag.do_not_convert",
            )
        )
    return kind, error.args


def _has_own_constructor(kind: type) -> bool:
    return any(
        "__init__" in vars(base) or "__new__" in vars(base)
        for base in kind.__mro__
        if base.__module__ != "builtins"
    )


def _reason(trace: Trace, reason: Any) -> Any:
    if isinstance(reason, BaseException):
        kind, arguments = _taken_apart(trace, reason)
        return trace.emit("call", kind, *arguments)
    return reason

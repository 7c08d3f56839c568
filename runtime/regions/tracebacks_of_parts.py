"""Errors in parts of a graph that run otherwise."""

from __future__ import annotations

from collections.abc import Callable

from runtime.execute import PlanExecutable
from runtime.tracebacks import entries, linked


def explain_part(
    error: BaseException,
    whole: PlanExecutable,
    part: PlanExecutable,
    tell: Callable[[BaseException], object],
) -> None:
    """Make the traceback of an error show the user's source in a part of a plan.

    The plan of the part has all of the user's frames: that of the whole goes, and ours
    between the two.

    Parameters
    ----------
    error : BaseException
        The error.
    whole, part : PlanExecutable
        The plan, and that of the part.
    tell : callable
        Puts the user's frames in place of the part's.
    """
    found = entries(error.__traceback__)
    if not any(map(part.runs, found)):
        return
    inner = next(n for n, each in enumerate(found) if part.runs(each))
    outer = max((n for n in range(inner) if whole.runs(found[n])), default=inner)
    between = inner - outer - 1
    tell(error)
    found = entries(error.__traceback__)
    own = [n for n, entry in enumerate(found) if whole.runs(entry)]
    if own:  # else the plan did not call the part
        del found[own[-1] : own[-1] + 1 + between]
    error.__traceback__ = linked(found)

"""``with`` and its managers."""

from collections.abc import Callable
from typing import Any

from tracer.context import ACTIVE

NEVER = object()
"""Given for what a manager swallows that is known never to."""


def with_(
    manager: Any,
    body: Callable[..., Any],
    state: tuple[Any, ...] = (),
    swallowed: Any = NEVER,
) -> Any:
    """Run the body inside a context manager.

    Parameters
    ----------
    manager
        What the ``with`` statement enters.
    body
        Takes what entering gives and `state`, returns the values that the names it
        rebinds have at its end.
    state
        The values that the body takes.
    swallowed
        What is given if the manager swallows an exception, where it might.

    Returns
    -------
    What the body returns, or `swallowed`.
    """
    trace = ACTIVE.get()
    if trace is not None:
        return trace.managers.with_(trace, manager, body, state, swallowed, NEVER)
    result = swallowed
    with manager as entered:
        result = body(entered, *state)
    return result  # noqa: RET504  # a manager that swallows leads here too


def context(manager: Any) -> Any:
    """Give what a ``with`` statement that stays Python enters."""
    trace = ACTIVE.get()
    return manager if trace is None else trace.items.context(trace, manager)

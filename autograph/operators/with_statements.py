"""``with`` and its managers."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator
from tracer.record.context import NEVER


@operator
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
    result = swallowed
    with manager as entered:
        result = body(entered, *state)
    return result  # noqa: RET504  # a manager that swallows leads here too


@operator
def context(manager: Any) -> Any:
    """Give what a ``with`` statement that stays Python enters."""
    return manager

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
        The context manager.
    body
        Takes the entered value and `state`, and returns the final values of the names
        it rebinds.
    state
        The values that the body takes.
    swallowed
        The result if the manager swallows an exception, for a manager that may.

    Returns
    -------
    The result of the body, or `swallowed`.
    """
    result = swallowed
    with manager as entered:
        result = body(entered, *state)
    return result  # noqa: RET504  # a manager that swallows leads here too


@operator
def context(manager: Any) -> Any:
    """Return the manager for a ``with`` statement that stays Python."""
    return manager

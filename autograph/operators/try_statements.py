"""``try``, its handlers and its final block."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import FunctionType
from typing import Any

from autograph.operators.dispatch import operator

_NOTHING: AbstractContextManager[None] = nullcontext()


@operator
def try_(body: Callable[..., Any], *clauses: Any, state: tuple[Any, ...] = ()) -> Any:
    """Run the body, and on an exception the first handler that catches it.

    Parameters
    ----------
    body
        Takes `state`, and returns the final values of the names it rebinds.
    *clauses
        Pairs of exception classes and a handler. The classes are one class, a tuple,
        or a function that returns them. The handler takes the exception and `state`,
        and returns the same values as `body`.
    state
        The values that the functions take.

    Returns
    -------
    The result of the body, or of the handler.
    """
    try:
        return body(*state)
    except BaseException as error:
        for kinds, handler in zip(clauses[::2], clauses[1::2], strict=True):
            classes = kinds() if type(kinds) is FunctionType else kinds
            if takes(classes, error):
                return handler(error, *state)
        raise


def takes(classes: Any, error: BaseException) -> bool:
    """Whether a handler for some classes catches an exception.

    Raises
    ------
    TypeError
        If one of them is not an exception class.
    """
    kinds = classes if isinstance(classes, tuple) else (classes,)
    for one in kinds:
        if not (isinstance(one, type) and issubclass(one, BaseException)):
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
    return any(one in type(error).__mro__ for one in kinds)


@operator
def finally_(
    body: Callable[..., Any],
    final: Callable[..., Any],
    state: tuple[Any, ...] = (),
) -> Any:
    """Run the body, then the final block, whatever the body raises.

    Parameters
    ----------
    body, final
        Take `state`. The final block returns nothing.
    state
        The values that the functions take.

    Returns
    -------
    The result of the body.
    """
    try:
        return body(*state)
    finally:
        final(*state)


@operator
def reraise() -> BaseException:
    """Return the exception that a ``raise`` without one raises again."""
    error = sys.exception()
    return RuntimeError("No active exception to reraise") if error is None else error


@operator
def try_body() -> AbstractContextManager[None]:
    """Mark the statements whose exceptions the user's handlers would catch."""
    return _NOTHING

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
    """Run the body, or the first handler that takes what it raises.

    Parameters
    ----------
    body
        Takes `state`, returns the values that the names it rebinds have at its end.
    *clauses
        Pairs: the class of exceptions a handler takes, a tuple of classes, or a
        function that gives them, and the handler. It takes the exception and `state`,
        and returns what `body` returns.
    state
        The values that the functions take.

    Returns
    -------
    What the body, or the handler, returns.
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
    """Say whether a handler for some classes takes an exception.

    Raises
    ------
    TypeError
        If one of them is no class of exceptions: Python asks when it must.
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
    What the body returns.
    """
    try:
        return body(*state)
    finally:
        final(*state)


@operator
def reraise() -> BaseException:
    """Give the exception that a ``raise`` without one raises again."""
    error = sys.exception()
    return RuntimeError("No active exception to reraise") if error is None else error


@operator
def try_body() -> AbstractContextManager[None]:
    """Mark the statements whose exceptions the user's own handlers would see."""
    return _NOTHING

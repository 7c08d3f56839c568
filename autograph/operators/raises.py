"""``raise`` with an exception."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def raise_(
    error: Callable[[], Any], cause: Callable[[], Any] | None = None
) -> BaseException:
    """Return the exception for the ``raise`` statement around this call.

    Parameters
    ----------
    error
        Returns the exception or its class.
    cause
        Returns the operand of ``from``.
    """
    value = error()
    if isinstance(value, type) and issubclass(value, BaseException):
        value = value()
        if not isinstance(value, BaseException):
            raise TypeError(
                "calling an exception class should have returned an instance of "
                f"BaseException, not {type(value)}"
            )
    elif not isinstance(value, BaseException):
        raise TypeError("exceptions must derive from BaseException")
    if cause is not None:
        reason = cause()
        if isinstance(reason, type) and issubclass(reason, BaseException):
            reason = reason()
        elif reason is not None and not isinstance(reason, BaseException):
            raise TypeError("exception causes must derive from BaseException")
        value.__cause__ = reason
    return value

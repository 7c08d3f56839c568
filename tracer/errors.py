"""What tracing refuses, and the two signals that leave it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.errors import AutographError


class TracingError(AutographError):
    """The function does something that cannot be traced."""

    code = "AG300"


class NeedsPlainValue(TracingError):
    """Python needs the number itself where the trace knows its type only."""

    code = "AG301"


class LeakedSymbol(TracingError):
    """A symbol is used outside the branch, loop or trace that made it."""

    code = "AG302"


class UnstagedWrite(TracingError):
    """Something that only Python sees is changed under staged control flow."""

    code = "AG303"


class NotStaged(TracingError):
    """A construct that this version does not stage stands around symbolic values."""

    code = "AG304"


class GeneratorRefused(NotStaged):
    """A function that is traced for itself is a generator: calling it runs nothing."""

    code = "AG210"


class AsynchronousRefused(NotStaged):
    """An asynchronous function is traced or called: a graph cannot wait."""

    code = "AG211"


class LooksAtNames(NotStaged):
    """A call such as ``locals()`` or ``eval()`` looks at names by their text."""

    code = "AG212"


class SignatureError(TracingError, TypeError, ValueError):
    """An argument is not one that may be passed.

    Python calls that a `TypeError`, NumPy a `ValueError`: it is both.
    """

    code = "AG305"


class CallbackRefused(TracingError):
    """A call back into Python where ``callbacks="error"`` forbids it."""

    code = "AG306"


class CaptureChanged(TracingError):
    """A variable around a function is not what it was when its graph was traced."""

    code = "AG307"


class RetraceError(TracingError):
    """A call would trace a graph where `autograph.no_retrace` forbids it."""

    code = "AG308"


class VariableMadeAgain(TracingError, ValueError):
    """A function makes a Variable at every call."""

    code = "AG309"


class RetracingWarning(UserWarning):
    """A function traces one graph after the other."""


class CaptureWarning(UserWarning):
    """A variable around a function has changed, and ``captures="freeze"`` keeps it."""


class CallbackWarning(UserWarning):
    """A call that the graph does not know goes back into Python at each run."""


class FrozenWarning(UserWarning):
    """A call ran while tracing; its result is frozen in the graph."""


USER_ERROR = "__autograph_user_error__"


def user_error(error: Exception) -> Exception:
    """Mark an exception that the library raises in the stead of the user's program."""
    setattr(error, USER_ERROR, True)
    return error


def no_attribute(owner: str, name: str) -> Exception:
    """Give the user's error for an attribute that instances of a class do not have."""
    message = f"{owner!r} object has no attribute {name!r}"
    return user_error(AttributeError(message, name=name))


def on_behalf(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call what the user's program calls: what it raises is the user's own error."""
    try:
        return function(*args, **kwargs)
    except AutographError:
        raise
    except Exception as error:
        user_error(error)
        raise


class RegionEnd(BaseException):
    """Leaves a region whose end is never reached: an operation in it always raises.

    Not an `Exception`: no handler of the user may catch it.
    """


class Restart(BaseException):
    """Leaves the whole trace, to begin again with a fact that was learnt."""

"""The errors of tracing, and the two signals that leave it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from runtime import errors
from runtime.errors import AutographError

Raised = TypeVar("Raised", bound=BaseException)
Refusal = TypeVar("Refusal", bound="TracingError")


class TracingError(AutographError):
    """The function does something that cannot be traced."""

    code = "AG300"
    everywhere = False  # and not where the function that does it can run in Python


def everywhere(error: Refusal) -> Refusal:
    """Mark an error of what no code may do that a graph runs, converted or not."""
    error.everywhere = True
    return error


class NeedsPlainValue(TracingError):
    """Python needs a number of which the trace knows the type only."""

    code = "AG301"


class LeakedSymbol(TracingError):
    """A symbol is used outside the branch, loop or trace that made it."""

    code = "AG302"


class UnstagedWrite(TracingError):
    """Something that only Python sees is changed under staged control flow."""

    code = "AG303"


class NotStaged(TracingError):
    """A construct that this version does not stage involves symbolic values."""

    code = "AG304"


class GeneratorRefused(NotStaged):
    """A function to trace is a generator: calling it runs nothing."""

    code = "AG210"


class AsynchronousRefused(NotStaged):
    """An asynchronous function is traced or called: a graph cannot wait."""

    code = "AG211"


class LooksAtNames(NotStaged, errors.LooksAtNames):
    """Tracing meets a call that looks at names, or at frames."""

    code = "AG212"


class SignatureError(TracingError, errors.SignatureError):
    """An argument may not be passed, as tracing finds out."""

    code = "AG305"


class CallbackRefused(TracingError):
    """A call goes back into Python where ``callbacks="error"`` forbids it."""

    code = "AG306"


class CaptureChanged(TracingError):
    """A captured variable has changed since its graph was traced."""

    code = "AG307"


class RetraceError(TracingError):
    """A call would trace a graph where `autograph.no_retrace` forbids it.

    Examples
    --------
    >>> import autograph as ag
    >>> doubled = ag.function(lambda x: x + x)
    >>> with ag.no_retrace():
    ...     doubled(1.0)
    Traceback (most recent call last):
        ...
    tracer.errors.RetraceError: ... [AG308]
    ...
    """

    code = "AG308"


class VariableMadeAgain(TracingError, ValueError):
    """A function makes a Variable at every call."""

    code = "AG309"


class RetracingWarning(UserWarning):
    """A function keeps tracing new graphs.

    It names what differed, and what would stop it. It is given once for a function.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("error", RetracingWarning)      # doctest: +SKIP
    """


class CaptureWarning(UserWarning):
    """A captured variable has changed; ``captures="freeze"`` keeps the old value.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("error", CaptureWarning)        # doctest: +SKIP
    """


class CallbackWarning(UserWarning):
    """Calls that a new graph cannot record go back into Python at each run.

    It lists their lines, each with the reason and with what to write instead. Pass
    ``callbacks="allow"`` where that is meant, and ``callbacks="error"`` where not.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("error", CallbackWarning)       # doctest: +SKIP
    """


class FrozenWarning(UserWarning):
    """A call ran while tracing; its result is frozen in the graph.

    This happens with ``captures="freeze"`` alone.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("error", FrozenWarning)         # doctest: +SKIP
    """


USER_ERROR = "__autograph_user_error__"


def user_error(error: Raised) -> Raised:
    """Mark an exception that the library raises for the user's program."""
    setattr(error, USER_ERROR, True)
    return error


def no_attribute(owner: str, name: str) -> Exception:
    """Return the user's error for a missing attribute."""
    message = f"{owner!r} object has no attribute {name!r}"
    return user_error(AttributeError(message, name=name))


BEHALF: ContextVar[bool] = ContextVar("on behalf", default=False)
"""Whether Python's own code runs for the user's program."""


def on_behalf(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a function for the user's program; its exceptions are the user's errors."""
    token = BEHALF.set(True)
    try:
        return function(*args, **kwargs)
    except AutographError:
        raise
    except Exception as error:
        _name_classes(user_error(error), args)
        raise
    finally:
        BEHALF.reset(token)


def _name_classes(error: Exception, values: tuple[Any, ...]) -> None:
    """Put the classes of values into an error where Python names those of the trace."""
    if not (isinstance(error, TypeError) and len(error.args) == 1):
        return
    text = str(error)
    for value in values:
        kind = getattr(type(value), "_ag_kind", None)
        if kind is not None:
            known = class_name(kind(value) or object)
            ours = type(value).__name__
            text = text.replace(repr(ours), repr(known))
            text = text.replace(f'"{ours}"', f'"{known}"')
            text = text.replace(f"(instance of {ours})", f"(instance of {known})")
    error.args = (text,)


def class_name(kind: type) -> str:
    """Return the name of a class as Python's errors spell it.

    >>> import numpy as np
    >>> class_name(int), class_name(np.float64), class_name(TracingError)
    ('int', 'numpy.float64', 'TracingError')
    """
    written_in_c = kind.__flags__ & UNCHANGING and kind.__module__ != "builtins"
    return f"{kind.__module__}.{kind.__name__}" if written_in_c else kind.__name__


UNCHANGING = 1 << 8
"""The flag of a class that is written in C: its attributes never change."""


class RegionEnd(BaseException):
    """Leaves a region whose end is unreachable: an operation in it always raises.

    Not an `Exception`: the user's handlers must not catch it.
    """


class Restart(BaseException):
    """Leaves the whole trace, which restarts with a new fact."""


class TooLong(Exception):
    """Tracing took more operations than a call may wait for."""

"""The body of a ``try``."""

from contextlib import AbstractContextManager, nullcontext

from tracer.context import ACTIVE

_NOTHING: AbstractContextManager[None] = nullcontext()


def try_body() -> AbstractContextManager[None]:
    """Mark the statements whose exceptions the user's own handlers would see."""
    trace = ACTIVE.get()
    return _NOTHING if trace is None else trace.items.try_body(trace)

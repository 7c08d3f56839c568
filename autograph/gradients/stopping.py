"""Values that derivatives take for constants."""

from __future__ import annotations

from typing import Any

from autograph.gradients.staged_leaves import mapped_within
from autograph.library.boundary import boundary
from runtime.derivatives.activity import may_vary
from tracer.record.context import ACTIVE


@boundary
def stop_gradient(value: Any) -> Any:
    """Return a value that derivatives take for a constant.

    Parameters
    ----------
    value
        An array or a number, or tuples, lists and dicts of some.

    Returns
    -------
    object
        The value itself.

    Examples
    --------
    >>> import autograph as ag
    >>> ag.grad(lambda x: x * ag.stop_gradient(x))(3.0)
    3.0
    """
    trace = ACTIVE.get()
    if trace is None:
        return value

    def stopped(leaf: Any, place: str) -> Any:
        if may_vary(trace.type_of(leaf)):
            return trace.emit("stop_gradient", leaf)
        return leaf

    return mapped_within(trace, stopped, value, "")

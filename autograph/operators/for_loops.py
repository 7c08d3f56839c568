"""``for``."""

from collections.abc import Callable, Iterable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def for_loop(
    items: Iterable[Any],
    body: Callable[..., Any],
    state: tuple[Any, ...] = (),
    breaks: bool = False,
) -> Any:
    """Run `body` once for each item.

    Parameters
    ----------
    items
        The iterable of the ``for``.
    body
        Takes the item and `state`, and returns the next state as a tuple. With
        `breaks` it returns a flag first, and a true flag ends the loop. Without state
        it returns the flag only.
    state
        The values that the loop carries.
    breaks
        Whether the body decides when to stop.

    Returns
    -------
    The last state, after the last flag if the loop `breaks`; None without both.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> @ag.function
    ... def total(x):
    ...     (result,) = ag.for_loop(x, lambda item, sum: (sum + item,), (0.0,))
    ...     return result
    >>> total(np.array([1.0, 2.0]))
    np.float64(3.0)
    """
    if not breaks:
        if not state:
            for item in items:
                body(item)
            return None
        for item in items:
            state = body(item, *state)
        return state
    flag: Any = False
    if not state:
        for item in items:
            flag = body(item)
            if flag:
                break
        return flag
    for item in items:
        flag, *rest = body(item, *state)
        state = tuple(rest)
        if flag:
            break
    return (flag, *state)

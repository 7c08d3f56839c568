"""``while``."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def while_loop(
    test: Callable[..., Any],
    body: Callable[..., Any],
    state: tuple[Any, ...] = (),
    breaks: bool = False,
) -> Any:
    """Repeat `body` while `test` holds.

    Parameters
    ----------
    test
        Takes `state`, and returns whether there is another turn.
    body
        Takes `state`, and returns the next state as a tuple. With `breaks` it returns
        a flag first, and a true flag ends the loop. Without state it returns the flag
        only.
    state
        The values that the loop carries.
    breaks
        Whether the body decides when to stop.

    Returns
    -------
    The last state, after the last flag if the loop `breaks`; None without both.

    Examples
    --------
    >>> import autograph as ag
    >>> @ag.function
    ... def halvings(x):
    ...     test, body = lambda x, n: x > 1.0, lambda x, n: (x / 2, n + 1)
    ...     return ag.while_loop(test, body, (x, 0))
    >>> halvings(6.0)
    (0.75, 3)
    """
    if not breaks:
        if not state:
            while test():
                body()
            return None
        while test(*state):
            state = body(*state)
        return state
    flag: Any = False
    if not state:
        while test():
            flag = body()
            if flag:
                break
        return flag
    while test(*state):
        flag, *rest = body(*state)
        state = tuple(rest)
        if flag:
            break
    return (flag, *state)

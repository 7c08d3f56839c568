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
        Takes `state`, says whether there is another turn.
    body
        Takes `state`, returns the next one as a tuple. With `breaks` a flag comes
        first, and a true one ends the loop; without state it is all there is.
    state
        The values the loop carries.
    breaks
        Whether the body says when to stop.

    Returns
    -------
    The last state, behind the last flag if the loop `breaks`; None without both.
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

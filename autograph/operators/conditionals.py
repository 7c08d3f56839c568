"""``if`` and the conditional expression."""

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import operator


@operator
def cond(
    test: Any,
    if_true: Callable[..., Any],
    *rest: Callable[..., Any],
    state: tuple[Any, ...] = (),
) -> Any:
    """Run the branch of the first true test.

    Parameters
    ----------
    test
        The condition of the ``if``.
    if_true
        Runs when `test` is true. Every branch takes `state` and returns the final
        values of the names it rebinds: one value, or a tuple of several.
    *rest
        Any number of pairs ``lambda: test, branch`` (the ``elif`` chain), then
        optionally a last branch (``else``).
    state
        The values that branches take.

    Returns
    -------
    The result of the chosen branch; None if no test holds and there is no ``else``.

    Examples
    --------
    >>> import autograph as ag
    >>> @ag.function
    ... def sign(x):
    ...     return ag.cond(x > 0, lambda: 1, lambda: x < 0, lambda: -1, lambda: 0)
    >>> sign(2.5), sign(-0.5), sign(0.0)
    (1, -1, 0)
    """
    if test:
        return if_true(*state)
    last = len(rest) - 1
    for place in range(0, last, 2):
        if rest[place]():
            return rest[place + 1](*state)
    return rest[last](*state) if last % 2 == 0 else None

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
    """Run the branch that the first true test chooses.

    Parameters
    ----------
    test
        What ``if`` would test.
    if_true
        Run when `test` is true. Every branch takes `state` and returns the values
        that the names it rebinds have at its end: one value, or a tuple of several.
    *rest
        Any number of pairs ``lambda: test, branch`` (the ``elif`` chain), then
        perhaps a last branch (``else``).
    state
        The values that branches take.

    Returns
    -------
    What the chosen branch returns, None where no test holds and there is no ``else``.
    """
    if test:
        return if_true(*state)
    last = len(rest) - 1
    for place in range(0, last, 2):
        if rest[place]():
            return rest[place + 1](*state)
    return rest[last](*state) if last % 2 == 0 else None

"""Functions over Dask arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from autograph.gradients.derivations import compiled_as, place_of
from autograph.library.boundary import boundary
from autograph.polymorphic.block_calls import BlockArrays, call_over_blocks
from autograph.polymorphic.function import Function

F = TypeVar("F", bound=Callable[..., Any])


def dask(function: F, /) -> F:
    """Return a function that takes Dask arrays, and computes them block by block.

    Nothing is computed by the call, but what Python needs to know: tests, the number
    of turns. In a loop the arrays are kept in the workers from turn to turn. Without
    a Dask array among its arguments the function does what it does.

    Parameters
    ----------
    function : callable
        A function of arrays.

    Returns
    -------
    callable
        The function. It returns Dask arrays where its results are in blocks.

    Raises
    ------
    NotBlocked
        In the call, if something has no form over blocks, with its line.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> import dask.array as da
    >>> @ag.dask
    ... def smoothed(x):
    ...     x = x.copy()
    ...     x[1:-1] = (x[2:] + x[1:-1] + x[:-2]) / 3
    ...     return x - x.mean()
    >>> made = smoothed(da.arange(8.0, chunks=3))
    >>> made.compute()
    array([-3.5, -2.5, -1.5, -0.5,  0.5,  1.5,  2.5,  3.5])
    """
    made: Function[..., Any]
    made = function if isinstance(function, Function) else compiled_as(function)

    @functools.wraps(made.python_function)
    def over_blocks(*args: Any, **kwargs: Any) -> Any:
        arrays = BlockArrays(made, place_of(made.python_function))
        given = arrays.stood_in((args, kwargs))
        if not arrays.by_id:
            return made(*args, **kwargs)
        return call_over_blocks(made, arrays, *given)

    wrapped: Any = boundary(over_blocks)
    wrapped.python_function = made.python_function
    return wrapped  # type: ignore[no-any-return]

"""Functions over Dask arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

import numpy as np

from autograph.gradients.derivations import compiled_as, place_of
from autograph.library.boundary import boundary
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from runtime.blocks.refused import COMPUTE, not_blocked
from runtime.errors import NotFunctional
from runtime.types import supported
from tracer.serve.binding import MISS
from tracer.serve.head_results import HeadResults

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
        arrays = _Arrays(made)
        given = arrays.stood_in((args, kwargs))
        if not arrays.by_id:
            return made(*args, **kwargs)
        return _call(made, arrays, *given)

    wrapped: Any = boundary(over_blocks)
    return wrapped  # type: ignore[no-any-return]


class _Arrays:
    """The Dask arrays of a call, by the arrays of NumPy's that stand for them."""

    def __init__(self, function: Function[..., Any]) -> None:
        self._function = function
        self._known: dict[int, np.ndarray] = {}
        self.by_id: dict[int, Any] = {}

    def stood_in(self, value: Any) -> Any:
        """Return arguments with arrays that take no memory for Dask arrays."""
        if type(value) in (list, tuple):
            return type(value)(map(self.stood_in, value))
        if type(value) is dict:
            return {name: self.stood_in(each) for name, each in value.items()}
        if not type(value).__module__.startswith("dask."):
            return value
        from dask.array import Array as DaskArray

        if not isinstance(value, DaskArray):
            raise self._refused(
                f"a {type(value).__name__} is passed",
                "pass Dask arrays: .to_dask_array",
            )
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._standing_in(value)
            self.by_id[id(known)] = value
        return known

    def _standing_in(self, array: Any) -> np.ndarray:
        from runtime.blocks.standing_in import standing_in

        if any(np.isnan(each) for blocks in array.chunks for each in blocks):
            raise self._refused(
                "an array has blocks of unknown lengths",
                "call x.compute_chunk_sizes() first",
            )
        if type(array._meta) is not np.ndarray:
            raise self._refused(
                f"the blocks are {type(array._meta).__name__}", "pass blocks of NumPy's"
            )
        if not supported(array.dtype):
            raise self._refused(f"an array is of dtype {array.dtype}", COMPUTE)
        return standing_in(tuple(map(int, array.shape)), array.dtype)

    def _refused(self, why: str, hint: str) -> Exception:
        name = self._function.python_function.__name__
        place = place_of(self._function.python_function)
        return not_blocked(name, why, hint, place)


def _call(function: Function[..., Any], arrays: _Arrays, args: Any, kwargs: Any) -> Any:
    if find_spec("dask") is None:  # pragma: no cover
        raise ImportError("ag.dask needs Dask: pip install 'numpy-autograph[dask]'")
    bound = function.bound(args, kwargs)
    args, kwargs = function.passed(bound)
    concrete = function.get_concrete_function(*args, **kwargs)

    def run(*inputs: Any) -> Any:
        return _run(concrete, arrays, inputs)

    entry = concrete._entry(concrete.signature, None, run=run)
    first = (HeadResults(),) if concrete.heads else ()
    found = entry(*first, *args, **kwargs)
    if found is MISS:
        raise not_blocked(
            concrete.name, "no graph serves the call", "pass arrays and numbers", None
        )
    return found


def _run(concrete: ConcreteFunction, arrays: _Arrays, inputs: tuple[Any, ...]) -> Any:
    from runtime.blocks.block_rows import HANDLERS
    from runtime.blocks.driver import Driver
    from runtime.blocks.operand_kinds import leaf

    try:
        graph = concrete.functional_graph
    except NotFunctional as error:
        hint = error.hint or "write it over values"
        raise not_blocked(concrete.name, error.message, hint, error.span) from None
    leaves = {known: leaf(array) for known, array in arrays.by_id.items()}
    executor = concrete._choices.execution["executor"]
    driver = Driver(graph, executor, HANDLERS, leaves)
    given = [leaves.get(id(each), each) for each in inputs]
    (yields,) = driver.run(graph.region, given)
    found = driver.results(yields, lambda each: each.array)
    for target, now in driver.changed:
        own = next(a for k, a in arrays.by_id.items() if leaves[k] is target)
        array = now.array
        own.dask, own._name, own._chunks = array.dask, array.name, array.chunks
    return found

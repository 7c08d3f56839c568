"""Calls of functions over Dask arrays: what stands for the arrays, and what runs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from runtime.blocks.refused import COMPUTE, not_blocked
from runtime.errors import NotBlocked, NotFunctional, Span
from runtime.ir.graph import Graph
from runtime.types import supported
from tracer.serve.binding import MISS
from tracer.serve.head_results import HeadResults


class BlockArrays:
    """The Dask arrays of a call, by the arrays of NumPy's that stand for them.

    Parameters
    ----------
    function : Function
        The function that is called.
    place : Span or None
        Where it is defined.
    """

    def __init__(self, function: Function[..., Any], place: Span | None) -> None:
        self._function = function
        self._place = place
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
        return not_blocked(name, why, hint, self._place)


def call_over_blocks(
    function: Function[..., Any], arrays: BlockArrays, args: Any, kwargs: Any
) -> Any:
    """Call a function with arrays that stand for Dask arrays."""
    return _called(function, arrays, args, kwargs, _run)


def refusals_over_blocks(
    function: Function[..., Any], arrays: BlockArrays, args: Any, kwargs: Any
) -> list[NotBlocked]:
    """Return all that such a call would refuse; nothing is computed."""
    try:
        found: list[NotBlocked] = _called(function, arrays, args, kwargs, _survey)
    except NotBlocked as error:
        return [error]
    return found


def _called(
    function: Function[..., Any],
    arrays: BlockArrays,
    args: Any,
    kwargs: Any,
    how: Callable[[ConcreteFunction, BlockArrays, tuple[Any, ...]], Any],
) -> Any:
    if find_spec("dask") is None:  # pragma: no cover
        raise ImportError("ag.dask needs Dask: pip install 'numpy-autograph[dask]'")
    bound = function.bound(args, kwargs)
    args, kwargs = function.passed(bound)
    concrete = function.get_concrete_function(*args, **kwargs)

    def run(*inputs: Any) -> Any:
        return how(concrete, arrays, inputs)

    entry = concrete._entry(concrete.signature, None, run=run)
    first = (HeadResults(),) if concrete.heads else ()
    found = entry(*first, *args, **kwargs)
    if found is MISS:
        raise not_blocked(
            concrete.name, "no graph serves the call", "pass arrays and numbers", None
        )
    return found


def _run(
    concrete: ConcreteFunction, arrays: BlockArrays, inputs: tuple[Any, ...]
) -> Any:
    from runtime.blocks.block_rows import HANDLERS
    from runtime.blocks.driver import Driver
    from runtime.blocks.operand_kinds import leaf

    graph = _functional(concrete)
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


def _survey(
    concrete: ConcreteFunction, arrays: BlockArrays, inputs: tuple[Any, ...]
) -> list[NotBlocked]:
    from runtime.blocks.block_rows import HANDLERS
    from runtime.blocks.operand_kinds import leaf
    from runtime.blocks.surveying import Surveyor

    graph = _functional(concrete)
    leaves = {known: leaf(array) for known, array in arrays.by_id.items()}
    surveyor = Surveyor(graph, "plan", HANDLERS, leaves)
    given = [leaves.get(id(each), each) for each in inputs]
    return surveyor.refusals(given)


def _functional(concrete: ConcreteFunction) -> Graph:
    try:
        return concrete.functional_graph
    except NotFunctional as error:
        hint = error.hint or "write it over values"
        raise not_blocked(concrete.name, error.message, hint, error.span) from None

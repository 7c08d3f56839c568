"""Functions of one item as functions of batches: a loop of the graph."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograph.gradients.axes import Axes, axes_by_place, following
from autograph.gradients.faces import staged
from autograph.gradients.repeated import rows_of
from autograph.gradients.staged_leaves import (
    is_number,
    leaves_within,
    mapped_within,
)
from autograph.gradients.whole_batches import whole_batch
from autograph.gradients.within import call, name_of, signature_within
from autograph.library.boundary import boundary
from runtime.errors import NotDifferentiable
from runtime.ir.nodes import Node, values_in
from runtime.types import Array
from tracer.errors import user_error
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


@boundary
def vmap(
    function: Callable[..., Any], in_axes: Axes = 0, out_axes: Axes = 0
) -> Callable[..., Any]:
    """Return a function of batches from a function of one item.

    The items of a batch go through the function one by one, in a loop of the graph, so
    it may have loops and branches that depend on them. The results are exactly those of
    a Python loop.

    Parameters
    ----------
    function : callable
        A function that returns numbers and arrays, in tuples, lists and dicts.
    in_axes : int, None or sequence, optional
        The axis of the arrays along which the items lie, for all arguments or for each
        one; None for an argument that all items share. That of a tuple, list or dict
        may be one of axes.
    out_axes : int, None or nested, optional
        The axis of the results along which the items lie, for all or nested as they
        are; None for one that is the same for all items, and comes back once.

    Returns
    -------
    callable
        Takes the arguments of `function` with one dimension more.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.vmap(np.outer, (0, None))(np.array([[1, 2], [3, 4]]), np.array([1, 10]))
    array([[[ 1, 10],
            [ 2, 20]],
           [[ 3, 30],
            [ 4, 40]]])
    """

    def within(trace: Trace, args: Any, kwargs: Any) -> Any:
        return _Batch(trace, function, in_axes, out_axes, args, kwargs).result()

    return staged(function, within, ())


class _Batch:
    """A call with batches within a trace."""

    def __init__(
        self,
        trace: Trace,
        function: Any,
        in_axes: Axes,
        out_axes: Axes,
        args: Any,
        kwargs: Any,
    ) -> None:
        self._trace = trace
        self._function = function
        self._out_axes = out_axes
        bound = signature_within(trace, function).bind(*args, **kwargs)
        self._bound = bound
        self._given = _one_by_one(bound)
        # A derivative of ours passes defaults as well: all items share them.
        of = bound.signature.parameters
        shared = [of[name].default is each for (name, _), each in self._given.items()]
        axes: list[Axes] = [None if each else in_axes for each in shared]
        if isinstance(in_axes, (tuple, list)):
            axes = list(in_axes)
            if all(shared[len(axes) :]):
                axes += [None] * (len(shared) - len(axes))
            if len(axes) != len(shared):
                raise user_error(
                    ValueError(f"{len(axes)} in_axes for {len(shared)} arguments")
                )
        self._axes = {
            key: axes_by_place(
                each,
                leaves_within(trace, self._given[key], _place(key)),
                _place(key),
                "in_axes",
            )
            for key, each in zip(self._given, axes, strict=True)
        }
        self._items: dict[str, Symbol] = {}

    def result(self) -> Any:
        """Return the results for all items."""
        trace = self._trace
        sizes = [
            self._size(leaf, place, axis)
            for key, axes in self._axes.items()
            for place, leaf in leaves_within(
                trace, self._given[key], _place(key)
            ).items()
            if (axis := axes[place]) is not None
        ]
        if not sizes:
            raise user_error(ValueError("ag.vmap is given no batch: in_axes are None"))
        count = sizes[0]
        if any(map(is_staged, sizes)) or len(set(sizes)) > 1 or count < 1:
            count = trace.emit("batch_size", *sizes)
        nodes = trace.builder.region.nodes
        start = len(nodes)
        told = self._of(0)
        first = leaves_within(trace, told, "")
        for leaf in first.values():
            if not is_number(trace.type_of(leaf)):
                raise NotDifferentiable(
                    f"{name_of(self._function)} returns a {trace.type_of(leaf)}, and "
                    "ag.vmap stacks numbers and arrays",
                    hint="return numbers and arrays, in tuples, lists and dicts",
                )
        axes = axes_by_place(self._out_axes, first, "", "out_axes")
        once = {at: leaf for at, leaf in first.items() if axes[at] is None}
        self._check_shared(once, nodes[start:])
        first = {at: leaf for at, leaf in first.items() if at not in once}
        lifted = [trace.lift(leaf) for leaf in first.values()]
        known = type(count) is int  # else the sizes are compared by the run
        whole = known and whole_batch(trace, nodes[start:], self._items, lifted)
        if whole:
            stacked = dict(zip(first, whole, strict=True))
            return self._together(told, once, stacked, axes)
        made = tuple(self._made(leaf, count) for leaf in first.values())

        def item(place: Any) -> tuple[Any, ...]:
            found = leaves_within(trace, self._of(place), "")
            return tuple(
                trace.emit("row_like", found[at], leaf) for at, leaf in first.items()
            )

        rows = trace.asked.traced(rows_of, (item, count, made, 1), {})
        stacked = dict(zip(first, rows, strict=True))
        return self._together(told, once, stacked, axes)

    def _together(
        self,
        told: Any,
        once: Mapping[str, Any],
        stacked: Mapping[str, Any],
        axes: Mapping[str, int | None],
    ) -> Any:
        """Return what comes back once, and what is stacked, in their structure."""

        def of_all(_: Any, at: str) -> Any:
            axis = axes[at]
            if axis is None:
                return once[at]
            rows = stacked[at]
            return self._trace.emit("moveaxis", rows, 0, axis) if axis else rows

        return mapped_within(self._trace, of_all, told, "")

    def _check_shared(self, once: Mapping[str, Any], nodes: Sequence[Node]) -> None:
        """Raise an error unless results are the same for all items."""
        varied = following(nodes, self._items)
        used = {
            v.name for each in once.values() for v in values_in(self._trace.lift(each))
        }
        if used if varied is None else used & varied:
            raise user_error(
                ValueError(
                    f"a result of {name_of(self._function)} may be another for each "
                    "item: None in out_axes is for what all items share"
                )
            )

    def _size(self, leaf: Any, place: str, axis: int) -> Any:
        of = self._trace.type_of(leaf)
        rank = of.rank if isinstance(of, Array) else None
        if rank is None or not -rank <= axis < rank:
            raise NotDifferentiable(
                f"{place!r} is of type {of}, which has no axis {axis} to map over",
                hint="give None in in_axes for what all items share",
            )
        assert isinstance(of, Array)
        known = None if of.shape is None else of.shape[axis]
        return leaf.shape[axis] if known is None else known

    def _of(self, place: Any) -> Any:
        """Return what the function gives for one item."""
        trace = self._trace

        def item_of(leaf: Any, at: str) -> Any:
            axis, of = along[at], trace.type_of(leaf)
            if axis is None:
                return leaf
            assert isinstance(of, Array)
            assert of.rank is not None
            before = axis % of.rank
            if not is_staged(place) and place == 0:
                return self._first_item(leaf, before)
            return leaf[(*(slice(None),) * before, place)] if before else leaf[place]

        arguments = dict(self._bound.arguments)
        for (name, at), along in self._axes.items():
            if any(axis is not None for axis in along.values()):
                key = name, at
                item = mapped_within(trace, item_of, self._given[key], _place(key))
                if at is not None:
                    before = arguments[name]
                    item = (*before[:at], item, *before[at + 1 :])
                arguments[name] = item
        bound = inspect.BoundArguments(self._bound.signature, arguments)
        found = call(trace, self._function, bound.args, bound.kwargs)
        return mapped_within(trace, lambda leaf, _: trace.bound(leaf), found, "")

    def _first_item(self, leaf: Any, axis: int) -> Any:
        """Return the first item of a batch, and note of which batch it is."""
        batch = self._trace.emit("moveaxis", leaf, axis, 0) if axis else leaf
        item = batch[0]
        self._items[item._ag_value.name] = batch
        return item

    def _made(self, leaf: Any, count: Any) -> Any:
        """Return an array of results, in which the first one is."""
        trace, of = self._trace, self._trace.type_of(leaf)
        first = trace.emit("asarray", leaf)
        shape = of.shape if isinstance(of, Array) else ()
        known = tuple(
            first.shape[place] if size is None else size
            for place, size in enumerate(shape or ())
        )
        made_of = trace.type_of(first)
        if not isinstance(made_of, Array):
            raise NotDifferentiable(
                f"{name_of(self._function)} returns {of}, and ag.vmap stacks arrays of "
                "one dtype",
                hint="return the same dtype on every path: np.float64(...)",
            )
        made = trace.emit("zeros", (count, *known), made_of.dtype)
        made[0] = first
        return made


def _place(key: tuple[str, int | None]) -> str:
    """Return how an argument is called, or one of those that `*args` takes."""
    name, at = key
    return name if at is None else f"{name}[{at}]"


def _one_by_one(bound: inspect.BoundArguments) -> dict[tuple[str, int | None], Any]:
    """Return arguments by name, and those that `*args` takes by their position too."""
    found: dict[tuple[str, int | None], Any] = {}
    for name, given in bound.arguments.items():
        if bound.signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            found |= {(name, at): each for at, each in enumerate(given)}
        else:
            found[name, None] = given
    return found

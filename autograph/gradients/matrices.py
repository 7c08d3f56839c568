"""Jacobians and Hessians: derivatives by all directions, and products with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from autograph.gradients.derivations import Argnums
from autograph.gradients.faces import grad, staged
from autograph.gradients.repeated import rows_of
from autograph.gradients.staged_leaves import (
    floats_in,
    leaves_within,
    mapped_within,
)
from autograph.gradients.within import Derivation, call
from autograph.library.boundary import boundary
from runtime.errors import NotDifferentiable
from runtime.types import Array
from tracer.record.staged import is_staged
from tracer.record.trace import Trace

Mode = Literal["forward", "reverse"]


@boundary
def jacobian(
    function: Callable[..., Any], argnums: Argnums = 0, *, mode: Mode | None = None
) -> Callable[..., Any]:
    """Return the Jacobian of a function as a function.

    Parameters
    ----------
    function : callable
        A function of any result: arrays and numbers, in tuples, lists and dicts.
    argnums : int, str or sequence, optional
        The parameters to differentiate by, by position or name.
    mode : {'forward', 'reverse'}, optional
        Whether it runs once for each number in the arguments, or in the result; by
        default what is less. Prints and other effects come as often.

    Returns
    -------
    callable
        Takes the arguments of `function`, and returns for each float or array of its
        result the derivatives by the arguments in their structure: arrays with the
        dimensions of the result and then those of the argument. With several `argnums`
        they are a tuple.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.jacobian(lambda x: np.cumsum(x * x))(np.array([1.0, 2.0, 3.0]))
    array([[2., 0., 0.],
           [2., 4., 0.],
           [2., 4., 6.]])
    """
    if mode not in (None, "forward", "reverse"):
        raise ValueError(f"mode={mode!r}: use 'forward' or 'reverse'")
    several = isinstance(argnums, Sequence) and not isinstance(argnums, str)

    def within(trace: Trace, args: Any, kwargs: Any) -> Any:
        found = _Jacobian(trace, function, argnums, args, kwargs)
        return found.structured(found.table(mode), several)

    return staged(function, within, argnums)


@boundary
def hessian(function: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """Return the Hessian of a function as a function: forward mode over reverse mode.

    Parameters
    ----------
    function, argnums
        As those of `grad`.

    Returns
    -------
    callable
        Takes the arguments of `function`, and returns the Jacobian of its gradient.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.hessian(lambda x: x[0] * x[1] ** 2)(np.array([1.0, 3.0]))
    array([[0., 6.],
           [6., 2.]])
    """
    return jacobian(grad(function, argnums), argnums, mode="forward")


@boundary
def hvp(function: Callable[..., Any], argnums: int | str = 0) -> Callable[..., Any]:
    """Return products of the Hessian of a function with vectors, as a function.

    Parameters
    ----------
    function, argnums
        As those of `grad`: one parameter.

    Returns
    -------
    callable
        Takes the arguments of `function` and then a vector in the structure of the
        argument, and returns the product. The Hessian itself is never made.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.hvp(lambda x: (x**3).sum())(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([  6., 120.])
    """
    gradient = grad(function, argnums)

    def product(*args: Any, **kwargs: Any) -> Any:
        return None

    def within(trace: Trace, args: Any, kwargs: Any) -> Any:
        *args, vector = args
        derivation = Derivation(trace, gradient, args, kwargs, argnums)
        (name,) = derivation.names
        return derivation.derivative(leaves_within(trace, vector, name))

    return staged(product, within, ())


class _Jacobian:
    """The Jacobian of one call within a trace.

    Parameters
    ----------
    trace : Trace
        The trace.
    function, argnums
        What is differentiated, and by what.
    args, kwargs
        The arguments of the call.
    """

    def __init__(
        self, trace: Trace, function: Any, argnums: Argnums, args: Any, kwargs: Any
    ) -> None:
        self._trace = trace
        self._called = function, args, kwargs, argnums
        first = self._derive()
        self._names, self._given = first.names, first.given
        self._inputs = {
            place: trace.wrap(value) for place, value in first.sources.places.items()
        }
        self.result = call(trace, function, args, kwargs)
        self._outputs = floats_in(trace, self.result)
        if not self._outputs:
            raise NotDifferentiable(
                f"{first.name} returns no float",
                hint="return floats, or arrays of some",
            )

    def _derive(self) -> Derivation:
        return Derivation(self._trace, *self._called)

    def table(self, mode: Mode | None) -> dict[tuple[str, str], Any]:
        """Return the matrices by the places of result and argument."""
        if mode is None:
            taken, given = _count(self._inputs.values()), _count(self._outputs.values())
            if taken is not None and given is not None and taken <= given:
                mode = "forward"
        found: dict[tuple[str, str], Any] = {}
        if mode == "forward":
            for place, leaf in self._inputs.items():
                columns = self._rows(leaf, self._outputs, self._pushed(place))
                for output, column in columns.items():
                    matrix = self._turned(
                        column, self._rank(leaf), self._rank(self._outputs[output])
                    )
                    found[output, place] = matrix
        else:
            for output, leaf in self._outputs.items():
                rows = self._rows(leaf, self._inputs, self._pulled(output))
                found.update(((output, place), row) for place, row in rows.items())
        return found

    def structured(self, table: dict[tuple[str, str], Any], several: bool) -> Any:
        """Return matrices in the structure of the result, and of the arguments."""
        trace = self._trace

        def of_result(leaf: Any, output: str) -> Any:
            if output not in self._outputs:
                return None

            def of_argument(leaf: Any, place: str) -> Any:
                return table.get((output, place))

            found = [
                mapped_within(trace, of_argument, self._given[name], name)
                for name in self._names
            ]
            return tuple(found) if several else found[0]

        return mapped_within(trace, of_result, self.result, "")

    def _rank(self, leaf: Any) -> int:
        """Return the number of dimensions of a leaf."""
        of = self._trace.type_of(leaf)
        rank = of.rank if isinstance(of, Array) else 0
        if rank is None:
            raise NotDifferentiable(
                "a Jacobian of arrays whose number of dimensions only the run knows",
                hint="give the array a known number of dimensions: x.reshape(-1)",
            )
        return rank

    def _shape(self, leaf: Any) -> tuple[Any, ...]:
        """Return the dimensions of a leaf, as far as known as numbers."""
        of = self._trace.type_of(leaf)
        known = of.shape if isinstance(of, Array) else ()
        return tuple(
            leaf.shape[place] if size is None else size
            for place, size in enumerate(known or ())
        )

    def _turned(self, matrix: Any, leading: int, trailing: int) -> Any:
        """Return an array with its leading dimensions last."""
        if not leading or not trailing:
            return matrix
        order = (*range(leading, leading + trailing), *range(leading))
        return self._trace.emit("transpose", matrix, order)

    def _pushed(self, place: str) -> Callable[[Any], dict[str, Any]]:
        def along(direction: Any) -> dict[str, Any]:
            derivation = self._derive()
            told = derivation.derivative({place: direction})
            return leaves_within(self._trace, told, "")

        return along

    def _pulled(self, output: str) -> Callable[[Any], dict[str, Any]]:
        def along(direction: Any) -> dict[str, Any]:
            derivation = self._derive()
            leaves = leaves_within(self._trace, derivation.run(), "")
            return derivation.by_place([leaves[output]], [direction])

        return along

    def _rows(
        self,
        leaf: Any,
        like: dict[str, Any],
        along: Callable[[Any], dict[str, Any]],
    ) -> dict[str, Any]:
        """Return the derivatives along all directions of an array, stacked."""
        trace = self._trace
        if not self._rank(leaf):
            one = along(np.float64(1.0))
            return {place: one[place] for place in like}

        def row(place: Any) -> tuple[Any, ...]:
            found = along(trace.emit("unit", place, leaf))
            return tuple(found[each] for each in like)

        # The rows have the dimensions of what they are like, whatever these are.
        own = self._shape(leaf)
        count = leaf.size if any(map(is_staged, own)) else math.prod(own)
        made = tuple(
            trace.emit("zeros", (count, *self._shape(each)), _dtype(trace, each))
            for each in like.values()
        )
        given = (row, count, made)
        rows: tuple[Any, ...] = trace.asked.traced(rows_of, given, {})
        return {
            place: trace.emit("reshape", each, (*own, *self._shape(like[place])))
            for place, each in zip(like, rows, strict=True)
        }


def _count(values: Any) -> int | None:
    """Return how many numbers there are; None if only the run knows."""
    total = 0
    for value in values:
        shape = value._ag_value.shape
        if shape is None or None in shape:
            return None
        total += math.prod(shape)
    return total


def _dtype(trace: Trace, leaf: Any) -> np.dtype:
    """Return the dtype of a float or an array of some."""
    return getattr(trace.type_of(leaf), "dtype", np.dtype(float))

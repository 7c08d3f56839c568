"""Jacobians and Hessians: derivatives by all directions, and products with them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

from autograph.gradients.derivations import Argnums
from autograph.gradients.directions import rank_within, rows_along
from autograph.gradients.faces import grad, staged
from autograph.gradients.staged_leaves import (
    is_complex_type,
    leaves_within,
    mapped_within,
    seeded_in,
    shaped,
)
from autograph.gradients.structures import check_directions
from autograph.gradients.within import Derivation
from autograph.library.boundary import boundary
from runtime.errors import NotDifferentiable
from tracer.calls.ways import Way
from tracer.record.trace import Trace

Mode = Literal["forward", "reverse"]
Along = Callable[[Any], dict[str, Any]]
"""From a direction: the derivatives along it, by place."""


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
        default what is less. Prints and other effects come once.

    Returns
    -------
    callable
        Takes the arguments of `function`, and returns for each float or array of its
        result the derivatives by the arguments in their structure: arrays with the
        dimensions of the result and then those of the argument. With several `argnums`
        they are a tuple.

    Raises
    ------
    ValueError
        If there is no such `mode`.
    AutographError
        If something between the argument and the result has no derivative (``AG701``),
        or an argument or the result cannot have one (``AG702``).

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
        directions = leaves_within(trace, vector, name)
        check_directions(directions, derivation.sources.places)
        return derivation.derivative(directions)

    return staged(function, within, (), inspect.signature(product))


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
        derivation = Derivation(trace, function, args, kwargs, argnums)
        self._names, self._given = derivation.names, derivation.given
        self._sources = derivation.sources.places
        self._inputs = {place: trace.wrap(v) for place, v in self._sources.items()}
        self.result = derivation.run()
        self._outputs = seeded_in(trace, self.result)
        if not self._outputs:
            raise NotDifferentiable(
                f"{derivation.name} returns no float",
                hint="return floats, or arrays of some",
            )
        self._repeated = derivation.part.repeated(
            list(map(trace.lift, self._outputs.values())), list(self._sources.values())
        )

    def table(self, mode: Mode | None) -> dict[tuple[str, str], Any]:
        """Return the matrices by the places of result and argument."""
        trace = self._trace
        mode = self._mode_of_complex(mode) or mode
        if mode is None:
            taken, given = _count(self._inputs.values()), _count(self._outputs.values())
            if taken is not None and given is not None and taken <= given:
                mode = "forward"
        found: dict[tuple[str, str], Any] = {}
        if mode == "forward":
            for place, leaf in self._inputs.items():
                columns = rows_along(trace, leaf, self._outputs, self._pushed(place))
                for output, column in columns.items():
                    matrix = self._turned(
                        column,
                        rank_within(trace, leaf),
                        rank_within(trace, self._outputs[output]),
                    )
                    found[output, place] = matrix
        else:
            for output, leaf in self._outputs.items():
                rows = rows_along(trace, leaf, self._inputs, self._pulled(output))
                found.update(((output, place), row) for place, row in rows.items())
        return found

    def _mode_of_complex(self, mode: Mode | None) -> Mode | None:
        """Return the mode for complex numbers: by real ones, or of real ones."""
        taken, given = (
            any(is_complex_type(self._trace.type_of(leaf)) for leaf in leaves.values())
            for leaves in (self._inputs, self._outputs)
        )
        if not taken and not given:
            return None
        wanted: Mode = "reverse" if taken else "forward"
        if (taken and given) or mode not in (None, wanted):
            raise NotDifferentiable(
                "a Jacobian by complex numbers is that of real results, in reverse "
                "mode, and one of complex results is by real numbers, in forward mode",
                hint="take the derivatives by ag.vjp or ag.jvp",
            )
        return wanted

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

    def _turned(self, matrix: Any, leading: int, trailing: int) -> Any:
        """Return an array with its leading dimensions last."""
        if not leading or not trailing:
            return matrix
        order = (*range(leading, leading + trailing), *range(leading))
        return self._trace.emit("transpose", matrix, order)

    def _pushed(self, place: str) -> Along:
        way = self._repeated.along(self._sources[place])
        return self._gone(way, self._inputs[place], list(self._outputs))

    def _pulled(self, output: str) -> Along:
        sources = list(self._sources.values())
        way = self._repeated.back(list(self._outputs).index(output), sources)
        return self._gone(way, self._outputs[output], list(self._inputs))

    def _gone(self, way: Way, leaf: Any, places: list[str]) -> Along:
        trace = self._trace

        def along(direction: Any) -> dict[str, Any]:
            given = trace.lift(shaped(trace, direction, leaf))
            return dict(zip(places, way.go([given]), strict=True))

        return along


def _count(values: Any) -> int | None:
    """Return how many numbers there are; None if only the run knows."""
    total = 0
    for value in values:
        shape = value._ag_value.shape
        if shape is None or None in shape:
            return None
        total += math.prod(shape)
    return total

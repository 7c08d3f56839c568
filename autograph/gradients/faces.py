"""What users call: gradients, and products with Jacobians."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from autograph.gradients import within
from autograph.gradients.derivations import (
    Argnums,
    Derivatives,
    Run,
    by_all,
    choices_of,
    chosen,
    compiled_as,
    put,
    taken,
)
from autograph.gradients.plain_calls import called_plainly
from autograph.gradients.structures import (
    as_variable,
    by_place,
    check_directions,
    copied_array,
    cotangents_of,
    mapped,
    refuse_real,
    shaped_like,
    structured,
    summed,
)
from autograph.gradients.within import refusing
from autograph.library.boundary import boundary
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from runtime.derivatives import gradients as graphs
from runtime.errors import NotDifferentiable
from runtime.ir.graph import Graph
from tracer.record.context import ACTIVE
from tracer.record.staged import is_staged
from tracer.record.trace import Trace


@boundary
def value_and_grad(
    function: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    segment: int | None = None,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Return a function of a function's value and its gradient.

    Parameters
    ----------
    function : callable
        A function that returns one real float.
    argnums : int, str or sequence, optional
        The parameters to differentiate by, by position or name.
    has_aux : bool, optional
        Whether it returns a pair: the float, and something that is handed on.
    segment : int, optional
        After how many turns of its loops over ranges and of `while` without `break`
        states are kept for the way back; what is in between runs again. It takes less
        memory, and more time. By default all is kept.
    holomorphic : bool, optional
        Whether it takes complex numbers and returns one, of which the complex
        derivative exists.

    Returns
    -------
    callable
        Takes the arguments of `function` and returns its value, or its pair, and the
        gradient: see `grad`.

    Raises
    ------
    ValueError
        If `segment` is less than 1.
    AutographError
        If something between the argument and the result has no derivative (``AG701``),
        or an argument or the result cannot have one (``AG702``).

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.value_and_grad(lambda x: x * x * x)(2.0)
    (np.float64(8.0), 12.0)
    """
    if segment is not None and segment < 1:
        raise ValueError(f"segment={segment}: a segment has at least one turn")

    def make(graph: Graph, positions: list[int], run: Run) -> Any:
        found = graphs.value_and_gradient(
            graph, positions, has_aux, segment, holomorphic
        )
        return (run(found),)

    derivatives = None if ACTIVE.get() else Derivatives(function, argnums, make)
    several = isinstance(argnums, Sequence) and not isinstance(argnums, str)

    def called(*args: Any, **kwargs: Any) -> Any:
        trace = ACTIVE.get()
        if trace is not None:
            with refusing(trace):
                value, found = within.value_and_gradient(
                    trace,
                    function,
                    argnums,
                    has_aux,
                    args,
                    kwargs,
                    segment,
                    holomorphic,
                )
            return value, found if several else found[0]
        assert derivatives is not None
        if not kwargs and not holomorphic:
            plain = called_plainly(derivatives, args)
            if plain is not None:
                return plain if several else (plain[0], plain[1][0])
        values = derivatives.function.bound(args, kwargs)
        bound = derivatives.given(args, kwargs)
        if holomorphic:
            refuse_real({name: taken(bound, name) for name in derivatives.names})
        (value, found), _, places = derivatives.run(bound, lambda places: ())
        gradients = summed(places, found)
        told = structured(
            {name: taken(values, name) for name in derivatives.names}, gradients, bound
        )
        gradient = tuple(told[name] for name in derivatives.names)
        return value, gradient if several else gradient[0]

    return like(function, called)


@boundary
def grad(
    function: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    segment: int | None = None,
    holomorphic: bool = False,
) -> Callable[..., Any]:
    """Return the gradient of a function as a function.

    Loops, branches and writes into arrays may depend on the arguments. What is not
    differentiable is an error at the user's line, never a zero.

    Parameters
    ----------
    function, argnums, has_aux, segment, holomorphic
        As those of `value_and_grad`.

    Returns
    -------
    callable
        Takes the arguments of `function` and returns the gradient in the structure and
        types of the argument: an array for an array, a float for a float, None for
        what is no float. With several `argnums` it is a tuple, with `has_aux` a pair
        of the gradient and what `function` handed on. Of a real result by a complex
        number x + iy it is the derivative by x minus i times that by y.

    Raises
    ------
    AutographError
        If something between the argument and the result has no derivative (``AG701``),
        or an argument or the result cannot have one (``AG702``).

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> def energy(state):
    ...     return 0.5 * (state["v"] ** 2).sum() + state["x"][0] * 9.81
    >>> ag.grad(energy)({"v": np.array([1.0, 2.0]), "x": [3.0, 4.0]})
    {'v': array([1., 2.]), 'x': [9.81, 0.0]}
    """
    both = value_and_grad(
        function, argnums, has_aux=has_aux, segment=segment, holomorphic=holomorphic
    )

    def called(*args: Any, **kwargs: Any) -> Any:
        value, gradient = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return like(function, called)


def like(
    function: Callable[..., Any],
    called: Callable[..., Any],
    signature: inspect.Signature | None = None,
) -> Callable[..., Any]:
    """Return a derivative with the name and the parameters of its function.

    Parameters
    ----------
    function : callable
        The function.
    called : callable
        The derivative.
    signature : Signature, optional
        Its parameters, if they are others.
    """
    called = boundary(called)
    vars(called)["get_concrete_function"] = _concrete(called, function)
    if is_staged(function):
        signature = signature or within.signature_within(ACTIVE.get(), function)
        called.__name__ = within.name_of(function)
    else:
        plain = function.python_function if isinstance(function, Function) else function
        names = ("__name__", "__qualname__", "__doc__")
        functools.update_wrapper(called, plain, assigned=names, updated=())
        vars(called)["_choices"] = choices_of(function)  # for derivatives of it
    if signature is not None:
        vars(called)["__signature__"] = signature
    return called


def _concrete(
    derivative: Callable[..., Any], of: Callable[..., Any]
) -> Callable[..., ConcreteFunction]:
    """Return what gives the graphs of a derivative of a function."""
    compiled: list[Function[..., Any]] = []

    @boundary
    def get_concrete_function(*args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the graph that serves some arguments, as that of `function` does."""
        if not compiled:
            compiled.append(compiled_as(derivative, of))
        return compiled[0].get_concrete_function(*args, **kwargs)

    return get_concrete_function


def staged(
    function: Callable[..., Any],
    within: Callable[[Trace, Any, Any], Any],
    argnums: Argnums,
    signature: inspect.Signature | None = None,
) -> Callable[..., Any]:
    """Return a derivative that is always part of a graph: of one of its own outside.

    Parameters
    ----------
    function : callable
        The function whose parameters it has.
    within : callable
        Takes the trace, the arguments and the keywords of a call.
    argnums
        The parameters whose Python floats change from call to call.
    signature : Signature, optional
        The parameters of the derivative, if they are others.
    """
    compiled: list[Function[..., Any]] = []

    def called(*args: Any, **kwargs: Any) -> Any:
        trace = ACTIVE.get()
        if trace is not None:
            with refusing(trace):
                return within(trace, args, kwargs)
        if not compiled:
            compiled.append(compiled_as(derivative, function))
        (graph,) = compiled
        bound = graph.bound(args, kwargs)
        for name in chosen(graph.parameters, argnums):
            put(bound, name, mapped(as_variable, taken(bound, name), name))
        args, kwargs = graph.passed(bound)
        return graph(*args, **kwargs)

    derivative = like(function, called, signature)
    return derivative


@boundary
def vjp(function: Callable[..., Any], *args: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return a function's result, and what pulls cotangents back to its arguments.

    Parameters
    ----------
    function : callable
        A function of any result: arrays and numbers, in tuples, lists and dicts.
    *args
        Its arguments; those that hold floats are differentiated by.

    Returns
    -------
    result
        What the function returns.
    pull : callable
        Takes a cotangent in the structure of the result, and returns a tuple with that
        of each argument.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> result, pull = ag.vjp(lambda x: x * x, np.array([1.0, 2.0, 3.0]))
    >>> pull(np.array([1.0, 0.0, 1.0]))
    (array([2., 0., 6.]),)
    """

    def make(graph: Graph, positions: list[int], run: Run) -> Any:
        found = graphs.pull_back(graph, positions)
        return run(found.forward), run(found.backward), found

    trace = ACTIVE.get()
    if trace is not None:
        with refusing(trace):
            return within.result_and_pull(trace, function, args)
    derivatives = by_all(function, args, make)
    values = derivatives.function.bound(args, {})
    bound = derivatives.given(args, {})
    (result, kept), made, places = derivatives.run(bound, lambda places: ())
    _, backward, parted = made
    # What the caller has may be written before the pull.
    result = mapped(copied_array, result, "")

    def pull(cotangent: Any) -> Any:
        given = list(cotangents_of(parted.result, result, cotangent))
        gradients = summed(places, backward(*kept, *given))
        told = structured(
            {name: taken(values, name) for name in derivatives.names}, gradients, bound
        )
        return derivatives.positional(told, len(args))

    return result, boundary(pull)


@boundary
def jvp(
    function: Callable[..., Any], args: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return a function's result and its derivative along a direction.

    Parameters
    ----------
    function : callable
        A function of any result: arrays and numbers, in tuples, lists and dicts.
    args : sequence
        Its arguments.
    tangents : sequence
        The direction: for each argument one in its structure; what stands for no float
        is not looked at.

    Returns
    -------
    result, derivative
        What the function returns, and its derivative in the same structure: 0 for a
        number that is no float, None for what is no number.

    Raises
    ------
    AutographError
        If something between the argument and the result has no derivative (``AG701``),
        or an argument or the result cannot have one (``AG702``).

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.jvp(lambda x: x * x, (np.array([1.0, 2.0]),), (np.array([1.0, 0.5]),))
    (array([1., 4.]), array([2., 2.]))
    """

    def make(graph: Graph, positions: list[int], run: Run) -> Any:
        return (run(graphs.push_forward(graph, positions)),)

    if len(args) != len(tangents):
        raise NotDifferentiable(
            f"{len(args)} arguments cannot have {len(tangents)} tangents",
            hint="pass one tangent for each argument",
        )
    trace = ACTIVE.get()
    if trace is not None:
        with refusing(trace):
            return within.derivative_along(trace, function, args, tangents)
    derivatives = by_all(function, tuple(args), make)
    bound = derivatives.given(tuple(args), {})
    given = derivatives.function.bound(tuple(tangents), {})
    directions, primal = by_place(given), by_place(bound)

    def more(places: list[str]) -> list[Any]:
        check_directions(directions, places)
        return [
            shaped_like(directions[place], primal[place], place) for place in places
        ]

    (result, derivative), _, _ = derivatives.run(bound, more)
    return result, derivative

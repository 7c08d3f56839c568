"""Derivatives of functions: gradients, and products with Jacobians.

>>> import numpy as np
>>> import autograph as ag
>>> def cost(weights, x):
...     total = 0.0
...     for each in x:
...         if each > 0:
...             total += weights[0] * each
...         else:
...             total += weights[1] * each * each
...     return total
>>> ag.grad(cost)(np.array([2.0, 3.0]), np.array([1.0, -2.0, 4.0]))
array([5., 4.])
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from autograph.decorators import function as compiled
from autograph.library.boundary import boundary
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from runtime.derivatives import gradients as graphs
from runtime.derivatives.items import open_items
from runtime.errors import NotDifferentiable, Span
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display
from tracer.flow.structure import is_structure, rebuild
from tracer.serve.binding import MISS

Argnums = int | str | Sequence[int | str]
_MOST_PLANS = 64


class _Plan(NamedTuple):
    """What serves the calls that one graph serves.

    Attributes
    ----------
    collect : callable
        Returns the inputs of the graph for the arguments of a call, or `MISS`.
    places : list of str
        Where the inputs that are differentiated by stand in the arguments.
    items : list of str
        The places of the further inputs: items of containers.
    made : Any
        What computes the derivative.
    """

    collect: Callable[..., Any]
    places: list[str]
    items: list[str]
    made: Any


Make = Callable[[Graph, list[int], dict[str, Any]], Any]
"""From a graph, the positions of inputs, and the globals of the user's function."""


class _Derivatives:
    """Derivatives of one function by some of its parameters, a plan for each graph."""

    def __init__(
        self, function: Callable[..., Any], argnums: Argnums | None, make: Make
    ) -> None:
        self.function: Function[..., Any] = (
            function if isinstance(function, Function) else compiled(function)
        )
        self._make = make
        self._plans: list[_Plan] = []
        self.names = self._chosen(argnums)

    def _chosen(self, argnums: Argnums | None) -> list[str]:
        """Return the names of the parameters to differentiate by."""
        known = list(self.function.parameters)
        if argnums is None:
            return known
        several = isinstance(argnums, Sequence) and not isinstance(argnums, str)
        found = []
        for each in argnums if several else (argnums,):  # type: ignore[union-attr]
            if isinstance(each, str) and each in known:
                found.append(each)
            elif isinstance(each, int) and -len(known) <= each < len(known):
                found.append(known[each])
            else:
                raise NotDifferentiable(
                    f"there is no parameter {each!r} to differentiate by",
                    span=self._place,
                    hint=f"the parameters are {', '.join(known)}",
                )
        return found

    @property
    def _place(self) -> Span:
        """Where the function begins."""
        code = self.function.python_function.__code__
        return Span(code.co_filename, code.co_firstlineno, function=code.co_name)

    def given(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """Return the arguments of a call; Python floats to differentiate by as NumPy's.

        Raises
        ------
        NotDifferentiable
            If an argument to differentiate by has no float, or an unknown form.
        """
        bound = self.function.bound(args, kwargs)
        for name in self.names:
            if not any(_is_float(leaf) for leaf in _leaves(bound[name])):
                raise NotDifferentiable(
                    f"{name!r} is {_told(bound[name])}, which has no derivative",
                    span=self._place,
                    hint=f"pass floats: {name}.astype(float), or float({name})",
                )
            bound[name] = _mapped(_as_variable, bound[name], name)
        return bound

    def run(
        self, bound: dict[str, Any], more: Callable[[list[str]], Sequence[Any]]
    ) -> tuple[Any, Any, list[str]]:
        """Run the derivative; return what it gave, its maker's result, and the places.

        Parameters
        ----------
        bound : dict
            The arguments of the function by parameter.
        more : callable
            Returns the further arguments of the derivative, from the places.
        """
        args, kwargs = self.function.passed(bound)
        for plan in self._plans:
            inputs = plan.collect(*args, **kwargs)
            if inputs is not MISS:
                break
        else:
            concrete = self.function.get_concrete_function(*args, **kwargs)
            plan = self._planned(concrete, bound)
            inputs = plan.collect(*args, **kwargs)
            self._plans.insert(0, plan)
            del self._plans[_MOST_PLANS:]
        run = plan.made[0]
        items: Sequence[Any] = ()
        if plan.items:
            by_place = _by_place(bound)
            items = [by_place[place] for place in plan.items]
        return run(*inputs, *items, *more(plan.places)), plan.made, plan.places

    def _planned(self, concrete: ConcreteFunction, bound: dict[str, Any]) -> _Plan:
        places = _by_place({name: bound[name] for name in self.names})
        wanted = [place for place, leaf in places.items() if _is_float(leaf)]
        inputs = concrete.graph.inputs
        known = {inputs[at].name: place for at, place in concrete.input_places}
        self._check_places(known.values(), places)
        missing = [place for place in wanted if place not in known.values()]
        graph, items = open_items(concrete.graph, known, missing)
        # What is read twice from a container is two inputs.
        found = [*concrete.input_places, *enumerate(items, len(inputs))]
        chosen = [(at, place) for at, place in found if place in wanted]
        home = concrete.python_function.__globals__
        made = self._make(graph, [at for at, _ in chosen], home)
        return _Plan(concrete.collector, [place for _, place in chosen], items, made)

    def _check_places(self, known: Iterable[str], places: Mapping[str, Any]) -> None:
        """Raise unless each input from an argument of ours is a leaf, or holds some."""
        for place in known:
            ours = any(place == name or _within(place, name) for name in self.names)
            if ours and place not in places:
                if not any(_within(leaf, place) for leaf in places):
                    raise NotDifferentiable(
                        f"{place!r} is read from an argument to differentiate by, and "
                        "what it varies with is not known",
                        hint="pass arrays and floats, in tuples, lists and dicts",
                    )


def _within(place: str, container: str) -> bool:
    return place.startswith((f"{container}[", f"{container}."))


def _mapped(change: Callable[[Any, str], Any], value: Any, place: str) -> Any:
    """Return tuples, lists and dicts in each other with other leaves."""
    if type(value) is dict:
        return {
            key: _mapped(change, item, f"{place}[{key!r}]")
            for key, item in value.items()
        }
    if type(value) is not list and not is_structure(value):
        return change(value, place)
    items = [_mapped(change, item, f"{place}[{at}]") for at, item in enumerate(value)]
    return items if type(value) is list else rebuild(value, items)


def _by_place(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the leaves of nested values by their places."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        _mapped(lambda leaf, place: found.setdefault(place, leaf), value, name)
    return found


def _leaves(value: Any) -> list[Any]:
    return list(_by_place({"": value}).values())


def _summed(places: Sequence[str], found: Sequence[Any]) -> dict[str, Any]:
    """Return cotangents by place: the sum of those of one place."""
    by_place: dict[str, Any] = {}
    for place, each in zip(places, found, strict=True):
        by_place[place] = by_place[place] + each if place in by_place else each
    return by_place


def _as_variable(leaf: Any, place: str) -> Any:
    if type(leaf) is float:
        return np.float64(leaf)
    if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype.kind == "c":
        raise NotDifferentiable(
            f"{place!r} is complex, and derivatives are those of real numbers",
            hint="pass its real and imaginary part",
        )
    if isinstance(leaf, (int, str, bytes, np.ndarray, np.generic)) or leaf is None:
        return leaf
    raise NotDifferentiable(
        f"{place!r} is {_told(leaf)}, which derivatives do not look into",
        hint="pass arrays and floats, in tuples, lists and dicts",
    )


def _is_float(leaf: Any) -> bool:
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype.kind == "f"
    return type(leaf) is float


def _told(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return f"of class {type(value).__name__}"


def _structured(
    values: Mapping[str, Any], found: Mapping[str, Any], bound: Mapping[str, Any]
) -> dict[str, Any]:
    """Return derivatives in the structure of the arguments: None for what is no float.

    Parameters
    ----------
    values : mapping
        The arguments by parameter, as the caller passed them.
    found : mapping
        The derivatives by place; what is not there does not vary.
    bound : mapping
        All arguments of the call, with which no derivative shares memory.
    """
    taken = [each for each in _leaves(dict(bound)) if isinstance(each, np.ndarray)]

    def derivative(leaf: Any, place: str) -> Any:
        if not _is_float(leaf):
            return None
        if place not in found:
            return 0.0 if type(leaf) is float else leaf * 0
        value = found[place]
        if type(leaf) is float:
            return float(value)
        if isinstance(leaf, np.ndarray):
            value = np.asarray(value, leaf.dtype)
            if any(np.may_share_memory(value, each) for each in taken):
                value = value.copy()
            taken.append(value)
            return value
        return leaf.dtype.type(value)

    return {name: _mapped(derivative, value, name) for name, value in values.items()}


@boundary
def value_and_grad(
    function: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False
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

    Returns
    -------
    callable
        Takes the arguments of `function` and returns its value, or its pair, and the
        gradient: see `grad`.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.value_and_grad(lambda x: x * x * x)(2.0)
    (np.float64(8.0), 12.0)
    """

    def make(graph: Graph, positions: list[int], home: dict[str, Any]) -> Any:
        found = graphs.value_and_gradient(graph, positions, has_aux)
        return (compile_graph(found, home=home),)

    derivatives = _Derivatives(function, argnums, make)
    several = isinstance(argnums, Sequence) and not isinstance(argnums, str)

    @functools.wraps(derivatives.function.python_function)
    @boundary
    def called(*args: Any, **kwargs: Any) -> Any:
        values = derivatives.function.bound(args, kwargs)
        bound = derivatives.given(args, kwargs)
        (value, found), _, places = derivatives.run(bound, lambda places: ())
        by_place = _summed(places, found)
        told = _structured(
            {name: values[name] for name in derivatives.names}, by_place, bound
        )
        gradient = tuple(told[name] for name in derivatives.names)
        return value, gradient if several else gradient[0]

    return called


@boundary
def grad(
    function: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False
) -> Callable[..., Any]:
    """Return the gradient of a function as a function.

    Loops, branches and writes into arrays may depend on the arguments. What is not
    differentiable is an error at the user's line, never a zero.

    Parameters
    ----------
    function, argnums, has_aux
        As those of `value_and_grad`.

    Returns
    -------
    callable
        Takes the arguments of `function` and returns the gradient in the structure and
        types of the argument: an array for an array, a float for a float, None for
        what is no float. With several `argnums` it is a tuple, with `has_aux` a pair
        of the gradient and what `function` handed on.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> def energy(state):
    ...     return 0.5 * (state["v"] ** 2).sum() + state["x"][0] * 9.81
    >>> ag.grad(energy)({"v": np.array([1.0, 2.0]), "x": [3.0, 4.0]})
    {'v': array([1., 2.]), 'x': [9.81, 0.0]}
    """
    both = value_and_grad(function, argnums, has_aux=has_aux)

    @functools.wraps(both)
    @boundary
    def called(*args: Any, **kwargs: Any) -> Any:
        value, gradient = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return called


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

    def make(graph: Graph, positions: list[int], home: dict[str, Any]) -> Any:
        found = graphs.pull_back(graph, positions)
        forward = compile_graph(found.forward, home=home)
        return forward, compile_graph(found.backward, home=home), found

    derivatives = _of_all(function, args, make)
    values = derivatives.function.bound(args, {})
    bound = derivatives.given(args, {})
    (result, kept), made, places = derivatives.run(bound, lambda places: ())
    _, backward, parted = made
    held = [*_leaves(dict(bound)), *_leaves(result)]
    held = [each for each in held if isinstance(each, np.ndarray)]
    # Whoever has the arguments and the result may write into them before the pull.
    kept = [_apart(each, held) for each in kept]

    def pull(cotangent: Any) -> Any:
        given = list(_cotangents(parted.result, result, cotangent))
        # The way back takes what it needs from lists.
        inputs = [list(each) if type(each) is list else each for each in kept]
        by_place = _summed(places, backward(*inputs, *given))
        told = _structured(
            {name: values[name] for name in derivatives.names}, by_place, bound
        )
        return tuple(told.get(name) for name in list(values)[: len(args)])

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

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> ag.jvp(lambda x: x * x, (np.array([1.0, 2.0]),), (np.array([1.0, 0.5]),))
    (array([1., 4.]), array([2., 2.]))
    """

    def make(graph: Graph, positions: list[int], home: dict[str, Any]) -> Any:
        return (compile_graph(graphs.push_forward(graph, positions), home=home),)

    if len(args) != len(tangents):
        raise NotDifferentiable(
            f"{len(args)} arguments cannot have {len(tangents)} tangents",
            hint="pass one tangent for each argument",
        )
    derivatives = _of_all(function, tuple(args), make)
    bound = derivatives.given(tuple(args), {})
    given = derivatives.function.bound(tuple(tangents), {})
    directions, primal = _by_place(given), _by_place(bound)

    def more(places: list[str]) -> list[Any]:
        return [_like(directions.get(place), primal[place], place) for place in places]

    (result, derivative), _, _ = derivatives.run(bound, more)
    return result, derivative


def _of_all(function: Callable[..., Any], args: Any, make: Make) -> _Derivatives:
    """Return the derivatives by all parameters whose arguments hold floats."""
    known = _Derivatives(function, None, make)
    bound = known.function.bound(args, {})
    passed = [
        name
        for place, (name, parameter) in enumerate(known.function.parameters.items())
        if place < len(args) or parameter.kind is parameter.VAR_POSITIONAL
    ]
    known.names = [name for name in passed if any(map(_is_float, _leaves(bound[name])))]
    if not known.names:
        raise NotDifferentiable(
            "no argument holds a float", hint="pass floats: x.astype(float)"
        )
    return known


def _apart(value: Any, held: list[np.ndarray]) -> Any:
    if isinstance(value, np.ndarray):
        if any(np.may_share_memory(value, each) for each in held):
            return value.copy()
    return value


def _cotangents(part: Argument, value: Any, given: Any) -> Iterator[Any]:
    """Yield the cotangents of the parts of a result, each like its part."""
    if isinstance(part, Display):
        step = 2 if part.kind == "dict" else 1
        items = part.items[step - 1 :: step]
        values = list(value.values()) if step == 2 else list(value)
        if not isinstance(given, type(value)) or len(given) != len(values):
            raise NotDifferentiable(
                f"the cotangent is no {type(value).__name__} of {len(values)} items, "
                "as the result is",
                hint="pass a cotangent in the structure of the result",
            )
        parts = [given[key] for key in value] if step == 2 else list(given)
        for item, one, other in zip(items, values, parts, strict=True):
            yield from _cotangents(item, one, other)
    elif _is_float(value):
        yield _like(given, value, "the cotangent")
    else:
        yield np.float64(0.0)


def _like(given: Any, value: Any, what: str) -> Any:
    """Return a tangent or cotangent as an array or number like its value."""
    dtype = getattr(value, "dtype", np.dtype(float))
    found = np.asarray(given, dtype) if given is not None else np.zeros((), dtype)
    if found.shape != np.shape(value):
        raise NotDifferentiable(
            f"{what!r} has the shape {found.shape}, and its value {np.shape(value)}",
            hint="pass one of the same shape",
        )
    return found.copy() if isinstance(value, np.ndarray) else found[()]

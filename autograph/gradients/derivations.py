"""Derivatives of one function: a plan for each of its graphs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from autograph.decorators import function as compiled
from autograph.gradients.structures import (
    as_variable,
    by_place,
    is_float,
    is_within,
    leaves_of,
    mapped,
    told_kind,
)
from autograph.polymorphic.choices import Choices
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from runtime.derivatives.items import open_items
from runtime.errors import DerivativeError, NotDifferentiable, NotFunctional, Span
from runtime.executors import executable
from runtime.ir.graph import Graph
from runtime.saving.loaded import LOADED
from tracer.serve.binding import MISS
from tracer.serve.head_results import HeadResults
from tracer.serve.origins import is_argument

Argnums = int | str | Sequence[int | str]
_MOST_PLANS = 64
_PLAIN = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


class Plan(NamedTuple):
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


Run = Callable[[Graph], Callable[..., Any]]
"""Makes a graph callable."""
Make = Callable[[Graph, list[int], Run], Any]
"""From a graph, the positions of inputs, and what makes graphs callable."""


class Derivatives:
    """Derivatives of one function by some of its parameters, a plan for each graph."""

    def __init__(
        self, function: Callable[..., Any], argnums: Argnums | None, make: Make
    ) -> None:
        self.function: Function[..., Any] = (
            function if isinstance(function, Function) else compiled_as(function)
        )
        self._make = make
        self._plans: list[Plan] = []
        self.names = chosen(self.function.parameters, argnums, self._place)
        # What `plain_calls` asks.
        self.most = len(self.function.parameters)
        known = list(self.function.parameters)
        self.positions = [known.index(name) for name in self.names if name in known]

    @property
    def last(self) -> Plan | None:
        """The plan used last, if it takes an input for each of the names alone."""
        plan = self._plans[0] if self._plans else None
        if plan is None or plan.items or plan.places != self.names:
            return None
        plain = all(p.kind in _PLAIN for p in self.function.parameters.values())
        return plan if plain and self.function._specs is None else None

    @property
    def _place(self) -> Span | None:
        """Where the function begins."""
        return place_of(self.function.python_function)

    def given(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """Return the arguments of a call; Python floats to differentiate by as NumPy's.

        Raises
        ------
        NotDifferentiable
            If an argument to differentiate by has no float, or an unknown form.
        """
        bound = self.function.bound(args, kwargs)
        for name in self.names:
            value = taken(bound, name, self._place)
            if not any(is_float(leaf) for leaf in leaves_of(value)):
                raise NotDifferentiable(
                    f"{name!r} is {told_kind(value)}, which has no derivative",
                    span=self._place,
                    hint=f"pass floats: {name}.astype(float), or float({name})",
                )
            put(bound, name, mapped(as_variable, value, name))
        return bound

    def positional(self, found: Mapping[str, Any], count: int) -> tuple[Any, ...]:
        """Return what is known by parameter as a tuple by the arguments of a call."""
        told: list[Any] = []
        for name, parameter in self.function.parameters.items():
            if parameter.kind is parameter.VAR_POSITIONAL:
                told += found.get(name, (None,) * (count - len(told)))
            elif len(told) < count:
                told.append(found.get(name))
        return tuple(told)

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
            known = by_place(bound)
            items = [known[place] for place in plan.items]
        return run(*inputs, *items, *more(plan.places)), plan.made, plan.places

    def _planned(self, concrete: ConcreteFunction, bound: dict[str, Any]) -> Plan:
        places = by_place({name: taken(bound, name) for name in self.names})
        wanted = [place for place, leaf in places.items() if is_float(leaf)]
        inputs = concrete.graph.inputs
        known = {inputs[at].name: place for at, place in input_places(concrete)}
        self._check_places(known.values(), places)
        missing = [place for place in wanted if place not in known.values()]
        home, choices = concrete.python_function.__globals__, concrete._choices
        run = functools.partial(executable, home=home, **choices.execution)
        try:
            graph, items = open_items(concrete.graph, known, missing)
            # What is read twice from a container is two inputs.
            found = [*input_places(concrete), *enumerate(items, len(inputs))]
            chosen = [(at, place) for at, place in found if place in wanted]
            made = self._make(graph, [at for at, _ in chosen], run)
        except (DerivativeError, NotFunctional) as error:
            error.span = error.span or self._place
            raise
        return Plan(
            functools.partial(_collected, concrete),
            [place for _, place in chosen],
            items,
            made,
        )

    def _check_places(self, known: Iterable[str], places: Mapping[str, Any]) -> None:
        """Raise unless each input from an argument of ours is a leaf, or holds some."""
        for place in known:
            ours = any(place == name or is_within(place, name) for name in self.names)
            if ours and place not in places:
                if not any(is_within(leaf, place) for leaf in places):
                    raise NotDifferentiable(
                        f"{place!r} is read from an argument to differentiate by, and "
                        "what it varies with is not known",
                        hint="pass arrays and floats, in tuples, lists and dicts",
                    )


def compiled_as(
    function: Callable[..., Any], of: Callable[..., Any] | None = None
) -> Function[..., Any]:
    """Return a function compiled, and run as the one that it is made of."""
    return compiled(function, **choices_of(function if of is None else of).execution)


def choices_of(function: Callable[..., Any]) -> Choices:
    """Return the choices by which a function runs."""
    if isinstance(function, LOADED):
        return Choices(executor=function.executor)
    choices: Choices = getattr(function, "_choices", Choices())
    return choices


def chosen(
    parameters: Mapping[str, inspect.Parameter],
    argnums: Argnums | None,
    place: Span | None = None,
) -> list[str]:
    """Return the names of the parameters to differentiate by.

    Parameters
    ----------
    parameters : mapping
        The parameters of the function.
    argnums : int, str, sequence or None
        Which of them; None for all. A position may be that of an argument that
        ``*args`` takes: its name is then as that of ``args[0]``.
    place : Span, optional
        Where the function begins.
    """
    known = list(parameters)
    if argnums is None:
        return known
    kinds = [parameter.kind for parameter in parameters.values()]
    several = inspect.Parameter.VAR_POSITIONAL
    many = kinds.index(several) if several in kinds else len(known)
    asked: list[Any] = [argnums]
    if isinstance(argnums, Sequence) and not isinstance(argnums, str):
        asked = [*argnums]
    found = []
    for each in asked:
        if isinstance(each, str) and each in known:
            found.append(each)
        elif isinstance(each, int) and many <= each and many < len(known):
            found.append(f"{known[many]}[{each - many}]")
        elif isinstance(each, int) and -len(known) <= each < len(known):
            found.append(known[each])
        else:
            raise NotDifferentiable(
                f"there is no parameter {each!r} to differentiate by",
                span=place,
                hint=f"the parameters are {', '.join(known)}"
                if known
                else "the function takes no argument: pass it what should vary",
            )
    return found


def taken(arguments: Mapping[str, Any], name: str, place: Span | None = None) -> Any:
    """Return an argument by a name as `chosen` gives it.

    Raises
    ------
    NotDifferentiable
        If ``*args`` takes fewer arguments.
    """
    parameter, item = _parted(name)
    if item is None:
        return arguments.get(parameter, ())
    given = arguments.get(parameter, ())
    if item >= len(given):
        raise NotDifferentiable(
            f"there is no argument {name} to differentiate by",
            span=place,
            hint=f"pass more arguments: *{parameter} takes {len(given)}",
        )
    return given[item]


def put(arguments: dict[str, Any], name: str, value: Any) -> None:
    """Replace an argument by a name as `chosen` gives it."""
    parameter, item = _parted(name)
    if item is not None:
        given = arguments[parameter]
        value = (*given[:item], value, *given[item + 1 :])
    arguments[parameter] = value


def _parted(name: str) -> tuple[str, int | None]:
    parameter, _, item = name.partition("[")
    return parameter, int(item[:-1]) if item else None


def place_of(function: Callable[..., Any]) -> Span | None:
    """Return where a function begins; None for what has no code of its own."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return None
    return Span(code.co_filename, code.co_firstlineno, function=code.co_name)


def input_places(concrete: ConcreteFunction) -> list[tuple[int, str]]:
    """Return the positions of inputs, and where each stands in the arguments."""
    return [
        (position, str(origin))
        for position, origin in enumerate(concrete.origins)
        if is_argument(origin)
    ]


def _collected(concrete: ConcreteFunction, /, *args: Any, **kwargs: Any) -> Any:
    """Return the inputs of a graph for a call, its head calls made; or `MISS`."""
    first = (HeadResults(),) if concrete.heads else ()
    return concrete.collect(*first, *args, **kwargs)


def by_all(function: Callable[..., Any], args: Any, make: Make) -> Derivatives:
    """Return the derivatives by all parameters whose arguments hold floats."""
    known = Derivatives(function, None, make)
    bound = known.function.bound(args, {})
    passed = [
        name
        for place, (name, parameter) in enumerate(known.function.parameters.items())
        if place < len(args) or parameter.kind is parameter.VAR_POSITIONAL
    ]
    known.names = [
        name for name in passed if any(map(is_float, leaves_of(bound[name])))
    ]
    if not known.names:
        raise NotDifferentiable(
            "no argument holds a float", hint="pass floats: x.astype(float)"
        )
    return known

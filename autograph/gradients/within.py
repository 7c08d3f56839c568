"""Derivatives within a function that is traced: part of its graph."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from autograph.gradients.derivations import Argnums, chosen, put, taken
from autograph.gradients.staged_leaves import (
    check_leaf,
    is_complex_type,
    is_number,
    leaves_within,
    mapped_within,
    may_be_seeded,
    number_of,
    python_numbers,
    shaped,
    varies_by_itself,
)
from autograph.gradients.structures import check_directions, real_argument
from runtime.derivatives.activity import may_vary
from runtime.derivatives.gradients import check_differentiated
from runtime.errors import DerivativeError, NotDifferentiable, NotFunctional
from runtime.ir.nodes import Value
from runtime.ops import OPS
from runtime.types import Array, Union, members
from tracer.calls.derived_parts import DerivedPart
from tracer.flow.structure import is_structure
from tracer.policy import looks_for_trace
from tracer.record.decisions import OPERATION
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.functions_and_classes import StagedBoundFunction


@contextmanager
def refusing(trace: Trace) -> Iterator[None]:
    """Let no code of the user's swallow the error of a derivative."""
    try:
        yield
    except (DerivativeError, NotFunctional) as error:
        trace.refuse(error)


class Sources:
    """The floats in the arguments of a call that is differentiated.

    Parameters
    ----------
    trace : Trace
        The trace.

    Attributes
    ----------
    places : dict
        The values by which is differentiated, by their places in the arguments.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.places: dict[str, Value] = {}

    def opened(self, value: Any, place: str) -> Any:
        """Return an argument whose floats have names of their own."""
        return mapped_within(self._trace, self._leaf, value, place)

    def gradients(self, like: Any, place: str, found: dict[str, Symbol]) -> Any:
        """Return gradients in the structure of an argument."""

        def derivative(leaf: Any, place: str) -> Any:
            if place not in found:
                return None
            trace, of, g = self._trace, self._trace.type_of(leaf), found[place]
            kinds = python_numbers(of)
            if kinds is None:
                return g
            if isinstance(of, Union):
                return trace.emit("number_like", g, leaf)
            return trace.asked.call_class(kinds.python, (g,), {})

        return mapped_within(self._trace, derivative, like, place)

    def _leaf(self, leaf: Any, place: str) -> Any:
        trace = self._trace
        of = trace.type_of(leaf)
        check_leaf(of, place)
        kinds = python_numbers(of)
        if kinds is None and not varies_by_itself(of):
            return leaf
        if kinds is not None:
            of_numpy = trace.record(
                OPS["convert_scalar"], (trace.lift(kinds.numpy), trace.lift(leaf))
            )
            self.places[place] = of_numpy._ag_value
            return of_numpy
        symbol = trace.record(OPS["watched"], (trace.lift(leaf),))
        self.places[place] = symbol._ag_value
        return symbol


def call(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Call a function, or what is made of one, within a trace."""
    ours = type(function) is FunctionType and looks_for_trace(function)
    if not ours and not is_staged(function):
        return trace.asked.call(function, tuple(args), kwargs)
    finding: Any = function  # it finds the trace by itself
    return finding(*args, **kwargs)


def signature_within(trace: Trace, function: Any) -> inspect.Signature:
    """Return the parameters of a function of a trace."""
    if type(function) is StagedBoundFunction:
        bare = signature_within(trace, function.__func__)
        return bare.replace(parameters=list(bare.parameters.values())[1:])
    return inspect.signature(trace.asked.original(function, by_identity=False))


def name_of(function: Any) -> str:
    """Return the name of a function of a trace, for people."""
    name = getattr(function, "__name__", None)
    return name if type(name) is str else "the function"


class Derivation:
    """A call of a function within a trace, and what it is differentiated by.

    Parameters
    ----------
    trace : Trace
        The trace.
    function : callable
        The function, as the trace has it.
    args, kwargs
        The arguments of the call.
    argnums : int, str, sequence or None
        The parameters to differentiate by; None for all that hold floats.
    """

    def __init__(
        self,
        trace: Trace,
        function: Any,
        args: Any,
        kwargs: Any,
        argnums: Argnums | None = None,
    ) -> None:
        trace.decide("call", OPERATION)
        self.name = name_of(function)
        self._trace = trace
        signature = signature_within(trace, function)
        bound = signature.bind(*args, **kwargs)
        self.names = chosen(signature.parameters, argnums)
        if argnums is None:
            self.names = [name for name in self.names if name in bound.arguments]
        for name in self.names:
            parameter = signature.parameters.get(name)
            if parameter is not None and parameter.default is not parameter.empty:
                bound.arguments.setdefault(name, parameter.default)
        self.sources = Sources(trace)
        self.given: dict[str, Any] = {}
        self._varying: set[str] = set()
        for name in self.names:
            given = taken(bound.arguments, name)
            before = len(self.sources.places)
            self.given[name] = given
            put(bound.arguments, name, self.sources.opened(given, name))
            if len(self.sources.places) > before:
                self._varying.add(name)
            if argnums is not None and len(self.sources.places) == before:
                raise NotDifferentiable(
                    f"{name!r} holds no float, and has no derivative",
                    hint=f"pass floats: {name}.astype(float), or float({name})",
                )
        if not self.sources.places:
            raise NotDifferentiable(
                "no argument holds a float", hint="pass floats: x.astype(float)"
            )
        self._positional = [
            name
            for name, parameter in signature.parameters.items()
            if name in bound.arguments and parameter.kind is not parameter.KEYWORD_ONLY
        ]
        self._variadic = [
            name
            for name, parameter in signature.parameters.items()
            if parameter.kind is parameter.VAR_POSITIONAL
        ]
        self._function, self._bound = function, bound

    def run(self) -> Any:
        """Call the function; return and keep its result."""
        self.part = DerivedPart(self._trace, self.name)
        args, kwargs = self._bound.args, self._bound.kwargs
        self.result = call(self._trace, self._function, args, kwargs)
        return self.result

    def gradient(
        self,
        targets: Sequence[Any],
        seeds: Sequence[Any] | None = None,
        segment: int | None = None,
    ) -> dict[str, Any]:
        """Return the gradient of values by parameter, each times its cotangent."""
        trace = self._trace
        if seeds is None:
            seeds = [number_of(trace, 1, target) for target in targets]
        known = self.by_place(targets, seeds, segment)
        return {
            name: self.sources.gradients(given, name, known)
            for name, given in self.given.items()
        }

    def by_place(
        self,
        targets: Sequence[Any],
        seeds: Sequence[Any],
        segment: int | None = None,
    ) -> dict[str, Any]:
        """Return the gradient of values by place, each times its cotangent."""
        trace, places = self._trace, self.sources.places
        found = self.part.reversed(
            list(map(trace.lift, targets)),
            list(map(trace.lift, seeds)),
            list(places.values()),
            segment,
        )
        return {
            place: number_of(trace, 0, trace.wrap(value)) if g is None else g
            for (place, value), g in zip(places.items(), found, strict=True)
        }

    def by_position(self, found: dict[str, Any]) -> tuple[Any, ...]:
        """Return what is known by parameter as a tuple by the arguments of a call."""
        told: list[Any] = []
        for name in self._positional:
            if name in self._variadic:
                told += found[name]
            else:
                told.append(found[name] if name in self._varying else None)
        return tuple(told)

    def derivative(self, directions: dict[str, Any]) -> Any:
        """Return the derivative of the result along a direction, by places."""
        trace, places = self._trace, self.sources.places
        tangents = [
            shaped(trace, directions.get(place), trace.wrap(value))
            for place, value in places.items()
        ]
        self.run()
        targets = {
            place: leaf
            for place, leaf in leaves_within(trace, self.result, "").items()
            if is_number(trace.type_of(leaf)) or may_vary(trace.type_of(leaf))
        }
        found = self.part.pushed(
            [trace.lift(leaf) for leaf in targets.values()],
            [trace.lift(tangent) for tangent in tangents],
            list(places.values()),
        )
        known = dict(zip(targets, found, strict=True))
        return mapped_within(trace, lambda _, at: known.get(at), self.result, "")


def value_and_gradient(
    trace: Trace,
    function: Any,
    argnums: Argnums,
    has_aux: bool,
    args: Any,
    kwargs: Any,
    segment: int | None = None,
    holomorphic: bool = False,
) -> tuple[Any, tuple[Any, ...]]:
    """Return what `value_and_grad` does within a trace: the gradients as a tuple."""
    derivation = Derivation(trace, function, args, kwargs, argnums)
    for place, value in derivation.sources.places.items():
        if holomorphic and not is_complex_type(value.type):
            raise real_argument(place)
    result = target = derivation.run()
    if has_aux:
        if not (is_structure(result) and len(result) == 2):
            raise NotDifferentiable(
                f"{derivation.name} returns no pair, which has_aux=True asks for",
                hint="return the value to differentiate, and a second one, by one "
                "return at the end",
            )
        target = result[0]
    check_differentiated(trace.type_of(target), derivation.name, holomorphic)
    found = derivation.gradient([target], segment=segment)
    return result, tuple(found[name] for name in derivation.names)


def derivative_along(
    trace: Trace, function: Any, args: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return what `jvp` does within a trace."""
    directions: dict[str, Any] = {}
    derivation = Derivation(trace, function, args, {})
    signature = signature_within(trace, function)
    for name, tangent in signature.bind(*tangents).arguments.items():
        directions.update(leaves_within(trace, tangent, name))
    check_directions(directions, derivation.sources.places)
    derivative = derivation.derivative(directions)
    return derivation.result, derivative


def result_and_pull(
    trace: Trace, function: Any, args: Sequence[Any]
) -> tuple[Any, Callable[[Any], Any]]:
    """Return what `vjp` does within a trace."""
    derivation = Derivation(trace, function, args, {})
    # The caller may write what it has before the pull.
    result = derivation.run()
    targets = {
        place: _kept(trace, leaf)
        for place, leaf in leaves_within(trace, result, "").items()
        if may_vary(trace.type_of(leaf))
    }

    def pull(cotangent: Any) -> tuple[Any, ...]:
        with refusing(trace):
            if not derivation.part.is_here:
                raise NotDifferentiable(
                    "the pull of ag.vjp is called in another branch or loop than "
                    "ag.vjp itself",
                    hint="call ag.vjp where its pull is called",
                )
            given = leaves_within(trace, cotangent, "")
            if given.keys() != leaves_within(trace, result, "").keys():
                raise NotDifferentiable(
                    "the cotangent has another structure than the result",
                    hint="pass a cotangent in the structure of the result",
                )
            seeds = [
                shaped(trace, given[at], leaf)
                if may_be_seeded(trace.type_of(leaf))
                else None  # it is an error if it varies
                for at, leaf in targets.items()
            ]
            found = derivation.gradient(list(targets.values()), seeds)
            return derivation.by_position(found)

    return result, pull


def _kept(trace: Trace, leaf: Any) -> Any:
    """Return a result as it is now, whatever is written later."""
    arrays = [isinstance(one, Array) for one in members(trace.type_of(leaf))]
    if any(arrays) and not all(arrays):
        raise NotDifferentiable(
            f"a result is of type {trace.type_of(leaf)}: an array or something else",
            hint="make it an array on every path",
        )
    return trace.emit("array_copy", leaf) if any(arrays) else leaf

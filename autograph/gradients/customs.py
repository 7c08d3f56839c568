"""Functions with gradients of their own, or that run again on the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from autograph.gradients.faces import like
from autograph.gradients.staged_leaves import (
    is_number,
    leaves_within,
    mapped_within,
    seeded_in,
    shaped,
)
from autograph.gradients.within import call, name_of, refusing
from autograph.library.boundary import boundary
from runtime.derivatives.activity import may_vary
from runtime.derivatives.rules_as_text import AGAIN, PULLED, rule_constant
from runtime.errors import NotDifferentiable
from runtime.ir.graph import Graph
from runtime.ir.naming import bound_in
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    map_values,
    values_in,
)
from runtime.ops import OPS
from runtime.passes.functional.functional_cells import assigned_variables, is_read
from tracer.calls.derived_parts import read_once
from tracer.flow.structure import is_structure
from tracer.record.context import ACTIVE
from tracer.record.trace import Trace


@boundary
def custom_gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose gradient is what it says itself.

    Parameters
    ----------
    function : callable
        Returns a pair: a result, and a function `pull` that takes the cotangent of the
        result, and returns the cotangent of the argument, or a tuple with that of each
        one. None stands for zero. It is traced, and can be differentiated. Forward mode
        needs it to be linear in the cotangent.

    Returns
    -------
    callable
        Takes the arguments of `function`, and returns the result alone.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> @ag.custom_gradient
    ... def log1pexp(x):
    ...     e = np.exp(x)
    ...     return np.log(1 + e), lambda g: g * (1 - 1 / (1 + e))
    >>> with np.errstate(over="ignore"):
    ...     ag.grad(log1pexp)(np.float64(1000.0))
    np.float64(1.0)
    """

    def called(*args: Any, **kwargs: Any) -> Any:
        trace = ACTIVE.get()
        if trace is None:
            return _pair(function(*args, **kwargs), function)[0]
        with refusing(trace):
            return _with_pull(trace, function, args, kwargs)

    return like(function, called)


@boundary
def recompute(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs again on the way back, and leaves nothing for it.

    The gradient is the same. It takes less memory and more time: what the function
    computes in between is not kept. What it prints, it prints once.

    Parameters
    ----------
    function : callable
        A function that writes into no argument.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> @ag.recompute
    ... def step(x):
    ...     return np.sin(x) * np.exp(-x * x)
    >>> def walk(x):
    ...     for _ in range(100):
    ...         x = step(x)
    ...     return x.sum()
    >>> ag.grad(walk)(np.array([0.5, 0.1])).round(6)
    array([0.001289, 0.161911])
    """

    def called(*args: Any, **kwargs: Any) -> Any:
        trace = ACTIVE.get()
        if trace is None:
            return function(*args, **kwargs)
        with refusing(trace):
            start = len(trace.builder.region.nodes)
            result = call(trace, function, args, kwargs)
            targets = _floats(trace, result)
            told = Display("tuple", tuple(map(trace.lift, targets.values())))
            body, told = _with_reads(trace, start, told)
            taken = _free(body, (told,))
            graph = Graph(name_of(function), Region(taken, tuple(body), (told,)))
            operands = Display("tuple", taken)
            return _replaced(
                trace,
                result,
                targets,
                (_none, operands, _none),
                rule_constant(AGAIN, graph),
            )

    return like(function, called)


def _with_reads(trace: Trace, start: int, told: Argument) -> tuple[list[Node], Any]:
    """Return the nodes recorded since, and a result, which look at no Variable.

    What Variables hold is read before: they may be assigned before the nodes run again.
    """
    nodes = trace.builder.region.nodes
    first: dict[str, Node] = {}
    for node in Region((), tuple(nodes[start:]), None).walk():
        variable = node.args[0] if is_read(node) else None
        if isinstance(variable, Value):
            value = trace.builder.value(variable.base, node.results[0].type)
            first.setdefault(variable.name, replace(node, results=(value,)))
    bound = bound_in(Region((), tuple(nodes[start:]), None))
    taken = bound | assigned_variables(Region((), tuple(nodes[start:]), None)).keys()
    first = {name: node for name, node in first.items() if name not in taken}
    nodes[start:start] = first.values()
    reads = {name: node.results[0] for name, node in first.items()}
    known: dict[str, Argument] = {}
    body = list(read_once(nodes[start + len(first) :], reads, known))
    return body, map_values(told, lambda v: known.get(v.name, v))


_none = Display("tuple", ())


def _pair(result: Any, function: Any) -> tuple[Any, Any]:
    if not (is_structure(result) and len(result) == 2):
        raise NotDifferentiable(
            f"{name_of(function)} returns no pair, as ag.custom_gradient asks for",
            hint="return the result, and a function of its cotangent",
        )
    value, pull = result
    return value, pull


def _with_pull(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    start = len(trace.builder.region.nodes)
    result, pull = _pair(call(trace, function, args, kwargs), function)
    body = trace.builder.region.nodes[start:]
    targets = _floats(trace, result)
    operands = [trace.lift(leaf) for leaf in _arguments(trace, args).values()]
    rule, taken = _traced_pull(trace, pull, result, targets, args, name_of(function))
    around = [
        value
        for value in _free(body, ())
        if value not in operands and may_vary(value.type)
    ]
    given = (
        Display("tuple", tuple(operands)),
        Display("tuple", taken),
        Display("tuple", tuple(around)),
    )
    return _replaced(trace, result, targets, given, rule)


def _traced_pull(
    trace: Trace, pull: Any, result: Any, targets: dict[str, Any], args: Any, name: str
) -> tuple[Constant, tuple[Value, ...]]:
    """Return what a pull does as a rule, and what the rule takes."""
    cotangents = {
        place: trace.builder.value("g", trace.type_of(trace.emit("zero_of", leaf)))
        for place, leaf in targets.items()
    }
    opened = trace.builder.open(tuple(cotangents.values()))
    symbols = {place: trace.wrap(value) for place, value in cotangents.items()}
    given = mapped_within(trace, lambda _, at: symbols.get(at), result, "")
    found = call(trace, pull, (given,), {})
    several = is_structure(found) or type(found) is list
    if not several or (
        len(args) == 1 and len(found) != 1 and args[0].__class__ in (tuple, list)
    ):
        found = (found,)
    if len(found) != len(args):
        raise NotDifferentiable(
            f"the pull of {name} returns {len(found)} cotangents for {len(args)} "
            "arguments",
            hint="return a tuple with the cotangent of each argument, or None",
        )
    known = leaves_within(trace, tuple(found), "")
    yields: list[Argument] = []
    for place, leaf in _arguments(trace, args).items():
        g = known.get(place)
        if g is None and not any(place.startswith(each) for each in known):
            raise NotDifferentiable(
                f"the pull of {name} returns no cotangent of argument{place}",
                hint="return cotangents in the structure of the arguments",
            )
        yields.append(
            Constant(None) if g is None else trace.lift(shaped(trace, g, leaf))
        )
    if opened.written:
        raise NotDifferentiable(
            f"the pull of {name} changes what is around it",
            hint="let it return cotangents, and do nothing else",
        )
    region = trace.builder.close((Display("tuple", tuple(yields)),))
    taken = _free(region.nodes, region.yields or ())
    taken = tuple(value for value in taken if value not in region.parameters)
    inputs = (*taken, *cotangents.values())
    rule = Graph(f"pull_of_{name}", Region(inputs, region.nodes, region.yields))
    return rule_constant(PULLED, rule), taken


def _arguments(trace: Trace, args: Any) -> dict[str, Any]:
    return _floats(trace, tuple(args))


def _floats(trace: Trace, value: Any) -> dict[str, Any]:
    for leaf in leaves_within(trace, value, "").values():
        of = trace.type_of(leaf)
        if may_vary(of) and not is_number(of) and not isinstance(leaf, str):
            raise NotDifferentiable(
                f"a value of type {of} goes into or comes from a function with a "
                "gradient of its own",
                hint="pass and return numbers and arrays, in tuples, lists and dicts",
            )
    return seeded_in(trace, value)


def _free(nodes: list[Node] | tuple[Node, ...], more: Any) -> tuple[Value, ...]:
    """Return the values that nodes take from around them."""
    body = Region((), tuple(nodes), None)
    bound = bound_in(body)
    found: dict[str, Value] = {}
    for node in body.walk():
        inner = [each for region in node.regions for each in region.yields or ()]
        for value in (
            *node.operands(),
            *(v for each in inner for v in values_in(each)),
        ):
            found.setdefault(value.name, value)
    for argument in more:
        for value in values_in(argument):
            found.setdefault(value.name, value)
    return tuple(value for name, value in found.items() if name not in bound)


def _replaced(
    trace: Trace,
    result: Any,
    targets: dict[str, Any],
    given: tuple[Display, Display, Display],
    rule: Constant,
) -> Any:
    """Return a result whose floats have their derivative by a rule."""
    lifted = Display("tuple", tuple(map(trace.lift, targets.values())))
    made = trace.record(OPS["with_gradient"], (lifted, *given, rule))
    parts = {
        place: trace.record(
            OPS["getitem"], (trace.lift(made), Constant(number)), of=trace.type_of(leaf)
        )
        for number, (place, leaf) in enumerate(targets.items())
    }
    return mapped_within(trace, lambda leaf, at: parts.get(at, leaf), result, "")

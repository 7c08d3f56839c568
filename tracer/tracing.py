"""Traces a function, again and again, until no new fact is learnt."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from runtime.errors import Span
from runtime.ir.graph import Argument, Graph, Region
from runtime.recursion_limit import deep_recursion
from runtime.variable import Variable
from tracer import plain_operators, raising
from tracer.context import ACTIVE
from tracer.errors import RegionEnd, Restart, TracingError
from tracer.facts import Facts
from tracer.guards import Guard
from tracer.options import Options
from tracer.origins import Origin, is_argument, rank
from tracer.trace import Trace

RESTART_LIMIT = 1000
"""Facts only grow; a trace that still restarts after this many is a bug of ours."""


@dataclass(frozen=True)
class Traced:
    """What a trace gives: a graph, where its inputs come from, when it serves.

    Attributes
    ----------
    graph, inputs, guards
        These.
    printed : tuple
        What the function prints while it is traced, if it has not been shown yet.
    variables : tuple of weakref.ref
        The Variables that the graph works on, in the order in which they are used.
    makes_variable : Span or None
        Where the graph makes a Variable at each run, if it does.
    makes_again : bool
        Whether it makes another one at the next call for sure.
    """

    graph: Graph
    inputs: tuple[Origin, ...]
    guards: tuple[Guard, ...]
    printed: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = field(repr=False)
    variables: tuple[weakref.ref[Variable], ...] = ()
    makes_variable: Span | None = None
    makes_again: bool = False


def trace(
    run: Callable[[Trace], Any], name: str, options: Options, facts: Facts
) -> Traced:
    """Trace until no new fact is learnt.

    Parameters
    ----------
    run : callable
        Runs the function on staged arguments within a trace, gives its result.
    name : str
        The user's name of the function.
    options : Options
        What the user chose.
    facts : Facts
        What is known from the start; it grows.
    """
    for _ in range(RESTART_LIMIT):
        attempt = Trace(facts, options)
        if options.decisions is not None:
            options.decisions.clear()
        token = ACTIVE.set(attempt)
        try:
            with deep_recursion(), plain_operators.listening():
                return _finish(attempt, run, name)
        except Restart:
            continue
        finally:
            ACTIVE.reset(token)
            attempt.ended = True
            for region in attempt.builder.regions:
                region.open = False
    raise TracingError(f"tracing {name} does not come to an end")


def _finish(attempt: Trace, run: Callable[[Trace], Any], name: str) -> Traced:
    yields: tuple[Argument, ...] | None
    try:
        result = run(attempt)
        attempt.made.check_frozen()
        attempt.made.returned(result)
        yields = (attempt.lift(result),)
        attempt.cells.bring_up_to_date()
        for items in attempt.advanced:
            items.check_closed()
    except RegionEnd:
        yields = None
    except Restart:
        raise
    except BaseException as error:
        if attempt.restarting:
            raise Restart from error
        raising.meets_symbol(attempt, error)
        if attempt.refusal is not None and error is not attempt.refusal:
            raise attempt.refusal from error
        raise
    if attempt.restarting:
        raise Restart  # a `return` in the user's `finally` has swallowed it
    if attempt.refusal is not None:
        raise attempt.refusal
    attempt.made_functions.check()
    attempt.identities.guard()
    region = attempt.builder.region
    inputs = sorted(attempt.inputs, key=lambda each: rank(each[1], attempt.parameters))
    parameters = tuple(value for value, _ in inputs)
    body = Region(parameters, tuple(region.nodes), yields)
    captures = sum(not is_argument(origin) for _, origin in inputs)
    return Traced(
        Graph(name, body, captures),
        tuple(origin for _, origin in inputs),
        tuple(attempt.guards),
        tuple(attempt.printed[attempt.facts.shown :]),
        attempt.variables.used(body),
        next((place for place, _ in attempt.variables.made), None),
        attempt.variables.makes_again(body),
    )

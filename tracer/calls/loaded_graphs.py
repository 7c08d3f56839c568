"""Calls of functions that were loaded: their graphs become part of the trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Value
from runtime.saving.loaded import LoadedFunction, LoadedGraph, no_graph
from runtime.saving.patterns import (
    Anything,
    Group,
    Known,
    Misfit,
    OfType,
    Pattern,
    Place,
    converted,
)
from runtime.saving.saved import Called, Given, Source
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    may_overlap,
    members,
)
from tracer.calls.arguments import is_plain
from tracer.calls.inlined_graphs import inlined, symbol_of
from tracer.errors import RegionEnd
from tracer.flow.endings import Exits
from tracer.flow.made_containers import MadeContainers
from tracer.record.decisions import OPERATION
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.guards import OfType as GuardOfType
from tracer.serve.origins import Fixed

_EXACT = {FLOAT: np.float64, COMPLEX: np.complex128, BOOL: np.bool_}
"""Python's numbers of which each is a NumPy scalar too."""


class _AtRunTime(Exception):
    """Only the run knows whether a graph takes the arguments."""


def call_loaded(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Record the nodes of the graph that takes the arguments of a call.

    Returns NotImplemented where only the run knows which graph does.

    Raises
    ------
    SignatureError
        If none does.
    """
    told: list[str] = []
    graphs = function.graphs if isinstance(function, LoadedFunction) else (function,)
    for cast in (False, True):
        told.clear()
        for each in graphs:
            try:
                given = _fitted(trace, each, args, kwargs, cast)
            except _AtRunTime:
                return NotImplemented
            except (Misfit, TypeError) as problem:
                told.append(each.told(problem))
                continue
            trace.decide("call", OPERATION)
            return _recorded(trace, each, given)
    trace.refuse(no_graph(function.name, told))


def _fitted(
    trace: Trace, graph: LoadedGraph, args: Any, kwargs: Any, cast: bool
) -> dict[Place, Any]:
    """Return what a call gives by its place; raise a `Misfit` if it is another."""
    signature = graph.signature
    bound = signature.python.bind(*args, **kwargs)
    bound.apply_defaults()
    found: dict[Place, Any] = {}
    graph.check_captured()
    for name, value in bound.arguments.items():
        _fit(trace, signature.patterns[name], value, (name,), found, cast)
    for each in signature.relations:
        left, right = found[each.left], found[each.right]
        if type(left) is Symbol or type(right) is Symbol:
            raise _AtRunTime
        each.check(found)
    for source in graph.saved.sources:
        if isinstance(source, Called):
            raise _AtRunTime  # it calls itself
    return found


def _fit(
    trace: Trace,
    pattern: Pattern,
    value: Any,
    place: Place,
    found: dict[Place, Any],
    cast: bool,
) -> None:
    """Find what stands at a place and in it, as `Pattern.fit` does for plain ones."""
    found[place] = value
    match pattern:
        case Anything():
            return
        case Group():
            _fit_items(trace, pattern, value, place, found, cast)
        case OfType(of):
            found[place] = _of_type(trace, of, value, place, cast)
        case Known():
            if not is_plain(value) or is_staged(value):
                raise _AtRunTime
            pattern.fit(value, place, found, cast)


def _fit_items(
    trace: Trace,
    pattern: Group,
    value: Any,
    place: Place,
    found: dict[Place, Any],
    cast: bool,
) -> None:
    if type(value) is Symbol:
        raise _AtRunTime
    if value.__class__.__name__ != pattern.kind or len(value) != len(pattern.keys):
        raise Misfit(place, f"it is not {pattern}")
    for key, item in zip(pattern.keys, pattern.items, strict=True):
        if pattern.kind == "dict" and key not in value:
            raise Misfit(place, f"it has no key {key!r}")
        free = cast and pattern.kind == "tuple"
        _fit(trace, item, value[key], (*place, key), found, free)


def _of_type(trace: Trace, of: Type, value: Any, place: Place, cast: bool) -> Any:
    """Return a value of a type, converted if it may be."""
    plain = not is_staged(value)
    if plain and type(value) in (list, dict, set):
        raise _AtRunTime
    own = trace.type_of(value)
    if accepts(of, own):
        return value
    if cast and plain:
        made = converted(of, value)
        if made is not None:
            return made
    if cast and own in _EXACT and of == NumpyScalar(np.dtype(_EXACT[own])):
        return trace.emit("convert_scalar", _EXACT[own], value)
    numbers = any(isinstance(one, PythonScalar) for one in members(own))
    if may_overlap(of, own) or (cast and numbers and not plain):
        raise _AtRunTime
    raise Misfit(place, f"it is {own}, not {of}")


def _recorded(trace: Trace, graph: LoadedGraph, given: Mapping[Place, Any]) -> Any:
    """Record the nodes of a graph; return its result."""
    pairs = zip(graph.graph.inputs, graph.saved.sources, strict=True)
    inputs = [_input(trace, value, source, given) for value, source in pairs]
    body = graph.graph.region
    if any(node.operation.name in ("next", "raise") for node in body.walk()):
        trace.part(Exits).stops()
    found = inlined(trace, body, inputs)
    if found is None:
        raise RegionEnd
    return _result(trace, found[0])


def _input(
    trace: Trace, value: Value, source: Source, given: Mapping[Place, Any]
) -> Argument:
    """Return what an input of a graph is given."""
    if isinstance(source, tuple):
        return trace.lift(given[source])
    if isinstance(source, Given):
        return Constant(source.value)
    origin = Fixed(source, value.base)
    if isinstance(source, np.ndarray):
        trace.guard(Guard(origin, GuardOfType(value.type)))
        return trace.capture(source, origin)
    return trace.lift(trace.asked.stage(source, origin))


def _result(trace: Trace, found: Argument) -> Any:
    """Return a result of a graph as the trace has it."""
    if isinstance(found, Value):
        return trace.wrap(found)
    if isinstance(found, Constant):
        is_array = isinstance(found.value, np.ndarray)
        return symbol_of(trace, found) if is_array else found.value
    items = [_result(trace, each) for each in found.items]
    if found.kind == "tuple":
        return tuple(items)
    made = trace.part(MadeContainers)
    if found.kind == "dict":
        return made.mutable(dict(zip(items[::2], items[1::2], strict=True)))
    return made.mutable(items) if found.kind == "list" else slice(*items)

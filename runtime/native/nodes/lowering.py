"""Lowers a graph to a kernel: one LLVM function of its inputs and results.

A kernel reads its inputs from a frame, an array of 64-bit places, and stores its
results behind them. It returns zero, or says why it did not come to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from runtime.ir.graph import Graph
from runtime.native.assembly.emit import OWN
from runtime.native.assembly.settings import EXACT, Settings
from runtime.native.assembly.undo_log import MARKS
from runtime.native.assembly.values import NotNative, View
from runtime.native.marks.kernels import Kernel
from runtime.native.nodes.body import Body
from runtime.native.nodes.control import NotOwn
from runtime.native.nodes.elementwise_nodes import ELEMENTS
from runtime.native.nodes.resuming import ResumingBody
from runtime.native.objects.objects import fitting
from runtime.native.scalars.unions import (
    objects_in,
)
from runtime.regions.parts import (
    makes_lists_alone,
    result_types,
    results,
)
from runtime.regions.table_operations import NumberTable
from runtime.regions.unshared import unshared
from runtime.types import Array, List


def lower(
    graph: Graph,
    contiguous: bool,
    settings: Settings = EXACT,
    tables: Mapping[str, NumberTable] | None = None,
) -> Kernel:
    """Return the kernel of a graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    contiguous : bool
        Whether it takes only arrays whose elements lie side by side.
    settings : Settings
        What the user asked for.
    tables : mapping, optional
        The dicts and sets of numbers that it makes, by name.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    tables = tables or {}
    if makes_lists_alone(graph):
        with suppress(NotNative):  # else they are lists of Python from the start
            return _lowered(graph, settings, contiguous, True, tables)
    return _lowered(graph, settings, contiguous, False, tables)


def _lowered(
    graph: Graph,
    settings: Settings,
    contiguous: bool,
    lists_alone: bool,
    tables: Mapping[str, NumberTable],
) -> Kernel:
    try:
        return _attempt(graph, settings, contiguous, lists_alone, tables, trusts=True)
    except NotOwn:
        return _attempt(graph, settings, contiguous, lists_alone, tables, trusts=False)


def _attempt(
    graph: Graph,
    settings: Settings,
    contiguous: bool,
    lists_alone: bool,
    tables: Mapping[str, NumberTable],
    trusts: bool,
) -> Kernel:
    body = Body(graph.region, settings, contiguous, lists_alone, trusts)
    body.tables = tables
    return _kernel(graph, body, contiguous)


def lower_resuming(
    graph: Graph,
    contiguous: bool,
    settings: Settings = EXACT,
    has_to_pay: bool = True,
) -> Kernel:
    """Return the kernel of a graph that may call anything, and goes on after a fault.

    Parameters
    ----------
    graph, contiguous, settings
        See `lower`.
    has_to_pay : bool
        Whether enough of it has to be instructions.

    Raises
    ------
    NotNative
        If it is not worth it, or something in it stays with the Python plan.
    """
    body = ResumingBody(graph, settings, contiguous)
    kernel = _kernel(graph, body, contiguous, f", ptr {MARKS}")
    if has_to_pay:
        body.check_that_it_pays()
    marks, effects = tuple(body.marks), tuple(body.effects)
    sizes = body.frames
    return replace(
        kernel,
        words=sizes.words,
        objects=sizes.objects,
        marks=marks,
        effects=effects,
    )


def _kernel(graph: Graph, body: Body, contiguous: bool, more: str = "") -> Kernel:
    """Return the kernel of a graph, written by a body."""
    place = 0
    for value in graph.inputs:
        try:
            place = body.take(value, place)
        except NotNative as reason:
            told = f"{value.name} is {reason.reason}"
            raise NotNative(told, graph.first_use(value)) from None
    body.begin()
    body.unshared = unshared(graph)
    found = body.region(graph.region)
    whole = set()
    if found is not None:
        given = zip(results(graph), result_types(graph), strict=True)
        for number, (argument, of) in enumerate(given):
            body.fault_if_shared(argument)
            one = fitting(body.w, body.argument(argument), of)
            if isinstance(one, View) and one.whole == "true":
                whole.add(number)
            place = body.give(one, place)
        body.w.leave(0)
    w = body.w
    text = w.function(
        f"define i32 @kernel(ptr noalias %frame, ptr {OWN}{more}) noinline"
    )
    declared = dict(w.declared)
    addresses = dict(w.addresses)
    for name, function in body.functions.items():
        text += function.text.replace(ELEMENTS, name)
        declared |= function.declared
        addresses |= function.addresses
    scopes = max((function.scopes for function in body.functions.values()), default=0)
    written = body.written
    if "" in written:  # one that is chosen at run time
        if any(
            objects_in(v.type) and not isinstance(v.type, (Array, List))
            for v in graph.inputs
        ):
            raise NotNative("a change of one of several arrays")
        written = {v.name for v in graph.inputs if isinstance(v.type, (Array, List))}
    return Kernel(
        text,
        declared,
        place,
        frozenset(_written(graph, body.written)),
        w.owners,
        addresses,
        tuple(w.keeps),
        contiguous,
        scopes,
        frozenset(whole),
    )


def _written(graph: Graph, names: set[str]) -> set[str]:
    """Return the names of the inputs that a kernel may write into."""
    if "" not in names:
        return names
    # One that is chosen at run time: all are saved.
    found = names - {""}
    for value in graph.inputs:
        of = value.type
        nested = isinstance(of, List) and objects_in(of.element)
        if isinstance(of, (Array, List)) and not nested:
            found.add(value.name)
        elif objects_in(of):
            raise NotNative("a change of an item of a list or tuple")
    return found

"""Derivatives of a part of a graph: of nodes that are still being recorded.

The part becomes a graph of the values that it takes. What is made of it replaces it: it
computes what the part did, and the derivative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.building import Names
from runtime.derivatives.forward import Forward
from runtime.derivatives.normal_form import as_rules_take_it
from runtime.derivatives.reverse import Reverse
from runtime.derivatives.segments import segmented
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
    argument_type,
    map_values,
    values_in,
)
from runtime.passes.finish import finished
from runtime.passes.functional import functionalize
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Array, NumpyScalar, PythonScalar, Type, members


@dataclass(frozen=True)
class Part:
    """Nodes of a graph, as a graph in functional form.

    Parameters
    ----------
    form : Graph
        Takes the values that the nodes take, and then further ones; returns a tuple of
        the targets.
    left : dict
        What each value that the nodes made is in the end, by name; None if that is
        known at run time only.
    """

    form: Graph
    left: dict[str, Argument | None]

    def now(self, argument: Argument) -> Argument:
        """Return what an argument is in the form."""
        return map_values(argument, lambda v: self.left.get(v.name) or v)

    @property
    def targets(self) -> tuple[Argument, ...]:
        """The values whose derivatives are asked for, as the form has them."""
        result = self.form.result
        assert isinstance(result, Display)
        return result.items


@dataclass(frozen=True)
class Derived:
    """What replaces nodes of a graph.

    Parameters
    ----------
    nodes : tuple of Node
        The nodes, with names that may be those of others.
    left : dict
        As that of `Part`, in the names of these nodes.
    found : list of argument
        The derivatives; None for a gradient by what the targets do not vary with.
    """

    nodes: tuple[Node, ...]
    left: dict[str, Argument | None]
    found: list[Argument | None]


def part(
    name: str,
    nodes: Sequence[Node],
    sources: Sequence[Value],
    targets: Sequence[Argument],
    given: Sequence[Argument],
) -> Part:
    """Return nodes as a part in functional form.

    Parameters
    ----------
    name : str
        What errors call it.
    nodes : sequence of Node
        The nodes, in order.
    sources : sequence of Value
        What is differentiated by.
    targets : sequence of argument
        What is differentiated.
    given : sequence of argument
        What else the derivative takes: tangents or cotangents.
    """
    body = Region((), tuple(nodes), None)
    bound = bound_in(body)
    values = {value.name: value for node in body.walk() for value in node.operands()}
    for inner in body.walk():
        for each in inner.regions:
            for argument in each.yields or ():
                values.update((value.name, value) for value in values_in(argument))
    for argument in (*targets, *given):
        values.update((value.name, value) for value in values_in(argument))
    values.update((value.name, value) for value in sources)
    taken = [value for name, value in values.items() if name not in bound]
    left = [result for node in nodes for result in node.results]
    told = Display("tuple", tuple(targets))
    graph = Graph(name, Region(tuple(taken), tuple(nodes), (told,)))
    form, found = functionalize.run_part(graph, left)
    return Part(as_rules_take_it(form, sources), found)


def reversed_part(
    known: Part,
    sources: Sequence[Value],
    seeds: Sequence[Argument | None],
    segment: int | None = None,
) -> Derived:
    """Return what replaces a part, with the gradient by some values.

    Parameters
    ----------
    known : Part
        The part.
    sources : sequence of Value
        What is differentiated by.
    seeds : sequence of argument
        The cotangents of the targets; None for one. That of what is no number is the
        constant None: it may not vary.
    segment : int, optional
        After how many turns of its loops states are kept; else after each.
    """
    if segment is not None:
        known = replace(known, form=segmented(known.form, segment))
    now = sources_now(known, sources)
    values = [each for each in now if isinstance(each, Value)]
    reverse = Reverse(known.form, values)
    for target, seed in zip(known.targets, seeds, strict=True):
        if seed == Constant(None) and reverse.varies(target):
            raise reverse.refused(
                f"a result of type {argument_type(target)} varies", None, ""
            )
    pairs = [
        (target, reverse.of.one_of(target) if seed is None else known.now(seed))
        for target, seed in zip(known.targets, seeds, strict=True)
        if seed != Constant(None)
    ]
    found = reverse.run(pairs)
    # The values that arguments of the call hold are stored before others are made.
    nodes = (*found.forward, *found.backward, *found.stored)
    by_name = {
        value.name: g if reached else None
        for value, g, reached in zip(
            values, found.cotangents, found.connected, strict=True
        )
    }
    told = [by_name[v.name] if isinstance(v, Value) else None for v in now]
    return derived_of(known, nodes, told)


def pushed_part(
    known: Part, sources: Sequence[Value], tangents: Sequence[Argument]
) -> Derived:
    """Return what replaces a part, with its derivative along a direction.

    Parameters
    ----------
    known, sources
        As those of `reversed_part`.
    tangents : sequence of argument
        The direction, by source.
    """
    form = known.form
    names = [value.name for value in sources]
    given = dict(zip(names, map(known.now, tangents), strict=True))
    nodes, stored = split_stores(form)
    forward = Forward(form, given, Names(form))
    forward.run(nodes)
    found = [
        forward.tangent(target)
        if forward.varies(target) or _is_number(argument_type(target))
        else Constant(None)
        for target in known.targets
    ]
    return derived_of(known, (*forward.of.nodes, *stored), found)


def _is_number(of: Type) -> bool:
    numbers = (Array, NumpyScalar, PythonScalar)
    return all(isinstance(one, numbers) for one in members(of))


def derived_of(
    known: Part, nodes: Sequence[Node], found: Sequence[Argument | None]
) -> Derived:
    """Return what replaces a part, from its nodes and what is found by them."""
    form = known.form
    kept = [each for each in known.left.values() if each is not None]
    asked = tuple(each for each in found if each is not None)
    told = Display("tuple", (Display("tuple", asked), Display("tuple", tuple(kept))))
    made = finished(Graph(form.name, Region(form.inputs, tuple(nodes), (told,))))
    assert isinstance(made.result, Display)
    derivatives, now = made.result.items
    assert isinstance(derivatives, Display)
    assert isinstance(now, Display)
    following = iter(now.items)
    left = {
        name: None if each is None else next(following)
        for name, each in known.left.items()
    }
    in_turn = iter(derivatives.items)
    told_now = [None if each is None else next(in_turn) for each in found]
    return Derived(made.region.nodes, left, told_now)


def sources_now(known: Part, sources: Sequence[Value]) -> list[Argument]:
    """Return what sources are in a form; none of them may be written."""
    now = [known.now(source) for source in sources]
    for source, each in zip(sources, now, strict=True):
        if source.name in known.left and isinstance(source.type, Array):
            if each != source:
                raise NotDifferentiable(
                    f"{source.base!r} is differentiated by, and written afterwards",
                    hint="differentiate by a copy of it",
                )
    return now

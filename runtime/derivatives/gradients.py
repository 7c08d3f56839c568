"""Graphs of derivatives: what `autograph` asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.building import Builder, Names
from runtime.derivatives.expansions import opened, with_parts
from runtime.derivatives.forward import Forward
from runtime.derivatives.normal_form import as_rules_take_it
from runtime.derivatives.reverse import Reverse
from runtime.derivatives.segments import segmented
from runtime.errors import NotDifferentiable, Span
from runtime.ir.graph import Graph
from runtime.ir.naming import free, mapped, renamed
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.passes import taken_paths
from runtime.passes.finish import finished
from runtime.passes.functional import functionalize
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Array, List, NumpyScalar, PythonScalar, Type, Unbound, members


def value_and_gradient(
    graph: Graph,
    arguments: Sequence[int],
    has_aux: bool = False,
    segment: int | None = None,
    holomorphic: bool = False,
) -> Graph:
    """Return a graph of the result of a graph and its gradient.

    Its result is a tuple: the result, and a tuple of the cotangents of the arguments.

    Parameters
    ----------
    graph : Graph
        Any graph.
    arguments : sequence of int
        The positions of the inputs to differentiate by.
    has_aux : bool
        Whether the result is a pair, of which the first is differentiated.
    segment : int, optional
        After how many turns of its loops states are kept; else after each.
    holomorphic : bool
        Whether the result is one complex number, and a derivative of it exists.

    Raises
    ------
    NotFunctional, DerivativeError
        If there is no gradient, with the line that has none.
    """
    form = functional(graph, arguments)
    if segment is not None:
        form = with_parts(segmented(form, segment))
    if form.result is None:
        return finished(form)  # it raises an error
    target = differentiated(form, form.result, has_aux, holomorphic)
    reverse = Reverse(form, [form.inputs[place] for place in arguments])
    seed = reverse.of.one_of(target) if not isinstance(target, Constant) else target
    found = reverse.run([(target, seed)])
    told = Display("tuple", (found.result, Display("tuple", tuple(found.cotangents))))
    nodes = (*found.forward, *found.backward, *found.stored)
    made = replace(
        form,
        name=f"gradient_of_{form.name}",
        region=Region(form.inputs, nodes, (told,)),
    )
    return finished(made)


@dataclass(frozen=True)
class PullBack:
    """A graph and the way back from its result, in two graphs.

    Parameters
    ----------
    forward : Graph
        Takes the inputs; returns the result, and a tuple of what the way back needs.
    backward : Graph
        Takes that and the cotangents of the parts of the result that vary; returns a
        tuple of the cotangents of the arguments.
    result : argument
        The result of the graph, whose parts `result_parts` yields.
    """

    forward: Graph
    backward: Graph
    result: Argument


def pull_back(graph: Graph, arguments: Sequence[int]) -> PullBack:
    """Return a graph in two: what computes its result, and the way back.

    Parameters
    ----------
    graph, arguments
        As those of `value_and_gradient`.
    """
    form = functional(graph, arguments)
    if form.result is None:
        return PullBack(finished(form), form, Constant(None))
    reverse = Reverse(form, [form.inputs[place] for place in arguments])
    result = opened(form, form.result)
    parts = tuple(result_parts(result))
    given = []
    for part in parts:
        if isinstance(part, Value) and reverse.varies(part):
            reverse.check(part, None, "")
        of = reverse.carried(argument_type(part))
        given.append(Value(reverse.of.names.new("given"), of))
    parted = part_ways(form, reverse, list(zip(parts, given)), late=True)
    told = Display("tuple", (parted.result, Display("tuple", parted.kept)))
    forward = replace(form, region=Region(form.inputs, parted.nodes, (told,)))
    return PullBack(finished(forward), parted.backward, result)


@dataclass(frozen=True)
class Parted:
    """The nodes of a graph, and the way back as a graph of its own.

    Parameters
    ----------
    nodes : tuple of Node
        The nodes, which keep what the way back needs.
    result : argument
        The result of the graph.
    kept : tuple of argument
        What the way back needs.
    backward : Graph
        Takes that and the cotangents; returns a tuple of those of the arguments.
    connected : list of bool
        Whether the cotangents reach each argument at all.
    """

    nodes: tuple[Node, ...]
    result: Argument
    kept: tuple[Argument, ...]
    backward: Graph
    connected: list[bool]


def part_ways(
    form: Graph,
    reverse: Reverse,
    seeds: Sequence[tuple[Argument, Value]],
    late: bool = False,
) -> Parted:
    """Return the way there and the way back, which may be gone several times.

    Parameters
    ----------
    form : Graph
        A graph in functional form.
    reverse : Reverse
        Its reverse mode.
    seeds : sequence
        Pairs of a part of the result, and its cotangent: an input of the way back.
    late : bool
        Whether others may have written the inputs by then.
    """
    found = reverse.run(seeds)
    bound = {value.name: value for value in form.inputs}
    for node in found.forward:
        bound.update((result.name, result) for result in node.results)
    names = free(found.backward, found.cotangents)
    kept = tuple(bound[name] for name in names if name in bound)
    own, copied = copies(
        reverse.of,
        [v for v in form.inputs if isinstance(v.type, Array)]
        if late or found.stored
        else [],
        "array_copy",
        "K",
    )
    nodes = (
        *copied,
        *(renamed(node, own) for node in found.forward),
        *(replace(n, args=(n.args[0], mapped(n.args[1], own))) for n in found.stored),
    )
    # The way back empties the lists that it takes.
    lists, copied = copies(
        reverse.of, [v for v in kept if isinstance(v.type, List)], "list_copy"
    )
    region = Region(
        (*kept, *(seed for _, seed in seeds)),
        (*copied, *(renamed(node, lists) for node in found.backward)),
        (Display("tuple", tuple(found.cotangents)),),
    )
    return Parted(
        nodes,
        mapped(found.result, own),
        tuple(mapped(each, own) for each in kept),
        finished(Graph(f"back_from_{form.name}", region)),
        found.connected,
    )


def copies(
    of: Builder, values: Sequence[Value], row: str, *more: object
) -> tuple[dict[str, Argument], list[Node]]:
    """Return copies of values by their names, and the nodes that make them."""
    of.nodes, of.span = [], None
    found = {value.name: of.call(OPS[row], (value, *more)) for value in values}
    return found, of.nodes


def push_forward(graph: Graph, arguments: Sequence[int]) -> Graph:
    """Return a graph of the result of a graph and its derivative along a direction.

    It takes the inputs, and then a tangent for each of the arguments; its result is a
    pair: the result, and its derivative in the same structure.

    Parameters
    ----------
    graph, arguments
        As those of `value_and_gradient`.
    """
    form = functional(graph, arguments)
    names = Names(form)
    given = {
        value.name: Value(names.new(f"d_{value.base}"), value.type)
        for value in (form.inputs[place] for place in arguments)
    }
    inputs = [*form.inputs, *given.values()]
    if form.result is None:
        region = replace(form.region, parameters=tuple(inputs))
        return finished(replace(form, region=region))
    nodes, stored = split_stores(form)
    forward = Forward(form, given, names)
    forward.run(nodes)
    derivative = _derivative(forward, opened(form, form.result))
    told = Display("tuple", (form.result, derivative))
    every = (*forward.of.nodes, *stored)
    region = Region(tuple(inputs), every, (told,))
    return finished(Graph(f"derivative_of_{form.name}", region))


def functional(graph: Graph, arguments: Sequence[int]) -> Graph:
    """Return a graph as rules take it, to be differentiated by some arguments.

    It has no writes, several results are unpacked, and lists that vary are used item by
    item.
    """
    form = functionalize.run(taken_paths(graph))
    return as_rules_take_it(form, [form.inputs[place] for place in arguments])


def result_parts(result: Argument) -> Iterator[Argument]:
    """Yield the parts of a result: itself, or the items of its displays."""
    if isinstance(result, Display):
        step = 2 if result.kind == "dict" else 1
        for item in result.items[step - 1 :: step]:
            yield from result_parts(item)
    else:
        yield result


def _derivative(forward: Forward, result: Argument) -> Argument:
    """Return the derivative of a result in its structure; None for no number."""
    if isinstance(result, Display):
        keys = range(0, len(result.items), 2) if result.kind == "dict" else ()
        items = tuple(
            item if place in keys else _derivative(forward, item)
            for place, item in enumerate(result.items)
        )
        return Display(result.kind, items)
    numbers = (Array, NumpyScalar, PythonScalar)
    if isinstance(result, Value) and forward.varies(result):
        return forward.tangent(result)
    if all(isinstance(one, numbers) for one in members(argument_type(result))):
        return forward.tangent(result)
    return Constant(None)


def differentiated(
    form: Graph, result: Argument, has_aux: bool, holomorphic: bool
) -> Argument:
    """Return what of a result is differentiated: one real float, or a complex one.

    Raises
    ------
    NotDifferentiable
        If it is something else.
    """
    if has_aux:
        if not (isinstance(result, Display) and len(result.items) == 2):
            raise NotDifferentiable(
                f"{form.name} returns no pair, which has_aux=True asks for",
                hint="return the value to differentiate, and a second one, by one "
                "return at the end",
            )
        result = result.items[0]
    check_differentiated(
        argument_type(result), form.name, holomorphic, _last_span(form)
    )
    return result


def check_differentiated(
    of: Type, name: str, holomorphic: bool, span: Span | None = None
) -> None:
    """Raise unless results of a type are one real float, or one complex number.

    Parameters
    ----------
    of : Type
        The type of the result.
    name : str
        The name of the function.
    holomorphic : bool
        Whether a complex number is asked for.
    span : Span, optional
        Where it is returned.

    Raises
    ------
    NotDifferentiable
        If it is something else.
    """
    if holomorphic and not _is_of(of, "c"):
        raise NotDifferentiable(
            f"{name} returns {of}, and holomorphic=True is for a complex number",
            span=span,
            hint="leave holomorphic=True out for a real result",
        )
    if not holomorphic and not _is_of(of, "f"):
        raise NotDifferentiable(
            f"{name} returns {of}, and a gradient is that of one real float",
            span=span,
            hint="return one number, such as a sum; ag.vjp takes any result, and "
            "holomorphic=True a complex number",
        )


def _last_span(form: Graph) -> Span | None:
    """Return the user's last place in a graph."""
    spans = [node.span for node in form.region.nodes if node.span is not None]
    return spans[-1] if spans else None


def _is_of(of: Type, kind: str) -> bool:
    """Whether values of a type are numbers up to a kind of them, and some are of it."""
    kinds: set[str] = set()
    for one in members(of):
        if isinstance(one, NumpyScalar) or (isinstance(one, Array) and one.shape == ()):
            kinds.add(one.dtype.kind)
        elif isinstance(one, PythonScalar):
            letters = {"float": "f", "int": "i", "bool": "b", "complex": "c"}
            kinds.add(letters.get(one.kind, "?"))
        elif not isinstance(one, Unbound):  # a name that a loop may leave unbound
            return False
    return kinds <= {*"fiub", kind} and kind in kinds

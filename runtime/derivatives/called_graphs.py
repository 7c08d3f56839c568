"""Derivatives of calls of graphs: calls of graphs that are made of them.

The way back of a call runs the called graph again. So nothing of a run is kept for the
other one, and a way back is a graph like any other: it is differentiated again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.building import Builder
from runtime.derivatives.activity import may_vary
from runtime.derivatives.expansions import opened
from runtime.derivatives.normal_form import as_rules_take_it
from runtime.ir.called_graph import CalledGraph
from runtime.ir.graph import Graph
from runtime.ir.made_callees import made_of
from runtime.ir.nodes import Argument, Constant, Display, Node, Value, argument_type
from runtime.ops import OPS
from runtime.ops.facts import Unknown
from runtime.passes import taken_paths
from runtime.passes.finish import finished
from runtime.passes.functional import functionalize
from runtime.passes.functional.functional_callees import with_own_results
from runtime.types import NumpyScalar, Tuple, Type, accepts

Carried = Callable[[Type], Type]
"""Returns the type of derivatives of values of a type."""


def parts_of(of: Type) -> tuple[Type, ...]:
    """Return the types of the parts of what a graph gives."""
    return of.items if isinstance(of, Tuple) else (of,)


def form_by(graph: Graph, places: Sequence[int]) -> Graph:
    """Return a called graph as it is differentiated by some of its inputs."""
    form = functionalize.run(taken_paths(graph))
    return as_rules_take_it(form, [form.inputs[place] for place in places])


def varying_parts(form: Graph, gives: Type) -> tuple[Argument, ...]:
    """Return the parts of the result of a graph that may vary, by their types.

    Raises
    ------
    Unknown
        If the result is a tuple whose items have no names.
    """
    assert form.result is not None
    result, types = opened(form, form.result), parts_of(gives)
    items: Sequence[Argument] = (result,)
    if isinstance(gives, Tuple):
        if not isinstance(result, Display):
            raise Unknown(f"{form.name} returns a tuple of the run")
        items = result.items
    return tuple([each for each, of in zip(items, types) if may_vary(of)])


def called_back(
    of: Builder,
    node: Node,
    callee: CalledGraph,
    places: tuple[int, ...],
    seeds: Sequence[Argument],
    carried: Carried,
    back_from: Callable[[Graph, tuple[int, ...], Type], Graph],
) -> list[Argument]:
    """Return the cotangents of some arguments of a call.

    Parameters
    ----------
    of : Builder
        What writes.
    node, callee
        The call, and what it calls.
    places : tuple of int
        Which of the arguments vary.
    seeds : sequence of argument
        The cotangents of the parts of the result that may vary.
    carried : callable
        Returns the type of cotangents.
    back_from : callable
        Returns a graph that runs another one and goes back: it takes the inputs and the
        seeds, and returns a tuple of the cotangents of some inputs.
    """
    takes = _inputs(callee)
    gives = Tuple(tuple([carried(takes[place].type) for place in places]))

    def make(graph: Graph) -> Graph:
        return finished(with_own_results(back_from(graph, places, callee.gives)))

    name = f"back_from_{callee.name}"
    made = made_of(callee, ("back", places), name, gives, make)
    given = (Constant(made), *node.args[1:], *seeds)
    found = of.call(OPS["call_graph"], given, of=gives)
    return [of.getitem(found, place) for place in range(len(places))]


def called_forward(
    of: Builder,
    node: Node,
    callee: CalledGraph,
    tangents: dict[int, Argument],
    carried: Carried,
    forward_of: Callable[[Graph, tuple[int, ...], Type], Graph],
) -> list[Argument | None]:
    """Write a call that gives the derivatives too; return those of its parts.

    Parameters
    ----------
    of, node, callee, carried
        As for `called_back`.
    tangents : dict
        The derivatives of arguments, by their places.
    forward_of : callable
        Returns a graph of the result of another one and of its derivatives: it takes
        the inputs and the tangents of some of them.
    """
    places, types = tuple(tangents), parts_of(callee.gives)
    told = Tuple(tuple([carried(each) for each in types if may_vary(each)]))
    gives = Tuple((callee.gives, told))

    def make(graph: Graph) -> Graph:
        return finished(with_own_results(forward_of(graph, places, callee.gives)))

    name = f"derivative_of_{callee.name}"
    made = made_of(callee, ("forward", places), name, gives, make)
    takes = _inputs(callee)
    given = [
        in_type(of, tangent, carried(takes[place].type))
        for place, tangent in tangents.items()
    ]
    arguments = (Constant(made), *node.args[1:], *given)
    both = of.call(OPS["call_graph"], arguments, of=gives)
    first = (both, Constant(0))
    of.nodes.append(Node(OPS["getitem"], first, results=node.results, span=node.span))
    derivatives, count = of.getitem(both, 1), iter(range(len(types)))
    return [
        of.getitem(derivatives, next(count)) if may_vary(each) else None
        for each in types
    ]


def in_type(of: Builder, g: Argument, wanted: Type) -> Argument:
    """Return a derivative of a number in the type in which it is handed on."""
    if isinstance(wanted, NumpyScalar) and not accepts(wanted, argument_type(g)):
        g = of.convert_scalar(wanted.dtype.type, g)
    return g


def _inputs(callee: CalledGraph) -> tuple[Value, ...]:
    assert callee.graph is not None
    return callee.graph.inputs

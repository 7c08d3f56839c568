"""Graphs of derivatives: what `autograph` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.derivatives.reverse import Reverse
from runtime.errors import NotDifferentiable
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Region, argument_type
from runtime.passes import functionalize, optimize, reuse
from runtime.types import Array, NumpyScalar, PythonScalar, Type, Unbound, members


def value_and_gradient(
    graph: Graph, arguments: Sequence[int], has_aux: bool = False
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

    Raises
    ------
    NotFunctional, DerivativeError
        If there is no gradient, with the line that has none.
    """
    form = functionalize.run(graph)
    target = differentiated(form, has_aux)
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


def finished(graph: Graph) -> Graph:
    """Return a graph made of values as it runs: with less work, and with writes."""
    return reuse.run(optimize(graph))


def differentiated(form: Graph, has_aux: bool) -> Argument:
    """Return what of a result is differentiated: one real float.

    Raises
    ------
    NotDifferentiable
        If it is something else.
    """
    result = form.result
    if has_aux:
        if not (isinstance(result, Display) and len(result.items) == 2):
            raise NotDifferentiable(
                f"{form.name} returns no pair, which has_aux=True asks for",
                hint="return the value to differentiate, and a second one, by one "
                "return at the end",
            )
        result = result.items[0]
    if result is None:
        raise NotDifferentiable(
            f"{form.name} never returns", hint="differentiate what returns a float"
        )
    of = argument_type(result)
    if not _is_real(of):
        raise NotDifferentiable(
            f"{form.name} returns {of}, and a gradient is that of one real float",
            hint="return one number, such as a sum; ag.vjp takes any result",
        )
    return result


def _is_real(of: Type) -> bool:
    """Whether values of a type are real numbers, and floats among them."""
    kinds = set()
    for one in members(of):
        if isinstance(one, NumpyScalar) or (isinstance(one, Array) and one.shape == ()):
            kinds.add(one.dtype.kind)
        elif isinstance(one, PythonScalar):
            kinds.add({"float": "f", "int": "i", "bool": "b"}.get(one.kind, "?"))
        elif not isinstance(one, Unbound):  # a name that a loop may leave unbound
            return False
    return kinds <= set("fiub") and "f" in kinds

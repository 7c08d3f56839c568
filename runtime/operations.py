"""The table of all operations, and what needs both rows and constructs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType, NoneType

import numpy as np

from runtime.constructs import CONSTRUCTS
from runtime.constructs.carries import Loop
from runtime.errors import GraphError
from runtime.ir.callee import Callee, callee_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Operation, Value, argument_type
from runtime.ir.read_definition import Constants, read_definition
from runtime.ir.reading import parse_graph
from runtime.ir.verify import verify
from runtime.ops import OPS
from runtime.ops.closed import check_closed, held_types
from runtime.ops.flow import element_type
from runtime.ops.infer import COMBINATION_CAP, infer
from runtime.ops.row import Row, TypeFailure
from runtime.types import Tuple, Type, Union, accepts, join_all, members

MOST_EFFORT = 100_000
"""How often rules may be asked for a graph that somebody else wrote, roughly."""


class _Operations(Mapping[str, Operation]):
    """Rows and constructs by name; families of rows are imported as they are needed."""

    def __getitem__(self, name: str) -> Operation:
        return CONSTRUCTS[name] if name in CONSTRUCTS else OPS[name]

    def __iter__(self) -> Iterator[str]:
        yield from OPS
        yield from CONSTRUCTS

    def __len__(self) -> int:
        return len(OPS) + len(CONSTRUCTS)


OPERATIONS: Mapping[str, Operation] = _Operations()
"""The table of all operations, for `parse_graph`."""


def read_graph(text: str) -> Graph:
    """Read the text of a graph, and check that it is legal.

    Parameters
    ----------
    text : str
        What `runtime.ir.graph.format_graph` writes.

    Raises
    ------
    GraphError
        If the text is no graph, or the graph is not legal.

    Examples
    --------
    >>> graph = read_graph("graph f(x: int) -> int { y: int = add(x, 1) return y }")
    >>> graph.name, len(graph.region.nodes)
    ('f', 1)
    """
    graph = parse_graph(text, OPERATIONS)
    check_graph(graph)
    return graph


def read_graph_def(
    definition: object,
    closed: bool = False,
    arrays: Sequence[np.ndarray] = (),
    variables: Mapping[str, Type] = MappingProxyType({}),
    called: Sequence[Callee] = (),
    constants: Constants | None = None,
) -> Graph:
    """Read the definition of a graph and check that the graph is legal.

    Parameters
    ----------
    definition : dict
        The result of `Graph.as_graph_def`, directly or by way of JSON.
    closed : bool
        Whether somebody else may have written it. Then a graph that reaches more than
        its arguments is refused, and no text of it is used but as a name.
    arrays : sequence of ndarray, optional
        The constants that the definition names by number.
    variables : mapping, optional
        The names of the inputs that are Variables, and the types of what they hold.
    called : sequence of Callee, optional
        The graphs that the definition calls by number.
    constants : Constants, optional
        What reads the constants of the file that the definition stands in.

    Raises
    ------
    GraphError
        If it is not a definition, or the graph is not legal.

    Examples
    --------
    >>> import json
    >>> graph = read_graph("graph f(x: int) -> int { y: int = add(x, 1) return y }")
    >>> read_graph_def(json.loads(json.dumps(graph.as_graph_def()))) == graph
    True
    """
    read = constants or Constants(limited=closed)
    graph = read_definition(definition, OPERATIONS, arrays, read, called)
    if not closed:
        check_graph(graph)
        return graph
    check_for_others(graph, variables)
    return graph


def check_for_others(graph: Graph, variables: Mapping[str, Type]) -> None:
    """Raise a `GraphError` unless others may run the graph without trusting it.

    Then it reaches nothing but its arguments, and its types follow from its rows, if
    the graphs that it calls give what it says: see `runtime.saving.saved`.

    Parameters
    ----------
    graph : Graph
        Any graph.
    variables : mapping
        The names of the inputs that are Variables, and the types of what they hold.
    """
    try:
        check_closed(graph, variables)
        verify(graph, _Surely(variables), OPERATIONS, believing=False)
        _check_elements(graph)
    except GraphError:
        raise
    except Exception as error:
        # Rules are written for the calls that traces make.
        raise GraphError(
            f"the graph of {graph.name} is not legal: {type(error).__name__}"
        ) from error


def _check_elements(graph: Graph) -> None:
    """Raise a `GraphError` if a loop may meet an element of another type."""
    for node in graph.nodes():
        if isinstance(node.operation, Loop):
            for value in node.operation.elements(node):
                of = _element(argument_type(node.args[0]))
                if not accepts(value.type, of):
                    told = f"{value.name!r} is {value.type}, and may become {of}"
                    raise GraphError(told, span=node.span)


def _element(items: Type) -> Type:
    found = []
    for one in members(items):
        with suppress(TypeFailure):  # the run raises
            found.append(element_type(one))
    return join_all(found)


Prediction = tuple[tuple[Type, ...], bool] | None


class _Surely:
    """Predicts types as `predict` does, with those of what Variables hold.

    Rules take long where operands may each be of many types, or of long ones: such a
    graph is refused.

    Parameters
    ----------
    variables : mapping
        The names of the inputs that are Variables, and the types of what they hold.
    """

    def __init__(self, variables: Mapping[str, Type]) -> None:
        self._variables = variables
        self._left = MOST_EFFORT
        self._sizes: dict[int, tuple[int, Type]] = {}
        self._predicted: dict[tuple[object, ...], Prediction] = {}

    def __call__(self, node: Node) -> Prediction:
        choices, size = 1, 0
        for value in node.operands():
            choices *= len(members(value.type))
            size += self._size(value.type)
        self._left -= min(choices, COMBINATION_CAP) * (1 + size // 8)
        if self._left < 0:
            raise GraphError("the types of the graph have too many parts to be checked")
        if callee_of(node) is not None:  # `runtime.saving.saved` checks them
            return tuple([each.type for each in node.results]), False
        held = held_types(node, self._variables)
        if held is not None:
            return held, False
        call = _kind_of_call(node)
        if call is None:
            return predict(node)
        if call not in self._predicted:
            self._predicted[call] = predict(node)
        return self._predicted[call]

    def _size(self, of: Type) -> int:
        known = self._sizes.get(id(of))
        if known is None:
            # The type is kept, so that no other one takes its identity.
            known = self._sizes[id(of)] = str(of).count(";") + 1, of
        return known[0]


def _kind_of_call(node: Node) -> tuple[object, ...] | None:
    """Return what decides the types of a call, to look them up; None if that is much.

    Which operands are one value decides nothing, as long as none is of a union.
    """
    if node.regions or node.kwargs:
        return None
    found: list[object] = [node.operation.name, len(node.results)]
    for argument in node.args:
        if isinstance(argument, Value):
            if isinstance(argument.type, Union):
                return None
            found.append(argument.type)
        elif isinstance(argument, Constant) and type(argument.value) in _SCALARS:
            # Equal numbers of two classes, and two zeros, are two constants.
            found += [type(argument.value), repr(argument.value)]
        else:
            return None
    return tuple(found)


_SCALARS = (int, float, bool, str, NoneType)


def check_graph(graph: Graph) -> None:
    """Raise a `GraphError` unless the graph is legal, its types by the rows' rules."""
    verify(graph, predict, OPERATIONS)


def predict(node: Node) -> tuple[tuple[Type, ...], bool] | None:
    """Return the types that a row's rule predicts, and whether the call may fail."""
    if not isinstance(node.operation, Row):
        return None
    of, fails = infer(node.operation, node.args, node.kwargs)
    if len(node.results) > 1 and isinstance(of, Tuple):
        return of.items, fails
    return (of,) * max(1, len(node.results)), fails

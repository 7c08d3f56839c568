"""The verifier: it checks that a graph is legal.

Obligations of a legal graph:

1. every name is bound once in the whole graph, and used only where its binding is in
   scope, with the type it was bound with;
2. every constant is one that a graph may hold (`runtime.ir.constants`);
3. every operation is in the table; a row has no regions; a construct has the regions,
   parameters, yields and results that it requires, and each parameter or result accepts
   the types of its sources;
4. a row's results accept the type that its rule predicts, and a call that may fail by
   type is marked so; where the rule predicts `any`, the tracer may have known a more
   precise type, but a graph that somebody else wrote is not believed;
5. no node follows one that never returns, and a region that yields nothing ends with
   such a node;
6. the graph returns one value, and has no more captures than inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from runtime.errors import GraphError
from runtime.ir.behavior import Structure, behavior, structure
from runtime.ir.constants import check_constant
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Operation,
    Region,
    Value,
    argument_type,
)
from runtime.ir.scanner import clipped
from runtime.ir.text import Writer, Written
from runtime.types import AnyType, Never, Type, accepts

CONTEXT = 5
"""The number of lines that a message shows on either side of the wrong one."""

Predict = Callable[[Node], tuple[tuple[Type, ...], bool] | None]
"""A function that returns the types that a row's rule predicts for a node's results.

It also returns whether the call may fail by type. It returns None without a rule.
"""

Part = Node | Region
Problem = tuple[Part, str]


def verify(
    graph: Graph,
    predict: Predict | None = None,
    operations: Mapping[str, Operation] | None = None,
    believing: bool = True,
) -> None:
    """Check all obligations.

    Parameters
    ----------
    graph : Graph
        Any graph.
    predict : callable, optional
        The type rules. Without them obligation 4 is not checked.
    operations : mapping, optional
        The table of operations. Without it any operation is accepted.
    believing : bool
        Whether a type may be more precise than what is known of where it comes from.

    Raises
    ------
    GraphError
        With the lines around the first problem.
    """
    for place, problem in Verifier(predict, operations, believing).graph(graph):
        span = place.span if isinstance(place, Node) else None
        raise GraphError(f"{problem}\n{_around(graph, place)}", span=span)


class Verifier:
    """Yields the problems of a graph, each with its node or region.

    Parameters
    ----------
    predict : callable, optional
        The type rules.
    operations : mapping, optional
        The table of operations.
    believing : bool
        See `verify`.
    """

    def __init__(
        self,
        predict: Predict | None = None,
        operations: Mapping[str, Operation] | None = None,
        believing: bool = True,
    ) -> None:
        self._predict = predict
        self._believing = believing
        self._operations = operations
        self._bound: set[str] = set()
        self._scope: dict[str, Type] = {}

    def graph(self, graph: Graph) -> Iterator[Problem]:
        """Check a whole graph."""
        region = graph.region
        if not 0 <= graph.captures <= len(graph.inputs):
            yield region, f"{graph.captures} captures of {len(graph.inputs)} inputs"
        if region.yields is not None and len(region.yields) != 1:
            yield region, f"a graph returns one value, not {len(region.yields)}"
        opened: list[str] = []
        yield from self._region(region, opened)
        self._close(opened)

    def _region(self, region: Region, opened: list[str]) -> Iterator[Problem]:
        """Check a region; `opened` collects the names for the caller to unbind."""
        yield from self._bind(region, region.parameters, opened)
        ended = False
        for node in region.nodes:
            if ended:
                yield node, "the node before always raises: this one is not reached"
            ended = ended or any(isinstance(r.type, Never) for r in node.results)
            yield from self._uses(node, node.args)
            yield from self._uses(node, (argument for _, argument in node.kwargs))
            construct = structure(node)
            problems = list(self._form(node, construct))
            yield from ((node, problem) for problem in problems)
            if construct is None:
                yield from self._prediction(node)
            elif not problems:
                inner: list[str] = []
                for body in node.regions:
                    yield from self._region(body, inner)
                    if not construct.chained:
                        self._close(inner)
                self._close(inner)
                yield from self._states(node, construct)
            yield from self._bind(node, node.results, opened)
        if region.yields is None:
            if not (region.nodes and _may_never_return(region.nodes[-1])):
                yield region, "the region needs a yield, since its end is reached"
        else:
            if ended:
                yield region, "the region cannot yield, since its end is never reached"
            yield from self._uses(region, region.yields)

    def _form(self, node: Node, construct: Structure | None) -> Iterator[str]:
        operation, table = node.operation, self._operations
        if table is not None and table.get(operation.name) is not operation:
            yield f"{operation.name!r} is not a known operation"
        if isinstance(operation, Written) != (construct is not None):
            yield f"{operation.name!r} cannot have {len(node.regions)} regions"
        elif construct is not None:
            yield from construct.problems(node)

    def _bind(
        self, place: Part, values: Iterable[Value], opened: list[str]
    ) -> Iterator[Problem]:
        for value in values:
            if value.name in self._bound:
                yield place, f"{value.name!r} is assigned twice"
            self._bound.add(value.name)
            self._scope[value.name] = value.type
            opened.append(value.name)

    def _close(self, opened: list[str]) -> None:
        for name in opened:
            self._scope.pop(name, None)
        opened.clear()

    def _uses(self, place: Part, arguments: Iterable[Argument]) -> Iterator[Problem]:
        for argument in arguments:
            if isinstance(argument, Value):
                bound = self._scope.get(argument.name)
                if bound is None:
                    where = (
                        "out of scope"
                        if argument.name in self._bound
                        else "not assigned"
                    )
                    yield place, f"{argument.name!r} is {where} here"
                elif bound is not argument.type and bound != argument.type:
                    types = f"{bound}, not {argument.type}"
                    yield place, f"{argument.name!r} is {types}"
            elif isinstance(argument, Constant):
                yield from _constant(place, argument)
            else:
                yield from _display(place, argument)
                yield from self._uses(place, argument.items)

    def _prediction(self, node: Node) -> Iterator[Problem]:
        predicted = self._predict(node) if self._predict else None
        if predicted is None:
            return
        types, fails = predicted
        if fails and not node.fails and not any(map(_is_any, types)):
            yield node, 'the call may raise for these types, and needs the mark "!"'
        if node.results and len(types) != len(node.results):
            yield (
                node,
                f"{len(node.results)} results of a call that returns {len(types)}",
            )
            return
        for result, of in zip(node.results, types):
            if not self._takes(result.type, of):
                types_told = f"{of}, not {result.type}"
                yield node, f"{result.name!r} should be {types_told}"

    def _states(self, node: Node, construct: Structure) -> Iterator[Problem]:
        for column in (*construct.columns(node), *construct.fixed(node)):
            for target in column.targets:
                for source in column.sources:
                    of = argument_type(source)
                    if not self._takes(target.type, of):
                        told = f"{target.type}, and may become"
                        yield node, f"{target.name!r} is {told} {of}"
        if not self._believing:
            for value in construct.arriving(node):
                if not _is_any(value.type):
                    yield node, f"{value.name!r} is {value.type}, and may be anything"

    def _takes(self, wide: Type, narrow: Type) -> bool:
        return (self._believing and _is_any(narrow)) or accepts(wide, narrow)


def _is_any(of: Type) -> bool:
    return isinstance(of, AnyType)


def _may_never_return(node: Node) -> bool:
    raises = node.fails or behavior(node).effect
    return raises or any(isinstance(result.type, Never) for result in node.results)


def _constant(place: Part, constant: Constant) -> Iterator[Problem]:
    try:
        check_constant(constant.value)
    except GraphError as error:
        yield place, error.message


def _display(place: Part, display: Display) -> Iterator[Problem]:
    count = len(display.items)
    if (display.kind == "slice" and count != 3) or (
        display.kind == "dict" and count % 2
    ):
        yield place, f"a {display.kind} of {count} items"


def _around(graph: Graph, place: Part) -> str:
    """Return the lines around a node or region, with a mark at the wrong one."""
    writer = Writer()
    try:
        writer.graph(graph.name, graph.region, graph.captures)
    except Exception:  # a graph that is not legal may have no text from here on
        writer.lines.append("...")
    lines = writer.lines
    bad = next((line for where, line in writer.places if where is place), len(lines))
    first = max(0, bad - CONTEXT)
    return "\n".join(
        ("> " if number == bad else "  ") + clipped(line)
        for number, line in enumerate(lines[first : bad + CONTEXT + 1], first)
    )

"""Where the lists of a graph are made, named, used and handed on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.ir.behavior import Column, Structure
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ir.unbound import Unbound as UnboundValue
from runtime.ops.row import Row
from runtime.types import List, Type, Unbound, members


@dataclass(frozen=True)
class Use:
    """Where a list is used: the node, its place in the graph, what is around it."""

    node: Node
    at: int
    around: tuple[tuple[Node, int], ...]


class ListUses:
    """Reads a graph.

    Parameters
    ----------
    graph : Graph
        The graph.

    Attributes
    ----------
    types, makers, made : dict
        A value of each name, the node that makes it, and where that is.
    bound : dict
        Where each value is bound, but for the inputs.
    uses : dict
        Where nodes take a value.
    given : dict
        By the names of lists: the constructs that give them on, and under which name.
    tested : dict
        By the names of lists: what may be the list or something else.
    yielded, passed : dict
        Where values are given at the end of the graph, and of regions.
    kept : set of str
        What regions give within tuples.
    ends : dict
        The last place within each node, by its identity.
    writes : bool
        Whether arrays are written.
    """

    def __init__(self, graph: Graph) -> None:
        self._parents: dict[str, str] = {}
        self.types: dict[str, Value] = {}
        self.makers: dict[str, Node] = {}
        self.made: dict[str, Use] = {}
        self.bound: dict[str, Use] = {}
        self.uses: defaultdict[str, list[Use]] = defaultdict(list)
        self.given: defaultdict[str, list[tuple[Use, str]]] = defaultdict(list)
        self.yielded: dict[str, int] = {}
        self.passed: dict[str, int] = {}
        self.ends: dict[int, int] = {}
        self.kept: set[str] = set()
        self.tested: defaultdict[str, list[str]] = defaultdict(list)
        self.writes = any(map(_writes_arrays, graph.nodes()))
        self._count = 0
        self._walk(graph.region, ())
        for argument in graph.region.yields or ():
            for value in values_in(argument):
                self.yielded.setdefault(value.name, self._count)

    def _walk(self, region: Region, around: tuple[tuple[Node, int], ...]) -> None:
        for node in region.nodes:
            self._count += 1
            use = Use(node, self._count, around)
            for value in {each.name: each for each in node.operands()}.values():
                self.uses[value.name].append(use)
                if is_list(value):
                    self.types.setdefault(value.name, value)
            for result in node.results:
                self.makers[result.name] = node
                self.bound[result.name] = use
                if is_list(result):
                    self.types[result.name] = result
                    self.made[result.name] = use
            if isinstance(node.operation, Structure):
                self._give_on(node.operation.columns(node), use)
            for place, inner in enumerate(node.regions):
                self._enter(inner, use, place)
                self._walk(inner, (*around, (node, place)))
                self._leave(inner)
            self._count += 1
            self.ends[id(node)] = self._count

    def _enter(self, region: Region, use: Use, place: int) -> None:
        inside = (*use.around, (use.node, place))
        for value in region.parameters:
            self.bound[value.name] = Use(use.node, use.at, inside)
            if is_list(value):
                self.types[value.name] = value
                self.made.setdefault(value.name, use)

    def _leave(self, region: Region) -> None:
        for argument in region.yields or ():
            if isinstance(argument, Value):
                self.passed[argument.name] = self._count
            elif isinstance(argument, Display):
                self.kept |= {each.name for each in values_in(argument)}

    def _give_on(self, columns: Sequence[Column], use: Use) -> None:
        for column in columns:
            targets = [each for each in column.targets if is_list(each)]
            for each in targets:
                self.types.setdefault(each.name, each)
                self._unite(targets[0].name, each.name)
            for source in column.sources if targets else ():
                if isinstance(source, Value) and is_list(source):
                    self._unite(source.name, targets[0].name)
                    self.given[source.name].append((use, targets[0].name))
                elif not is_unbound(source):
                    self.given[targets[0].name].append((use, ""))
            for source in column.sources if not targets else ():
                if isinstance(source, Value) and is_list(source):
                    tested = [each.name for each in column.targets]
                    self.tested[source.name] += tested

    def is_known_at(self, argument: Argument, use: Use) -> bool:
        """Whether the values of an argument are bound before a place."""
        places = [self.bound.get(each.name) for each in values_in(argument)]
        return all(
            each is None
            or (each.at < use.at and each.around == use.around[: len(each.around)])
            for each in places
        )

    def root(self, name: str) -> str:
        """Return the name that stands for all names of a list."""
        parent = self._parents.setdefault(name, name)
        while parent != self._parents[parent]:
            name, parent = parent, self._parents[parent]
        return parent

    def _unite(self, one: str, other: str) -> None:
        self._parents[self.root(one)] = self.root(other)


def list_type(of: Type) -> List | None:
    """Return the type of a list, which may be unbound; None for others.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> list_type(parse_type("{list<int> | unbound}"))
    list<int>
    """
    known = [each for each in members(of) if not isinstance(each, Unbound)]
    (only,) = known if len(known) == 1 else (None,)
    return only if isinstance(only, List) else None


def is_list(value: Value) -> bool:
    """Whether a value is a list."""
    return list_type(value.type) is not None


def _writes_arrays(node: Node) -> bool:
    row = node.operation
    if not isinstance(row, Row) or not row.writes:
        return False
    target = argument_type(node.args[0]) if node.args else None
    return target is None or list_type(target) is None


def is_unbound(argument: Argument) -> bool:
    """Whether an argument stands for a name without a value."""
    return isinstance(argument, Constant) and type(argument.value) is UnboundValue

"""`try` blocks run as they are, and what their results need is computed again.

No derivative follows an exception out of the middle of a block. So a block that varies
runs first, with all its effects, and tells which of its regions reached its end. That
one is then repeated as an arm of a branch: there nothing raises. Lists that it changes
are copied for the first run. Blocks that raise after they changed a list, change
something else, or draw random numbers, stay as they are, and have no derivative.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from runtime.building import Builder, Names, region
from runtime.constructs import COND, FINALLY, FOR, TRY
from runtime.derivatives.stacks import Stacks
from runtime.ir.behavior import written_arguments
from runtime.ir.called_graph import CalledGraph
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.made_callees import AGAIN, MadeCallee, made_of
from runtime.ir.naming import bound_in, free, mapped, rebound, renamed
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import INT


def repeated(form: Graph, wanted: set[str]) -> Graph:
    """Return a functional graph in which blocks are repeated that give what varies.

    Parameters
    ----------
    form : Graph
        The graph.
    wanted : set of str
        The names of what varies.
    """
    if not any(node.operation in (TRY, FINALLY) for node in form.nodes()):
        return form
    return replace(form, region=_Repeating(form, wanted).region(form.region))


class _Repeating:
    def __init__(self, form: Graph, wanted: set[str]) -> None:
        self._of = Builder(Names(form))
        self._stacks = Stacks(form)
        self._cells = _cells(form)
        self._wanted = wanted

    def region(self, body: Region) -> Region:
        """Return a region with its blocks repeated."""
        before, self._of.nodes = self._of.nodes, []
        replaced: dict[str, Argument] = {}
        for node in body.nodes:
            node = replace(node, regions=tuple(map(self.region, node.regions)))
            if node.operation in (TRY, FINALLY) and self._is_meant(node):
                replaced |= self._written(node)
            else:
                self._of.nodes.append(node)
        nodes, self._of.nodes = self._of.nodes, before
        yields = body.yields
        return Region(
            body.parameters,
            tuple(renamed(node, replaced) for node in nodes),
            None if yields is None else tuple(mapped(y, replaced) for y in yields),
        )

    def _is_meant(self, node: Node) -> bool:
        """Whether a block varies, and gives the same if it is repeated."""
        changed = _changed(node)
        told = (*node.results, *self._stacks.changed_for_others(node))
        if self._wanted.isdisjoint(value.name for value in told):
            return False
        if not all(map(self._stacks.is_stack, changed)):
            return False
        if not all(map(_gives_the_same, node.regions)):
            return False
        whole = node.operation is FINALLY
        return whole or _changes_last(node.regions[0].nodes, self._cells)

    def _written(self, node: Node) -> dict[str, Argument]:
        """Write a block and its repetition; return what its results are, if one way."""
        of, ends = self._of, _ends(node)
        of.span = node.span
        which = of.value("way", INT)
        copies = {value.name: self._aside(value) for value in _changed(node)}
        told = {place: (Constant(place),) if len(ends) > 1 else () for place, _ in ends}
        regions = tuple(
            replace(body, yields=told.get(place, body.yields))
            for place, body in enumerate(node.regions)
        )
        results = (which,) if len(ends) > 1 else ()
        first = replace(node, results=results, regions=regions)
        of.nodes.append(renamed(first, copies))
        arms = [self._copy(body) for _, body in ends]
        if node.operation is FINALLY:
            arms[0][0].extend(self._copy(node.regions[1])[0])
        nodes, yields = arms.pop()
        if not arms:
            of.nodes += nodes
            names = [result.name for result in node.results]
            return dict(zip(names, yields, strict=True))
        last = region((), nodes, yields)
        for (place, _), arm in reversed(list(zip(ends, arms))):
            found = [of.value(result.base, result.type) for result in node.results]
            before, of.nodes = of.nodes, []
            test = of.equal(which, place)
            both = (region((), *arm), last)
            values = node.results if place == ends[0][0] else tuple(found)
            of.nodes.append(
                Node(COND, (test,), results=values, regions=both, span=node.span)
            )
            last = region((), of.nodes, values)
            of.nodes = before
        of.nodes += last.nodes
        return {}

    def _aside(self, source: Value) -> Argument:
        """Write a copy of a list, item by item."""
        of = self._of
        made = of.value(source.base, source.type)
        nothing = (Display("list", ()),)
        of.nodes.append(Node(OPS["list_new"], nothing, results=(made,), span=of.span))
        over, index = of.range(of.len(source)), of.value("i", INT)
        before, of.nodes = of.nodes, []
        of.list_append(made, of.getitem(source, index))
        body = region((index,), of.nodes, ())
        of.nodes = before
        of.nodes.append(Node(FOR, (over,), regions=(body,), span=of.span))
        return made

    def _copy(self, body: Region) -> tuple[list[Node], tuple[Argument, ...]]:
        """Return the nodes of a region under new names, and its yields."""
        nodes = without_effects(body.nodes)
        values = [value for node in nodes for value in _bound(node)]
        mapping: dict[str, Argument] = {
            value.name: self._of.value(value.base, value.type) for value in values
        }
        yields = tuple(mapped(each, mapping) for each in body.yields or ())
        return rebound(nodes, mapping), yields


def without_effects(nodes: Sequence[Node]) -> list[Node]:
    """Return nodes that run again without what they print and check."""
    found = []
    for node in nodes:
        row = node.operation
        if isinstance(row, Row) and row.effect and not node.results:
            if not written_arguments(node) and row.name != "raise_error":
                continue
        regions = tuple(
            Region(body.parameters, tuple(without_effects(body.nodes)), body.yields)
            for body in node.regions
        )
        callee, args = callee_of(node), node.args
        if isinstance(callee, CalledGraph):
            args = (Constant(_again(callee)), *args[1:])
        found.append(
            Node(
                node.operation,
                args,
                node.kwargs,
                node.results,
                regions,
                node.fails,
                node.span,
            )
        )
    return found


def _again(callee: CalledGraph) -> MadeCallee:
    """Return a called graph to be run again."""

    def make(graph: Graph) -> Graph:
        region = graph.region
        nodes = tuple(without_effects(region.nodes))
        return replace(graph, region=replace(region, nodes=nodes))

    if isinstance(callee, MadeCallee) and callee.what == AGAIN:
        return callee
    return made_of(callee, AGAIN, callee.name, callee.gives, make)


def _bound(node: Node) -> list[Value]:
    """Return the values that a node binds, itself or inside."""
    found = list(node.results)
    for body in node.regions:
        found += body.parameters
        for inner in body.nodes:
            found += _bound(inner)
    return found


def _ends(node: Node) -> list[tuple[int, Region]]:
    """Return the regions that can yield the results, by their positions."""
    giving = node.regions if node.operation is TRY else node.regions[:1]
    return [(k, body) for k, body in enumerate(giving) if body.yields is not None]


def _changed(node: Node) -> list[Value]:
    """Return what a block writes that was there before."""
    inside = set().union(*map(bound_in, node.regions))
    written = {
        value.name: value
        for body in node.regions
        for inner in body.walk()
        if isinstance(inner.operation, Row)
        for argument in written_arguments(inner)
        for value in values_in(argument)
    }
    return [value for name, value in written.items() if name not in inside]


def _gives_the_same(body: Region) -> bool:
    """Whether a region gives the same again, without its exception."""
    for node in body.walk():
        row = node.operation
        if isinstance(row, Row) and row.effect and node.results:
            if not row.writes and row.name != "errstate":
                return False
    used = free(without_effects(body.nodes), body.yields or ())
    return not any(value.name in used for value in body.parameters)


def _changes_last(nodes: Sequence[Node], cells: Collection[str]) -> bool:
    """Whether nothing raises after a list that was there before was changed.

    Parameters
    ----------
    nodes : sequence of Node
        The nodes of a region, of which the lists are all that is written outside.
    cells : collection of str
        The names of lists that always have an item.
    """
    inside = bound_in(Region((), tuple(nodes), None))
    begun = False
    for node in nodes:
        writes = any(
            value.name not in inside
            for inner in Region((), (node,), None).walk()
            if isinstance(inner.operation, Row)
            for argument in written_arguments(inner)
            for value in values_in(argument)
        )
        if writes and node.operation is COND:
            if begun or not all(_changes_last(b.nodes, cells) for b in node.regions):
                return False
        elif (writes or begun) and not _is_sure(node, cells):
            return False
        begun = begun or writes
    return True


def _is_sure(node: Node, cells: Collection[str]) -> bool:
    """Whether a node surely does not raise: it appends, or uses the first item."""
    first = node.args[0] if node.args else None
    if node.operation.name == "list_append":
        return True
    if node.operation.name not in ("setitem", "getitem"):
        return False
    known = isinstance(first, Value) and first.name in cells
    return known and node.args[1] == Constant(0)


def _cells(form: Graph) -> set[str]:
    """Return the names of lists that always have an item."""
    made, emptied = set(), set()
    for node in form.nodes():
        if node.operation.name == "list_new" and isinstance(node.args[0], Display):
            if node.args[0].items:
                made.add(node.results[0].name)
        elif node.operation.name == "list_pop":
            emptied |= {value.name for value in node.operands()}
    return made - emptied

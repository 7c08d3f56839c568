"""What a function for `jax.jit` gives instead of None, and of lists of any length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from runtime.building import Builder
from runtime.exporting.jax.computed_values import computed_from
from runtime.exporting.jax.optional_values import Masked, Maybe, NotApart, Parts, Tree
from runtime.exporting.jax.relaxed_graph import Relaxed
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    DisplayKind,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.ops import OPS
from runtime.passes import cse, dead
from runtime.passes.lists.filled_lists import used_within
from runtime.types import Array, List, NumpyScalar, PythonScalar, Type

IS_THERE = "whether it is there, and what it is"
COUNTED = "an array with room, and how many items it has"
_DTYPES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}


def relaxed(
    graph: Graph, is_data: Callable[[Value], bool]
) -> tuple[Graph, dict[str, str]]:
    """Return a graph whose errors are checks, and whose results are pairs.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    is_data : callable
        Whether an input is no number that may be static.

    Returns
    -------
    graph : Graph
        The graph; itself, if it has none of these.
    told : dict
        What the pairs in its result are, by their places.
    """
    try:
        writer = Relaxed(graph, computed_from(graph, is_data, True))
        made, result = writer.graph(graph)
    except NotApart:
        return graph, {}
    if result is None:
        return graph, {}
    pairs = _Pairs(made, writer.of)
    yields = (pairs.written(result, "result"),)
    if not writer.changes and not pairs.told:
        return graph, {}
    nodes = _without(writer.of.nodes, pairs.spent, yields)
    made = replace(made, region=replace(made.region, nodes=nodes, yields=yields))
    return dead.run(cse.run(made)), pairs.told


def _without(
    nodes: Sequence[Node], spent: set[int], yields: Sequence[Argument]
) -> tuple[Node, ...]:
    """Return nodes but for those of some identities that nothing uses any more.

    A list of an iterator counts as a write to what the iterator goes over.
    """
    used = {value.name for each in yields for value in values_in(each)}
    kept: list[Node] = []
    for node in reversed(nodes):
        if id(node) in spent and not any(each.name in used for each in node.results):
            continue
        kept.append(node)
        used.update(each.name for each in used_within(node))
    return tuple(reversed(kept))


class _Pairs:
    def __init__(self, graph: Graph, of: Builder) -> None:
        self._of = of
        self._makers: Mapping[str, Node] = {
            each.name: node for node in graph.region.nodes for each in node.results
        }
        self.told: dict[str, str] = {}
        self.spent: set[int] = set()

    def written(self, tree: Tree, place: str) -> Argument:
        """Return a result as one argument, with pairs in it."""
        if isinstance(tree, Maybe):
            self.told[place] = IS_THERE
            value = self.written(tree.value, f"{place}[1]")
            return Display("tuple", (tree.there, value))
        if isinstance(tree, Masked):
            self.told[place] = COUNTED
            count = self._of.call(OPS["int"], (tree.count(self._of),))
            return Display("tuple", (tree.packed(self._of), count))
        if isinstance(tree, (Parts, Display)):
            return self._display(tree.kind, tree.items, place)
        counted = self._counted(tree)
        if counted is None:
            return tree
        self.told[place] = COUNTED
        return Display("tuple", counted)

    def _display(
        self, kind: DisplayKind, given: Sequence[Tree], place: str
    ) -> Argument:
        items: list[Argument] = []
        for number, each in enumerate(given):
            if kind == "dict" and number % 2 == 0:
                assert isinstance(each, (Constant, Display, Value))
                items.append(each)
                continue
            key: object = number
            if kind == "dict":
                key = getattr(given[number - 1], "value", "...")
            items.append(self.written(each, f"{place}[{key!r}]"))
        return Display(kind, tuple(items))

    def _counted(self, argument: Argument) -> tuple[Argument, Argument] | None:
        """Return an array with room and the number of items; None for what is known."""
        node = self._makers.get(argument.name) if isinstance(argument, Value) else None
        if node is None or node.kwargs:
            return None
        self.spent.add(id(node))
        name = node.operation.name
        if name in ("list_new", "array_tolist") and len(node.args) == 1:
            return self._counted(node.args[0])
        if name in ("array", "asarray") and len(node.args) == 1:
            found = self._counted(node.args[0])
            same = found is not None and _dtype(node.results[0].type) == _dtype(
                argument_type(found[0])
            )
            return found if same else None
        if name == "zip":
            columns = list(map(self._counted, node.args))
            known = [each for each in columns if each is not None]
            if not known or len(known) < len(columns):
                return None
            return Display("tuple", tuple(each for each, _ in known)), known[0][1]
        if name == "getitem":
            return _filled(node.args[0], node.args[1])
        return None


def _filled(array: Argument, index: Argument) -> tuple[Argument, Argument] | None:
    """Return an array and a number, if the first so many items of it are taken."""
    if not isinstance(index, Display) or index.kind != "slice":
        return None
    start, stop, step = index.items
    known = start in (Constant(None), Constant(0)) and step == Constant(None)
    if not known or isinstance(stop, Constant):
        return None
    return (array, stop) if isinstance(argument_type(array), Array) else None


def _dtype(of: Type) -> str | None:
    if isinstance(of, List):
        of = of.element
    if isinstance(of, PythonScalar):
        return _DTYPES.get(of.kind)
    return of.dtype.name if isinstance(of, (Array, NumpyScalar)) else None

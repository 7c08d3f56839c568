"""What the forward part leaves for the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from runtime.building import Names
from runtime.ir.nodes import Constant, Node, Value
from runtime.ops import OPS
from runtime.types import INT


@dataclass
class Tape:
    """A value of a region that its way back needs, and the list that keeps it."""

    list: Value
    item: Value


@dataclass
class Recipe:
    """How a construct of the forward part is to be rewritten."""

    tapes: dict[int, list[Tape]] = field(default_factory=dict)
    turns: Value | None = None


def with_tapes(
    nodes: Iterable[Node], recipes: Mapping[int, Recipe], names: Names
) -> list[Node]:
    """Return nodes of the forward part with what fills the tapes.

    Parameters
    ----------
    nodes : iterable of Node
        The nodes of a region.
    recipes : mapping
        What becomes of constructs, by their identity.
    names : Names
        Where new names come from.
    """
    return [_filled(each, recipes, names) if each.regions else each for each in nodes]


def _filled(node: Node, recipes: Mapping[int, Recipe], names: Names) -> Node:
    recipe = recipes.get(id(node), Recipe())
    regions = []
    for place, body in enumerate(node.regions):
        nodes = with_tapes(body.nodes, recipes, names)
        for tape in recipe.tapes.get(place, ()):
            push = (tape.list, tape.item)
            nodes.append(Node(OPS["list_append"], push, span=node.span))
        regions.append(replace(body, nodes=tuple(nodes)))
    node = replace(node, regions=tuple(regions))
    if recipe.turns is None:
        return node
    count = Value(names.new("turn"), INT)
    following = Value(names.new("turn"), INT)
    first, last = node.regions[0], node.regions[-1]
    step = Node(OPS["add"], (count, Constant(1)), results=(following,))
    assert last.yields is not None
    last = replace(last, nodes=(*last.nodes, step), yields=(*last.yields, following))
    if len(node.regions) == 1:
        first = last
    first = replace(first, parameters=(*first.parameters, count))
    return replace(
        node,
        args=(*node.args, Constant(0)),
        results=(*node.results, recipe.turns),
        regions=(first,) if len(node.regions) == 1 else (first, last),
    )

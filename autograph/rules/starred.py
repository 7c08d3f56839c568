"""Stars before what Python cannot go through while tracing, once that is known.

Such a display, call or target is rewritten when a trace has met it: see
`Facts.watched`. In what is written each argument stands for what is behind a star, or
for the items between: ``[*xs, v]`` is ``ag.starred_list(xs, (v,))``, ``f(a, *xs)`` is
``ag.starred_call(f, (a,), xs)``, ``f(a, **d)`` is ``ag.keyword_call(f, (a,), d)``, and
``a, *b = xs`` is
``a, b = ag.starred_unpack(xs, 1, 0)``.
"""

from __future__ import annotations

from itertools import groupby

import gast

from autograph.rules.rule import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant, same_place, tuple_

OPERATORS = {
    gast.List: "starred_list",
    gast.Tuple: "starred_tuple",
    gast.Set: "starred_set",
}


def is_starred(node: Node, items: list[Node], walk: Walk) -> bool:
    """Say whether a trace has met a star among the items of a node.

    Where all fresh containers are marked, so is what a target with a star is given.
    """
    return walk.unit.traced and any(map(_has_star, items))


def is_doubly_starred(node: Node, walk: Walk) -> bool:
    """Say whether a trace has met two stars in a call."""
    return walk.unit.traced and any(each.arg is None for each in node.keywords)


def _has_star(item: Node) -> bool:
    return isinstance(item, gast.Starred)


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a display of a list or tuple."""
    if not isinstance(node.ctx, gast.Load) or not is_starred(node, node.elts, walk):
        return walk.rebuild(node)
    return display(node, walk)


def display(node: Node, walk: Walk) -> Node:
    """Write a display with a star in it."""
    operator = OPERATORS[type(node)]
    return at(walk.operate(operator, *_parts(node.elts, walk)), node)


def call(node: Node, walk: Walk) -> Node:
    """Write a call with a star in it."""
    function = walk.expression(node.func)
    parts = _parts(node.args, walk)
    if walk.facts.of([keyword.value for keyword in node.keywords]).busy:
        parts = [walk.operate("starred_list", *parts)]
    made = walk.operate("starred_call", function, *parts)
    made.keywords = [walk.rebuild(keyword) for keyword in node.keywords]
    return at(made, node)


def keyword_call(node: Node, walk: Walk) -> Node:
    """Write a call with two stars in it.

    Python goes through what stands behind them before it looks at what follows.
    """
    function = walk.expression(node.func)
    given = _parts(node.args, walk)
    if any(map(_has_star, node.args)):
        given = [walk.operate("starred_list", *given)]
    parts: list[Node] = []
    for place, keyword in enumerate(node.keywords):
        value, name = keyword.value, keyword.arg
        later = [each.value for each in node.keywords[place + 1 :]]
        if name is None and walk.facts.of(later).busy:
            value = at(gast.Dict([None], [value]), value)
        value = walk.expression(value)
        parts.append(value if name is None else gast.Dict([constant(name)], [value]))
    made = walk.operate("keyword_call", function, *(given or [tuple_([])]), *parts)
    return at(made, node)


def _parts(items: list[Node], walk: Walk) -> list[Node]:
    """Give what stands behind the stars, and the items between.

    Python goes through what stands behind a star before it looks at what follows.
    Where anything could happen in what follows, a list is made of it.
    """
    parts: list[Node] = []
    begun = False
    for starred, group in groupby(items, _has_star):
        for several in [[item] for item in group] if starred else [list(group)]:
            if begun and walk.facts.of(several).busy:
                parts = [walk.operate("starred_list", *parts)]
            made = [walk.expression(item) for item in several]
            parts.append(made[0].value if starred else tuple_(made))
        begun = begun or starred
    return parts


def without_star(target: Node) -> tuple[Node, tuple[int, int]]:
    """Give a target without its star, and how many items stand around that."""
    (place,) = [n for n, item in enumerate(target.elts) if _has_star(item)]
    items = [*target.elts]
    items[place] = items[place].value
    plain = same_place(type(target)(items, target.ctx), target)
    return plain, (place, len(items) - place - 1)


def unpacked(value: Node, around: tuple[int, int], walk: Walk) -> Node:
    """Write what targets with a star among them get."""
    return walk.operate("starred_unpack", value, *map(constant, around))


RULE = Rule("starred", (gast.List, gast.Tuple), rewrite)

"""Stars before operands that Python cannot iterate over while tracing.

Such a display, call or target is rewritten in the form that is traced. Each argument
of the operator is the operand of a star, or a tuple of the items between stars:
``[*xs, v]`` is ``ag.starred_list(xs, (v,))``, ``f(a, *xs)`` is
``ag.starred_call(f, (a,), xs)``, ``f(a, **d)`` is ``ag.keyword_call(f, (a,), d)``, and
``a, *b = xs`` is ``a, b = ag.starred_unpack(xs, 1, 0)``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant, same_place, tuple_

OPERATORS = {
    gast.List: "starred_list",
    gast.Tuple: "starred_tuple",
    gast.Set: "starred_set",
}


def is_starred(node: Node, items: list[Node], walk: Walk) -> bool:
    """Whether a trace has met a star among the items of a node.

    If all fresh containers are marked, so is the list for a starred target.
    """
    return walk.unit.traced and any(map(_has_star, items))


def is_doubly_starred(node: Node, walk: Walk) -> bool:
    """Whether a trace has met a double star in a call."""
    return walk.unit.traced and any(each.arg is None for each in node.keywords)


def _has_star(item: Node) -> bool:
    return isinstance(item, gast.Starred)


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a display of a list or tuple."""
    if not isinstance(node.ctx, gast.Load) or not is_starred(node, node.elts, walk):
        return walk.rebuild(node)
    return display(node, walk)


def display(node: Node, walk: Walk, item: Callable[[Node], Node] | None = None) -> Node:
    """Return the operator call for a display with a star.

    Items of an index have a form of their own, which `item` gives them.
    """
    operator = OPERATORS[type(node)]
    return at(walk.operate(operator, *_parts(node.elts, walk, item)), node)


def call(node: Node, walk: Walk) -> Node:
    """Return the operator call for a call with a star."""
    function = walk.expression(node.func)
    parts = _parts(node.args, walk)
    later = [keyword.value for keyword in node.keywords]
    if not _is_gone_through_last(node) and walk.facts.of(later).busy:
        parts = [walk.operate("starred_list", *parts)]
    made = walk.operate("starred_call", function, *parts)
    made.keywords = [walk.rebuild(keyword) for keyword in node.keywords]
    return at(made, node)


def _is_gone_through_last(node: Node) -> bool:
    """Whether Python iterates over what has a star after it evaluated the keywords.

    It does where nothing stands beside it: then, the call itself takes the operand.
    """
    return len(node.args) == 1


def keyword_call(node: Node, walk: Walk) -> Node:
    """Return the operator call for a call with a double star.

    Python iterates over the operand of a double star before it evaluates what follows.
    """
    function = walk.expression(node.func)
    given = _parts(node.args, walk)
    if any(map(_has_star, node.args)) and not _is_gone_through_last(node):
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


def _parts(
    items: list[Node], walk: Walk, item: Callable[[Node], Node] | None = None
) -> list[Node]:
    """Return the operands of stars, and the items between them.

    Python iterates over the operand of a star before it evaluates what follows. If what
    follows may run any code, a list is made of the parts before it.
    """
    parts: list[Node] = []
    begun = False
    for starred, group in groupby(items, _has_star):
        for several in [[each] for each in group] if starred else [list(group)]:
            if begun and walk.facts.of(several).busy:
                parts = [walk.operate("starred_list", *parts)]
            made = [(item or walk.expression)(each) for each in several]
            parts.append(made[0].value if starred else tuple_(made))
        begun = begun or starred
    return parts


def without_star(target: Node) -> tuple[Node, tuple[int, int]]:
    """Return a target without its star, and the numbers of items around it."""
    (place,) = [n for n, item in enumerate(target.elts) if _has_star(item)]
    items = [*target.elts]
    items[place] = items[place].value
    plain = same_place(type(target)(items, target.ctx), target)
    return plain, (place, len(items) - place - 1)


def unpacked(value: Node, around: tuple[int, int], walk: Walk) -> Node:
    """Return the operator call for the values of starred targets."""
    return walk.operate("starred_unpack", value, *map(constant, around))


RULE = Rule("starred", (gast.List, gast.Tuple), rewrite)

"""The names that results are assigned to: in the form that is traced alone.

A trace calls the values of its graph by them, and unpacks what Python could not. One
name in a tuple says that a value is unpacked into it: ``p, = ag.assigned(x, ('p',))``.

as written::

    def f(x, y):
        d = x / y
        a, (b, c) = y
        e, g = h = y
        return (d, a, b, c, e, g, h)

as traced::

    def f(x, y):
        d = ag.assigned(ag.operate(x, '/', y), 'd')
        a, value_0 = ag.assigned(y, 'a', None)
        b, c = ag.assigned(value_0, 'b', 'c')
        value_1 = y
        e, g = ag.assigned(value_1, 'e', 'g')
        h = value_1
        return (d, a, b, c, e, g, h)
"""

from __future__ import annotations

from collections.abc import Sequence

import gast

from autograph.source.facts import Names
from autograph.source.naming import Naming
from autograph.source.nodes import (
    Node,
    at,
    constant,
    is_operator,
    load,
    operate,
    store,
)

NAMELESS = (gast.Name, gast.Constant, gast.Lambda)
"""Values that have a name, or need none."""
NAMED = ("cells", "undefined", "while_loop", "for_loop", "starred_unpack")
"""Operators whose results have the names of the loop's state, or are none."""
UNPACKING = (gast.Tuple, gast.List)
"""Targets into which a value is unpacked."""
HOLDING = ("handlers", "cases")
"""The fields of statements that hold what holds their blocks."""
BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
"""The fields of statements that hold others, in the order of the source."""


def with_names(node: Node, known: Names, naming: Naming) -> Node:
    """Hand the results of operations on with the names that they are assigned to.

    Parameters
    ----------
    known
        The names of the user's program.
    naming
        Makes names that nothing else has.
    """
    waiting = [node]
    for part in waiting:  # which grows meanwhile
        for field in BLOCKS:
            block = getattr(part, field, None)
            if isinstance(block, list):
                waiting += block
                if field not in HOLDING:
                    done = [_named(each, known, naming) for each in block]
                    setattr(part, field, [new for several in done for new in several])
    return node


def _named(node: Node, known: Names, naming: Naming) -> list[Node]:
    """Rewrite an assignment; one to several targets, if it unpacks, one by one."""
    if not isinstance(node, gast.Assign):
        return [node]
    if len(node.targets) != 1:
        if not any(isinstance(each, UNPACKING) for each in node.targets):
            return [node]
        held = naming.fresh("value", numbered=True)
        first = at(gast.Assign([at(store(held), node)], node.value, None), node)
        each_alone = [
            at(gast.Assign([each], at(load(held), each), None), node)
            for each in node.targets
        ]
        return [
            new for each in (first, *each_alone) for new in _named(each, known, naming)
        ]
    target, value = node.targets[0], node.value
    if isinstance(target, gast.Name):
        if _is_told(target.id, known) and is_made(value):
            node.value = _assigned(value, [target.id])
        return [node]
    if not isinstance(target, UNPACKING) or not _unpacks(target, value):
        return [node]
    names: list[str | None] = []
    later: list[Node] = []
    for position, item in enumerate(target.elts):
        name = item.id if isinstance(item, gast.Name) else None
        names.append(name if name and _is_told(name, known) else None)
        if isinstance(item, UNPACKING):
            held = naming.fresh("value", numbered=True)
            target.elts[position] = at(store(held), item)
            inner = at(gast.Assign([item], at(load(held), item), None), node)
            later += _named(inner, known, naming)
    node.value = _assigned(value, names if len(names) > 1 else [tuple(names)])
    return [node, *later]


def _is_told(name: str, known: Names) -> bool:
    """Whether a name tells a reader anything: most of ours do, but for ``value``."""
    return name in known or not name.startswith("value")


def _unpacks(target: Node, value: Node) -> bool:
    """Whether a value is unpacked into so many targets, by Python."""
    if any(isinstance(item, gast.Starred) for item in target.elts):
        return False
    return not any(is_operator(value, name) for name in NAMED)


def _assigned(value: Node, names: Sequence[object]) -> Node:
    return at(operate("assigned", value, *map(constant, names)), value)


def is_made(value: Node) -> bool:
    """Whether a value is the result of an operation, which a name may tell apart."""
    if isinstance(value, NAMELESS):
        return False
    return not any(is_operator(value, name) for name in NAMED)

"""Comprehensions and generator expressions.

Lambdas cannot share the names that a comprehension binds. If a lambda of the user
captures such a name, the comprehension stays Python.

before::

    def f(x, t):
        return [v * v for v in x if v > t]

after::

    def f(x, t):
        return ag.list_of(x, lambda v: v * v, keep=lambda v: v > t)

before::

    def f(rows, n):
        pairs = {i: v for i, row in enumerate(rows) for v in row if v and i < n}
        return any(pairs[k] for (k,) in zip(rows))

after::

    def f(rows, n):
        pairs = ag.dict_of(enumerate(rows), inner=lambda i, row: \
ag.nested(row, lambda v: (i, v), keep=lambda v: ag.and_(v, lambda: i < n)))
        return any(ag.generate(zip(rows), lambda k: ag.get_item(pairs, k), \
unpack='(k,)'))

before::

    def f(x):
        scaled = [k * x for k in (1, 2)]
        return [lambda: v for v in scaled]

after::

    def f(x):
        scaled = [k * x for k in (1, 2)]
        return [lambda: v for v in scaled]
"""

from __future__ import annotations

import sys

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound
from autograph.source.facts import NONE, Names
from autograph.source.nodes import Node, at, constant, tuple_
from autograph.source.trees import nodes_in

OPERATORS = {
    gast.ListComp: "list_of",
    gast.SetComp: "set_of",
    gast.DictComp: "dict_of",
    gast.GeneratorExp: "generate",
}
INLINED = sys.version_info >= (3, 12)
"""Whether the names in a comprehension belong to the frame of its function."""
_TARGETS = (gast.Name, gast.Tuple, gast.List, gast.Starred, gast.Store)
_PLAIN = (gast.List, gast.Tuple, gast.Set, gast.Constant)


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a comprehension."""
    fact = walk.facts.of(node)
    if fact.waits:
        return node
    late = isinstance(node, gast.GeneratorExp)
    first = walk.expression(node.generators[0].iter)
    targets = NONE.union(*[walk.facts.of(p.target).binds for p in node.generators])
    before = dict(walk.state)
    advanced = late and id(node) not in walk.facts.consumed and walk.unit.traced
    stays = _must_stay(node, targets, walk)
    if not advanced:  # the run may have to make a generator that is handed on
        stays = stays or _gains_nothing(node)
    walk.deferred += late
    with walk.hiding(targets), walk.standing_apart(late or not INLINED):
        make = _kept if stays else _called
        made = at(make(node, first, walk), node)
    walk.deferred -= late
    for name in fact.walrus & walk.scope.local:
        if before.get(name) is not Bound.YES:
            known = before.get(name, Bound.NO).loosened()
            walk.state[name] = Bound.SLOT if name in walk.filled else known
    if stays and advanced:
        return at(_advanced(made, first, walk), node)
    return made


def _advanced(made: Node, first: Node, walk: Walk) -> Node:
    """Return the call of the operator for a generator expression that stays Python.

    What it iterates over, Python asks at once. So the operator is given both: the run
    may have to make the generator. A walrus would bind its name in another function.
    """
    if _is_plain(first) or any(
        isinstance(part, gast.NamedExpr) for part in _parts([made])
    ):
        return walk.operate("iterator", made)
    name = walk.unit.naming.plain("items")
    made.generators[0].iter = at(gast.Name(name, gast.Load(), None, None), first)
    return walk.operate("generator_of", first, _function([name], made))


def _must_stay(node: Node, targets: Names, walk: Walk) -> bool:
    """Whether a comprehension must stay Python."""
    spelled = nodes_in(*[each.target for each in node.generators])
    if not all(isinstance(part, _TARGETS) for part in spelled):
        return True
    inside = [*_given(node), *[test for part in node.generators for test in part.ifs]]
    inside += [part.iter for part in node.generators[1:]]
    if walk.facts.of(inside).captured & targets:
        return True
    if any(
        getattr(part, "id", "") in ("super", "__class__") for part in _parts(inside)
    ):
        return True
    return _reads_early(node, walk)


def _gains_nothing(node: Node) -> bool:
    """Whether an operator is of no use to a comprehension: it needs no decision."""
    tested = any(part.ifs for part in node.generators)
    return not tested and all(_is_plain(part.iter) for part in node.generators)


def _reads_early(node: Node, walk: Walk) -> bool:
    """Whether a ``for`` reads a name that only a later one binds, which raises."""
    later: Names = NONE
    for place in reversed(range(len(node.generators))):
        part = node.generators[place]
        bound = walk.facts.of(part.target).binds
        if walk.facts.of(part.ifs).reads & (later - bound):
            return True
        later |= bound
        earlier = [each.target for each in node.generators[:place]]
        unbound = later - walk.facts.of(earlier).binds
        if place and walk.facts.of(part.iter).reads & unbound:
            return True
        later -= walk.facts.of(earlier).binds
    return False


def _parts(nodes: list[Node]) -> list[Node]:
    return nodes_in(*nodes)


def _is_plain(items: Node) -> bool:
    """Whether the items are written out in the source."""
    parts = getattr(items, "elts", [])
    return isinstance(items, _PLAIN) and not any(
        isinstance(part, gast.Starred) for part in parts
    )


def _given(node: Node) -> list[Node]:
    """Return the element expressions of a comprehension."""
    return [node.key, node.value] if isinstance(node, gast.DictComp) else [node.elt]


def _kept(node: Node, first: Node, walk: Walk) -> Node:
    """Keep a comprehension as Python; rewrite its parts."""
    walk.unit.comprehends |= not isinstance(node, gast.GeneratorExp)
    parts = []
    for place, part in enumerate(node.generators):
        items = walk.expression(part.iter) if place else first
        tests = [walk.expression(test) for test in part.ifs]
        parts.append(gast.comprehension(part.target, items, tests, part.is_async))
    return type(node)(*[walk.expression(item) for item in _given(node)], parts)


def _called(node: Node, first: Node, walk: Walk) -> Node:
    """Return the call of the operator for a comprehension."""
    walk.lazy += 1
    made = _level(OPERATORS[type(node)], node, 0, first, walk)
    walk.lazy -= 1
    return made


def _level(operator: str, node: Node, level: int, items: Node, walk: Walk) -> Node:
    """Return the call for one ``for``, with the calls for later ones inside."""
    part = node.generators[level]
    names = _names(part.target)
    keywords = {}
    if part.ifs:
        test = part.ifs[0]
        if len(part.ifs) > 1:
            test = at(gast.BoolOp(gast.And(), part.ifs), test)
        keywords["keep"] = _function(names, walk.expression(test))
    arguments = [items]
    if level + 1 < len(node.generators):
        following = walk.expression(node.generators[level + 1].iter)
        call = _level("nested", node, level + 1, following, walk)
        keywords = {"inner": _function(names, at(call, node)), **keywords}
    else:
        given = [walk.expression(item) for item in _given(node)]
        value = given[0] if len(given) == 1 else tuple_(given)
        arguments.append(_function(names, value))
    if not _is_flat(part.target):
        keywords["unpack"] = constant(_spelled(part.target))
    return walk.operate(operator, *arguments, **keywords)


def _function(names: list[str], value: Node) -> Node:
    parameters = [gast.Name(name, gast.Param(), None, None) for name in names]
    arguments = gast.arguments(parameters, [], None, [], [], None, [])
    return gast.Lambda(arguments, value)


def _names(target: Node) -> list[str]:
    """Return the names that a target binds, in order, each once."""
    if isinstance(target, gast.Name):
        return [target.id]
    if isinstance(target, gast.Starred):
        return _names(target.value)
    return list(dict.fromkeys(name for part in target.elts for name in _names(part)))


def _is_flat(target: Node) -> bool:
    """Whether a target is a name, or a row of different names."""
    if isinstance(target, gast.Name):
        return True
    plain = all(isinstance(part, gast.Name) for part in target.elts)
    return plain and len(_names(target)) == len(target.elts) > 1


def _spelled(target: Node) -> str:
    """Return a target as the source spells it."""
    if isinstance(target, gast.Name):
        return str(target.id)
    if isinstance(target, gast.Starred):
        return f"*{_spelled(target.value)}"
    parts = [_spelled(part) for part in target.elts]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


RULE = Rule("comprehensions", tuple(OPERATORS), rewrite)

"""Items: read by a computed index, written, deleted, augmented.

before::

    def count(d, k, v, step):
        d[k] += v
        d[k] = step(d[0])
        del d[1:k]
        return d[k + 1]

after::

    def count(d, k, v, step):
        ag.augment_item(d, k, '+=', v)
        ag.set_item(d, k, step(d[0]))
        ag.del_item(d, slice(1, k))
        return ag.get_item(d, k + 1)
"""

from __future__ import annotations

import gast

from autograph.rules.augmenting import SPELLINGS, augmented
from autograph.rules.rewriting import Rule
from autograph.rules.starred import display, is_starred
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound
from autograph.source.nodes import Node, assign, at, constant, load
from autograph.source.trees import nodes_in


def is_fixed(index: Node) -> bool:
    """Whether reading by an index needs no operator."""
    if isinstance(index, gast.UnaryOp) and isinstance(index.op, gast.USub):
        index = index.operand
    return isinstance(index, (gast.Constant, gast.Slice, gast.Tuple))


def operates(*expressions: Node) -> bool:
    """Whether expressions contain operators, which may raise or warn."""
    parts = nodes_in(*expressions)
    return any(isinstance(part, (gast.BinOp, gast.Compare)) for part in parts)


def rewrite(node: Node, walk: Walk) -> Node:
    """Rewrite a read of ``items[index]``."""
    if not isinstance(node.ctx, gast.Load):
        return walk.rebuild(node)
    if is_fixed(node.slice) and not walk.unit.traced:
        return walk.rebuild(node)
    items = walk.expression(node.value)
    return at(walk.operate("get_item", items, _index(node.slice, walk)), node)


def _place(target: Node, walk: Walk) -> tuple[Node, Node]:
    return walk.expression(target.value), _index(target.slice, walk)


def _index(index: Node, walk: Walk) -> Node:
    """Return an index as an argument, with slices as calls."""
    if isinstance(index, gast.Slice):
        parts = [index.lower, index.upper, index.step]
        given = [constant(None) if p is None else walk.expression(p) for p in parts]
        if index.step is None:
            given.pop()
        if walk.unit.own_slice:
            return walk.operate("slice_", *given)
        return gast.Call(load("slice"), given, [])
    if isinstance(index, gast.Tuple) and is_starred(index, index.elts, walk):
        return display(index, walk, lambda item: _index(item, walk))
    if isinstance(index, gast.Tuple):
        items = [_index(item, walk) for item in index.elts]
        return at(gast.Tuple(items, gast.Load()), index)
    return walk.expression(index)


def store_item(target: Node, value: Node, walk: Walk) -> Node:
    """Return the statement that writes an item."""
    return gast.Expr(walk.operate("set_item", *_place(target, walk), value))


def delete_item(target: Node, walk: Walk) -> Node:
    """Return the statement that deletes an item."""
    return gast.Expr(walk.operate("del_item", *_place(target, walk)))


def augment(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``items[index] += value``: the item is read before the value."""
    fact = walk.facts.of(node.value)
    items, index = _place(node.target, walk)
    if fact.waits:
        return _augment_waiting(node, items, index, walk)
    how = constant(SPELLINGS[type(node.op)])
    unsure = any(
        walk.known(name) is not Bound.YES for name in fact.reads & walk.scope.local
    )
    if fact.busy or unsure or operates(node.value):
        late = walk.lazily(node.value)
        return [gast.Expr(walk.operate("augment_item", items, index, how, late=late))]
    value = walk.expression(node.value)
    return [gast.Expr(walk.operate("augment_item", items, index, how, value))]


def _augment_waiting(node: Node, items: Node, index: Node, walk: Walk) -> list[Node]:
    """Augment by a value with a ``yield`` in it, which no function can contain."""
    fresh = walk.unit.naming.fresh
    names = [fresh("items"), fresh("index"), fresh("value")]
    done = [assign(names[0], items), assign(names[1], index)]
    place = [load(names[0]), load(names[1])]
    done.append(assign(names[2], walk.operate("get_item", *place)))
    value = walk.expression(node.value)
    done.append(augmented(node, names[2], value, walk))
    place = [load(names[0]), load(names[1])]
    done.append(gast.Expr(walk.operate("set_item", *place, load(names[2]))))
    return done


RULE = Rule("items", (gast.Subscript,), rewrite)

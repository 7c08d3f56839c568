"""Attributes of functions defined here, and causes, which branches may change.

before::

    def count(xs):
        def square(x):
            square.calls += 1
            return x * x
        square.calls = 0
        return [square(x) for x in xs], square.calls

after::

    def count(xs):

        def square(x):
            value = square.calls
            value += 1
            ag.set_attribute(square, 'calls', value)
            return x * x
        ag.set_attribute(square, 'calls', 0)
        return (ag.list_of(xs, lambda x: square(x)), square.calls)
"""

from __future__ import annotations

import copy

import gast

from autograph.rules.augmenting import augmented
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, assign, at, constant, load
from tracer.record.value_classes import REASONS


def needs_operator(target: Node, walk: Walk) -> bool:
    """Whether a target is an attribute of a function defined here, or a cause.

    In the form that is traced, any object may be such a function.
    """
    if walk.unit.traced:
        return True
    if not isinstance(target.value, gast.Name):
        return False
    return target.attr in REASONS or target.value.id in walk.unit.defined


def store_attribute(target: Node, value: Node, walk: Walk) -> Node:
    """Return the statement that writes an attribute."""
    function = walk.expression(_read(target.value))
    name = constant(walk.unit.mangled(target.attr))
    return gast.Expr(walk.operate("set_attribute", function, name, value))


def augment_attribute(node: Node, walk: Walk) -> list[Node]:
    """Rewrite ``function.name += value``: the attribute is read before the value."""
    target = node.target
    held = walk.unit.naming.fresh("value")
    old = walk.expression(at(_read(target), target))
    value = walk.expression(node.value)
    return [
        assign(held, old),
        augmented(node, held, value, walk),
        store_attribute(target, load(held), walk),
    ]


def _read(target: Node) -> Node:
    """Return a target as an expression that is read."""
    read = copy.copy(target)
    read.ctx = gast.Load()
    return read

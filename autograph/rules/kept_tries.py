"""A ``try`` that has to stay Python, as one around a ``yield`` does.

It is marked in the form that is traced.

as written::

    def f(xs):
        try:
            for x in xs:
                yield 1 / x
        except ZeroDivisionError:
            yield None

as traced::

    def f(xs):
        try:
            with ag.try_body():
                for x in xs:
                    yield ag.operate(1, '/', x)
        except ZeroDivisionError:
            yield None
"""

from __future__ import annotations

import gast

from autograph.rules.shared_names import store_name
from autograph.rules.walk import Walk
from autograph.source.constructs import NONE, Names, WantedValues
from autograph.source.definedness import Bound, State, join
from autograph.source.nodes import (
    Node,
    at,
    load,
    same_place,
    store,
    undefined,
)


def walk_kept(node: Node, live: WantedValues, out: Names, caught: Names) -> None:
    """Walk the blocks of a statement that stays, its handlers apart."""
    facts = live.facts
    if facts.of(node).waits:
        live.walk_parts(node, out, caught)
        return
    final = facts.block(node.finalbody).reads
    later = out | final
    handlers = facts.of(node.handlers).reads
    seen = caught | final | handlers | (out if node.handlers else NONE)
    other = facts.block(node.orelse).reads
    live.walk(node.body, later | other, seen)
    for handler in node.handlers:
        live.walk(handler.body, later, caught | final)
    live.walk(node.orelse, later, caught | final)
    live.walk(node.finalbody, out | caught, caught)


def keep_try(node: Node, walk: Walk) -> list[Node]:
    """Keep a statement as Python; rewrite its parts."""
    before = dict(walk.state)
    with walk.watching():
        marked = walk.block(node.body)
    ends: list[State] = []
    body_end, body_reached = walk.state, walk.reached
    # A handler may be entered from anywhere in the body.
    walk.state, walk.reached = dict(before), True
    for statement in node.body:
        walk.loosen(statement)
    entry = walk.state
    handlers = []
    for handler in node.handlers:
        walk.state, walk.reached = dict(entry), True
        with walk.watching(bool(node.finalbody)):
            handlers.append(_handler(handler, walk))
        if walk.reached:
            ends.append(walk.state)
    walk.state, walk.reached = body_end, body_reached
    otherwise = walk.block(node.orelse)
    if walk.reached:
        ends.append(walk.state)
    reached = bool(ends)
    walk.state, walk.reached = dict(entry), True
    for part in [*node.handlers, *node.orelse]:
        walk.loosen(part)
    final = walk.block(node.finalbody)
    if reached:
        met = join(ends)
        bound = walk.facts.block(node.finalbody).binds
        met.update({name: walk.known(name) for name in bound & walk.scope.local})
        walk.state = met
    walk.reached = walk.reached and reached
    if node.finalbody:
        otherwise = _marked(otherwise, node, walk)
        for handler in handlers:
            handler.body = _marked(handler.body, node, walk)
    kept = type(node)(_marked(marked, node, walk), handlers, otherwise, final)
    return [same_place(kept, node)]


def _marked(body: list[Node], node: Node, walk: Walk) -> list[Node]:
    """Mark statements whose exceptions other parts of a statement can see."""
    if not body or not walk.unit.traced:
        return body
    item = gast.withitem(walk.operate("try_body"), None)
    return [at(gast.With([item], body, None), node)]


def _handler(handler: Node, walk: Walk) -> Node:
    kind = None if handler.type is None else walk.expression(handler.type)
    target, before, after = handler.name, [], []
    if target is not None:
        name = target.id
        if walk.is_foreign(name) or name in walk.filled:
            walk.fill(name)
            held = walk.unit.naming.fresh("error")
            before = [at(store_name(name, load(held), walk), handler)]
            target = at(store(held), handler)
        else:
            walk.bind([name] if name in walk.scope.local else [])
    body = walk.block(handler.body)
    if handler.name is not None:
        name = handler.name.id
        walk.state[name] = Bound.SLOT if name in walk.filled else Bound.NO
        seen = bool(walk.watched) or name in walk.scope.captured
        if name in walk.filled and (walk.reached or seen):
            walk.unit.uses_operators = True
            after = [at(store_name(name, undefined(name), walk), handler)]
            walk.state[name] = Bound.SLOT
            if seen:
                # Whoever looks, however the handler ends, finds it unbound.
                marked = _marked([*before, *body], handler, walk)
                whole = gast.Try(marked, [], [], after)
                before, body, after = [], [at(whole, handler)], []
    made = gast.ExceptHandler(kind, target, [*before, *body, *after])
    return same_place(made, handler)

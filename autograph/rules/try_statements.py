"""``try``: the statement stays, its body is marked.

before::

    def f(xs):
        total = 0
        try:
            for x in xs:
                total += 1 / x
        except ZeroDivisionError:
            return (total, 'zero')
        finally:
            print('done')
        return total

after::

    def f(xs):
        total = 0
        try:
            with ag.try_body():

                def for_body(x):
                    value = total
                    value += 1 / x
                    ag.set_cell(lambda: total, value)
                ag.for_loop(xs, for_body)
        except ZeroDivisionError:
            return (total, 'zero')
        finally:
            print('done')
        return total
"""

from __future__ import annotations

import gast

from autograph.rules.rule import Rule
from autograph.rules.shared_names import store_name
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, State, join
from autograph.source.nodes import Node, at, is_operator, load, store, undefined
from autograph.source.places import same_place


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite what is in a ``try``."""
    before = dict(walk.state)
    with walk.watching(bool(node.handlers or node.finalbody)):
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
    if marked and not _is_marked(marked):
        item = gast.withitem(walk.operate("try_body"), None)
        marked = [at(gast.With([item], marked, None), node)]
    kept = type(node)(marked, handlers, otherwise, final)
    return [same_place(kept, node)]


def _is_marked(body: list[Node]) -> bool:
    first = body[0]
    if len(body) != 1 or not isinstance(first, gast.With):
        return False
    return is_operator(first.items[0].context_expr, "try_body")


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
                whole = gast.Try([*before, *body], [], [], after)
                before, body, after = [], [at(whole, handler)], []
    made = gast.ExceptHandler(kind, target, [*before, *body, *after])
    return same_place(made, handler)


RULE = Rule("try_statements", (gast.Try, gast.TryStar), rewrite)

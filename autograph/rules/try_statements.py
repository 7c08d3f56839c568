"""``try``: its body, its handlers and its final block become functions.

What a handler or a final block reads of the progress of the body stays a shared name.
A `try` around a ``yield`` or the like stays, its body marked.

before::

    def f(a, b):
        try:
            r = a / b
        except ZeroDivisionError:
            r = 0.0
        return r

after::

    def f(a, b):

        def try_body():
            return a / b

        def except_body(error):
            return 0.0
        r = ag.try_(try_body, ZeroDivisionError, except_body)
        return r

before::

    def f(xs):
        total = 0
        try:
            for x in xs:
                total += 1 / x
        except ArithmeticError as e:
            print(e)
        finally:
            print('done')
        return total

after::

    def f(xs):
        total = 0

        def try_body():

            def try_body():

                def for_body(x):
                    value = total
                    value += 1 / x
                    ag.set_cell(lambda: total, value)
                ag.for_loop(xs, for_body)

            def except_body(e):
                print(e)
            ag.try_(try_body, ArithmeticError, except_body)

        def final_body():
            print('done')
        ag.finally_(try_body, final_body)
        return total

before::

    def f(xs):
        try:
            for x in xs:
                yield 1 / x
        except ZeroDivisionError:
            yield None

after::

    def f(xs):
        try:
            with ag.try_body():
                for x in xs:
                    yield (1 / x)
        except ZeroDivisionError:
            yield None
"""

from __future__ import annotations

import builtins

import gast

from autograph.rules.branches import (
    Branch,
    build,
    carried,
    deliver,
    given_names,
    settle,
    taking,
)
from autograph.rules.rule import Rule
from autograph.rules.shared_names import store_name
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, State, join
from autograph.source.facts import NONE
from autograph.source.liveness import stays
from autograph.source.nodes import Node, at, is_operator, load, store, undefined
from autograph.source.places import same_place


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``try``."""
    if stays(node, walk.facts):
        return _keep(node, walk)
    if node.finalbody:
        return _finally(node, walk)
    return _try(node, walk)


def _try(node: Node, walk: Walk) -> list[Node]:
    returns = "return" in walk.facts.of(node).jumps
    bodies = [node.body, *[handler.body for handler in node.handlers]]
    results = [] if returns else given_names(walk, node, bodies)
    shape = "return" if returns else "values"
    before = dict(walk.state)
    name = walk.unit.naming.plain("try_body")
    with walk.watching():
        body = build(walk, node.body, name, results, node, shape=shape)
    entry = _entry(node, walk, before)
    handlers: list[tuple[Node, str, Branch]] = []
    for number, handler in enumerate(node.handlers, 1):
        walk.state, walk.reached = dict(entry), True
        kinds = _kinds(handler.type, walk)
        error = handler.name.id if handler.name else walk.unit.naming.plain("error")
        walk.bind([error] if handler.name else [])
        name = "except_body" if len(node.handlers) == 1 else f"except_{number}"
        name = walk.unit.naming.plain(name)
        own = frozenset((error,)) if handler.name else NONE
        made = build(walk, handler.body, name, results, handler, shape=shape, own=own)
        handlers.append((kinds, error, made))
    parts = [body, *[made for _, _, made in handlers]]
    settle(walk, [part.state for part in parts if part.reached], results, before)
    takes = walk.ordered(NONE.union(*[part.takes for part in parts]))
    definitions, function = body.function(takes)
    arguments = [function]
    for kinds, error, made in handlers:
        more, function = taking(made, error, takes, walk)
        definitions += more
        arguments += [kinds, function]
    call = walk.operate("try_", *arguments, **carried(walk, takes, before))
    return [*definitions, deliver(walk, call, results, returns)]


def _finally(node: Node, walk: Walk) -> list[Node]:
    returns = "return" in walk.facts.of(node).jumps
    results = [] if returns else given_names(walk, node, [node.body])
    shape = "return" if returns else "values"
    before = dict(walk.state)
    name = walk.unit.naming.plain("try_body")
    with walk.watching():
        body = build(walk, node.body, name, results, node, shape=shape)
    walk.state, walk.reached = _entry(node, walk, before), True
    name = walk.unit.naming.plain("final_body")
    final = build(walk, node.finalbody, name, [], node, shape="values")
    ends = []
    if body.reached and final.reached:
        bound = walk.facts.block(node.finalbody).binds & walk.shared
        left = {name: final.state.get(name, Bound.NO) for name in bound}
        ends = [{**body.state, **left}]
    settle(walk, ends, results, before)
    takes = walk.ordered(body.takes | final.takes)
    definitions, function = body.function(takes)
    more, last = final.function(takes)
    arguments = [function, last]
    call = walk.operate("finally_", *arguments, **carried(walk, takes, before))
    return [*definitions, *more, deliver(walk, call, results, returns)]


def _entry(node: Node, walk: Walk, before: State) -> State:
    """Give what is known where an exception leads: it may come from anywhere."""
    walk.state = dict(before)
    for statement in node.body:
        walk.loosen(statement)
    # What is not shared keeps the value that it had before.
    return {
        name: known if name in walk.shared else before.get(name, Bound.NO)
        for name, known in walk.state.items()
    }


def _kinds(node: Node, walk: Walk) -> Node:
    """Give the classes a handler takes, which Python looks at only when it must."""
    if node is None:
        return load("BaseException")
    names = node.elts if isinstance(node, gast.Tuple) else [node]
    if all(_is_builtin(name, walk) for name in names):
        return node
    return walk.lazily(node)


def _is_builtin(node: Node, walk: Walk) -> bool:
    """Say whether reading a name cannot fail: it is a class of exceptions of Python."""
    if not isinstance(node, gast.Name) or node.id in walk.scope.local:
        return False
    kind = getattr(builtins, node.id, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _keep(node: Node, walk: Walk) -> list[Node]:
    """Keep a statement that has to stay Python; rewrite what is in it."""
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
    """Mark statements whose exceptions other parts of a statement see."""
    if not body or _is_marked(body):
        return body
    item = gast.withitem(walk.operate("try_body"), None)
    return [at(gast.With([item], body, None), node)]


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
                marked = _marked([*before, *body], handler, walk)
                whole = gast.Try(marked, [], [], after)
                before, body, after = [], [at(whole, handler)], []
    made = gast.ExceptHandler(kind, target, [*before, *body, *after])
    return same_place(made, handler)


RULE = Rule("try_statements", (gast.Try, gast.TryStar), rewrite)

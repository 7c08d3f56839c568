"""``try``: its body, its handlers and its final block become functions.

What a handler or a final block reads of the progress of the body stays a shared name.

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
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator

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
from autograph.rules.kept_tries import keep_try, walk_kept
from autograph.rules.rewriting import Rule
from autograph.rules.split_tries import is_split, split_try
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    NONE,
    Construct,
    Entry,
    Fact,
    JumpLowering,
    KnownFacts,
    Names,
    Sum,
    Treatment,
    WantedValues,
    changed,
    declares,
)
from autograph.source.definedness import Bound, State
from autograph.source.ends import ends, stays
from autograph.source.liveness import either
from autograph.source.nodes import Node, load

LEAVES_FINALLY = Entry(
    Treatment.REFUSED,
    "AG213",
    "a break, continue or return in a finally discards the exception that was raised",
    "catch the exception in an except clause, and jump after the try statement",
)


@declares(gast.ExceptHandler)
class Handler(Construct):
    """One ``except`` of a ``try``."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        fact = facts.children(node)
        if node.name is None:
            return fact
        return changed(fact, deletes=fact.deletes | {node.name.id})


@declares(gast.Try)
class Try(Construct):
    """``try``."""

    name = "try"
    staged = nests = returns = catches = True

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        fact = facts.children(node)
        if facts.block(node.finalbody).jumps:
            return changed(fact, waits=True)
        return fact

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        if ends(node.finalbody, facts):
            return True
        handled = all(ends(handler.body, facts) for handler in node.handlers)
        return handled and (ends(node.body, facts) or ends(node.orelse, facts))

    def sum(self, node: Node, live: WantedValues) -> Sum:
        gen, kill = live.sum(node.body)
        if node.finalbody:
            # What the body binds may be unbound where the final block begins.
            more, kills = live.sum(node.finalbody)
            both = None if kill is None or kills is None else kill | kills
            return gen | more, both
        for handler in node.handlers:
            more, kills = _sum_of_handler(handler, live)
            gen |= more
            kill = either(kill, kills)
        return gen, kill

    def walk(self, node: Node, live: WantedValues, out: Names, caught: Names) -> None:
        facts = live.facts
        if node.finalbody:
            final, kill = live.sum(node.finalbody)
            live.expose(node, caught | final)
            live.exposed |= facts.block(node.finalbody).binds & (out | caught)
            later = final if kill is None else final | (out - kill)
            live.walk(node.body, later, caught | final)
            live.walk(node.finalbody, out | caught, caught)
            return
        seen = caught
        for handler in node.handlers:
            gen, kill = _sum_of_handler(handler, live)
            seen |= gen if kill is None else gen | (out - kill)
        live.expose(node, caught)
        live.exposed |= facts.block(node.body).binds & seen
        live.walk(node.body, out, seen)
        for handler in node.handlers:
            live.walk(handler.body, out, caught)

    def walk_kept(
        self, node: Node, live: WantedValues, out: Names, caught: Names
    ) -> None:
        walk_kept(node, live, out, caught)

    def leaving_raises(self, node: Node) -> bool:
        return bool(node.finalbody)

    def split(self, node: Node, lowering: JumpLowering) -> list[Node] | None:
        if is_split(node):
            return None
        flagged = node.orelse and not node.finalbody
        completed = lowering.flags.fresh("completed") if flagged else ""
        return split_try(node, completed, lowering.facts)

    def refused(
        self, node: Node, facts: KnownFacts
    ) -> Iterator[tuple[Node, str, Entry]]:
        for statement in node.finalbody:
            if facts.of(statement).jumps:
                yield statement, "", LEAVES_FINALLY


def _sum_of_handler(handler: Node, live: WantedValues) -> Sum:
    """Return what a handler reads before it binds it, and what it surely binds."""
    gen, kill = live.sum(handler.body)
    own = frozenset((handler.name.id,)) if handler.name else NONE
    kind = live.facts.of(handler.type).reads
    return (gen - own) | kind, None if kill is None else kill - own


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``try``."""
    if stays(node, walk.facts):
        return keep_try(node, walk)
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
    """Return what is known about names after an exception anywhere in the body."""
    walk.state = dict(before)
    for statement in node.body:
        walk.loosen(statement)
    # What is not shared keeps the value that it had before.
    return {
        name: known if name in walk.shared else before.get(name, Bound.NO)
        for name, known in walk.state.items()
    }


def _kinds(node: Node, walk: Walk) -> Node:
    """Return the classes that a handler catches, which are looked up when needed."""
    if node is None:
        return load("BaseException")
    names = node.elts if isinstance(node, gast.Tuple) else [node]
    if all(_is_builtin(name, walk) for name in names):
        return node
    return walk.lazily(node)


def _is_builtin(node: Node, walk: Walk) -> bool:
    """Whether a node names a builtin exception class, so that reading cannot fail."""
    if not isinstance(node, gast.Name) or node.id in walk.scope.local:
        return False
    kind = getattr(builtins, node.id, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


RULE = Rule("try_statements", (gast.Try,), rewrite)

"""What ``while`` and ``for`` have in common: state, flag, body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import gast

from autograph.rules.assignments import assign_to, is_plain
from autograph.rules.branches import build, initial
from autograph.rules.walk import Walk
from autograph.source.definedness import Bound, State
from autograph.source.liveness import break_flag
from autograph.source.nodes import Node, assign, at, constant, load, store, tuple_
from autograph.source.places import same_place


@dataclass
class Loop:
    """A loop that becomes a call.

    Parameters
    ----------
    node
        The statement.
    flag
        The name of the flag that ends it early.
    state
        The names it carries.
    entry, exit
        What is known of names before it and behind it.
    own, before
        The parameter that holds the item, and how the body starts.
    """

    node: Node
    flag: str | None
    state: list[str]
    entry: State
    exit: State = field(default_factory=dict)
    own: tuple[str, ...] = ()
    before: list[Node] = field(default_factory=list)


def plan(node: Node, walk: Walk) -> Loop:
    """Find out what a loop carries."""
    flag = break_flag(node)
    bound = walk.facts.block(node.body).binds
    if isinstance(node, gast.For):
        bound |= walk.facts.of(node.target).binds
    wanted = walk.live.head(node) | walk.live.after(node)
    carried = (bound & wanted & walk.scope.local) - walk.shared
    state = walk.ordered(carried - ({flag} if flag else set()))
    return Loop(node, flag, state, dict(walk.state))


def enter(loop: Loop, walk: Walk) -> list[Node]:
    """Give the values the loop starts with; note what is known at its head."""
    values = [initial(walk, name) for name in loop.state]
    deletes = walk.facts.of(loop.node).deletes
    for name in loop.state:
        if walk.known(name) is not Bound.YES or name in deletes:
            walk.state[name] = Bound.SLOT
    walk.assigned_in_branch(loop.node, loop.entry)
    loop.exit = dict(walk.state)
    return values


def finish(
    loop: Loop,
    walk: Walk,
    kind: str,
    definitions: list[Node],
    arguments: list[Node],
    values: list[Node],
) -> list[Node]:
    """Give the body's function and the call."""
    node = loop.node
    source = node.body[:-1] if loop.flag else node.body
    results = ([loop.flag] if loop.flag else []) + loop.state
    bare = bool(loop.flag) and not loop.state
    before = loop.before
    if loop.flag and loop.flag in walk.filled:
        # What is done at the top of the function is not seen in the body.
        before = [at(assign(loop.flag, constant(False)), node), *before]
        walk.bind([loop.flag])
    elif loop.flag:
        walk.state[loop.flag] = Bound.NO
    body = build(
        walk,
        source,
        walk.unit.naming.plain(f"{kind}_body"),
        results,
        node,
        shape="values" if bare else "tuple",
        own=frozenset((*loop.own, *loop.state)),
        before=before,
    )
    body.body = body.body or [at(gast.Pass(), node)]
    function = at(
        gast.FunctionDef(
            body.name,
            _parameters([*loop.own, *loop.state]),
            body.body,
            [],
            None,
            None,
            [],
        ),
        node,
    )
    arguments = [*arguments, at(load(body.name), node)]
    if loop.state:
        arguments.append(tuple_(values))
    keywords = {"breaks": constant(True)} if loop.flag else {}
    walk.state, walk.reached = loop.exit, True
    if loop.flag:
        walk.bind([loop.flag])
    call = walk.operate(f"{kind}_loop", *arguments, **keywords)
    return [*definitions, function, _store(loop, walk, results, call)]


def _parameters(names: Sequence[str]) -> Node:
    params = [gast.Name(name, gast.Param(), None, None) for name in names]
    return gast.arguments(params, [], None, [], [], None, [])


def _store(loop: Loop, walk: Walk, results: list[str], call: Node) -> Node:
    """Assign what comes out of the loop, as far as anybody wants it."""
    after = walk.live.after(loop.node)
    if not after.intersection(results):
        return gast.Expr(call)
    if loop.flag and not loop.state:
        return assign(loop.flag, call)
    names = list(results)
    if loop.flag and loop.flag not in after:
        names[0] = walk.unit.naming.plain("_")
    return assign(gast.Tuple([store(name) for name in names], gast.Store()), call)


def keep_loop(node: Node, walk: Walk) -> list[Node]:
    """Keep a loop that has to stay Python; rewrite what is in it."""
    before: list[Node] = []
    fields: dict[str, Node] = {}
    if isinstance(node, gast.While):
        walk.loosen(node)
        fields["test"] = walk.expression(node.test)
        walk.note_walrus(node.test)
    else:
        fields["iter"] = walk.expression(node.iter)
        walk.loosen(node)
        target = node.target
        if is_plain(target, walk):
            fields["target"] = walk.rebuild(target)
            walk.bind(walk.facts.of(target).binds & walk.scope.local)
        else:
            item = walk.unit.naming.fresh("item")
            fields["target"] = at(store(item), target)
            before = [at(new, target) for new in assign_to(target, load(item), walk)]
    head = dict(walk.state)
    fields["body"] = [*before, *walk.block(node.body)]
    walk.state, walk.reached = dict(head), True
    fields["orelse"] = walk.block(node.orelse)
    walk.state, walk.reached = dict(head), True
    walk.loosen(node)
    kept = type(node)(**{**{f: getattr(node, f) for f in node._fields}, **fields})
    return [same_place(kept, node)]

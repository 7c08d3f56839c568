"""What ``while`` and ``for`` have in common: state, flag, body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import gast

from autograph.rules.assignments import assign_to, is_plain
from autograph.rules.branches import build, initial
from autograph.rules.jump_regions import LoopRegion, inside, set_flag
from autograph.rules.loop_else import split_else
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    NONE,
    Behind,
    Construct,
    Fact,
    JumpLowering,
    KnownFacts,
    Names,
    Sum,
    WantedValues,
    changed,
    construct_of,
    declares,
)
from autograph.source.definedness import Bound, State
from autograph.source.nodes import (
    Node,
    assign,
    at,
    constant,
    load,
    same_place,
    store,
    tuple_,
)


def break_flag(loop: Node) -> str | None:
    """Return the name of the flag that ends a lowered loop (``if flag: break``)."""
    last = loop.body[-1]
    if (
        isinstance(last, gast.If)
        and isinstance(last.test, gast.Name)
        and len(last.body) == 1
        and isinstance(last.body[0], gast.Break)
        and not last.orelse
    ):
        return str(last.test.id)
    return None


class LoopStatement(Construct):
    """``while`` and ``for``."""

    staged = nests = True

    def again(self, node: Node, body: list[Node]) -> Node:
        """Return a loop with another body and no ``else``."""
        raise NotImplementedError

    def head(self, node: Node, facts: KnownFacts) -> Fact:
        """Return the fact of what each turn does before the body."""
        raise NotImplementedError

    def wanted(self, node: Node, live: WantedValues) -> Names:
        """Return the names that another turn reads."""
        return self.turn(node, live)

    def endless(self, node: Node) -> bool:
        """Whether nothing but a jump ends it."""
        return False

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        fact = facts.children(node)
        jumps = (fact.jumps & {"return"}) | (facts.block(node.orelse).jumps)
        return changed(fact, jumps=jumps)

    def sum(self, node: Node, live: WantedValues) -> Sum:
        flag = break_flag(node)
        return self.turn(node, live), frozenset((flag,)) if flag else NONE

    def turn(self, node: Node, live: WantedValues) -> Names:
        """Return the names that one turn of a loop reads, including its head."""
        gen = live.sum(node.body)[0] - {break_flag(node)}
        head = self.head(node, live.facts)
        bound = live.facts.of(self.targets(node)).binds
        return (gen - bound) | head.reads

    def walk(self, node: Node, live: WantedValues, out: Names, caught: Names) -> None:
        live.expose(node, caught)
        flag = break_flag(node)
        head = live.heads[id(node)] = self.wanted(node, live) | out
        live.walk(node.body, head | ({flag} if flag else NONE), caught)

    def split(self, node: Node, lowering: JumpLowering) -> list[Node] | None:
        if not node.orelse:
            return None
        lowering.flags.depth += 1
        broke = lowering.flags.named("broke")
        lowering.flags.depth -= 1
        alone = same_place(self.again(node, node.body), node)
        return split_else(node, alone, broke, lowering.facts)

    def lower_inside(self, node: Node, lowering: JumpLowering) -> list[Node]:
        if lowering.facts.of(node).jumps:
            return lowering.parts(node)
        parts = self.split(node, lowering)
        return self._lowered(node, lowering) if parts is None else lowering.plain(parts)

    def _lowered(self, node: Node, lowering: JumpLowering) -> list[Node]:
        """Return the loop, its jumps as flags."""
        jumps = lowering.facts.block(node.body).jumps
        flags = lowering.flags
        flags.depth += 1
        broke = flags.named("broke") if "break" in jumps else None
        returned = flags.returned if "return" in jumps else None
        region = LoopRegion(flags, broke, returned)
        body = lowering.tail(node.body, region, 0, node)
        flags.depth -= 1
        stop = broke or returned
        if stop:
            leave = at(gast.If(load(stop), [at(gast.Break(), node)], []), node)
            body.append(leave)
        loop = same_place(self.again(node, body or [at(gast.Pass(), node)]), node)
        before = [set_flag(returned, False, node)] if broke and returned else []
        return [*before, loop]

    def lower(self, node: Node, behind: Behind, lowering: JumpLowering) -> list[Node]:
        rest, region, depth = behind.rest, behind.region, behind.depth
        done = self._lowered(node, lowering)
        returned = lowering.flags.returned
        if self.endless(node) and "break" not in lowering.facts.block(node.body).jumps:
            return [*done, *inside(region).returned(node)]
        if not rest and isinstance(region, LoopRegion):
            if region.broke is None:
                return done
            return [*done, at(assign(region.broke, load(returned)), node)]
        inner = inside(region)
        otherwise = lowering.tail(rest, inner, depth + 1, node)
        arm = inner.returned(node)
        return [*done, at(gast.If(load(returned), arm, otherwise), node)]


@declares(gast.AsyncFor)
class AsynchronousLoop(LoopStatement):
    """``async for``, which stays."""

    name = "async for"
    staged = nests = False

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        return changed(super().fact(node, facts), waits=True, busy=True)


@dataclass
class Carried:
    """A loop that becomes a call of an operator.

    Parameters
    ----------
    node
        The statement.
    flag
        The name of the flag that ends it early.
    state
        The names that it carries.
    entry, exit
        What is known about names before and after it.
    own, before
        The parameter for the item, and the first statements of the body.
    """

    node: Node
    flag: str | None
    state: list[str]
    entry: State
    exit: State = field(default_factory=dict)
    own: tuple[str, ...] = ()
    before: list[Node] = field(default_factory=list)


def plan(node: Node, walk: Walk) -> Carried:
    """Find the names and the flag that a loop carries."""
    flag = break_flag(node)
    targets = construct_of(node).targets(node)
    bound = walk.facts.block(node.body).binds | walk.facts.of(targets).binds
    wanted = walk.live.head(node) | walk.live.after(node)
    carried = (bound & wanted & walk.scope.local) - walk.shared
    state = walk.ordered(carried - ({flag} if flag else set()))
    return Carried(node, flag, state, dict(walk.state))


def enter(loop: Carried, walk: Walk) -> list[Node]:
    """Return the initial values of the state; record what is known at the head."""
    values = [initial(walk, name) for name in loop.state]
    deletes = walk.facts.of(loop.node).deletes
    for name in loop.state:
        if walk.known(name) is not Bound.YES or name in deletes:
            walk.state[name] = Bound.SLOT
    walk.assigned_in_branch(loop.node, loop.entry)
    loop.exit = dict(walk.state)
    return values


def finish(
    loop: Carried,
    walk: Walk,
    kind: str,
    definitions: list[Node],
    arguments: list[Node],
    values: list[Node],
) -> list[Node]:
    """Return the definition of the body's function, and the call."""
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


def _store(loop: Carried, walk: Walk, results: list[str], call: Node) -> Node:
    """Assign the results of a loop that are live after it."""
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
    """Keep a loop as Python; rewrite its parts."""
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

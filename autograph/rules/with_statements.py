"""``with``: its body becomes a function.

Behind a manager that may swallow an exception, the names that the body binds are seen
as far as it has come: they stay shared names. A `with` around a ``yield`` or the like
stays; a trace has to know its manager, by ``ag.context``.

before::

    def f(x):
        with np.errstate(all='ignore'):
            y = np.log(x)
        return y

after::

    def f(x):

        def with_body(entered):
            return np.log(x)
        y = ag.with_(np.errstate(all='ignore'), with_body)
        return y

before::

    def f(x, n):
        with contextlib.suppress(ZeroDivisionError):
            x = x / n
        return x

after::

    def f(x, n):

        def with_body(entered):
            ag.set_cell(lambda: x, x / n)
        ag.with_(contextlib.suppress(ZeroDivisionError), with_body, swallowed=None)
        return x

before::

    def f(lock, xs):
        with lock:
            yield from xs

after::

    def f(lock, xs):
        with lock:
            yield from xs
"""

from __future__ import annotations

import gast

from autograph.rules.assignments import assign_to, is_plain
from autograph.rules.branches import (
    build,
    carried,
    deliver,
    given_names,
    initial,
    settle,
    taking,
)
from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import (
    NONE,
    Construct,
    Fact,
    JumpLowering,
    KnownFacts,
    Names,
    Sum,
    WantedValues,
    changed,
    declares,
)
from autograph.source.definedness import State, join
from autograph.source.ends import ends, stays
from autograph.source.nodes import (
    Node,
    at,
    constant,
    load,
    same_place,
    store,
    tuple_,
)

# Managers that never swallow an exception.
TRANSPARENT = frozenset(
    """
    catch_warnings closing errstate GradientTape Lock nullcontext open printoptions
    RLock stop_recording
    """.split()
)


def transparent(node: Node) -> bool:
    """Whether no manager of a ``with`` can swallow an exception."""
    for item in node.items:
        made = item.context_expr
        if not isinstance(made, gast.Call) or _last_name(made.func) not in TRANSPARENT:
            return False
    return True


def _last_name(node: Node) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


@declares(gast.With)
class With(Construct):
    """``with``."""

    name = "with"
    staged = nests = returns = catches = True

    def targets(self, node: Node) -> list[Node]:
        return [item.optional_vars for item in node.items]

    def ends(self, node: Node, facts: KnownFacts) -> bool:
        return transparent(node) and ends(node.body, facts)

    def sum(self, node: Node, live: WantedValues) -> Sum:
        gen, kill = live.sum(node.body)
        items = live.facts.of(node.items)
        bound = items.binds - items.walrus
        gen = items.reads | (gen - bound)
        if not transparent(node):
            return gen, NONE
        return gen, None if kill is None else kill | bound

    sum_kept = sum

    def walk(self, node: Node, live: WantedValues, out: Names, caught: Names) -> None:
        seen = caught if transparent(node) else caught | out
        live.expose(node, seen)
        if not transparent(node):
            live.swallowed |= live.facts.of(node).binds & out
        live.walk(node.body, out, seen)

    def passes_exceptions(self, node: Node) -> bool:
        return transparent(node)

    def leaving_raises(self, node: Node) -> bool:
        return not transparent(node)

    def split(self, node: Node, lowering: JumpLowering) -> list[Node] | None:
        if len(node.items) < 2:
            return None
        first, *others = node.items
        inner = same_place(gast.With(others, node.body, None), node)
        return [same_place(gast.With([first], [inner], None), node)]


@declares(gast.AsyncWith)
class AsynchronousWith(Construct):
    """``async with``, which stays."""

    name = "async with"
    catches = True

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        return changed(facts.children(node), waits=True, busy=True)


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite a ``with``, which has only one manager at this stage."""
    if stays(node, walk.facts):
        return _keep(node, walk)
    (item,) = node.items
    returns = "return" in walk.facts.of(node).jumps
    manager = walk.expression(item.context_expr)
    walk.note_walrus(item.context_expr)
    target = item.optional_vars
    bound = [node.body] if target is None else [node.body, [target]]
    results = [] if returns else given_names(walk, node, bound)
    before = dict(walk.state)
    entered, first = _entered(target, walk)
    shape = "return" if returns else "values"
    name = walk.unit.naming.plain("with_body")
    own = frozenset((entered,))
    with walk.watching(not transparent(node)):
        body = build(
            walk, node.body, name, results, node, shape=shape, own=own, before=first
        )
    ends = [body.state] if body.reached else []
    if not transparent(node):
        walk.state = dict(before)
        for statement in node.body:
            walk.loosen(statement)
        ends.append(walk.state)
    settle(walk, ends, results, before)
    takes = walk.ordered(body.takes)
    definitions, function = taking(body, entered, takes, walk)
    keywords = carried(walk, takes, before)
    if not transparent(node):
        keywords["swallowed"] = at(_swallowed(walk, results, before), node)
    call = walk.operate("with_", manager, function, **keywords)
    return [*definitions, deliver(walk, call, results, returns)]


def _swallowed(walk: Walk, results: list[str], before: State) -> Node:
    """Return the results for a body that does not complete.

    They are only flags, since all names that the user's code binds are shared here.
    """
    after, walk.state = walk.state, before
    values = [initial(walk, name) for name in results]
    walk.state = after
    if len(values) == 1:
        return values[0]
    return tuple_(values) if values else constant(None)


def _entered(target: Node, walk: Walk) -> tuple[str, list[Node]]:
    """Return the parameter for the entered value, and how the body starts."""
    if target is None:
        return walk.unit.naming.plain("entered"), []
    if isinstance(target, gast.Name) and target.id in walk.scope.local - walk.shared:
        walk.bind([target.id])
        return target.id, []
    held = walk.unit.naming.fresh("entered")
    with walk.branch():
        done = assign_to(target, load(held), walk)
    return held, [at(new, target) for new in done]


def _keep(node: Node, walk: Walk) -> list[Node]:
    """Keep a statement as Python; rewrite its parts."""
    items = []
    before: list[Node] = []
    entry = dict(walk.state)
    for item in node.items:
        manager = walk.expression(item.context_expr)
        if walk.unit.traced:
            manager = at(walk.operate("context", manager), item.context_expr)
        target = item.optional_vars
        if target is not None and not is_plain(target, walk):
            # Items behind this one could read the target already.
            held = walk.unit.naming.fresh("entered")
            before += assign_to(target, load(held), walk)
            target = store(held)
        elif target is not None:
            walk.bind(walk.facts.of(target).binds & walk.scope.local)
            target = walk.rebuild(target)
        items.append(gast.withitem(manager, target))
    with walk.watching(not transparent(node)):
        body = [at(new, node) for new in before] + walk.block(node.body)
    if not transparent(node):
        end, reached = walk.state, walk.reached
        walk.state, walk.reached = entry, True
        for statement in node.body:
            walk.loosen(statement)
        if reached:
            walk.state = join([walk.state, end])
    kept = type(node)(items, body or [at(gast.Pass(), node)], None)
    return [same_place(kept, node)]


RULE = Rule("with_statements", (gast.With, gast.AsyncWith), rewrite)

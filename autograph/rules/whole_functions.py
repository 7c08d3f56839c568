"""Conversion of one function: jumps lowered, names sorted, nodes rewritten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast

from autograph.rules import TABLES
from autograph.rules.comprehension_names import set_apart
from autograph.rules.functions import own_keywords, with_own_keywords
from autograph.rules.handler_names import set_free
from autograph.rules.inlined_generators import inlined
from autograph.rules.jumps import Lowering
from autograph.rules.matches import lowered
from autograph.rules.shared_names import held_variables
from autograph.rules.walk import DefinitionKey, Unit, Walk
from autograph.source.constructs import construct_of
from autograph.source.ends import stays
from autograph.source.facts import (
    COMPREHENSIONS,
    FUNCTIONS,
    NONE,
    NameFacts,
    Names,
    first_parameter,
)
from autograph.source.liveness import Liveness
from autograph.source.naming import Naming
from autograph.source.nodes import (
    Node,
    assign,
    at,
    blocks_of,
    same_place,
    undefined,
)
from autograph.source.scopes import Scope, scope_of
from autograph.source.trees import children, nodes_in

# A function that looks at its own names or frames is left alone: it would see ours.
LOOKERS = frozenset(("locals", "eval", "exec", "currentframe", "_getframe"))
RUNNING_TEXTS = frozenset(("eval", "exec"))
LOOKERS_WITHOUT_ARGUMENTS = frozenset(("vars", "dir"))
LOOKING_METHODS = frozenset(("currentframe", "_getframe"))
NAMING = (gast.stmt, gast.alias, gast.pattern)
"""The nodes that may have names beside those in `Name` nodes."""
ROUNDS = 20
FLAGS = ("broke", "completed", "continued", "jumped", "returned", "return_value")
"""The beginnings of the names of flags, in the order of results."""


def binds(node: Node, name: str) -> bool:
    """Whether something in a tree, a module or a function, binds a name."""
    for part in nodes_in(node):
        if isinstance(part, gast.Name):
            found = part.id == name and not isinstance(part.ctx, gast.Load)
        elif isinstance(part, gast.alias):
            found = name in (part.asname, part.name)
        else:
            found = getattr(part, "name", None) == name
        if found:
            return True
    return False


def used_names(node: Node) -> Names:
    """Return every name that occurs in a tree."""
    return all_names(node)[0]


def all_names(node: Node) -> tuple[Names, Names]:
    """Return every name that occurs in a tree, and those of the functions in it."""
    found: set[str] = set()
    defined: set[str] = set()
    for part in nodes_in(node):
        if isinstance(part, gast.Name):
            found.add(part.id)
        elif not isinstance(part, NAMING):
            continue
        elif isinstance(part, FUNCTIONS):
            defined.add(part.name)
        elif isinstance(part, gast.ClassDef):
            found.add(part.name)
        elif isinstance(part, gast.alias):
            found.add(part.asname or part.name.split(".")[0])
        elif isinstance(part, (gast.Global, gast.Nonlocal)):
            found.update(part.names)
        elif isinstance(part, (gast.MatchAs, gast.MatchStar)):
            found.add(part.name or "")
        elif isinstance(part, gast.MatchMapping):
            found.add(part.rest or "")
    return frozenset(found | defined), frozenset(defined)


def looks_at_itself(body: list[Node]) -> bool:
    """Whether a function calls ``locals``, ``currentframe`` or the like."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (*FUNCTIONS, gast.ClassDef, gast.Lambda)):
            continue
        if isinstance(node, gast.Call) and looks(node):
            return True
        waiting.extend(children(node))
    return False


def looks(call: Node) -> str:
    """Return the name of a function that inspects its caller; empty for others."""
    called = call.func
    if isinstance(called, gast.Attribute):
        return str(called.attr) if called.attr in LOOKING_METHODS else ""
    name = str(getattr(called, "id", ""))
    bare = not call.args and not call.keywords
    told = name in RUNNING_TEXTS and is_given(call.args[1:2])
    own = name in LOOKERS and not told
    return name if own or (bare and name in LOOKERS_WITHOUT_ARGUMENTS) else ""


def is_given(names: list[Node]) -> bool:
    """Whether a text is run with names of its own, and not those of its caller."""
    return any(getattr(each, "value", each) is not None for each in names)


def convert(node: Node, unit: Unit, outer: Walk | None = None) -> Node:
    """Rewrite the body of a function definition.

    Parameters
    ----------
    node
        The definition. It is consumed: its statements are moved and changed.
    unit
        The state of the whole conversion.
    outer
        The walk through the enclosing function.

    Returns
    -------
    The definition with its new body.
    """
    if _opts_out(node) or (not unit.traced and looks_at_itself(node.body)):
        return node
    before = NameFacts()
    guarded = NONE
    if outer is not None:
        own = before.free(node)
        guarded = (outer.filled & outer.scope.captured & own) | (outer.guarded & own)
    docstring, body = _split_docstring(node.body)
    if not body:
        return node
    keywords = own_keywords(node.args, body, unit)
    if keywords is not None:
        body = [at(assign(node.args.kwarg.id, keywords), node), *body]
    plain = inlined(node, body, unit)
    body, matches = lowered(plain or body, unit.naming)
    before = NameFacts() if matches or plain else before
    # Code that is never reached makes names local too, and lowering drops it.
    scope = scope_of(node.args, body, before)
    lowering = Lowering(before, unit.naming)
    body = lowering.function(body)
    flags = frozenset(lowering.flags.used)
    scope = replace(scope, local=scope.local | flags)
    facts = before.of_expressions()
    live = Liveness(body, facts)
    shared = _shared(body, scope, facts, live)
    held = set_free(body, scope, facts, live, shared, unit.naming)
    if held:
        scope = replace(scope, local=scope.local | held)
        facts = before.of_expressions()
        live = Liveness(body, facts)
        shared = _shared(body, scope, facts, live)
    shared -= flags
    order = _order(scope, body, flags)
    first = first_parameter(node.args)
    filled: Names = NONE
    given = unit.naming.given()
    for _ in range(ROUNDS):
        known = (shared, filled, guarded, order, flags, first)
        walk = Walk(unit, scope, facts, live, *known)
        unit.naming.forget(given)
        done = walk.block(body)
        left = facts.block(done)
        for name in (left.reads | left.captured) & scope.local - left.binds:
            if name not in scope.parameters:
                walk.fill(name)  # or it would be read as a global
        if not walk.unproved:
            break
        filled |= walk.unproved
    header = _header(node)
    # A flag that is only used within a loop is set there.
    filled -= flags - (left.reads | left.captured | left.binds)
    unset = walk.ordered(filled - set(scope.parameters))
    top = [at(assign(name, undefined(name)), header) for name in unset]
    cells = walk.ordered(scope.captured | shared)
    if unit.traced and cells:
        top.insert(0, at(held_variables(cells, walk), header))
    unit.uses_operators |= bool(filled)
    made = [*docstring, *top, *done]
    node.body = made or [at(gast.Pass(), header)]
    if outer is None and unit.comprehends:
        set_apart(node, unit.naming)
    return node


def _header(node: Node) -> Node:
    """Return a node on the line of the ``def``, for the top of its body."""
    line = gast.Pass()
    line.lineno = line.end_lineno = node.lineno
    line.col_offset, line.end_col_offset = node.col_offset, node.col_offset + 1
    return line


def _split_docstring(body: list[Node]) -> tuple[list[Node], list[Node]]:
    first = body[0]
    if isinstance(first, gast.Expr) and isinstance(first.value, gast.Constant):
        if isinstance(first.value.value, str):
            return [first], body[1:]
    return [], body


def _opts_out(node: Node) -> bool:
    """Whether a definition is decorated with ``do_not_convert``."""
    names = [getattr(d, "attr", getattr(d, "id", "")) for d in node.decorator_list]
    return "do_not_convert" in names


def _shared(body: list[Node], scope: Scope, facts: NameFacts, live: Liveness) -> Names:
    """Return the names whose intermediate values other code can see."""
    seen = scope.captured & _bound_in_constructs(body, facts)
    seen |= live.exposed
    if facts.block(body).walrus:
        seen |= _lazy_walrus(body, facts)
    return (seen | live.swallowed) & scope.local


def _bound_in_constructs(body: list[Node], facts: NameFacts) -> Names:
    """Return the names bound in statements that become calls."""
    found: Names = NONE
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        construct = construct_of(node)
        if construct.staged and not stays(node, facts):
            blocks = [part for block in blocks_of(node) for part in block]
            found |= facts.of([*blocks, *construct.targets(node)]).binds
            continue
        for block in blocks_of(node):
            waiting.extend(block)
    return found


def _lazy_walrus(body: list[Node], facts: NameFacts) -> Names:
    """Return the names bound in operands that run on demand, or in loop tests."""
    found: Names = NONE
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, gast.BoolOp):
            found |= facts.of(node.values[1:]).walrus
        elif isinstance(node, gast.IfExp):
            found |= facts.of([node.body, node.orelse]).walrus
        elif isinstance(node, gast.Compare):
            found |= facts.of(node.comparators).walrus if len(node.ops) > 1 else NONE
        elif isinstance(node, COMPREHENSIONS):
            found |= facts.of(node).walrus
        found |= facts.of(construct_of(node).lazy(node)).walrus
        waiting.extend(
            child
            for child in children(node)
            if not isinstance(child, (*FUNCTIONS, gast.ClassDef, gast.Lambda))
        )
    return found


def _order(scope: Scope, body: list[Node], flags: Names) -> dict[str, int]:
    """Number names: flags, parameters, then the others as in the source."""
    order: dict[str, int] = {}
    for base in FLAGS:
        for name in sorted(flags):
            if name.startswith(base):
                order.setdefault(name, len(order))
    for name in scope.parameters:
        order.setdefault(name, len(order))
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, gast.Name) and node.id in scope.local:
            order.setdefault(node.id, len(order))
        if not isinstance(node, (*FUNCTIONS, gast.ClassDef, gast.Lambda)):
            waiting.extend(reversed(children(node)))
    return order


def convert_lambda(node: Node, unit: Unit) -> Node:
    """Rewrite the body of a lambda."""
    node = with_own_keywords(node, unit)
    facts = NameFacts()
    scope = scope_of(node.args, [], facts)
    live = Liveness([], facts)
    walk = Walk(unit, scope, facts, live)
    fact = facts.of(node.body)
    body = node.body if fact.walrus or fact.waits else walk.expression(node.body)
    made = same_place(gast.Lambda(node.args, body), node)
    if unit.comprehends:
        set_apart(made, unit.naming)
    return made


def unit_for(
    taken: Names,
    modules: Callable[[Names], Names],
    private: str | None,
    traced: bool = False,
    inlined: frozenset[DefinitionKey] = frozenset(),
    defined: Names = NONE,
    own_slice: bool = False,
) -> Unit:
    """Return the state of a new conversion."""
    unit = Unit(Naming(taken), TABLES, modules, private, convert)
    unit.traced, unit.inlined = traced, inlined
    unit.defined, unit.own_slice = defined, own_slice
    return unit

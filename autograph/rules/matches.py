"""``match`` as a chain of ``if``, made before all other rewriting.

Python decides by its class whether a value is a sequence or an instance. A symbol
would silently not match, so operators decide instead.

before::

    def f(x):
        match abs(x):
            case 0:
                return 'none'
            case 1 | 2:
                return 'few'
            case n if n < 0:
                return n
        match x:
            case [n, *_]:
                return n

after::

    def f(x):
        subject = abs(x)

        def if_false():
            n = subject

            def if_false():
                matched, n_1 = ag.match(x, ag.items(ag.capture('n'), ag.rest()))

                def if_true():
                    n = n_1
                    return n
                return ag.cond(matched, if_true, lambda: None)
            return ag.cond(n < 0, lambda: n, if_false)
        return ag.cond(subject == 0, lambda: 'none', lambda: ag.or_(subject == 1, \
lambda: subject == 2), lambda: 'few', if_false)
"""

from __future__ import annotations

import gast

from autograph.rules.rewriting import Rule
from autograph.rules.walk import Walk
from autograph.source.constructs import Construct, Fact, KnownFacts, declares, merge
from autograph.source.definedness import Bound
from autograph.source.naming import Naming
from autograph.source.nodes import (
    Node,
    assign,
    at,
    change_blocks,
    constant,
    lazily,
    load,
    operate,
    same_place,
    store,
    tuple_,
)
from autograph.source.trees import nodes_in


@declares(gast.MatchAs, gast.MatchStar, gast.MatchMapping)
class CapturePattern(Construct):
    """A pattern that may bind a name."""

    def fact(self, node: Node, facts: KnownFacts) -> Fact:
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        inner = facts.children(node)
        if name is None:
            return inner
        return merge([inner, Fact(binds=frozenset((name,)))])


def lowered(block: list[Node], naming: Naming) -> tuple[list[Node], bool]:
    """Return statements without ``match``, and whether there was one."""
    done: list[Node] = []
    found = False

    def inside(inner: list[Node]) -> list[Node]:
        nonlocal found
        made, any_inside = lowered(inner, naming)
        found |= any_inside
        return made

    for node in block:
        if isinstance(node, gast.Match):
            done += _lower(node, naming)
            found = True
            continue
        change_blocks(node, inside)
        done.append(node)
    return done, found


def _lower(node: Node, naming: Naming) -> list[Node]:
    """Rewrite a ``match`` as a chain of ``if``."""
    if isinstance(node.subject, gast.Name) and not _may_change(node):
        asked = at(gast.Expr(node.subject), node)
        return [asked, *_chain(node.cases, node.subject.id, naming)]
    subject = naming.fresh("subject")
    before = at(assign(subject, node.subject), node)
    return [before, *_chain(node.cases, subject, naming)]


def _may_change(node: Node) -> bool:
    """Whether the subject's name may be bound anew after the first case."""
    guards = [case.guard for case in node.cases if case.guard is not None]
    bound = [name for case in node.cases for name in _names(case.pattern)]
    parts = nodes_in(*guards)
    return bool(guards) and (
        node.subject.id in bound
        or any(isinstance(part, (gast.Call, gast.NamedExpr)) for part in parts)
    )


def _chain(cases: list[Node], subject: str, naming: Naming) -> list[Node]:
    """Return the chain for the remaining cases."""
    if not cases:
        return []
    case, *others = cases
    body, _ = lowered(case.body, naming)
    pattern, guard = case.pattern, case.guard
    if isinstance(pattern, gast.MatchAs) and pattern.pattern is None:
        bind = []
        if pattern.name is not None:
            bind = [at(assign(pattern.name, load(subject)), pattern)]
        if guard is None:
            return [*bind, *body]
        otherwise = _chain(others, subject, naming)
        return [*bind, same_place(gast.If(guard, body, otherwise), guard)]
    test = _test(pattern, subject)
    otherwise = _chain(others, subject, naming)
    names = _names(pattern)
    if not names:
        if test is None:
            test = operate("fitting", load(subject), _pattern(pattern))
        test = at(test, pattern)
        if guard is not None:
            test = same_place(gast.BoolOp(gast.And(), [test, guard]), guard)
        return [at(gast.If(test, body, otherwise), pattern)]
    return _capturing(case, subject, names, body, otherwise, naming)


def _capturing(
    case: Node,
    subject: str,
    names: list[str],
    body: list[Node],
    otherwise: list[Node],
    naming: Naming,
) -> list[Node]:
    """Return the statements of a case that binds names.

    The names are bound if the pattern matches, even if the guard then fails.
    """
    pattern, guard = case.pattern, case.guard
    matched = naming.fresh("matched")
    held = [naming.fresh(name) for name in names]
    call = operate("match", load(subject), _pattern(pattern))
    targets = [store(name) for name in (matched, *held)]
    find = gast.Assign([gast.Tuple(targets, gast.Store())], call, None)
    bind = [assign(*pair) for pair in zip(names, map(load, held))]
    if len(names) > 1:
        target = gast.Tuple([store(name) for name in names], gast.Store())
        bind = [gast.Assign([target], tuple_([load(name) for name in held]), None)]
    bind = [at(each, pattern) for each in bind]
    if guard is None:
        chosen = gast.If(load(matched), [*bind, *body], otherwise)
        return [at(find, pattern), at(chosen, pattern)]
    ask = at(assign(matched, guard), guard)
    first = gast.If(load(matched), [*bind, ask], [])
    then = gast.If(load(matched), body, otherwise)
    return [at(each, pattern) for each in (find, first, then)]


def _test(pattern: Node, subject: str) -> Node | None:
    """Return the test for a pattern that Python can express; None for all others."""
    if isinstance(pattern, gast.MatchValue):
        return gast.Compare(load(subject), [gast.Eq()], [pattern.value])
    if isinstance(pattern, gast.MatchSingleton):
        return gast.Compare(load(subject), [gast.Is()], [constant(pattern.value)])
    if isinstance(pattern, gast.MatchOr):
        tests = [_test(each, subject) for each in pattern.patterns]
        if all(test is not None for test in tests):
            pairs = zip(tests, pattern.patterns)
            return gast.BoolOp(gast.Or(), [at(*pair) for pair in pairs])
    return None


def _names(pattern: Node) -> list[str]:
    """Return the names that a pattern binds, in the order of `names_in`."""
    if isinstance(pattern, gast.MatchAs):
        inner = [] if pattern.pattern is None else _names(pattern.pattern)
        return inner if pattern.name is None else [*inner, pattern.name]
    if isinstance(pattern, gast.MatchStar):
        return [] if pattern.name is None else [pattern.name]
    if isinstance(pattern, gast.MatchOr):
        return _names(pattern.patterns[0])
    inner = [*getattr(pattern, "patterns", [])]
    inner += getattr(pattern, "kwd_patterns", [])
    found = [name for each in inner for name in _names(each)]
    rest = getattr(pattern, "rest", None)
    return found if rest is None else [*found, rest]


def _pattern(node: Node) -> Node:
    """Return a pattern as an expression."""
    match node:
        case gast.MatchValue():
            return _value(node.value)
        case gast.MatchSingleton():
            return constant(node.value)
        case gast.MatchAs():
            inner = [] if node.pattern is None else [_pattern(node.pattern)]
            if node.name is None:
                return inner[0] if inner else constant(...)
            return operate("capture", constant(node.name), *inner)
        case gast.MatchStar():
            return operate("rest", *([constant(node.name)] if node.name else []))
        case gast.MatchOr():
            return operate("either", *map(_pattern, node.patterns))
        case gast.MatchSequence():
            return operate("items", *map(_pattern, node.patterns))
        case gast.MatchMapping():
            pairs = zip(map(_value, node.keys), map(_pattern, node.patterns))
            rest = {"rest": constant(node.rest)} if node.rest else {}
            return operate("keys", *[tuple_(pair) for pair in pairs], **rest)
    named = zip(node.kwd_attrs, map(_pattern, node.kwd_patterns))
    return operate(
        "instance", lazily(node.cls), *map(_pattern, node.patterns), **dict(named)
    )


def rewrite_subject(node: Node, walk: Walk) -> list[Node]:
    """Drop a bare name that is bound: to ask for it does nothing."""
    name = getattr(node.value, "id", None)
    if name in walk.scope.local and walk.known(name) is Bound.YES:
        return []
    return [walk.rebuild(node)]


SUBJECT = Rule("matches", (gast.Expr,), rewrite_subject)


def _value(node: Node) -> Node:
    """Return a value as an expression; an attribute is looked up when needed."""
    attribute = any(isinstance(part, gast.Attribute) for part in nodes_in(node))
    return lazily(node) if attribute else node

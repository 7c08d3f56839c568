"""``match``: the statement stays; its subject goes through an operator.

Patterns ask Python, not the value, whether it is a sequence or of a class, and would
say no to a symbol without a word.

before::

    def f(x, y):
        match x:
            case 0:
                y = 1 if y else 2
            case int():
                y = 3
        return y

after::

    def f(x, y):
        match ag.subject(x, classes=True):
            case 0:
                y = ag.cond(y, lambda: 1, lambda: 2)
            case int():
                y = 3
        return y
"""

from __future__ import annotations

import gast

from autograph.rules.rule import Rule
from autograph.rules.shared_names import store_name
from autograph.rules.walk import Walk
from autograph.source.definedness import join
from autograph.source.nodes import Node, at, clone, constant, load, tuple_
from autograph.source.places import same_place


def rewrite(node: Node, walk: Walk) -> list[Node]:
    """Rewrite what is in a ``match``."""
    classes = {"classes": constant(True)} if _asks_for_class(node.cases) else {}
    value = walk.expression(node.subject)
    subject = at(walk.operate("subject", value, **classes), node.subject)
    walk.note_walrus(node.subject)
    entry = dict(walk.state)
    ends = []
    cases = []
    for case in node.cases:
        captures = walk.facts.of(case.pattern).binds
        foreign = sorted(name for name in captures if walk.is_foreign(name))
        renamed = {name: walk.unit.naming.fresh(name) for name in foreign}
        pattern = _rename(clone(case.pattern), renamed) if foreign else case.pattern
        walk.bind(captures & walk.scope.local)
        before = [store_name(name, load(renamed[name]), walk) for name in foreign]
        guard = None
        if case.guard is not None:
            guard = walk.expression(_rename(clone(case.guard), renamed))
        if guard is not None and before:
            # The names are bound even where the guard then fails.
            parts = [*[new.value for new in before], guard]
            guard = gast.Subscript(tuple_(parts), constant(-1), gast.Load())
            guard, before = at(guard, case.guard), []
        body = [at(new, case.body[0]) for new in before] + walk.block(case.body)
        made = gast.match_case(pattern, guard, body or [gast.Pass()])
        cases.append(made)
        if walk.reached:
            ends.append(walk.state)
        walk.state, walk.reached = dict(entry), True
        # A pattern that fails may have bound some of its names.
        walk.loosen(case.pattern)
        entry = dict(walk.state)
    walk.state = join([*ends, entry])
    kept = gast.Match(subject, cases)
    return [same_place(kept, node)]


def _asks_for_class(cases: list[Node]) -> bool:
    parts = [part for case in cases for part in gast.walk(case.pattern)]
    return any(isinstance(part, gast.MatchClass) for part in parts)


def _rename(node: Node, names: dict[str, str]) -> Node:
    """Rename captures, and reads of them, in a pattern or a guard."""
    if not names or not isinstance(node, gast.AST):
        return node
    for field in node._fields:
        child = getattr(node, field, None)
        if isinstance(child, list):
            setattr(node, field, [_rename(item, names) for item in child])
        elif isinstance(child, gast.AST):
            _rename(child, names)
        elif field in ("name", "rest", "id") and child in names:
            setattr(node, field, names[child])
    return node


RULE = Rule("matches", (gast.Match,), rewrite)

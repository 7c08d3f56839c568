"""Which blocks are always left by a jump, and which managers let exceptions through."""

from __future__ import annotations

import gast

from autograph.source.facts import Facts
from autograph.source.nodes import Node

TRIES = (gast.Try, gast.TryStar)

# Managers that never swallow an exception.
TRANSPARENT = frozenset(
    """
    catch_warnings closing errstate Lock nullcontext open printoptions RLock try_body
    """.split()
)


def ends(block: list[Node], facts: Facts) -> bool:
    """Say whether every path through a block leaves it by a jump or a ``raise``."""
    if not block:
        return False
    last = block[-1]
    known = facts.ending.get(id(last))
    if known is None:
        # Holding the node keeps its id from being given to another one.
        known = facts.ending[id(last)] = (last, _ends(last, facts))
    return known[1]


def _ends(last: Node, facts: Facts) -> bool:
    if isinstance(last, (gast.Return, gast.Raise, gast.Break, gast.Continue)):
        return True
    if isinstance(last, gast.If):
        return ends(last.body, facts) and ends(last.orelse, facts)
    if isinstance(last, gast.With):
        return transparent(last) and ends(last.body, facts)
    if isinstance(last, TRIES):
        if ends(last.finalbody, facts):
            return True
        handled = all(ends(handler.body, facts) for handler in last.handlers)
        return handled and (ends(last.body, facts) or ends(last.orelse, facts))
    return False


def transparent(node: Node) -> bool:
    """Say whether no manager of a ``with`` can swallow an exception."""
    for item in node.items:
        made = item.context_expr
        if isinstance(made, gast.Call) and _last_name(made.func) == "context":
            made = made.args[0] if made.args else made
        if not isinstance(made, gast.Call) or _last_name(made.func) not in TRANSPARENT:
            return False
    return True


def _last_name(node: Node) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))

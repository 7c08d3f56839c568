"""Names of comprehensions that equal free variables of functions beside them.

Since Python 3.12, a comprehension runs in the frame of the enclosing function. A lambda
beside it may read a variable of the same name from a function farther out. Python then
confuses the two (``UnboundLocalError``), and conversion makes such lambdas.

before::

    def f(x, xs, far):
        if far:
            xs = [x + 1 for x in (0, 1)]
            return xs if far > 1 else x
        return xs

after::

    def f(x, xs, far):

        def if_true():
            xs = [x_1 + 1 for x_1 in (0, 1)]
            return ag.cond(far > 1, lambda: xs, lambda: x)
        return ag.cond(far, if_true, lambda: xs)
"""

from __future__ import annotations

import gast

from autograph.source.facts import FUNCTIONS, NONE, NameFacts, Names, parameters_of
from autograph.source.naming import Naming
from autograph.source.nodes import Node
from autograph.source.trees import children

SCOPES = (*FUNCTIONS, gast.Lambda)
INLINED = (gast.ListComp, gast.SetComp, gast.DictComp)


def set_apart(definition: Node, naming: Naming) -> None:
    """Rename comprehension variables that Python would confuse, in place."""
    facts = NameFacts()
    functions = [definition]
    while functions:
        function = functions.pop()
        body = function.body if isinstance(function.body, list) else [function.body]
        comprehensions: list[Node] = []
        read: Names = NONE
        waiting = [(node, False) for node in body]
        while waiting:
            node, inside = waiting.pop()
            if isinstance(node, (*SCOPES, gast.GeneratorExp, *INLINED)) and not inside:
                read |= facts.of(node).captured
            if isinstance(node, SCOPES):
                functions.append(node)
                continue
            if isinstance(node, INLINED):
                comprehensions.append(node)
            within = inside or isinstance(node, (gast.GeneratorExp, *INLINED))
            waiting.extend((child, within) for child in children(node))
        bound = facts.block(body).binds
        bound |= {param.id for param in parameters_of(function.args)}
        for node in comprehensions:
            targets = facts.of([part.target for part in node.generators]).binds
            for name in sorted(targets & (read - bound)):
                _rename(node, name, naming.fresh(name))


def _rename(comprehension: Node, name: str, new: str) -> None:
    """Rename a target; the first iterable belongs to the function and stays."""
    first = comprehension.generators[0].iter
    waiting = [comprehension]
    while waiting:
        node = waiting.pop()
        if isinstance(node, gast.Name) and node.id == name:
            node.id = new
        waiting.extend(c for c in children(node) if c is not first)

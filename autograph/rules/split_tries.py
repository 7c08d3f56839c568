"""``else`` and ``finally`` of a ``try``, each separated from its handlers.

The ``else`` runs after the statement, if the body has completed. The ``finally`` is a
``try`` of its own around all the rest.

before::

    def f(a, b):
        try:
            r = a / b
        except ZeroDivisionError:
            r = 0
        else:
            print(r)
        finally:
            print('done')
        return r

after::

    def f(a, b):

        def try_body():
            completed = False

            def try_body():
                return (True, a / b)

            def except_body(error):
                return (completed, 0)
            completed, r = ag.try_(try_body, ZeroDivisionError, except_body)

            def if_true():
                print(r)
            ag.cond(completed, if_true)
            return r

        def final_body():
            print('done')
        r = ag.finally_(try_body, final_body)
        return r
"""

from __future__ import annotations

import gast

from autograph.source.constructs import KnownFacts
from autograph.source.ends import ends
from autograph.source.nodes import Node, assign, at, constant, load, same_place


def is_split(node: Node) -> bool:
    """Whether a ``try`` has only handlers, or only a ``finally``."""
    return not (node.handlers and (node.orelse or node.finalbody))


def split_try(node: Node, completed: str, facts: KnownFacts) -> list[Node]:
    """Split one clause off a ``try``.

    Parameters
    ----------
    node
        The statement.
    completed
        A new name for the flag that its body has completed.
    facts
        The facts of its nodes.
    """
    if node.finalbody:
        inner = gast.Try(node.body, node.handlers, node.orelse, [])
        return [
            same_place(
                gast.Try([same_place(inner, node)], [], [], node.finalbody), node
            )
        ]
    if all(ends(handler.body, facts) for handler in node.handlers):
        alone = gast.Try(node.body, node.handlers, [], [])
        return [same_place(alone, node), *node.orelse]
    first = node.orelse[0]
    before = at(assign(completed, constant(False)), node)
    body = [*node.body, at(assign(completed, constant(True)), first)]
    tried = same_place(gast.Try(body, node.handlers, [], []), node)
    return [before, tried, at(gast.If(load(completed), node.orelse, []), first)]

"""The ``else`` of a loop: statements after the loop, unless it broke.

before::

    def f(xs):
        for x in xs:
            if x < 0:
                break
        else:
            print('none')

after::

    def f(xs):

        def for_body(x):
            return ag.cond(x < 0, lambda: True, lambda: False)
        broke = ag.for_loop(xs, for_body, breaks=True)

        def if_false():
            print('none')
        ag.cond(broke, lambda: None, if_false)
"""

from __future__ import annotations

import gast

from autograph.source.constructs import KnownFacts
from autograph.source.nodes import Node, at, load


def split_else(loop: Node, alone: Node, broke: str, facts: KnownFacts) -> list[Node]:
    """Set the ``else`` of a loop behind it.

    Parameters
    ----------
    loop, alone
        The loop, and the same one without its ``else``.
    broke
        The flag that says that it broke.
    facts
        The facts of its nodes.
    """
    if "break" not in facts.block(loop.body).jumps:
        return [alone, *loop.orelse]
    arm = [at(gast.Pass(), loop)]
    return [alone, at(gast.If(load(broke), arm, loop.orelse), loop)]

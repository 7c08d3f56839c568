"""The name of the exception in a handler, if code outside the handler may read it.

It is bound like any other name, and unbound at every end of the handler.

before::

    def f(a, b):
        show = None
        try:
            r = a / b
        except ZeroDivisionError as e:
            show = lambda: print(e)
            r = 0
        return (r, show)

after::

    def f(a, b):
        e = ag.undefined('e')
        show = None

        def try_body():
            return (show, a / b)

        def except_body(error):
            ag.set_cell(lambda: e, error)

            def try_body():
                return (lambda: print(ag.free(e)), 0)

            def final_body():
                ag.set_cell(lambda: e, ag.undefined('e'))
            return ag.finally_(try_body, final_body)
        show, r = ag.try_(try_body, ZeroDivisionError, except_body)
        return (r, show)

before::

    def f(a, b, e):
        try:
            r = a / b
        except ZeroDivisionError as e:
            r = len(e.args)
        return (r, e)

after::

    def f(a, b, e):

        def try_body():
            return (e, a / b)

        def except_body(error):
            e = error
            r = len(e.args)
            del e
            return (ag.undefined('e'), r)
        e, r = ag.try_(try_body, ZeroDivisionError, except_body)
        return (r, ag.bound(e))
"""

from __future__ import annotations

import gast

from autograph.source.ends import ends, stays
from autograph.source.facts import NONE, NameFacts, Names, own_statements
from autograph.source.liveness import Liveness
from autograph.source.naming import Naming
from autograph.source.nodes import Node, assign, at, constant, load, same_place, store
from autograph.source.scopes import Scope
from autograph.source.trees import nodes_in


def set_free(
    body: list[Node],
    scope: Scope,
    facts: NameFacts,
    live: Liveness,
    shared: Names,
    naming: Naming,
) -> Names:
    """Bind the names of exceptions that cannot be parameters of their handlers.

    Parameters
    ----------
    body
        The statements of a function, without jumps; its handlers are changed.
    scope, facts, live, shared
        What is known about its names.
    naming
        Makes the names that replace them.

    Returns
    -------
    The names that replace them.
    """
    tries = [node for node in own_statements(body) if isinstance(node, gast.Try)]
    if not tries:
        return NONE
    given: set[str] = set()
    watched = scope.captured | shared
    others = _bound_by_others(body) | scope.global_names | scope.nonlocal_names
    for node in tries:
        if stays(node, facts):
            continue
        private = scope.local - watched - live.after(node)
        for handler in node.handlers:
            if handler.name and handler.name.id not in private:
                held = naming.fresh("error")
                given.add(held)
                alone = handler.name.id in scope.local - watched
                unbound = others | facts.block(handler.body).deletes
                handler.body = _bound(handler, held, alone, unbound, facts)
                handler.name = at(store(held), handler)
    return frozenset(given)


def _bound_by_others(body: list[Node]) -> Names:
    """Return the names that inner functions may unbind."""
    parts = nodes_in(*body)
    found = [part.names for part in parts if isinstance(part, gast.Nonlocal)]
    return frozenset(name for names in found for name in names)


def _bound(
    handler: Node, held: str, alone: bool, unbound: Names, facts: NameFacts
) -> list[Node]:
    """Return the body of a handler that binds its name and unbinds it again.

    Parameters
    ----------
    handler, held, facts
        The handler, the new name of its exception, and the facts of its nodes.
    alone
        Whether no other code reads the name before the handler has ended. Then no
        ``finally`` is needed to unbind it.
    unbound
        The names that may be unbound by then.
    """
    name, body = handler.name.id, handler.body
    first = at(assign(name, load(held)), handler)
    last = [at(gast.Delete([gast.Name(name, gast.Del(), None, None)]), handler)]
    if name in unbound:
        last.insert(0, at(assign(name, constant(None)), handler))
    if not alone:
        return [first, same_place(gast.Try(body, [], [], last), handler)]
    return [first, *body] if ends(body, facts) else [first, *body, *last]

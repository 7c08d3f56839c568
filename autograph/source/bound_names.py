"""Which names are bound at some places of a function, followed forward through it.

It reads a function as the user wrote it, with its jumps. Where only the run knows, as
after what an exception may leave, a name may be bound or not.
"""

from __future__ import annotations

import gast

from autograph.source.definedness import Bound, State, join
from autograph.source.facts import COMPREHENSIONS, FUNCTIONS, NameFacts, Names
from autograph.source.nodes import Node, blocks_of
from autograph.source.trees import children

JUMPS = (gast.Return, gast.Raise, gast.Break, gast.Continue)


def own_parts(nodes: list[Node]) -> list[Node]:
    """Return what runs in a function itself, not in one that is defined there."""
    found = list(nodes)
    for node in found:  # which grows meanwhile
        if isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            found += node.decorator_list
        elif isinstance(node, COMPREHENSIONS):
            found.append(node.generators[0].iter)
        elif not isinstance(node, gast.Lambda):
            found += children(node)
    return found


class BoundNames:
    """Which names are bound at some nodes, followed forward through a function.

    Parameters
    ----------
    facts
        What is known about the statements.
    wanted
        The identities of the nodes.
    """

    def __init__(self, facts: NameFacts, wanted: frozenset[int]) -> None:
        self._facts, self._wanted = facts, wanted
        self.found: dict[int, State] = {}

    def block(self, body: list[Node], state: State | None) -> State | None:
        """Return what is known after statements; None where no path goes on."""
        for node in body:
            if state is None:
                break
            state = self._statement(node, state)
        return state

    def _statement(self, node: Node, state: State) -> State | None:
        if isinstance(node, gast.If):
            state = self._at([node.test], state)
            return _joined(self.block(node.body, state), self.block(node.orelse, state))
        if isinstance(node, (gast.For, gast.While)):
            return self._loop(node, state)
        if isinstance(node, (gast.Try, getattr(gast, "TryStar", gast.Try))):
            return self._try(node, state)
        if isinstance(node, gast.With):
            state = self._at(node.items, state)
            inside = _bound(state, self._facts.of(node.items).binds)
            self.block(node.body, inside)
            return self._loosened(node.body, inside)  # it may end an exception
        if isinstance(node, gast.Match):
            return self._match(node, state)
        if isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            return _bound(self._at(node.decorator_list, state), [node.name])
        if blocks_of(node):  # of a construct that is not known here
            return self._loosened([node], state)
        return self._simple(node, state)

    def _simple(self, node: Node, state: State) -> State | None:
        state = self._at([node], state)
        if isinstance(node, JUMPS):
            return None
        if isinstance(node, gast.AnnAssign) and node.value is None:
            return state
        fact = self._facts.of(node)
        state = _bound(state, fact.binds - fact.walrus)
        return {**state, **dict.fromkeys(fact.deletes, Bound.NO)}

    def _at(self, parts: list[Node], state: State) -> State:
        """Record what is known at nodes in expressions, and return it after them."""
        for name in self._facts.of(parts).walrus:
            if state.get(name) is not Bound.YES:
                state = {**state, name: Bound.MIXED}
        for part in own_parts(parts):
            if id(part) in self._wanted:
                known = self.found.get(id(part), state)
                self.found[id(part)] = join([known, state])
        return state

    def _loosened(self, nodes: list[Node], state: State) -> State:
        """Return what is known where nodes may have run in part, or not at all."""
        fact = self._facts.block(nodes)
        loose = [name for name in fact.binds if state.get(name) is not Bound.YES]
        return {**state, **dict.fromkeys([*loose, *fact.deletes], Bound.MIXED)}

    def _loop(self, node: Node, state: State) -> State:
        is_for = isinstance(node, gast.For)
        if is_for:
            state = self._at([node.iter], state)
        again = self._loosened([node], state)
        if is_for:
            self.block(node.body, _bound(again, self._facts.of(node.target).binds))
        else:
            self.block(node.body, self._at([node.test], again))
        self.block(node.orelse, again)
        return again

    def _try(self, node: Node, state: State) -> State | None:
        ends = [self.block([*node.body, *node.orelse], state)]
        raised = self._loosened(node.body, state)
        for handler in node.handlers:
            inside = self._at([handler.type] if handler.type else [], raised)
            named = [handler.name.id] if handler.name else []
            end = self.block(handler.body, _bound(inside, named))
            if end is not None:
                ends.append({**end, **dict.fromkeys(named, Bound.NO)})
        self.block(node.finalbody, self._loosened([node], state))
        return self.block(node.finalbody, _joined(*ends))

    def _match(self, node: Node, state: State) -> State | None:
        state = self._at([node.subject], state)
        ends: list[State | None] = []
        for case in node.cases:
            named = self._facts.of(case.pattern).binds
            inside = _bound(state, named)
            if case.guard is not None:
                inside = self._at([case.guard], inside)
            ends.append(self.block(case.body, inside))
            state = self._loosened([case.pattern], state)
        return _joined(*ends, state)


def _bound(state: State, names: Names | list[str]) -> State:
    return {**state, **dict.fromkeys(names, Bound.YES)}


def _joined(*states: State | None) -> State | None:
    """Return what is known where paths meet, of those that go on."""
    reached = [state for state in states if state is not None]
    return join(reached) if reached else None

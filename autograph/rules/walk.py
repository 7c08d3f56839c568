"""One pass over a function without jumps, which passes every node to its rule."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import gast

from autograph.source.definedness import Bound, State
from autograph.source.facts import NONE, NameFacts, Names, parameters_of
from autograph.source.liveness import Liveness
from autograph.source.naming import Naming, mangled
from autograph.source.nodes import (
    Node,
    at,
    is_operator,
    lazily,
    operate,
)
from autograph.source.scopes import Scope

DISPLAYS = (
    gast.List,
    gast.Dict,
    gast.Set,
    gast.ListComp,
    gast.SetComp,
    gast.DictComp,
)
"""Expressions that make a container, by themselves."""
DefinitionKey = tuple[str, int]
"""The name of a function, and the line where its definition begins."""

Statements = dict[type, Callable[[Node, "Walk"], list[Node]]]
Expressions = dict[type, Callable[[Node, "Walk"], Node]]


@dataclass(frozen=True)
class Tables:
    """The rules by the classes of nodes that they consume."""

    statements: Statements
    expressions: Expressions


@dataclass
class Unit:
    """What the functions of one conversion have in common."""

    naming: Naming
    tables: Tables
    modules_among: Callable[[Names], Names] = lambda _: NONE
    """Returns those of some names that are known to be modules."""
    private: str | None = None
    """The class whose private names are mangled here."""
    functions: Callable[[Node, Unit, Walk], Node] = field(default=lambda node, *_: node)
    """The rewriting of a function within a function."""
    renamed: dict[str, str] = field(default_factory=dict)
    """The original names of functions and classes, by their generated names."""
    traced: bool = False
    """Whether this is the form that is traced: there, what Python would do by itself
    (comparisons, items, calls of methods, fresh containers) is an operator too."""
    inlined: frozenset[DefinitionKey] = frozenset()
    """The generators whose ``yield`` becomes a call of the consumer's body."""
    uses_operators: bool = False
    defined: Names = NONE
    """The names of its functions, whose attributes a trace may hold."""
    own_slice: bool = False
    """Whether the name ``slice`` may be the user's own."""
    comprehends: bool = False
    """Whether it contains a list comprehension or the like."""

    def mangled(self, name: str) -> str:
        """Return a private name mangled, since the compiler does not mangle strings."""
        return mangled(name, self.private)


@dataclass(eq=False)
class Walk:
    """The state of the pass within one function.

    Parameters
    ----------
    unit
        What it shares with the enclosing functions.
    scope, facts, live
        What is known about its names, nodes and live values.
    shared
        Its local names that stay cells.
    filled
        Its local names that are set to ``ag.undefined`` at the top.
    guarded
        Names of enclosing functions whose reads are not proved bound.
    order
        The order of the names in the source.
    flags
        Names that lowering made: they are never read unbound.
    first
        The parameter that ``super()`` takes its object from.
    """

    unit: Unit
    scope: Scope
    facts: NameFacts
    live: Liveness
    shared: Names = NONE
    filled: Names = NONE
    guarded: Names = NONE
    order: dict[str, int] = field(default_factory=dict)
    flags: Names = NONE
    first: str | None = None
    unproved: set[str] = field(default_factory=set, init=False)
    hidden: Names = field(default=NONE, init=False)
    inside: int = field(default=0, init=False)
    lazy: int = field(default=0, init=False)
    deferred: int = field(default=0, init=False)
    apart: int = field(default=0, init=False)
    watched: int = field(default=0, init=False)
    reached: bool = field(default=True, init=False)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = dict.fromkeys(self.filled, Bound.SLOT)
        self.state.update(dict.fromkeys(self.scope.parameters, Bound.YES))

    # -- statements

    def block(self, statements: Iterable[Node]) -> list[Node]:
        """Rewrite consecutive statements, as far as they are reached."""
        done: list[Node] = []
        for node in statements:
            if not self.reached:
                break
            done.extend(self.statement(node))
        return done

    def statement(self, node: Node) -> list[Node]:
        """Rewrite one statement."""
        rewrite = self.unit.tables.statements.get(type(node))
        if rewrite is None:
            rebuilt = [self.rebuild(node)]
        else:
            rebuilt = rewrite(node, self)
        if not hasattr(node, "body"):
            self.note_walrus(node)
        return [at(new, node) for new in rebuilt]

    def note_walrus(self, node: Node) -> None:
        """Record the names that an expression binds.

        A shared name may be bound in an operand that is not evaluated.
        """
        for name in self.facts.of(node).walrus & self.scope.local:
            if name not in self.shared:
                if self.known(name) is Bound.NO:
                    self.bind([name])
            elif self.known(name) is not Bound.YES:
                self.fill(name)
                self.state[name] = Bound.SLOT

    def loosen(self, node: Node) -> None:
        """Record that what a node binds or unbinds may or may not have happened."""
        fact = self.facts.of(node)
        for name in (fact.binds | fact.deletes) & self.scope.local:
            if self.known(name) is Bound.YES and name not in fact.deletes:
                continue
            known = self.known(name).loosened()
            self.state[name] = Bound.SLOT if name in self.filled else known

    def assigned_in_branch(self, node: Node, before: State) -> None:
        """Record the shared names that a loop assigns, some for the first time."""
        fact = self.facts.of(node)
        for name in fact.binds & self.shared:
            if before.get(name) is Bound.YES and name not in fact.deletes:
                self.state[name] = Bound.YES
            else:
                self.fill(name)
                self.state[name] = Bound.SLOT

    def bind(self, names: Iterable[str]) -> None:
        """Record that names have a value now."""
        for name in names:
            self.state[name] = Bound.YES

    def known(self, name: str) -> Bound:
        """Return what is known about a name of this function."""
        return self.state.get(name, Bound.NO)

    def fill(self, name: str) -> None:
        """Request ``ag.undefined`` for a name at the top, and thus another pass."""
        if name in self.scope.local and name not in self.filled:
            self.unproved.add(name)

    def is_flag(self, name: str) -> bool:
        """Whether a name is a flag of lowering, which is False until it is set."""
        return name in self.flags and not name.startswith("return_value")

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Sort names: flags first, then in the order of the source."""
        last = len(self.order)
        return sorted(names, key=lambda name: (self.order.get(name, last), name))

    def is_cell(self, name: str) -> bool:
        """Whether assignment to a name here writes a cell of another function."""
        if name in self.hidden:
            return False
        if name in self.scope.nonlocal_names:
            return True
        return name in self.shared and bool(self.inside or self.lazy)

    def is_global(self, name: str) -> bool:
        """Whether a name is declared ``global`` here."""
        return name in self.scope.global_names and name not in self.hidden

    def is_foreign(self, name: str) -> bool:
        """Whether assignment to a name here needs an operator."""
        return self.is_cell(name) or self.is_global(name)

    # -- expressions

    def expression(self, node: Node) -> Node:
        """Rewrite an expression."""
        rewrite = self.unit.tables.expressions.get(type(node))
        done = self.rebuild(node) if rewrite is None else rewrite(node, self)
        if self.unit.traced and isinstance(node, DISPLAYS):
            return self._marked(node, done)
        return done

    def _marked(self, node: Node, done: Node) -> Node:
        """Mark a container that Python makes; an operator does so by itself."""
        loads = isinstance(getattr(node, "ctx", None), (gast.Load, type(None)))
        if not loads or is_operator(done):
            return done
        return at(self.operate("mutable", done), node)

    def lazily(self, node: Node) -> Node:
        """Rewrite an operand as a function that returns it.

        The function itself is made at the header of its construct, so it gets no
        position here. A line does not run because a function that contains it is made.
        """
        before = dict(self.state) if self.facts.of(node).walrus else None
        self.lazy += 1
        value = self.expression(node)
        self.lazy -= 1
        if before is not None:
            self.state = before
        return lazily(value)

    def rebuild(self, node: Node) -> Node:
        """Rewrite the parts of a node; return a copy if one of them changes."""
        changes: dict[str, object] = {}
        for name in node._fields:
            child = getattr(node, name, None)
            if isinstance(child, list):
                items = [self._any(item) for item in child]
                if any(new is not old for new, old in zip(items, child)):
                    changes[name] = items
            elif isinstance(child, gast.AST):
                new = self._any(child)
                if new is not child:
                    changes[name] = new
        if not changes:
            return node
        rebuilt = copy.copy(node)
        for name, value in changes.items():
            setattr(rebuilt, name, value)
        return rebuilt

    def _any(self, node: Node) -> Node:
        if isinstance(node, gast.expr):
            return self.expression(node)
        if isinstance(node, gast.AST) and node._fields:
            return self.rebuild(node)
        return node

    def operate(self, name: str, *arguments: Node, **keywords: Node) -> Node:
        """Return a call of one of our operators."""
        self.unit.uses_operators = True
        return operate(name, *arguments, **keywords)

    @contextmanager
    def hiding(self, names: Names) -> Iterator[None]:
        """Rewrite code in a scope where these names are local."""
        before = self.hidden
        self.hidden = before | names
        try:
            yield
        finally:
            self.hidden = before

    @contextmanager
    def deferring(self, names: Names, first: str | None = None) -> Iterator[None]:
        """Rewrite code in a user's function, which may run at any later time."""
        self.deferred += 1
        with self.hiding(names), self.standing_apart(first=first):
            yield
        self.deferred -= 1

    @contextmanager
    def standing_apart(
        self, apart: bool = True, first: str | None = None
    ) -> Iterator[None]:
        """Rewrite code in a scope of its own, where local names are free variables."""
        outer = self.first
        self.apart += apart
        self.first = first if apart else outer
        yield
        self.apart -= apart
        self.first = outer

    @contextmanager
    def watching(self, caught: bool = True) -> Iterator[None]:
        """Rewrite code under a handler, a ``finally`` or the like."""
        self.watched += caught
        yield
        self.watched -= caught

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Rewrite code in a function that conversion makes."""
        self.inside += 1
        lazy, self.lazy = self.lazy, 0
        try:
            yield
        finally:
            self.inside -= 1
            self.lazy = lazy


def lambda_names(node: Node, facts: NameFacts) -> Names:
    """Return the names that are local to a lambda."""
    names = {param.id for param in parameters_of(node.args)}
    return facts.of(node.body).binds | names

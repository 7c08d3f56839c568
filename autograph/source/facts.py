"""Facts about what each node does with names, found bottom-up and remembered."""

from __future__ import annotations

from collections.abc import Callable

import gast

from autograph.source.constructs import (
    NONE,
    NOTHING,
    Fact,
    Names,
    changed,
    construct_of,
    merge,
)
from autograph.source.nodes import Node
from autograph.source.trees import children

__all__ = [
    "COMPREHENSIONS",
    "FUNCTIONS",
    "NONE",
    "NameFacts",
    "Names",
    "names_of_others",
    "own_statements",
    "parameters_of",
]

FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)

# These run a lazy argument at once and keep nothing of it.
EAGER_CONSUMERS = frozenset(
    "all any bytes dict frozenset join list max min set sorted sum tuple".split()
)
EAGER_METHODS = frozenset(("join", "sort"))
KEY_CONSUMERS = frozenset(("max", "min", "sort", "sorted"))


class NameFacts:
    """The facts of the nodes of one tree; an edited tree needs new ones."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, Fact]] = {}
        self._reads: dict[str, Fact] = {}
        self.ending: dict[int, tuple[Node, bool]] = {}
        """Whether a jump always leaves a block, by its last statement."""
        self.consumed: dict[int, Node] = {}
        """Generator expressions that the call around them runs to the end."""

    def of_expressions(self) -> NameFacts:
        """Return those of expressions alone, for a tree whose statements changed."""
        found = NameFacts()
        found.consumed.update(self.consumed)
        found._reads = self._reads
        found._known = {
            place: known
            for place, known in self._known.items()
            if isinstance(known[0], gast.expr)
        }
        return found

    def of(self, node: Node) -> Fact:
        """Return the fact of a node, or of a list of nodes."""
        kind = type(node)
        if node is None or kind is gast.Constant:
            return NOTHING
        if kind is list:
            return merge([self.of(item) for item in node])
        known = self._known.get(id(node))
        if known is not None:
            return known[1]
        find = _SPECIAL.get(kind)
        fact = construct_of(node).fact(node, self) if find is None else find(self, node)
        # Holding the node keeps its id from being given to another one.
        self._known[id(node)] = (node, fact)
        return fact

    def children(self, node: Node) -> Fact:
        """Return the fact of all that a node holds."""
        return merge([self.of(child) for child in children(node)])

    def block(self, statements: list[Node]) -> Fact:
        """Return the fact of consecutive statements."""
        return merge([self.of(statement) for statement in statements])

    def _name(self, node: Node) -> Fact:
        if isinstance(node.ctx, gast.Load):
            known = self._reads.get(node.id)
            if known is None:
                known = self._reads[node.id] = Fact(reads=frozenset((node.id,)))
            return known
        names = frozenset((node.id,))
        if isinstance(node.ctx, gast.Del):
            return Fact(reads=names, binds=names, deletes=names)
        annotation = self.of(node.annotation)
        return merge([annotation, Fact(binds=names)])

    def _walrus(self, node: Node) -> Fact:
        names = frozenset((node.target.id,))
        inner = self.of(node.value)
        return merge([inner, Fact(binds=names, walrus=names, busy=True)])

    def _busy(self, node: Node) -> Fact:
        return merge([self.children(node), Fact(busy=True)])

    def _waits(self, node: Node) -> Fact:
        return merge([self.children(node), Fact(waits=True, busy=True)])

    def _call(self, node: Node) -> Fact:
        called = getattr(node.func, "id", None)
        if getattr(node.func, "attr", None) in EAGER_METHODS:
            called = node.func.attr
        facts = [self.of(node.func), Fact(busy=True)]
        for argument in node.args:
            fact = self.of(argument)
            if isinstance(argument, gast.GeneratorExp):
                if called in EAGER_CONSUMERS and len(node.args) == 1:
                    fact = self._comprehension(argument)
                    self.consumed[id(argument)] = argument
            facts.append(fact)
        for keyword in node.keywords:
            fact = self.of(keyword.value)
            if keyword.arg == "key" and called in KEY_CONSUMERS:
                fact = changed(fact, reads=fact.reads | fact.captured, captured=NONE)
            facts.append(fact)
        return merge(facts)

    def _comprehension(self, node: Node) -> Fact:
        bound: Names = NONE.union(
            *[self.of(part.target).binds for part in node.generators]
        )
        inner = self.children(node)
        walrus = inner.walrus
        waits = inner.waits or any(part.is_async for part in node.generators)
        first = self.of(node.generators[0].iter)
        return Fact(
            reads=(inner.reads - bound) | first.reads,
            binds=walrus,
            captured=inner.captured - bound,
            walrus=walrus,
            waits=waits,
            busy=True,
        )

    def _generator(self, node: Node) -> Fact:
        first = self.of(node.generators[0].iter)
        whole = self._comprehension(node)
        targets = NONE.union(*[self.of(part.target).binds for part in node.generators])
        element = [node.elt]
        later = self.of(element).reads.union(
            *[self.of(part.target).reads for part in node.generators],
            *[self.of(part.ifs).reads for part in node.generators],
            *[self.of(part.iter).reads for part in node.generators[1:]],
        )
        captured = (later - targets) | whole.captured | whole.walrus
        return changed(whole, reads=first.reads, captured=captured)

    def _arguments(self, arguments: Node) -> Fact:
        """Return the fact of what a definition evaluates: defaults and annotations."""
        found = [*arguments.defaults, *arguments.kw_defaults]
        found += [param.annotation for param in parameters_of(arguments)]
        return self.of([item for item in found if item is not None])

    def _lambda(self, node: Node) -> Fact:
        now = self._arguments(node.args)
        return merge([now, Fact(captured=self.free(node))])

    def _function(self, node: Node) -> Fact:
        now = [self._arguments(node.args), self.of(node.decorator_list)]
        now += [self.of(node.returns)]
        names = frozenset((node.name,))
        busy = bool(node.decorator_list)
        made = Fact(binds=names, captured=self.free(node), busy=busy)
        return merge([*now, made])

    def _class(self, node: Node) -> Fact:
        now = [self.of(node.decorator_list), self.of(node.bases)]
        now += [self.of(node.keywords)]
        body = self.block(node.body)
        _, outer = names_of_others(node.body)
        names = frozenset((node.name,))
        inner = body.reads | body.captured | outer
        made = Fact(reads=body.reads, binds=names, captured=inner, busy=True)
        return merge([*now, made])

    def free(self, node: Node) -> Names:
        """Return the free variables of a function."""
        body = node.body if isinstance(node.body, list) else [node.body]
        fact = self.block(body)
        outer, shared = names_of_others(body)
        own = (fact.binds - shared) | {param.id for param in parameters_of(node.args)}
        return ((fact.reads | fact.captured | shared) - own) - outer

    def _import(self, node: Node) -> Fact:
        bound = [alias.asname or alias.name.split(".")[0] for alias in node.names]
        return Fact(binds=frozenset(bound) - {"*"}, busy=True)


_SPECIAL: dict[type, Callable[[NameFacts, Node], Fact]] = {
    gast.BinOp: NameFacts.children,
    gast.Compare: NameFacts.children,
    gast.Tuple: NameFacts.children,
    gast.Name: NameFacts._name,
    gast.NamedExpr: NameFacts._walrus,
    gast.Call: NameFacts._call,
    gast.Attribute: NameFacts._busy,
    gast.Subscript: NameFacts._busy,
    gast.Yield: NameFacts._waits,
    gast.YieldFrom: NameFacts._waits,
    gast.Await: NameFacts._waits,
    gast.ListComp: NameFacts._comprehension,
    gast.SetComp: NameFacts._comprehension,
    gast.DictComp: NameFacts._comprehension,
    gast.GeneratorExp: NameFacts._generator,
    gast.Lambda: NameFacts._lambda,
    gast.FunctionDef: NameFacts._function,
    gast.AsyncFunctionDef: NameFacts._function,
    gast.ClassDef: NameFacts._class,
    gast.Import: NameFacts._import,
    gast.ImportFrom: NameFacts._import,
}


def parameters_of(arguments: Node) -> list[Node]:
    """Return the parameters of a function, in order."""
    found = [*arguments.posonlyargs, *arguments.args]
    found += [arguments.vararg] if arguments.vararg else []
    found += arguments.kwonlyargs
    return found + ([arguments.kwarg] if arguments.kwarg else [])


def first_parameter(arguments: Node) -> str | None:
    """Return the name of the first parameter by position, if there is one."""
    found = [*arguments.posonlyargs, *arguments.args]
    return found[0].id if found else None


def own_statements(body: list[Node]) -> list[Node]:
    """Return all statements of a body, without those of inner definitions."""
    found: list[Node] = []
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, gast.AST):
            continue
        if isinstance(node, gast.stmt):
            found.append(node)
        fields = node.__dict__
        simple = "body" not in fields and "cases" not in fields
        if simple or isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            continue
        blocks: list[Node] = []
        for name in ("body", "orelse", "handlers", "cases", "finalbody"):
            part = fields.get(name)
            if isinstance(part, list):
                blocks.extend(part)
        waiting.extend(reversed(blocks))
    return found


def names_of_others(body: list[Node]) -> tuple[Names, Names]:
    """Return the names that a body declares ``global`` and ``nonlocal``."""
    outer: set[str] = set()
    shared: set[str] = set()
    for statement in own_statements(body):
        if isinstance(statement, gast.Global):
            outer.update(statement.names)
        elif isinstance(statement, gast.Nonlocal):
            shared.update(statement.names)
    return frozenset(outer), frozenset(shared)

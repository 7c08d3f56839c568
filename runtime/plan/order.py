"""Inlining: which nodes are written into the expression that uses their result.

A node is inlined if its result is used once and the text evaluates everything in the
order of the nodes: then values, exceptions, warnings and prints stay the same. Operands
computed just before, in their own order, can all be inlined; an operand with another
node between it and its use gets a name.

During the walk, nodes whose result may still be inlined wait in a queue. A node takes
those at the end of the queue that are its operands, in order. A node that needs a
statement of its own makes the waiting ones statements before it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field

from runtime.constructs.base import Construct
from runtime.constructs.cond import Cond
from runtime.ir.behavior import may_be_answered
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Node, Region, Value, values_in
from runtime.ops.row import Row
from runtime.plan.forms import Spelling
from runtime.plan.lazy import AsOperator, Lazy, as_operator
from runtime.plan.spelling import spell
from runtime.types import Array, List, Never

LONGEST_EXPRESSION = 32
"""The greatest number of nodes in one expression.

Source stays readable, and no chain of operations nests deeper than Python can parse.
"""


@dataclass(slots=True)
class Order:
    """The statements and expressions of a plan.

    Attributes
    ----------
    inlined : dict
        The nodes written where their result is used, by its name.
    spellings : dict
        The spelling of a node of one line at most, by its identity: of rows, and of
        choices that are ``and`` or ``or``.
    same : dict
        For a value that is the same object as another value, the name of that value.
    uses : dict
        The number of uses of each value, with all names of an object as one.
    functions : dict
        The functions that the spellings name, in order.
    words : set of str
        The builtins that the text of the spellings names.
    outer : dict
        The values from outside that a loop reads, by the identity of its node.
    truths : dict
        The nodes whose result is the test of ``and`` or ``or`` alone, by its name.
    """

    inlined: dict[str, Node] = field(default_factory=dict)
    spellings: dict[int, Spelling] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    functions: dict[Callable[..., object], None] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    outer: dict[int, set[str]] = field(default_factory=dict)
    truths: dict[str, Node] = field(default_factory=dict)

    def root(self, value: Value) -> str:
        """Return the name of the value whose variable holds this one."""
        return self.same.get(value.name, value.name)

    def statements(self, region: Region) -> list[Node]:
        """Return the nodes of a region that are not inlined."""
        inlined, same, spellings = self.inlined, self.same, self.spellings
        truths = self.truths
        return [
            node
            for node in region.nodes
            if not node.results
            or (
                (name := node.results[0].name) not in inlined
                and name not in truths
                and (name not in same or id(node) in spellings)
            )
        ]

    def is_spelled(self, node: Node) -> bool:
        """Whether a node is an expression, or a statement of one line."""
        return id(node) in self.spellings

    def is_choice(self, node: Node) -> bool:
        """Whether a node is an ``if``."""
        return isinstance(node.operation, Cond) and id(node) not in self.spellings

    def spelling(self, node: Node) -> Spelling:
        """Return the spelling of such a node."""
        return self.spellings[id(node)]

    def reads(self, arguments: Iterable[Argument]) -> list[str]:
        """Return the variables that arguments read, inlined nodes included."""
        found: list[str] = []
        self._read(arguments, found)
        return found

    def _read(self, arguments: Iterable[Argument], found: list[str]) -> None:
        for argument in arguments:
            if isinstance(argument, Value):
                name = self.root(argument)
                node = self.inlined.get(name)
                if node is None:
                    found.append(name)
                else:
                    self._read(self.spellings[id(node)].arguments, found)
            elif isinstance(argument, Display):
                self._read(argument.items, found)


Speller = Callable[[Node, bool], Spelling]
"""Takes a node of a row, and whether its results are not used."""


def arrange(
    graph: Graph, spell: Speller = spell, operator: AsOperator = as_operator
) -> Order:
    """Decide which nodes of a graph are inlined.

    Parameters
    ----------
    graph : Graph
        The graph.
    spell : callable
        Returns the spelling of a row's call.
    operator : callable
        Returns the operator that a choice may be written as, if any.
    """
    order = Order()
    survey = _Survey(order, operator)
    survey.region(graph.region)
    survey.end()
    _Inliner(order, spell, operator).region(graph.region)
    return order


class _Survey:
    """Counts the uses of values; records equal objects and the reads of loops."""

    def __init__(self, order: Order, operator: AsOperator) -> None:
        self._order = order
        self._as_operator = operator
        self._born: dict[str, int] = {}
        # The loops around, each with the number of values born before it.
        self._loops: list[tuple[int, set[str]]] = []
        self._truths: list[Node] = []

    def region(self, region: Region) -> None:
        self._bear(region.parameters)
        before: Node | None = None
        for node in region.nodes:
            if isinstance(node.operation, Row):
                self._row(node, node.operation)
            else:
                self._construct(node, before)
            before = node
        for argument in region.yields or ():
            self._use(values_in(argument))

    def _row(self, node: Node, row: Row) -> None:
        same = _same_object(node, row)
        if same is not None:
            self._order.same[node.results[0].name] = self._order.root(same)
        if same is None or row.writes:
            self._use(node.operands())
        self._bear(node.results)

    def end(self) -> None:
        """Find the truths that only an operator asks for, which does so itself."""
        for node in self._truths:
            (result,), (value,) = node.results, node.args
            assert isinstance(value, Value)
            if self._order.uses[result.name] == 1:
                self._order.truths[result.name] = node
                self._order.uses[self._order.root(value)] -= 1

    def _construct(self, node: Node, before: Node | None) -> None:
        self._use(node.operands())
        assert isinstance(node.operation, Construct)
        if node.operation.loops:
            outer = self._order.outer[id(node)] = set()
            self._loops.append((len(self._born), outer))
        for region in node.regions:
            self.region(region)
        if node.operation.loops:
            self._loops.pop()
        lazy = self._as_operator(node, None)
        if lazy is not None:  # an operator takes its test once
            self._order.uses[self._order.root(lazy.test)] -= 1
        elif before is not None and _asks(node, before):
            if self._as_operator(node, before):
                self._truths.append(before)
        self._bear(node.results)

    def _bear(self, values: Iterable[Value]) -> None:
        for value in values:
            self._born[value.name] = len(self._born)

    def _use(self, values: Iterable[Value]) -> None:
        uses, born = self._order.uses, self._born
        for value in values:
            name = self._order.root(value)
            uses[name] = uses.get(name, 0) + 1
            for start, outer in reversed(self._loops):
                if born[name] >= start:
                    break
                outer.add(name)


def _asks(node: Node, truth: Node) -> bool:
    """Whether the test of a choice is the truth of a value, found right before it."""
    return (
        isinstance(truth.operation, Row)
        and truth.operation.name == "truth"
        and node.args == truth.results
    )


def _same_object(node: Node, row: Row) -> Value | None:
    """Return the operand that is the node's result, if that is certain."""
    if row.returns != "same" or len(node.results) != 1 or not node.args:
        return None
    first = node.args[0]
    if not isinstance(first, Value):
        return None
    if row.template == "{0}":
        return first
    if row.infix is None or may_be_answered(node):
        return None
    return first if isinstance(first.type, (Array, List)) else None


class _Inliner:
    """Walks regions with a queue of the nodes that may still be inlined."""

    def __init__(self, order: Order, spell: Speller, operator: AsOperator) -> None:
        self._order = order
        self._speller = spell
        self._as_operator = operator
        self._sizes: dict[str, int] = {}

    def region(self, region: Region) -> None:
        """Arrange a region, whose end uses the values it yields, in order."""
        waiting: list[str] = []
        nodes: dict[str, Node] = {}
        for node in region.nodes:
            name = node.results[0].name if node.results else ""
            if not isinstance(node.operation, Row):
                for inner in node.regions:
                    self.region(inner)
                if not self._construct(node, waiting, nodes):
                    waiting.clear()
                elif self._may_wait(node):
                    waiting.append(name)
                    nodes[name] = node
                continue
            if name in self._order.same and not node.operation.writes:
                continue
            if name in self._order.truths:
                continue
            spelling = self._spell(node, name)
            taken = [spelling.arguments[position] for position in spelling.form.order]
            self._sizes[name] = 1 + self._take(taken, waiting, nodes)
            if self._may_wait(node):
                waiting.append(name)
                nodes[name] = node
            else:
                waiting.clear()
        self._take(region.yields or (), waiting, nodes)

    def _construct(
        self, node: Node, waiting: list[str], nodes: dict[str, Node]
    ) -> bool:
        """Arrange a construct; return whether it became an operator."""
        test = node.args[0] if node.args else None
        name = test.name if isinstance(test, Value) else ""
        truth = self._order.truths.get(name)
        lazy = self._as_operator(node, truth)
        if lazy is None:
            assert isinstance(node.operation, Construct)
            self._take(node.operation.evaluated(node), waiting, nodes)
            return False
        done = self._operator(node, lazy, waiting, nodes)
        if truth is not None and not done:  # the `if` asks for it
            self._spell(truth, name)
            self._order.inlined[name] = truth
        return done

    def _operator(
        self, node: Node, lazy: Lazy, waiting: list[str], nodes: dict[str, Node]
    ) -> bool:
        """Write a choice as an operator; return whether that is possible."""
        order = self._order
        name = order.root(lazy.test)
        # The test stands in the text once: it has to be written right there.
        if waiting[-1:] != [name] or order.statements(lazy.arm):
            return False
        value = lazy.value
        inside = order.root(value) if isinstance(value, Value) else ""
        size = 1 + self._sizes.get(inside, 0) * (inside in order.inlined)
        if size + self._sizes[name] >= LONGEST_EXPRESSION:
            return False
        size += self._take((lazy.test,), waiting, nodes)
        self._sizes[node.results[0].name] = size
        # What the arm reads has a name: whether it is read there, only the run knows.
        _settle(waiting, {value.name for value in _values_of(lazy.arm)})
        order.spellings[id(node)] = Spelling(lazy.form, (lazy.test, value))
        if not self._may_wait(node):
            waiting.clear()
        return True

    def _spell(self, node: Node, result: str) -> Spelling:
        order = self._order
        discarded = not order.uses.get(result) or result in order.same
        spelling = order.spellings[id(node)] = self._speller(node, discarded)
        form = spelling.form
        order.functions.update(dict.fromkeys(form.functions))
        order.words.update(form.words)
        return spelling

    def _may_wait(self, node: Node) -> bool:
        if len(node.results) != 1 or self._order.spelling(node).form.statement:
            return False
        (result,) = node.results
        once = self._order.uses.get(result.name) == 1
        return once and not isinstance(result.type, Never)

    def _take(
        self, arguments: Iterable[Argument], waiting: list[str], nodes: dict[str, Node]
    ) -> int:
        """Inline what can be inlined, and return the number of inlined nodes."""
        if not waiting:
            return 0
        operands = [
            self._order.root(value)
            for argument in arguments
            for value in values_in(argument)
        ]
        rest = len(waiting)
        for name in reversed(operands):
            if rest and waiting[rest - 1] == name:
                rest -= 1
        taken = waiting[rest:]
        size = sum(self._sizes[name] for name in taken)
        if size >= LONGEST_EXPRESSION:
            waiting.clear()
            return 0
        self._order.inlined.update((name, nodes[name]) for name in taken)
        del waiting[rest:]
        _settle(waiting, operands)
        return size


def _settle(waiting: list[str], operands: Container[str]) -> None:
    """Remove operands that become statements, and all before them, from the queue."""
    for position in reversed(range(len(waiting))):
        if waiting[position] in operands:
            del waiting[: position + 1]
            break


def _values_of(region: Region) -> Iterator[Value]:
    """Yield the values that a region of rows reads."""
    for node in region.walk():
        yield from node.operands()
    for argument in region.yields or ():
        yield from values_in(argument)

"""A loop on numbers of NumPy, written anew on numbers of Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.building import Names, region
from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    map_values,
)
from runtime.ops import OPS
from runtime.types import FLOAT, INT, Iterable, Type, members
from runtime.unboxed.counterparts import (
    NotUnboxed,
    is_number,
    kind_of,
    maybe_numpy,
    unboxed_constant,
    unboxed_type,
)
from runtime.unboxed.number_rules import RULES
from runtime.unboxed.scopes import Scopes
from runtime.unboxed.tags import Maker, Tags, maker

ITERABLES = frozenset({"range", "zip", "enumerate", "reversed"})
"""Operations that make what a loop iterates over."""
PROPAGATING = frozenset(
    {"add", "subtract", "multiply", "negative", "absolute", "iadd", "isub", "imul"}
)
"""Operations whose result is no ordinary number if an operand is none."""


@dataclass(frozen=True)
class Unboxed:
    """A loop on numbers of Python.

    Attributes
    ----------
    graph : Graph
        The loop. It takes lists for arrays, and returns a tuple: the results, then the
        numbers of the types of those that have one of several.
    written : tuple of int
        The positions of the inputs into which it writes.
    makers : tuple of callable or None
        What makes each result from a number of Python; None if its type's number says.
    kinds : list of callable
        What makes a number of each type.
    """

    graph: Graph
    written: tuple[int, ...]
    makers: tuple[Maker | None, ...]
    kinds: list[Maker]


def unboxed(graph: Graph, results: tuple[Argument, ...]) -> Unboxed:
    """Return a loop on numbers of Python.

    Parameters
    ----------
    graph : Graph
        The loop.
    results : tuple of Argument
        What it returns.

    Raises
    ------
    NotUnboxed
        If something in it cannot be done on them.
    """
    return _Writer(graph, results).written()


class _Writer:
    def __init__(self, graph: Graph, results: tuple[Argument, ...]) -> None:
        self._graph = graph
        self._results = results
        self._scopes = Scopes(Names(graph))
        self._tags = Tags(graph, results)
        self._known: dict[str, Argument] = {}
        self._written: set[str] = set()

    def written(self) -> Unboxed:
        scopes = self._scopes
        scopes.enter()
        inputs = [self._input(each) for each in self._graph.inputs]
        self._nodes(self._graph.region.nodes)
        told: list[Argument] = []
        types: list[Argument] = []
        makers: list[Maker | None] = []
        for each in self._results:
            told.append(scopes.test(self._number(each, argument_type(each))))
            several = len(members(argument_type(each))) > 1
            makers.append(None if several else maker(argument_type(each)))
            if several:
                types.append(self._tags.of(each))
        made = Display("tuple", (*told, *types))
        nodes = scopes.leave()
        graph = Graph(self._graph.name, Region(tuple(inputs), tuple(nodes), (made,)))
        positions = [
            position
            for position, each in enumerate(self._graph.inputs)
            if each.name in self._written
        ]
        return Unboxed(graph, tuple(positions), tuple(makers), self._tags.makers)

    def _input(self, value: Value) -> Value:
        made = Value(value.name, unboxed_type(value.type))
        self._known[value.name] = made
        return self._scopes.made(made, wide=_is_wide(value.type))

    def _argument(self, argument: Argument) -> Argument:
        if isinstance(argument, Constant):
            return unboxed_constant(argument)
        if isinstance(argument, Display):
            items = tuple(map(self._argument, argument.items))
            return Display(argument.kind, items)
        return map_values(argument, lambda value: self._known[value.name])

    def _number(self, argument: Argument, of: Type) -> Argument:
        """Return an argument whose type is known to be a number, maybe without one."""
        if isinstance(argument, Constant):
            return unboxed_constant(argument, kind_of(of))
        return self._argument(argument)

    def _nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            base = node.results[0].base if node.results else "t"
            self._scopes.place(node.span, base)
            self._node(node)

    def _node(self, node: Node) -> None:
        operation = node.operation
        if operation is FOR:
            self._for(node)
        elif operation is WHILE:
            self._while(node)
        elif operation is COND:
            self._cond(node)
        elif operation.name == "raise_error":
            self._scopes.give_up()
        elif operation.name in ITERABLES:
            self._iterable(node)
        else:
            self._operation(node)

    def _operation(self, node: Node) -> None:
        name = node.operation.name
        rule = RULES.get(name)
        if rule is None or node.fails or node.kwargs:
            raise NotUnboxed(f"the operation {name}", node.span)
        if name == "setitem":
            self._record_write(node.args[0], node)
        made = rule(self._scopes, node, [self._argument(each) for each in node.args])
        for result in node.results:
            self._known[result.name] = made

    def _record_write(self, whole: Argument, node: Node) -> None:
        """Record that an array is written: an input itself, not a row of one."""
        if not any(whole is each or whole == each for each in self._graph.inputs):
            raise NotUnboxed("an assignment to a part of an array", node.span)
        assert isinstance(whole, Value)
        self._written.add(whole.name)

    def _iterable(self, node: Node) -> None:
        given = [self._argument(each) for each in node.args]
        given = [
            self._scopes.test(each) if argument_type(each) == INT else each
            for each in given
        ]
        made = self._scopes.build.call(OPS[node.operation.name], given)
        if not isinstance(argument_type(made), Iterable):
            raise NotUnboxed(f"the operation {node.operation.name}", node.span)
        self._known[node.results[0].name] = self._scopes.made(made)

    def _cond(self, node: Node) -> None:
        scopes = self._scopes
        test = scopes.test(self._argument(node.args[0]))
        tagged = [each for each in node.results if self._tags.wanted(each)]
        suspects: set[int] = set()
        arms = []
        for arm in node.regions:
            scopes.enter(arm=True)
            self._nodes(arm.nodes)
            yields = None
            if arm.yields is not None:
                pairs = list(zip(arm.yields, node.results, strict=True))
                told = [self._number(each, result.type) for each, result in pairs]
                suspects |= {
                    n for n, each in enumerate(told) if scopes.suspicious(each)
                }
                for each in told:
                    scopes.passed_on(each)
                told += [self._tags.of(each) for each, r in pairs if r in tagged]
                yields = told
            arms.append(region((), scopes.leave(), yields))
        results = [
            self._bind(result, suspect=n in suspects)
            for n, result in enumerate(node.results)
        ]
        results += self._bind_tags(tagged)
        self._write(node, [test], results, arms)

    def _for(self, node: Node) -> None:
        scopes = self._scopes
        (body,) = node.regions
        iterable = self._argument(node.args[0])
        sticky = _sticky(node)
        starts = self._starts(node, sticky)
        scopes.enter()
        element = body.parameters[0]
        made = scopes.element(element.base, unboxed_type(element.type))
        self._known[element.name] = made
        states = self._bind_states(node, sticky)
        self._nodes(body.nodes)
        yields = self._yields(node, sticky)
        inner = region((made, *states), scopes.leave(), yields)
        results = self._bind_results(node, sticky)
        self._write(node, [iterable, *starts], results, [inner])

    def _while(self, node: Node) -> None:
        scopes = self._scopes
        test, body = node.regions
        if test.yields is None:
            raise NotUnboxed("a loop whose test always raises", node.span)
        sticky = [False] * len(node.args)
        starts = self._starts(node, sticky)
        scopes.enter()
        states = self._bind_states(node, sticky)
        self._nodes(test.nodes)
        told = scopes.test(self._argument(test.yields[0]))
        scopes.seal()
        scopes.enter()
        self._nodes(body.nodes)
        yields = self._yields(node, sticky)
        inner = region((), scopes.leave(), yields)
        tested = region(states, scopes.leave(), (told,))
        results = self._bind_results(node, sticky)
        self._write(node, starts, results, [tested, inner])

    def _starts(self, node: Node, sticky: Sequence[bool]) -> list[Argument]:
        """Return the states before the first turn, and the numbers of their types."""
        found = []
        loop = node.operation
        assert loop is FOR or loop is WHILE
        pairs = list(zip(loop.starts(node), loop.states(node), strict=True))
        for (start, state), sticks in zip(pairs, sticky, strict=True):
            number = self._number(start, state.type)
            (self._scopes.passed_on if sticks else self._scopes.test)(number)
            if sticks and self._scopes.suspicious(number):
                self._scopes.passed_on(number)
            found.append(number)
        tags = [self._tags.of(start) for start, s in pairs if self._tags.wanted(s)]
        return [*found, *tags]

    def _bind_states(self, node: Node, sticky: Sequence[bool]) -> list[Value]:
        loop = node.operation
        assert loop is FOR or loop is WHILE
        states = loop.states(node)
        found = [
            self._bind(state, suspect=sticks)
            for state, sticks in zip(states, sticky, strict=True)
        ]
        return found + self._bind_tags([s for s in states if self._tags.wanted(s)])

    def _yields(self, node: Node, sticky: Sequence[bool]) -> list[Argument] | None:
        """Return what the body of a loop yields."""
        loop = node.operation
        assert loop is FOR or loop is WHILE
        told = node.regions[-1].yields
        if told is None:
            return None
        flag = [self._argument(each) for each in told[: loop.stops(node)]]
        pairs = list(zip(told[loop.stops(node) :], loop.states(node), strict=True))
        found = []
        for (each, state), sticks in zip(pairs, sticky, strict=True):
            number = self._number(each, state.type)
            (self._scopes.passed_on if sticks else self._scopes.test)(number)
            found.append(number)
        tags = [self._tags.of(each) for each, s in pairs if self._tags.wanted(s)]
        return [*flag, *found, *tags]

    def _bind_results(self, node: Node, sticky: Sequence[bool]) -> list[Value]:
        loop = node.operation
        assert loop is FOR or loop is WHILE
        flags = [self._bind(each) for each in node.results[: loop.stops(node)]]
        outcomes = loop.outcomes(node)
        found = [
            self._bind(each, suspect=sticks)
            for each, sticks in zip(outcomes, sticky, strict=False)
        ]
        # A state has a number of its type if its result has one, and the other way.
        states = zip(loop.states(node), outcomes, strict=False)
        tagged = [result for state, result in states if self._tags.wanted(state)]
        return [*flags, *found, *self._bind_tags(tagged)]

    def _bind(self, value: Value, suspect: bool = False) -> Value:
        """Return a new value for one of the user's numbers."""
        scopes = self._scopes
        made = scopes.value(value.base, kind_of(value.type))
        scopes.made(made, suspect, wide=_is_wide(value.type))
        self._known[value.name] = made
        return made

    def _bind_tags(self, values: Sequence[Value]) -> list[Value]:
        """Return new values for the numbers of the types of some values."""
        found = []
        for value in values:
            tag = self._scopes.value("type", INT)
            self._tags.record(value, tag)
            found.append(tag)
        return found

    def _write(
        self,
        node: Node,
        args: Sequence[Argument],
        results: Sequence[Value],
        regions: Sequence[Region],
    ) -> None:
        """Write a construct behind what its parts have written."""
        made = Node(
            node.operation,
            tuple(args),
            (),
            tuple(results),
            tuple(regions),
            fails=node.fails,
            span=node.span,
        )
        self._scopes.build.nodes.append(made)


def _is_wide(of: Type) -> bool:
    """Whether a number may be an integer of more than 64 bits."""
    return INT in members(of)


def _sticky(node: Node) -> list[bool]:
    """Whether each state of a ``for`` stays no ordinary number once it is none.

    It is enough to look at it behind the loop.
    """
    (body,) = node.regions
    states = FOR.states(node)
    if body.yields is None:
        return [False] * len(states)
    made = {result.name: each for each in body.nodes for result in each.results}
    told = body.yields[FOR.stops(node) :]
    return [
        is_number(state.type)
        and kind_of(state.type) == FLOAT
        and maybe_numpy(state)
        and _reaches(each, state.name, made)
        for each, state in zip(told, states, strict=True)
    ]


def _reaches(argument: Argument, name: str, made: dict[str, Node]) -> bool:
    """Whether a number is no ordinary one if another one is none."""
    if not isinstance(argument, Value):
        return False
    if argument.name == name:
        return True
    node = made.get(argument.name)
    if node is None:
        return False
    if node.operation is FOR:
        for start, outcome, sticks in zip(
            FOR.starts(node), FOR.outcomes(node), _sticky(node), strict=False
        ):
            if outcome.name == argument.name:
                return sticks and _reaches(start, name, made)
        return False
    if node.operation.name not in PROPAGATING or not maybe_numpy(argument):
        return False
    return any(_reaches(each, name, made) for each in node.args)

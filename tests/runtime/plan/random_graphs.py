"""Random graphs that are legal by construction, and end by construction.

They crowd few names with many values, so that a plan which gives two values that are
both still needed one variable gives a wrong answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.constructs import COND, FOR, WHILE
from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import ANY, BOOL, INT, NEVER, Type, join, parse_type, type_of

ARRAY = parse_type("float64[3]")
NAMES = ["a", "b", "n", "x", "t", "sum", "np", "list", "lambda"]

log: list[Any] = []
"""What the operations of a run noted, in order."""


def note(value: Any) -> Any:
    """An effect that shows its operand at this moment."""
    log.append(repr(value))
    return value


def pair(left: Any, right: Any, *, third: Any = None) -> Any:
    """A function of several operands, which shows the order of their evaluation."""
    log.append("pair")
    return left + right if third is None else left + right + third


def refuse(value: Any) -> None:
    """An operation that always raises."""
    raise ValueError(f"refused {value!r}")


def test_of(value: Any) -> bool:
    """A truth that arrays have too."""
    return bool(np.sum(value) % 2 > 0)


NOTE = Row("note", note, lambda value: ANY, effect=True)
PAIR = Row("pair", pair, lambda *values, **keywords: ANY)
REFUSE = Row("refuse", refuse, lambda value: NEVER, effect=True)
TEST = Row("test_of", test_of, lambda value: BOOL)
KEEP = Row(
    "keep", lambda value: value, lambda value: ANY, template="{0}", returns="same"
)
TABLE = {**OPS, **{row.name: row for row in (NOTE, PAIR, REFUSE, TEST, KEEP)}}


class Stop(Exception):
    """The region has ended."""


class Grower:
    """Grows one random graph."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.budget = self.random.choice((8, 20, 50))

    def graph(self) -> Graph:
        inputs = tuple(
            self.value(of)
            for of in (INT, ARRAY, ARRAY, ANY)[: self.random.randint(2, 4)]
        )
        nodes: list[Node] = []
        scope = list(inputs)
        ended = not self.grow(nodes, scope, 0)
        result = None
        if not ended:
            names = [self.operand(scope) for _ in range(self.random.randint(1, 3))]
            result = (Display("tuple", tuple(names)),)
            if len(names) == 1:
                result = (names[0],)
        region = Region(inputs, tuple(nodes), result)
        return Graph(self.random.choice(("f", "<lambda>", "if")), region)

    def value(self, of: Type) -> Value:
        self.count += 1
        return Value(f"{self.random.choice(NAMES)}.{self.count}", of)

    def operand(self, scope: Any, of: Callable[[Type], bool] = lambda of: True) -> Any:
        if self.random.random() < 0.15 and of(INT):
            return Constant(self.random.choice((0, 1, 2, 3, -1)))
        fitting = [value for value in scope if of(value.type)]
        if not fitting:
            return Constant(self.random.choice((1, 2, -3)))
        # Recent values are taken more often: expressions arise.
        if self.random.random() < 0.6:
            return fitting[-min(len(fitting), self.random.randint(1, 3))]
        return self.random.choice(fitting)

    def node(self, row: Any, *args: Argument, results=(), **fields: Any) -> Node:
        span = Span("user.py", self.count + 1, 0, "f")
        return Node(row, args, results=results, span=span, **fields)

    def grow(self, nodes: list[Node], scope: list[Value], depth: int) -> bool:
        """Add nodes; say whether the end of the region is reached."""
        for _ in range(self.random.randint(0 if depth else 2, 7)):
            if self.budget <= 0:
                break
            self.budget -= 1
            try:
                self.random.choices(
                    (
                        self.binary,
                        self.noted,
                        self.paired,
                        self.written,
                        self.augmented,
                        self.item,
                        self.kept,
                        self.cond,
                        self.loop,
                        self.refused,
                        self.lazy,
                    ),
                    (8, 2, 3, 2, 3, 2, 1, *((3, 2) if depth < 3 else (0, 0)), 0.3, 2),
                )[0](nodes, scope, depth)
            except Stop:
                return False
        return True

    # Rows

    def binary(self, nodes, scope, depth) -> None:
        row = OPS[
            self.random.choice(("add", "subtract", "multiply", "floor_divide", "add"))
        ]
        left, right = self.operand(scope), self.operand(scope)
        of = self.type_of(left, right)
        result = self.value(of)
        nodes.append(self.node(row, left, right, results=(result,)))
        scope.append(result)

    def type_of(self, *arguments: Value | Constant) -> Type:
        types = {
            type_of(a.value) if isinstance(a, Constant) else a.type for a in arguments
        }
        if types <= {INT, ARRAY}:
            return ARRAY if ARRAY in types else INT
        return ANY

    def noted(self, nodes, scope, depth) -> None:
        operand = self.operand(scope)
        result = self.value(self.type_of(operand))
        nodes.append(self.node(NOTE, operand, results=(result,)))
        if self.random.random() < 0.7:
            scope.append(result)

    def paired(self, nodes, scope, depth) -> None:
        args = self.operand(scope), self.operand(scope)
        third = self.operand(scope)
        kwargs = (("third", third),) if self.random.random() < 0.4 else ()
        result = self.value(ANY)
        nodes.append(self.node(PAIR, *args, results=(result,), kwargs=kwargs))
        scope.append(result)

    def written(self, nodes, scope, depth) -> None:
        target = self.operand(scope, lambda of: of in (ARRAY, ANY))
        index = Constant(self.random.choice((0, 1, 2, 2, 5)))
        value = self.operand(scope, lambda of: of == INT)
        nodes.append(self.node(OPS["setitem"], target, index, value, results=()))

    def augmented(self, nodes, scope, depth) -> None:
        target, value = self.operand(scope), self.operand(scope)
        of = self.type_of(target, value)
        if self.type_of(target) == ARRAY:
            of = ARRAY if of == ARRAY else ANY
        result = self.value(of)
        row = OPS[self.random.choice(("iadd", "imul"))]
        nodes.append(self.node(row, target, value, results=(result,)))
        if self.random.random() < 0.9:
            scope.append(result)

    def item(self, nodes, scope, depth) -> None:
        target = self.operand(scope, lambda of: of in (ARRAY, ANY))
        result = self.value(ANY)
        index: Argument = Display("slice", (Constant(0), Constant(2), Constant(None)))
        if self.random.random() < 0.5:
            index = Constant(self.random.choice((0, 1, -1)))
        nodes.append(self.node(OPS["getitem"], target, index, results=(result,)))
        scope.append(result)

    def kept(self, nodes, scope, depth) -> None:
        operand = self.operand(scope)
        result = self.value(self.type_of(operand))
        nodes.append(self.node(KEEP, operand, results=(result,)))
        scope.append(result)

    def refused(self, nodes, scope, depth) -> None:
        operand = self.operand(scope)
        nodes.append(
            self.node(REFUSE, operand, results=(self.value(NEVER),), fails=True)
        )
        raise Stop

    # Constructs

    def test(self, nodes, scope) -> Argument:
        if self.random.random() < 0.05:
            return Constant(self.random.choice((True, False)))
        result = self.value(BOOL)
        nodes.append(self.node(TEST, self.operand(scope), results=(result,)))
        return result

    def arm(self, scope, depth) -> tuple[list[Node], list[Value], bool]:
        nodes: list[Node] = []
        inner = list(scope)
        ended = not self.grow(nodes, inner, depth + 1)
        return nodes, inner, ended

    def cond(self, nodes, scope, depth) -> None:
        test = self.test(nodes, scope)
        count = self.random.randint(0, 3)
        arms, types = [], [NEVER] * count
        for _ in range(2):
            inside, inner, ended = self.arm(scope, depth)
            yields = None
            if not ended:
                yields = tuple(self.operand(inner) for _ in range(count))
                types = [join(a, self.type_of(b)) for a, b in zip(types, yields)]
            arms.append(Region((), tuple(inside), yields))
        dead = all(arm.yields is None for arm in arms)
        results = () if dead else tuple(self.value(of) for of in types)
        nodes.append(
            self.node(COND, test, results=results, regions=tuple(arms), fails=dead)
        )
        if dead:
            raise Stop
        scope.extend(results)

    def lazy(self, nodes, scope, depth) -> None:
        """What `and` and `or` come from: one arm gives the test itself."""
        test = self.test(nodes, scope)
        if isinstance(test, Constant):
            return
        if self.random.random() < 0.2:
            self.noted(nodes, scope, depth)
        inside: list[Node] = []
        value = self.operand([*scope, test])
        for _ in range(self.random.randint(0, 2)):
            result = self.value(ANY)
            inside.append(self.node(NOTE, value, results=(result,)))
            value = result
        if self.random.random() < 0.4:
            inner = list(scope)
            self.lazy(inside, inner, depth)
            value = self.operand(inner[-1:])
        arms = [Region((), tuple(inside), (value,)), Region((), (), (test,))]
        if self.random.random() < 0.5:
            arms.reverse()
        result = self.value(ANY)
        nodes.append(self.node(COND, test, results=(result,), regions=tuple(arms)))
        scope.append(result)

    def loop(self, nodes, scope, depth) -> None:
        counted = self.random.random() < 0.6
        starts = [self.operand(scope) for _ in range(self.random.randint(0, 3))]
        states = [self.value(ANY) for _ in starts]
        stops = self.random.random() < 0.5
        if counted:
            starts.append(Constant(0))
            states.append(self.value(INT))
            regions = self.counted(states, scope, depth, stops)
            args = tuple(starts)
        else:
            iterable = self.iterable(nodes, scope)
            element = self.value(ANY)
            body = self.body([element, *states], states, scope, depth, stops)
            regions = (Region((element, *states), *body),)
            args = (iterable, *starts)
        results = [self.value(state.type) for state in states]
        if stops:
            results.insert(0, self.value(BOOL if self.random.random() < 0.5 else ANY))
        construct = WHILE if counted else FOR
        nodes.append(
            self.node(construct, *args, results=tuple(results), regions=regions)
        )
        scope.extend(results)

    def iterable(self, nodes, scope) -> Argument:
        if self.random.random() < 0.5:
            return Constant((1, 2, 3)[: self.random.randint(0, 3)])
        return self.operand(scope, lambda of: of == ARRAY)

    def counted(self, states, scope, depth, stops):
        counter = states[-1]
        test_nodes: list[Node] = []
        inner = scope + states
        if self.random.random() < 0.3:
            self.noted(test_nodes, inner, depth)
        t = self.value(BOOL)
        limit = Constant(self.random.randint(0, 3))
        test_nodes.append(self.node(OPS["less"], counter, limit, results=(t,)))
        test = Region(tuple(states), tuple(test_nodes), (t,))
        body = self.body(inner, states, scope + inner, depth, stops, counter)
        return test, Region((), *body)

    def body(self, known, states, scope, depth, stops, counter=None):
        nodes, inner, ended = self.arm(scope + known, depth)
        if ended:
            return tuple(nodes), None
        stop = ()
        if stops:
            # The constants that lowered jumps have, or a value of any kind.
            if nodes and isinstance(nodes[-1].operation, type(COND)):
                stop = self.flag_of_cond(nodes)
            else:
                stop = (self.test(nodes, inner),)
        following = [self.operand(inner) for _ in states]
        if counter is not None:
            result = self.value(INT)
            one = Constant(1)
            nodes.append(self.node(OPS["add"], counter, one, results=(result,)))
            following[-1] = result
        return tuple(nodes), (*stop, *following)

    def flag_of_cond(self, nodes: list[Node]) -> tuple[Argument, ...]:
        last = nodes.pop()
        choices = [(True, False), (False, True), (False, False)]
        flags = self.random.choice(choices)
        arms = tuple(
            Region(
                (),
                arm.nodes,
                None if arm.yields is None else (Constant(f), *arm.yields),
            )
            for arm, f in zip(last.regions, flags)
        )
        flag = self.value(BOOL)
        nodes.append(
            Node(
                last.operation,
                last.args,
                (),
                (flag, *last.results),
                arms,
                span=last.span,
            )
        )
        return (flag,)


def grow_graph(seed: int) -> Graph:
    """Return a random graph."""
    return Grower(seed).graph()


def inputs_of(graph: Graph, seed: int) -> list[Any]:
    """Return inputs for a graph, some of them the same array."""
    chosen = random.Random(seed)
    made: list[Any] = []
    for value in graph.inputs:
        arrays = [one for one in made if isinstance(one, np.ndarray)]
        if value.type == ARRAY and arrays and chosen.random() < 0.3:
            made.append(arrays[0])
        elif value.type == ARRAY or (value.type == ANY and chosen.random() < 0.5):
            made.append(np.array([1.0, 2.0, 3.0]) * chosen.randint(-1, 2))
        else:
            made.append(chosen.randint(-2, 4))
    return made

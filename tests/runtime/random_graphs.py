"""Random legal graphs: nested control, views, writes, prints, whatever aliases."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from runtime.constructs import COND, FINALLY, FOR, TRY, WHILE
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display, Node, Region, Value
from runtime.operations import OPERATIONS, predict
from runtime.types import ANY, BOOL, INT, NEVER, Array, NumpyScalar

NUMBER = NumpyScalar(np.dtype(float))
VECTOR = Array(np.dtype(float), (3,))
FLIP = Display("slice", (Constant(None), Constant(None), Constant(-1)))


def random_graph(seed: int) -> Graph:
    """A legal graph of the inputs x, y (vectors), a (number), n (int), t (bool)."""
    return _Maker(random.Random(seed)).graph(seed)


@dataclass
class _Maker:
    random: random.Random
    count: int = 0
    caught: int = 0
    """How many handlers there are around for an index out of range."""
    scope: list[Value] = field(default_factory=list)

    def graph(self, seed: int) -> Graph:
        types = {"x": VECTOR, "y": VECTOR, "a": NUMBER, "n": INT, "t": BOOL}
        inputs = tuple(Value(name, of) for name, of in types.items())
        self.scope += inputs
        nodes = self.nodes(self.random.randint(3, 10), depth=3)
        results = tuple(self.pick((VECTOR, NUMBER, INT)) for _ in range(3))
        region = Region(inputs, nodes, (Display("tuple", results),))
        return Graph(f"random_{seed}", region, captures=self.random.randint(0, 2))

    def nodes(self, count: int, depth: int) -> tuple[Node, ...]:
        made: list[Node] = []
        for _ in range(count):
            make = self.random.choice(
                [self.call] * 5
                + [self.write]
                + [self.risk] * 2 * (self.caught > 0)
                + [self.cond, self.loop, self.protected] * (depth > 0)
            )
            made += make(depth)
        return tuple(made)

    def call(self, depth: int) -> list[Node]:
        chosen = self.random.choice(
            ["sum", "number", "element", "vector", "view", "copy", "test", "print"]
        )
        some = self.pick
        match chosen:
            case "sum":
                return self.row(self.random.choice(["add", "subtract"]), some(INT), 1)
            case "number":
                return self.row("multiply", some(NUMBER), some(NUMBER))
            case "element":
                return self.row("getitem", some(VECTOR), self.random.randint(-3, 2))
            case "vector":
                return self.row("add", some(VECTOR), some((VECTOR, NUMBER)))
            case "view":
                return self.row("getitem", some(VECTOR), FLIP)
            case "copy":
                return self.row("copy", some(VECTOR))
            case "test":
                return self.row("less", some(INT), self.random.randint(-1, 4))
        return [Node(OPERATIONS["print"], (some((INT, NUMBER, VECTOR)),))]

    def write(self, depth: int) -> list[Node]:
        if self.random.random() < 0.3:
            return self.row("iadd", self.pick(VECTOR), self.pick((VECTOR, NUMBER)))
        index = Constant(self.random.randint(0, 2))
        args = (self.pick(VECTOR), index, self.pick(NUMBER))
        return [Node(OPERATIONS["setitem"], args)]

    def risk(self, depth: int) -> list[Node]:
        """A call that raises by value, now and then."""
        return self.row("getitem", self.pick(VECTOR), self.pick(INT))

    def protected(self, depth: int) -> list[Node]:
        types = self.some_types()
        catches = self.random.random() < 0.7
        self.caught += catches
        nodes, ends = self.inside(depth, lambda: self.values(types))
        if self.caught:
            outer = list(self.scope)
            nodes = (*nodes, *self.risk(depth))
            self.scope = outer
        self.caught -= catches
        results = tuple(map(self.fresh, types))
        body = Region((), nodes, ends)
        if catches:
            error = self.fresh(ANY)
            nodes, ends = self.inside(depth, lambda: self.values(types))
            regions = (body, Region((error,), nodes, ends))
            return [
                self.bound(Node(TRY, (Constant(IndexError),), (), results, regions))
            ]
        nodes, _ = self.inside(depth, tuple)
        regions = (body, Region((), nodes, ()))
        return [self.bound(Node(FINALLY, (), (), results, regions))]

    def cond(self, depth: int) -> list[Node]:
        types = self.some_types()
        arms = []
        for _ in range(2):
            nodes, ends = self.inside(depth, lambda: self.values(types))
            if self.random.random() < 0.1:
                arms.append(Region((), (*nodes, self.failure()), None))
            else:
                arms.append(Region((), nodes, ends))
        test, fails = self.test(), all(arm.yields is None for arm in arms)
        results = () if fails else tuple(map(self.fresh, types))
        return [self.bound(Node(COND, (test,), (), results, tuple(arms), fails))]

    def test(self) -> Value | Constant:
        if self.random.random() < 0.1:
            return Constant(self.random.random() < 0.5)
        return self.pick(BOOL)

    def failure(self) -> Node:
        args = (Constant(1), Constant(None))
        return Node(OPERATIONS["add"], args, (), (self.fresh(NEVER),), fails=True)

    def loop(self, depth: int) -> list[Node]:
        types = self.some_types()
        stops = self.random.random() < 0.3
        states = tuple(map(self.fresh, types))
        starts = self.values(types)

        def end() -> tuple[Value | Constant, ...]:
            flag = (self.pick(BOOL),) * stops
            return flag + self.values(types)

        make = self._for if self.random.random() < 0.5 else self._while
        operation, args, regions = make(depth, states, starts, end)
        results = (self.fresh(BOOL),) * stops + tuple(map(self.fresh, types))
        if operation is WHILE:
            results += (self.fresh(INT),)
        return [self.bound(Node(operation, args, (), results, regions))]

    def _for(self, depth, states, starts, end):
        over = self.random.choice(["vector", "tuple"])
        of = NUMBER if over == "vector" else INT
        iterable = self.pick(VECTOR) if over == "vector" else Constant((0, 1, 2))
        parameters = (self.fresh(of), *states)
        nodes, yields = self.inside(depth, end, parameters)
        return FOR, (iterable, *starts), (Region(parameters, nodes, yields),)

    def _while(self, depth, states, starts, end):
        """A loop that counts down in one state more, which comes last."""
        count, test = self.fresh(INT), self.fresh(BOOL)
        more = Node(OPERATIONS["greater"], (count, Constant(0)), (), (test,))
        following = self.fresh(INT)
        down = Node(OPERATIONS["subtract"], (count, Constant(1)), (), (following,))
        parameters = (*states, count)
        nodes, yields = self.inside(depth, end, parameters)
        regions = (
            Region(parameters, (more,), (test,)),
            Region((), (*nodes, down), (*yields, following)),
        )
        starts = (*starts, Constant(self.random.randint(0, 3)))
        return WHILE, starts, regions

    def inside(self, depth, end, parameters: Iterable[Value] = ()):
        outer = list(self.scope)
        self.scope += parameters
        nodes = self.nodes(self.random.randint(0, 4), depth - 1)
        ends = end()
        self.scope = outer
        return nodes, ends

    def row(self, name: str, *arguments) -> list[Node]:
        args = tuple(
            Constant(one) if isinstance(one, int) else one for one in arguments
        )
        predicted = predict(Node(OPERATIONS[name], args))
        assert predicted is not None
        (of,), fails = predicted
        return [
            self.bound(Node(OPERATIONS[name], args, (), (self.fresh(of),), (), fails))
        ]

    def bound(self, node: Node) -> Node:
        self.scope += node.results
        return node

    def fresh(self, of) -> Value:
        self.count += 1
        return Value(f"v.{self.count}", of)

    def some_types(self):
        return self.random.choices((VECTOR, NUMBER, INT), k=self.random.randint(0, 2))

    def values(self, types):
        return tuple(map(self.pick, types))

    def pick(self, types):
        wanted = types if isinstance(types, tuple) else (types,)
        found = [value for value in self.scope if value.type in wanted]
        if self.random.random() < 0.15 and INT in wanted:
            return Constant(self.random.randint(-1, 3))
        return self.random.choice(found[-6:] + found[:2])

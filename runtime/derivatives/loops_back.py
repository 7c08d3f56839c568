"""The way back of a loop: a loop over its turns, the last one first."""

from __future__ import annotations

from collections.abc import Callable

from runtime.building import region
from runtime.constructs import FOR
from runtime.constructs.carries import Loop
from runtime.derivatives.cotangents import Cotangents
from runtime.derivatives.tapes import Recipe
from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type
from runtime.types import INT, Type, accepts, join_all

Turn = Callable[
    [Node, Loop, dict[int, Value], dict[str, Value]],
    tuple[dict[str, Argument], list[Node]],
]
"""A function that walks one turn back: see `Reverse.turn`."""


class LoopBack:
    """The way back of one loop: which cotangents its turns carry, of which types."""

    def __init__(
        self,
        way: Cotangents,
        turn: Turn,
        node: Node,
        construct: Loop,
        given: dict[int, Argument],
    ) -> None:
        self._way = way
        self._turn = turn
        self._node = node
        self._construct = construct
        self._given = given
        self._states = construct.states(node)
        self._places: dict[int, Type] = {
            place: way.carried(self._states[place].type) for place in given
        }
        self._outer: dict[str, Type] = {}
        # Each walk makes new names, of which nothing has to be known.
        self._lasting = frozenset(way.values)

    def settled(self) -> bool:
        """Walk a turn; return whether it needed no more than was known."""
        way, names = self._way, self._way.of.names
        selected = way.selected & self._lasting
        self._parameters = {
            place: Value(names.new(f"d_{self._states[place].base}"), of)
            for place, of in self._places.items()
        }
        self._sums = {
            name: Value(names.new(f"d_{way.values[name].base}"), of)
            for name, of in self._outer.items()
        }
        self._found, self._nodes = self._turn(
            self._node, self._construct, self._parameters, self._sums
        )
        grown = False
        for place, state in enumerate(self._states):
            if state.name in self._found and place not in self._places:
                self._places[place] = way.carried(state.type)
                grown = True
        self._inside = set().union(*map(way.inside, self._node.regions))
        for name in self._found:
            if name not in self._inside and name not in self._outer:
                self._outer[name] = way.carried(way.values[name].type)
                grown = True
        grown = grown or selected != way.selected & self._lasting
        return not grown and not self._widened()

    def _widened(self) -> bool:
        """Let the types take in what starts and turns give; whether one grew."""
        grown = False
        for place, known in self._places.items():
            found = self._found.get(self._states[place].name)
            types = [argument_type(g) for g in (found, self._given.get(place)) if g]
            wide = join_all([known, *types])
            if not accepts(known, wide):
                self._places[place], grown = wide, True
        for name, known in self._outer.items():
            before = self._way.cotangents.get(name)
            types = [argument_type(g) for g in (self._found[name], before) if g]
            wide = join_all([known, *types])
            if not accepts(known, wide):
                self._outer[name], grown = wide, True
        return grown

    def finish(self) -> None:
        """Write the loop, and add up what comes out of it."""
        way, node, construct = self._way, self._node, self._construct
        of = way.of
        of.span = node.span
        before, of.nodes = of.nodes, self._nodes
        yields = [
            self._found.get(self._states[place].name) or of.zero_of(parameter)
            for place, parameter in self._parameters.items()
        ]
        yields += [self._found[name] for name in self._sums]
        nodes, of.nodes = of.nodes, before
        known: dict[str, Argument] = {}
        element, turns = self._turns(known)
        place = len(node.regions) - 1
        nodes, yields = way.taped(node, place, self._inside, nodes, yields, known)
        outcomes, starts = construct.outcomes(node), construct.starts(node)
        begins = [
            self._given[place] if place in self._given else of.zero_of(outcomes[place])
            for place in self._places
        ]
        begins += [way.or_zero(way.cotangents.get(name), name) for name in self._outer]
        parameters = [*self._parameters.values(), *self._sums.values()]
        results = [Value(of.names.new(each.name), each.type) for each in parameters]
        of.nodes.append(
            Node(
                FOR,
                (turns, *begins),
                results=tuple(results),
                regions=(region((element, *parameters), nodes, yields),),
                span=node.span,
            )
        )
        for name, result in zip(self._outer, results[len(self._places) :]):
            way.cotangents[name] = result
            if outcomes:
                way.reached.setdefault(name, (node.span, outcomes[0].name))
        for place, result in zip(self._places, results):
            way.add_to(starts[place], result, node.span, outcomes[place].name)

    def _turns(self, known: dict[str, Argument]) -> tuple[Value, Argument]:
        """Return the element of the way back, and what it goes over."""
        way, node = self._way, self._node
        names = way.of.names
        recipe = way.recipes.setdefault(id(node), Recipe())
        turns = node.args[0] if node.operation is FOR else None
        if (
            turns is not None
            and not self._construct.stops(node)
            and _is_range(turns, way.makers)
        ):
            (index, *_) = self._construct.elements(node)
            element = Value(names.new(index.base), index.type)
            known[index.name] = element
            return element, way.of.reversed(turns)
        recipe.turns = Value(names.new("turns"), INT)
        return Value(names.new("turn"), INT), way.of.range(recipe.turns)


def _is_range(turns: Argument, makers: dict[str, Node]) -> bool:
    """Whether a loop goes over a range, which can be gone through again backwards."""
    if isinstance(turns, Constant):
        return type(turns.value) is range
    maker = makers.get(turns.name) if isinstance(turns, Value) else None
    return maker is not None and maker.operation.name in ("range", "part_of_range")

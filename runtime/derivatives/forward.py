"""Forward mode: beside each value its derivative along one direction of the arguments.

What a value is computed from is there when its derivative is, so loops and branches
carry derivatives as further states and results. A derivative that is not known is an
error where the result needs it, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from runtime.building import Names
from runtime.constructs import COND, WITH
from runtime.constructs.carries import Loop
from runtime.constructs.protected import Protected
from runtime.derivatives.activity import may_vary
from runtime.derivatives.called_graphs import (
    called_forward,
    form_by,
    in_type,
    parts_of,
    varying_parts,
)
from runtime.derivatives.expansions import call_of, is_defined
from runtime.derivatives.lost import Lost, known_of
from runtime.derivatives.masking import behind_selections, spread_selections
from runtime.derivatives.row_rules import cast, push_forward
from runtime.derivatives.stacked_tangents import StackedTangents
from runtime.errors import NoDerivative
from runtime.ir.called_graph import CalledGraph
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.facts import Unknown, leaves_out
from runtime.ops.row import Row
from runtime.passes.functional.functional_kinds import known_callee
from runtime.types import (
    Array,
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    join_all,
    members,
)


def _is_fixed(value: Value) -> bool:
    """Whether nothing is put into a value once it is made."""
    numbers = (Array, NumpyScalar, PythonScalar)
    return all(isinstance(one, numbers) for one in members(value.type))


class Forward(StackedTangents):
    """The forward mode of one graph.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    tangents : mapping
        The derivatives of inputs, by the name of the input.
    names : Names
        Where new names come from.
    """

    def __init__(
        self, graph: Graph, tangents: Mapping[str, Argument], names: Names
    ) -> None:
        super().__init__(graph, tangents, names)
        self._varying = self._reverse.varying
        self._selected = behind_selections(graph)
        # What may vary by its operands, and does not by its rule.
        self._still: set[str] = set()
        # The derivatives of the parts of what graphs give that are called.
        self._through_graphs: dict[str, list[Argument | None]] = {}

    def run(self, nodes: Sequence[Node]) -> list[Node]:
        """Return nodes with those of the derivatives among them."""
        for node in nodes:
            self._node(node)
        return self.of.nodes

    def tangent(self, argument: Argument) -> Argument:
        """Return the derivative of an argument: zeros where it does not vary.

        Raises
        ------
        NoDerivative
            If it is not known.
        """
        if isinstance(argument, Display):
            items = tuple(map(self.tangent, argument.items))
            return Display(argument.kind, items)
        if isinstance(argument, Value):
            known = self._tangents.get(argument.name)
            if isinstance(known, Lost):
                raise known.error
            if known is not None:
                return known
            if argument.name in self._varying and argument.name not in self._still:
                self._reverse.check(argument, self.of.span, "")
                raise self._reverse.unknown(argument, self.of.span, "")
        found: Argument = self.of.zero_of(argument)
        return found

    def varies(self, argument: Argument) -> bool:
        """Whether something in an argument varies with the inputs asked for."""
        return any(value.name in self._varying for value in values_in(argument))

    def _node(self, node: Node) -> None:
        self.of.span = node.span
        if node.operation in (COND, WITH):
            self._cond(node)
        elif isinstance(node.operation, Loop):
            self._loop(node, node.operation)
        elif isinstance(node.operation, Protected):
            self.of.nodes.append(node)
            self._reverse.refuse_block(node, ())
            for result in filter(self.varies, node.results):
                why = "a block of try that changes something has no derivative"
                error = self._reverse.refused(why, node.span, "")
                self._tangents[result.name] = Lost(error)
        elif self._by_rule(node) or self._on_stack(node):
            return
        else:
            callee = known_callee(node)
            if callee is None or not any(map(self.varies, node.args)):
                self.of.nodes.append(node)
            else:
                self._through(node, callee)
            if any(result.name in self._varying for result in node.results):
                self._call(node)

    def _call(self, node: Node) -> None:
        try:
            self._pushed(node)
        except NoDerivative as error:
            self._lose(node, error)
        except Unknown as unknown:
            (result, *_) = node.results
            self._lose(node, self._reverse.lost(node, result, f": {unknown}"))

    def _pushed(self, node: Node) -> None:
        for result in node.results:
            self._reverse.check(result, node.span, "")
        maker = self._reverse.unpacks(node)
        if maker is not None:
            found = self._found(maker, node.results)
        else:
            found = self._found(node, None)
        for result, each in zip(node.results, found):
            if each is None:
                self._still.add(result.name)
            else:
                self._tangents[result.name] = cast(self.of, each, result)

    def _found(
        self, node: Node, results: Sequence[Value] | None
    ) -> Sequence[Argument | None]:
        """Return the derivatives of the results of a call; None of what is constant."""
        if node.results[0].name in self._through_graphs:
            return self._through_graphs[node.results[0].name]
        if is_defined(node):
            body = self._reverse.expansion(self.of, node, results)
            spread_selections(body.nodes, self._selected)
            for each in body.nodes:
                self._node(each)
            assert body.yields is not None
            return [self.tangent(y) if self.varies(y) else None for y in body.yields]
        if any(self.varies(argument) for _, argument in node.kwargs):
            raise Unknown("an option that varies")
        row = node.operation
        assert isinstance(row, Row)
        tangents = {
            place: self.tangent(operand)
            for place, operand in enumerate(node.args)
            if self.varies(operand) and not leaves_out(row.derivative, place)
        }
        if not tangents:
            # A list varies with what is put into it later.
            fixed = all(map(_is_fixed, node.results))
            return [None] * len(node.results) if fixed else []
        masked = any(value.name in self._selected for value in node.operands())
        found = push_forward(self.of, node, call_of(node, results), tangents, masked)
        return [found] if results is None else found

    # Calls of graphs

    def _through(self, node: Node, callee: CalledGraph) -> None:
        """Write a call that gives the derivatives as well."""
        tangents = {
            place: self.tangent(each)
            for place, each in enumerate(node.args[1:])
            if self.varies(each)
        }
        self._through_graphs[node.results[0].name] = called_forward(
            self.of, node, callee, tangents, self._reverse.carried, self._forward_of
        )

    def _forward_of(self, graph: Graph, places: tuple[int, ...], gives: Type) -> Graph:
        """Return a graph of the result of a called one, and of its derivatives."""
        form = form_by(graph, places)
        parts, names = varying_parts(form, gives), Names(form)
        carried = self._reverse.carried
        given = {
            value.name: Value(names.new(f"d_{value.base}"), carried(value.type))
            for value in (form.inputs[place] for place in places)
        }
        forward = Forward(form, given, names)
        forward.run(form.region.nodes)
        types = [carried(each) for each in parts_of(gives) if may_vary(each)]
        told = [
            in_type(forward.of, cast(forward.of, forward.tangent(part), part), of)
            for part, of in zip(parts, types)
        ]
        assert form.result is not None
        both = Display("tuple", (form.result, Display("tuple", tuple(told))))
        inputs = (*form.inputs, *given.values())
        region = Region(inputs, tuple(forward.of.nodes), (both,))
        return Graph(f"derivative_of_{form.name}", region)

    # Regions

    def _apart(self) -> list[Node]:
        before, self.of.nodes = self.of.nodes, []
        return before

    def _told(
        self, places: Sequence[int], yields: Sequence[Argument]
    ) -> dict[int, Argument | Lost]:
        """Return the derivatives of some yields."""
        found: dict[int, Argument | Lost] = {}
        for place in places:
            try:
                found[place] = self.tangent(yields[place])
            except NoDerivative as error:
                found[place] = Lost(error)
        return found

    def _derivable(self, values: Sequence[Value]) -> list[int]:
        """Return the positions of values that vary, and can have derivatives."""
        found = []
        for place, value in enumerate(values):
            if value.name not in self._varying:
                continue
            try:
                self._reverse.check(value, self.of.span, "")
            except NoDerivative as error:
                self._tangents[value.name] = Lost(error)
            else:
                found.append(place)
        return found

    def _cond(self, node: Node) -> None:
        places = self._derivable(node.results)
        arms = []
        for body in node.regions:
            before = self._apart()
            for inner in body.nodes:
                self._node(inner)
            told = None if body.yields is None else self._told(places, body.yields)
            arms.append((self.of.nodes, told))
            self.of.nodes = before
        going = [told for _, told in arms if told is not None]
        for place in list(places):
            lost = [told[place] for told in going if isinstance(told[place], Lost)]
            if lost:
                self._tangents[node.results[place].name] = lost[0]
                places.remove(place)
        results = []
        for place in places:
            result = node.results[place]
            types = [argument_type(known_of(told[place])) for told in going]
            results.append(self.of.value(f"d_{result.base}", join_all(types)))
            self._tangents[result.name] = results[-1]
        regions = tuple(
            replace(
                body,
                nodes=tuple(nodes),
                yields=None
                if told is None or body.yields is None
                else (*body.yields, *(known_of(told[place]) for place in places)),
            )
            for body, (nodes, told) in zip(node.regions, arms)
        )
        self.of.nodes.append(
            replace(node, results=(*node.results, *results), regions=regions)
        )

    def _loop(self, node: Node, construct: Loop) -> None:
        states, starts = construct.states(node), construct.starts(node)
        outcomes = construct.outcomes(node)
        places = self._derivable(states)
        begins = self._told(places, starts)
        for place in list(places):
            if isinstance(begins[place], Lost):
                self._tangents[states[place].name] = begins[place]
                places.remove(place)
        types = {
            place: join_all(
                [
                    self._reverse.carried(states[place].type),
                    argument_type(known_of(begins[place])),
                ]
            )
            for place in places
        }
        while True:
            regions = self._turn(node, construct, places, types)
            if regions is not None:
                break
        results = []
        for place in places:
            if outcomes:
                result = self.of.value(f"d_{outcomes[place].base}", types[place])
                self._tangents[outcomes[place].name] = result
                results.append(result)
        for place, outcome in enumerate(outcomes):
            lost = self._tangents.get(states[place].name)
            if isinstance(lost, Lost):
                self._tangents[outcome.name] = lost
        self.of.nodes.append(
            replace(
                node,
                args=(*node.args, *(known_of(begins[place]) for place in places)),
                results=(*node.results, *results),
                regions=regions,
            )
        )

    def _turn(
        self, node: Node, construct: Loop, places: list[int], types: dict[int, Type]
    ) -> tuple[Region, ...] | None:
        """Return the regions of a loop with derivatives; None if more was learnt."""
        states = construct.states(node)
        parameters = []
        for place in places:
            parameters.append(self.of.value(f"d_{states[place].base}", types[place]))
            self._tangents[states[place].name] = parameters[-1]
        regions: list[Region] = []
        for body in node.regions:
            before = self._apart()
            for inner in body.nodes:
                self._node(inner)
            yields = body.yields
            if body is node.regions[-1] and yields is not None:
                told = self._told(places, yields[construct.stops(node) :])
                if self._learnt(places, types, told, states):
                    self.of.nodes = before
                    return None
                yields = (*yields, *(known_of(told[place]) for place in places))
            regions.append(replace(body, nodes=tuple(self.of.nodes), yields=yields))
            self.of.nodes = before
        first = regions[0]
        regions[0] = replace(first, parameters=(*first.parameters, *parameters))
        return tuple(regions)

    def _learnt(
        self,
        places: list[int],
        types: dict[int, Type],
        told: dict[int, Argument | Lost],
        states: Sequence[Value],
    ) -> bool:
        for place in list(places):
            found = told[place]
            if isinstance(found, Lost):
                self._tangents[states[place].name] = found
                places.remove(place)
                return True
            wide = join_all([types[place], argument_type(found)])
            if not accepts(types[place], wide):
                types[place] = wide
                return True
        return False

"""Lowers a graph to a kernel: one LLVM function of its inputs and results.

A kernel reads its inputs from a frame, an array of 64-bit places, and stores its
results behind them. It returns zero, or says why it did not come to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

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
)
from runtime.ir.unbound import Unbound
from runtime.native.conversions import constant, opaque
from runtime.native.emit import RAISED, Writer
from runtime.native.instructions import RULES, WHOLE, item_of, length_of, truth_of
from runtime.native.values import (
    MISSING,
    NOTHING,
    Items,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Static,
    Tagged,
    View,
    is_nothing,
    machine,
    packed,
    registers,
    sets_flags,
    union_fields,
    unpacked,
)
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import NONE, UNBOUND, Array, Never, Type, Union, type_of

TURNS = 4096
"""After how many turns of its loops a kernel looks for signals."""
_ZEROS = {"ptr": "null", "double": "0.0", "float": "0.0", "i1": "false"}


@dataclass(frozen=True)
class Kernel:
    """A graph in LLVM's assembly language.

    Parameters
    ----------
    text : str
        The function ``kernel``.
    declarations : tuple of str
        What it uses.
    places : int
        The number of places of the frame.
    written : frozenset of str
        The inputs that it may write into.
    """

    text: str
    declarations: tuple[str, ...]
    places: int
    written: frozenset[str]


def lower(graph: Graph) -> Kernel:
    """Return the kernel of a graph.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    lowering = Lowering()
    place = 0
    for value in graph.inputs:
        place = lowering.take(value, place)
    lowering.w.store("i64", str(TURNS), lowering.countdown)
    found = lowering.region(graph.region)
    if found is not None:
        for argument, of in zip(results(graph), result_types(graph), strict=True):
            one = lowering.argument(argument)
            place = lowering.give(lowering.fitted(one, of), place)
        lowering.w.leave(0)
    w = lowering.w
    text = w.function("define i32 @kernel(ptr noalias %frame) noinline")
    arrays = {each.name for each in graph.inputs if isinstance(each.type, Array)}
    written = arrays if "" in lowering.written else lowering.written
    return Kernel(text, tuple(w.declared.values()), place, frozenset(written))


def results(graph: Graph) -> tuple[Argument, ...]:
    """Return what a graph returns: the items of a tuple that it makes."""
    whole = graph.result
    if isinstance(whole, Display) and whole.kind == "tuple":
        return whole.items
    return () if whole is None else (whole,)


def result_types(graph: Graph) -> list[Type]:
    """Return the types of what a graph returns."""
    return [argument_type(each) for each in results(graph)]


class Lowering:
    """The values of a graph in registers."""

    def __init__(self) -> None:
        self.w = Writer()
        self.countdown = self.w.slot("i64")
        self.written: set[str] = set()
        self._values: dict[str, Machine] = {}

    # The frame

    def take(self, value: Value, place: int) -> int:
        """Read an input from the frame, and return the place behind it."""
        codes = []
        for kind in registers(value.type):
            codes.append(self._from_frame(kind, place))
            place += 1
        found = unpacked(value.type, codes, stored=False)
        if isinstance(found, View):
            found = replace(found, source=value.name)
        self._values[value.name] = found
        return place

    def _from_frame(self, kind: str, place: int) -> str:
        address = self.w.at("%frame", str(8 * place))
        if kind != "i1":
            return self.w.load(kind, address)
        return self.w.put(f"icmp ne i8 {self.w.load('i8', address)}, 0")

    def give(self, value: Machine, place: int) -> int:
        """Store a result in the frame, and return the place behind it."""
        if isinstance(value, Tagged) and UNBOUND in value.type.members:
            number = value.type.members.index(UNBOUND)
            self.w.fault_if(self.w.put(f"icmp eq i8 {value.tag}, {number}"))
        for kind, code in zip(registers(value.type), packed(value), strict=True):
            address = self.w.at("%frame", str(8 * place))
            if kind == "i1":
                kind, code = "i8", self.w.put(f"zext i1 {code} to i8")
            self.w.store(kind, code, address)
            place += 1
        return place

    # Regions and nodes

    def region(self, region: Region) -> list[Machine] | None:
        """Write a region; return what it yields, or None if it never ends."""
        for node in region.nodes:
            self._node(node)
        if region.yields is None:
            if not self.w.closed:
                self.w.fault()
            return None
        return [self.argument(each) for each in region.yields]

    def argument(self, argument: Argument) -> Machine:
        """Return the registers of an argument."""
        if isinstance(argument, Value):
            return self._values[argument.name]
        if isinstance(argument, Constant):
            return _constant(argument.value)
        if argument.kind == "tuple":
            return Items(tuple(self.argument(item) for item in argument.items))
        raise NotNative(f"a {argument.kind}")

    def _node(self, node: Node) -> None:
        try:
            if node.operation is COND:
                self._cond(node)
            elif node.operation is WHILE:
                self._while(node)
            elif node.operation is FOR:
                self._for(node)
            else:
                self._row(node)
        except NotNative as reason:
            raise NotNative(reason.reason, reason.span or node.span) from None

    def _bind(self, results: Sequence[Value], values: Sequence[Machine]) -> None:
        for result, value in zip(results, values, strict=True):
            self._values[result.name] = value

    def _row(self, node: Node) -> None:
        row = node.operation
        if row.name in ("check_bound", "refine"):
            (result,) = node.results
            value = self.argument(node.args[0])
            self._values[result.name] = self._narrowed(value, result.type)
            return
        rule = RULES.get(row.name)
        if rule is None or node.kwargs or not isinstance(row, Row):
            raise NotNative(f"the operation {row.name}")
        operands = [self.argument(each) for each in node.args]
        for position in row.writes:
            one = operands[position] if isinstance(position, int) else None
            if isinstance(one, View):
                self.written.add(one.source)
        if len(node.results) > 1:
            found = rule(self.w, NONE, operands)
            if not isinstance(found, Items):
                raise NotNative(f"the operation {row.name}")
            self._bind(node.results, found.items)
            return
        of = node.results[0].type if node.results else NONE
        if isinstance(of, Never):
            self.w.fault()
            return
        value = self._by_members(row, rule, operands, of)
        if node.results:
            self._values[node.results[0].name] = value

    def _by_members(
        self,
        row: Row,
        rule: Callable[[Writer, Type, list[Machine]], Machine],
        operands: list[Machine],
        of: Type,
    ) -> Machine:
        """Write an operation for each member of its unions."""
        w = self.w
        unions = [n for n, each in enumerate(operands) if isinstance(each, Tagged)]
        if row.name in WHOLE or not unions:
            return self.fitted(rule(w, of, operands), of)
        position = unions[0]
        tagged = operands[position]
        assert isinstance(tagged, Tagged)
        labels = [w.label("member") for _ in tagged.type.members]
        end = w.label("joined")
        slots = [(kind, w.slot(kind)) for kind in registers(of)]
        w.switch(tagged.tag, labels, "fault")
        for label, member in zip(labels, tagged.type.members, strict=True):
            w.begin(label)
            one = _member(tagged, member)
            given = [*operands[:position], one, *operands[position + 1 :]]
            own = self._type_of_call(row, given)
            if own is None:
                w.fault()
                continue
            found = self.fitted(self._by_members(row, rule, given, own), of)
            self._store(found, slots)
            w.jump(end)
        w.begin(end)
        return unpacked(of, [w.load(kind, slot) for kind, slot in slots])

    def _type_of_call(self, row: Row, operands: list[Machine]) -> Type | None:
        """Return the type of an operation's result; None if it raises."""
        arguments = [_as_argument(n, each) for n, each in enumerate(operands)]
        of, _ = infer(row, arguments, ())
        return None if isinstance(of, Never) else of

    # Types

    def fitted(self, value: Machine, of: Type) -> Machine:
        """Return a value in the registers of a type that takes it."""
        if isinstance(value, Scalar) and value.literal and sets_flags(value.type):
            value = opaque(self.w, value)
        if value.type == of:
            return value
        if isinstance(of, Union):
            if isinstance(value, Tagged):
                return self._widened(value, of)
            return _in_union(value, of)
        if isinstance(value, View) and isinstance(of, Array):
            if value.type.dtype == of.dtype and len(value.sizes) == len(of.shape or ""):
                return replace(value, type=of)
        raise NotNative(f"a value of type {value.type} as {of}")

    def _widened(self, value: Tagged, of: Union) -> Tagged:
        tag = value.tag
        found = "0"
        for number, member in enumerate(value.type.members):
            if member not in of.members:
                raise NotNative(f"a value of type {value.type} as {of}")
            target = of.members.index(member)
            test = self.w.put(f"icmp eq i8 {tag}, {number}")
            found = self.w.put(f"select i1 {test}, i8 {target}, i8 {found}")
        return Tagged(of, found, _filled(value.fields, of))

    def _narrowed(self, value: Machine, of: Type) -> Machine:
        """Return a value as a narrower type; fault if it is of another."""
        if not isinstance(value, Tagged):
            if isinstance(value, Nothing) and value.type != of:
                self.w.fault()
                return unpacked(of, [_ZEROS.get(kind, "0") for kind in registers(of)])
            return self.fitted(value, of)
        if not isinstance(of, Union):
            number = value.type.members.index(of)
            self.w.fault_if(self.w.put(f"icmp ne i8 {value.tag}, {number}"))
            return _member(value, of)
        found = "-1"
        for number, member in enumerate(value.type.members):
            target = of.members.index(member) if member in of.members else -1
            test = self.w.put(f"icmp eq i8 {value.tag}, {number}")
            found = self.w.put(f"select i1 {test}, i8 {target}, i8 {found}")
        self.w.fault_if(self.w.put(f"icmp eq i8 {found}, -1"))
        return Tagged(of, found, {k: value.fields[k] for k in union_fields(of)})

    # Constructs

    def _slots(self, types: Sequence[Type]) -> list[list[tuple[str, str]]]:
        """Return local variables for values of some types."""
        return [[(kind, self.w.slot(kind)) for kind in registers(of)] for of in types]

    def _store(self, value: Machine, slots: list[tuple[str, str]]) -> None:
        for code, (kind, slot) in zip(packed(value), slots, strict=True):
            self.w.store(kind, code, slot)

    def _store_all(
        self,
        values: Sequence[Machine],
        types: Sequence[Type],
        slots: Sequence[list[tuple[str, str]]],
    ) -> None:
        for value, of, places in zip(values, types, slots, strict=True):
            self._store(self.fitted(value, of), places)

    def _loaded(self, of: Type, slots: list[tuple[str, str]]) -> Machine:
        return unpacked(of, [self.w.load(kind, slot) for kind, slot in slots])

    def _truth(self, argument: Argument) -> str:
        value = self.argument(argument)
        if isinstance(value, Tagged):
            kinds = {machine(of) for of in value.type.members if not is_nothing(of)}
            if kinds == {"i1"} and len(value.type.members) == 2:
                if not any(map(is_nothing, value.type.members)):
                    return value.fields["i1"]
            raise NotNative("the truth of one of several types")
        return truth_of(self.w, value)

    def _cond(self, node: Node) -> None:
        w = self.w
        test = self._truth(node.args[0])
        types = [result.type for result in node.results]
        slots = self._slots(types)
        then, other, end = map(w.label, ("then", "else", "end"))
        w.branch(test, then, other)
        for label, arm in zip((then, other), node.regions, strict=True):
            w.begin(label)
            found = self.region(arm)
            if found is not None:
                self._store_all(found, types, slots)
                w.jump(end)
        w.begin(end)
        for result, places in zip(node.results, slots, strict=True):
            self._values[result.name] = self._loaded(result.type, places)

    def _while(self, node: Node) -> None:
        w = self.w
        test, body = node.regions
        states = test.parameters
        types = [state.type for state in states]
        slots = self._slots(types)
        starts = [self.argument(start) for start in node.args]
        self._store_all(starts, types, slots)
        stops = WHILE.stops(node)
        outcome = [result.type for result in node.results]
        ends = self._slots(outcome)
        head, inside, done, end = map(w.label, ("while", "do", "done", "end"))
        w.begin(head)
        now = self._states(states, slots)
        found = self.region(test)
        if found is not None:
            assert test.yields is not None
            w.branch(self._truth(test.yields[0]), inside, done)
            w.begin(inside)
            following = self.region(body)
            if following is not None:
                self._turn(following, stops, types, slots, outcome, ends, end)
                w.jump(head)
            w.begin(done)
            if node.results:
                self._exhausted(now, stops, outcome, ends)
            w.jump(end)
        w.begin(end)
        self._bind_results(node, outcome, ends)

    def _states(
        self,
        states: Sequence[Value],
        slots: Sequence[list[tuple[str, str]]],
    ) -> list[Machine]:
        """Bind the states at the head of a loop."""
        now = []
        for state, places in zip(states, slots, strict=True):
            value = self._loaded(state.type, places)
            self._values[state.name] = value
            now.append(value)
        return now

    def _turn(
        self,
        following: list[Machine],
        stops: bool,
        types: Sequence[Type],
        slots: Sequence[list[tuple[str, str]]],
        outcome: Sequence[Type],
        ends: Sequence[list[tuple[str, str]]],
        end: str,
    ) -> None:
        """End a turn: leave the loop, or store the states of the next turn."""
        w = self.w
        if stops:
            stop, *following = following
            leaving, on = w.label("stop"), w.label("on")
            w.branch(truth_of(w, stop), leaving, on)
            w.begin(leaving)
            if outcome:
                flag = _constant(True)
                self._store_all([flag, *following], outcome, ends)
            w.jump(end)
            w.begin(on)
        self._store_all(following, types, slots)
        self._poll()

    def _exhausted(
        self,
        now: list[Machine],
        stops: bool,
        outcome: Sequence[Type],
        ends: Sequence[list[tuple[str, str]]],
    ) -> None:
        flag = [_constant(False)] * stops
        self._store_all([*flag, *now], outcome, ends)

    def _bind_results(
        self,
        node: Node,
        outcome: Sequence[Type],
        ends: Sequence[list[tuple[str, str]]],
    ) -> None:
        for result, of, places in zip(node.results, outcome, ends, strict=True):
            self._values[result.name] = self._loaded(of, places)

    def _for(self, node: Node) -> None:
        w = self.w
        (body,) = node.regions
        element, *states = body.parameters
        types = [state.type for state in states]
        slots = self._slots(types)
        starts = [self.argument(start) for start in node.args[1:]]
        self._store_all(starts, types, slots)
        items = self.argument(node.args[0])
        length = length_of(w, items)
        stops = FOR.stops(node)
        outcome = [result.type for result in node.results]
        ends = self._slots(outcome)
        counter = w.slot("i64")
        w.store("i64", "0", counter)
        head, inside, done, end = map(w.label, ("for", "do", "done", "end"))
        w.begin(head)
        turn = w.load("i64", counter)
        now = self._states(states, slots)
        w.branch(w.put(f"icmp slt i64 {turn}, {length}"), inside, done)
        w.begin(inside)
        bound = item_of(w, items, turn)
        self._values[element.name] = self.fitted(bound, element.type)
        following = self.region(body)
        if following is not None:
            w.store("i64", w.put(f"add nuw nsw i64 {turn}, 1"), counter)
            self._turn(following, stops, types, slots, outcome, ends, end)
            w.jump(head)
        w.begin(done)
        if node.results:
            self._exhausted(now, stops, outcome, ends)
        w.jump(end)
        w.begin(end)
        self._bind_results(node, outcome, ends)

    def _poll(self) -> None:
        """Look for signals, and for warnings to give, once in many turns."""
        w = self.w
        left = w.put(f"sub i64 {w.load('i64', self.countdown)}, 1")
        w.store("i64", left, self.countdown)
        look, raised, on = map(w.label, ("look", "raised", "on"))
        tests = w.put(f"icmp eq i64 {left}, 0")
        w.branch(tests, look, on)
        w.begin(look)
        w.store("i64", str(TURNS), self.countdown)
        w.declared["autograph_poll"] = "declare i32 @autograph_poll() cold"
        status = w.put("call i32 @autograph_poll()")
        w.fault_if(w.put(f"icmp eq i32 {status}, 1"))
        w.branch(w.put(f"icmp eq i32 {status}, 0"), on, raised)
        w.begin(raised)
        w.leave(RAISED)
        w.begin(on)


def _constant(value: object) -> Machine:
    if value is None:
        return NOTHING
    if isinstance(value, Unbound):
        return MISSING
    if isinstance(value, tuple):
        return Items(tuple(map(_constant, value)))
    if type(value) in (bool, int, float) or isinstance(value, np.generic):
        return constant(value, type_of(value))
    return Static(value)


def _as_argument(number: int, value: Machine) -> Argument:
    """Return an operand as the type rule of its row takes it."""
    if isinstance(value, Static):
        return Constant(value.value)
    if isinstance(value, Nothing) and value.type == NONE:
        return Constant(None)
    if isinstance(value, Items):
        items = tuple(
            _as_argument(100 * number + n, i) for n, i in enumerate(value.items)
        )
        return Display("tuple", items)
    return Value(f"operand.{number}", value.type)


def _member(tagged: Tagged, of: Type) -> Machine:
    if is_nothing(of):
        return Nothing(of)
    return Scalar(of, tagged.fields[machine(of)], not sets_flags(of))


def _in_union(value: Machine, of: Union) -> Tagged:
    if value.type not in of.members:
        raise NotNative(f"a value of type {value.type} as {of}")
    tag = str(of.members.index(value.type))
    own = {machine(value.type): value.code} if isinstance(value, Scalar) else {}
    return Tagged(of, tag, _filled(own, of))


def _filled(fields: dict[str, str], of: Union) -> dict[str, str]:
    zeros = {kind: _ZEROS.get(kind, "0") for kind in union_fields(of)}
    return zeros | fields

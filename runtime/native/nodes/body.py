"""The body of a kernel: the values of a graph in registers, node by node."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.nodes import Display, Node, Region, Value
from runtime.native.assembly.emit import OWN
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.settings import Settings
from runtime.native.assembly.values import (
    Buffer,
    Items,
    ListRef,
    Machine,
    NotNative,
    Slice,
    Stream,
    Tagged,
    View,
)
from runtime.native.elementwise.groups import groups
from runtime.native.elementwise.per_element import computed_dtype
from runtime.native.nodes.called_operations import (
    DRAWS,
    called,
    may_be_called,
    may_be_drawn,
)
from runtime.native.nodes.control import NotOwn, Variables
from runtime.native.nodes.elementwise_nodes import ElementwiseNodes
from runtime.native.nodes.instructions import (
    IN_PLACE,
    INDEXED,
    ITERATORS,
    RULES,
    WHOLE,
)
from runtime.native.nodes.written_out import written_out
from runtime.native.objects import buffers, frame, made_lists, random_streams
from runtime.native.objects.made_lists import list_of, of_operator
from runtime.native.objects.objects import NARROWING, fitting, narrowing
from runtime.native.scalars.indexes import as_one_integer
from runtime.native.scalars.unions import (
    by_member,
    fault_if_unbound,
    has_lists,
    is_own,
    objects_in,
)
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.regions.parts import read_outside
from runtime.types import NONE, List, Never, Type


class Body(ElementwiseNodes):
    """The values of a graph in registers."""

    def __init__(
        self,
        region: Region,
        settings: Settings,
        contiguous: bool,
        lists_alone: bool,
        trusts: bool,
    ) -> None:
        super().__init__(region, trusts, settings)
        self.w.guard.all = settings.guards
        self._contiguous = contiguous
        self._lists_alone = lists_alone
        self._loops = 0
        self.written: set[str] = set()

    # The frame

    def take(self, value: Value, place: int) -> int:
        """Read an input from the frame, and return the place behind it."""
        found = frame.read(self.w, "%frame", place, value.type)
        if isinstance(found, View) and self._contiguous:
            found = frame.contiguous(self.w, found)
        if isinstance(found, (View, ListRef, Stream)):
            found = replace(found, source=value.name)
        self.values[value.name] = found
        return place + frame.places(value.type)

    def give(self, value: Machine, place: int) -> int:
        """Store a result in the frame, and return the place behind it."""
        fault_if_unbound(self.w, value)
        return frame.write(self.w, "%frame", place, self.as_python(value))

    def loaded(self, variables: Variables, number: int) -> Machine:
        """Return the value of some local variables."""
        found = super().loaded(variables, number)
        if self._lists_alone and isinstance(found, ListRef):
            if buffers.may_hold(found.type):
                return Buffer(found.type, found.object)
        if self._lists_alone and has_lists(variables.types[number]):
            raise NotNative("lists in tuples and unions")
        return found

    # Regions and nodes

    def region(self, region: Region) -> list[Machine] | None:
        """Write a region; return what it yields, or None if it never ends."""
        outer, self.within = self.within, region
        together = {id(group[-1]): group for group in groups(region.nodes, least=1)}
        members = {id(node) for group in together.values() for node in group}
        try:
            for node in region.nodes:
                if id(node) in together:
                    group = together[id(node)]
                    self.fused(group, read_outside(group, region.nodes, region))
                elif id(node) not in members:
                    self._node(node)
        finally:
            self.within = outer
        if region.yields is None:
            if not self.w.closed:
                self.w.fault()
            return None
        return [self.argument(each) for each in region.yields]

    def _node(self, node: Node) -> None:
        try:
            if node.operation is COND:
                self.cond(node)
            elif node.operation in (WHILE, FOR):
                self._loops += 1
                (self.while_ if node.operation is WHILE else self.for_)(node)
                self._loops -= 1
            else:
                self.fault_if_held(node)
                self.row(node)
        except NotNative as reason:
            raise type(reason)(reason.reason, reason.span or node.span) from None

    def _bind(self, results: Sequence[Value], values: Sequence[Machine]) -> None:
        for result, value in zip(results, values, strict=True):
            self.values[result.name] = value

    def row(self, node: Node) -> None:
        """Write an operation."""
        row = node.operation
        if self.on_table(node):
            return
        if row.name in NARROWING:
            self._refine(node)
            return
        if self.guarded(node) or (row.name == "next" and self.next_item(node)):
            return
        if row.name in ("list_new", "list_copy"):
            self._new_list(node)
            return
        meaning = written_out(node)
        if meaning is not None:
            told = self.region(meaning)
            assert told is not None
            self._bind(node.results, told[: len(node.results)])
            return
        if row.name in DRAWS and node.results:
            self.values[node.results[0].name] = self.drawn(node)
            return
        if not isinstance(row, Row):
            raise NotNative(f"the operation {row.name}")
        try:
            with self.w.attempt(), self._logging(row):
                self._by_rule(node, row)
        except NotOwn:
            raise
        except NotNative:
            # Outside of loops the plan does it as well, and an error there has not the
            # loops run again.
            if not self.may_call(node):
                raise
            if 0 in row.writes:
                self.note_writes(row, [self.argument(node.args[0])])
            found = called(self.w, node, self.values, self._lists_alone)
            self._bind(node.results, found)

    def may_call(self, node: Node) -> bool:
        """Whether the kernel leaves an operation to Python, and goes on."""
        return self._loops > 0 and not self.protected and may_be_called(node)

    def _logging(self, row: Row) -> AbstractContextManager[None]:
        """Return what is on while an operation is written."""
        return nullcontext() if row.writes else self.w.unlogged()

    def _by_rule(self, node: Node, row: Row) -> None:
        """Write an operation as instructions."""
        rule = RULES.get(row.name)
        if rule is None:
            raise NotNative(f"the operation {row.name}")
        operands = self.operands(node)
        if row.name in INDEXED and len(operands) > 1:
            operands[1] = as_one_integer(self.w, operands[1])
        self.note_writes(row, operands)
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
        value = self._by_members(node, rule, operands, of)
        if node.results:
            (result,) = node.results
            self.values[result.name] = value
            if row.name in ITERATORS:
                self.made_iterator(node)

    def drawn(self, node: Node) -> Machine:
        """Write a draw of random numbers."""
        stream = self.argument(node.args[0])
        if not isinstance(stream, Stream):
            raise NotNative("draws of one of several generators")
        self.written.add(stream.source)
        try:
            with self.w.attempt():
                return random_streams.draw(self.w, node, stream, self.argument)
        except NotNative:
            if self.protected or not may_be_drawn(node):
                raise
            (found,) = called(self.w, node, self.values, self._lists_alone)
            return found

    def _refine(self, node: Node) -> None:
        value = self.argument(node.args[0])
        fault_if_unbound(self.w, value)
        for result in node.results:
            self.values[result.name] = narrowing(self.w, value, result.type)

    def note_writes(self, row: Row, operands: Sequence[Machine]) -> None:
        """Note which inputs an operation may write into."""
        for position in row.writes:
            one = operands[position] if isinstance(position, int) else None
            if isinstance(one, (View, ListRef)) and one.source != OWN:
                self.written.add(one.source)
            elif isinstance(one, Tagged) and objects_in(one.type):
                self.written.add("")  # one that is chosen at run time
            if isinstance(one, ListRef) and one.source == OWN:
                if objects_in(one.type.element):
                    self.check_items(operands)

    def check_items(self, items: Sequence[Machine]) -> None:
        """Raise `NotOwn` if a list of the kernel's own would hold what is not."""
        if self.trusts and not all(map(is_own, items)):
            raise NotOwn("an item of a list that may be the caller's")

    def _new_list(self, node: Node) -> None:
        (result,) = node.results
        (argument,) = node.args
        if node.kwargs or not isinstance(result.type, List):
            raise NotNative(f"the operation {node.operation.name}")
        if isinstance(argument, Display) and argument.kind in ("list", "tuple"):
            value: Machine = Items(tuple(map(self.argument, argument.items)))
        else:
            value = self.argument(argument)
        self.values[result.name] = self.list_of(value, result.type)

    def list_of(self, value: Machine, of: List) -> Machine:
        """Return a new list of some items, or of those of another list."""
        made = list_of(self.w, value, of, self._lists_alone)
        return self.claimed(made, [value], of)

    def claimed(
        self, made: Buffer | ListRef, items: Sequence[Machine], of: List
    ) -> Machine:
        """Return a new list as the kernel's own, if its items are."""
        if isinstance(made, ListRef):
            if objects_in(of.element):
                self.check_items(items)
            made = replace(made, source=OWN if self.trusts else "")
        return replace(made, type=of)

    def _by_members(
        self, node: Node, rule: Rule, operands: list[Machine], of: Type
    ) -> Machine:
        """Write an operation for each member of its unions."""
        row = node.operation
        assert isinstance(row, Row)
        unions = [n for n, each in enumerate(operands) if isinstance(each, Tagged)]
        if isinstance((*operands, None)[0], ListRef):  # which takes items of any type
            unions = [n for n in unions if n == 1 and row.name in INDEXED]
        if row.name in WHOLE or not unions:
            found = self._typed(node, rule, operands, of)
            return found if row.name in ITERATORS else fitting(self.w, found, of)
        position = unions[0]
        tagged = operands[position]
        assert isinstance(tagged, Tagged)

        def of_member(value: Machine) -> Machine | None:
            given, arguments = [*operands], [*node.args]
            given[position] = value
            operand = Value(f"operand.{position}", value.type)
            arguments[position] = operand
            own, _ = infer(row, arguments, ())
            if isinstance(own, Never):
                return None
            self.values[operand.name] = value
            typed = replace(node, args=tuple(arguments))
            return self._by_members(typed, rule, given, own)

        return by_member(self.w, tagged, of, of_member)

    def _typed(
        self, node: Node, rule: Rule, operands: list[Machine], of: Type
    ) -> Machine:
        """Write an operation whose operands are of one type each."""
        target = (*operands, None)[0]
        name = node.operation.name
        if name == "getitem" and isinstance(target, (Buffer, ListRef)):
            index = operands[1]
            if isinstance(of, List) and isinstance(index, Slice):
                made = made_lists.part_of(self.w, target, index)
                return self.claimed(made, [target], of)
        if isinstance(target, (Buffer, ListRef)) and name in made_lists.IN_PLACE:
            return made_lists.changed_by_operator(self.w, name, operands)
        if isinstance(of, List) and name in made_lists.OPERATORS:
            return self.claimed(of_operator(self.w, name, operands), operands, of)
        if name in IN_PLACE and isinstance(target, View):
            return self.in_place(node, target)
        if any(isinstance(each, View) for each in operands):
            result = Value("elements", of)
            computed = replace(node, results=(result,))
            if computed_dtype(computed) is not None:
                self.fused([computed], (result,))
                return self.values[result.name]
        return rule(self.w, of, operands)

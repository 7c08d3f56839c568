"""Branches and loops in machine code; their states are local variables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from runtime.constructs.carries import Loop
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.nodes import Argument, Node, Region, Value
from runtime.native.assembly.emit import FAULT, OWN, RAISED, Writer
from runtime.native.assembly.guarding import is_first_test
from runtime.native.assembly.registers import packed, registers, unpacked
from runtime.native.assembly.values import Cursor, Machine, NotNative, Scalar
from runtime.native.nodes.element_loops import ElementLoop
from runtime.native.nodes.instructions import truth_of
from runtime.native.objects.objects import fitting
from runtime.native.objects.turns import begun, is_live, item_of, length_of, use_up
from runtime.native.scalars.unions import has_never, held, is_own, objects_in, owned
from runtime.types import BOOL, Type

TURNS = 4096
"""After how many turns of its loops a kernel looks for signals."""
_TRUE, _FALSE = (Scalar(BOOL, text, literal=True) for text in ("true", "false"))


class NotOwn(NotNative):
    """The caller's arrays or lists are where only the kernel's own were expected."""


Slots = list[tuple[str, str]]
"""The local variables of a value: their kinds and addresses."""


@dataclass(frozen=True)
class Variables:
    """The local variables of some values.

    Parameters
    ----------
    types : sequence of Type
        The types of the values.
    slots : sequence of Slots
        The variables of each.
    owners : sequence of int
        The places that hold their arrays and lists, if they have to be held.
    own : list of bool
        Whether the kernel has made what was stored in each so far.
    """

    types: Sequence[Type]
    slots: Sequence[Slots]
    owners: Sequence[int]
    own: list[bool]


class ControlFlow(ABC):
    """Writes branches and loops; what is in them is written by a subclass.

    Attributes
    ----------
    w : Writer
        The function.
    values : dict
        The registers of the values so far.
    within : Region
        The region that is being written.
    iterators : dict
        Where each iterator was made; None, if something has gone through it.
    turns : int
        After how many turns of its loops the kernel looks for signals.
    turning : dict
        What the ``for`` loops around go through, and their next turns.
    trusts : bool
        Whether loops carry, and lists that are made hold, only what the kernel has
        made, if that is what they begin with.
    """

    def __init__(self, region: Region, trusts: bool, freedom: str) -> None:
        self.w = Writer(freedom)
        self.trusts = trusts
        self.within = region
        self.values: dict[str, Machine] = {}
        self.iterators: dict[str, Region | None] = {}
        self.turns = TURNS
        self.turning: dict[int, tuple[Machine, str]] = {}
        self._countdown = self.w.slot("i64")
        self._states: set[str] = set()

    def inner(self, node: Node, number: int) -> list[Machine] | None:
        """Write a region of a branch or a loop."""
        return self.region(node.regions[number])

    @abstractmethod
    def region(self, region: Region) -> list[Machine] | None:
        """Write a region; return what it yields, or None if it never ends."""

    @abstractmethod
    def argument(self, argument: Argument) -> Machine:
        """Return the registers of an argument."""

    @abstractmethod
    def turns_at_once(self, node: Node, items: Machine) -> ElementLoop | None:
        """Return the turns of a ``for`` loop, if a block takes many of them at once."""

    @abstractmethod
    def take_turns(self, loop: ElementLoop, turns: str) -> tuple[list[Machine], str]:
        """Write many turns; return the next states, and how many turns were taken."""

    def begin(self) -> None:
        """Begin to count turns."""
        self.w.store("i64", str(self.turns), self._countdown)

    def slots(self, types: Sequence[Type]) -> list[Slots]:
        """Return local variables for values of some types."""
        return [[(kind, self.w.slot(kind)) for kind in registers(of)] for of in types]

    def store(self, value: Machine, slots: Slots) -> None:
        """Store a value in local variables."""
        for code, (kind, slot) in zip(packed(value), slots, strict=True):
            self.w.store(kind, code, slot)

    def store_all(self, values: Sequence[Machine], variables: Variables) -> None:
        """Store values in their local variables."""
        types, slots = variables.types, variables.slots
        given = [fitting(self.w, v, of) for v, of in zip(values, types, strict=True)]
        self._hold(given, variables)
        for number, (value, places) in enumerate(zip(given, slots, strict=True)):
            self.store(value, places)
            variables.own[number] &= is_own(value)

    def _hold(self, values: Sequence[Machine], variables: Variables) -> None:
        """Keep the arrays and lists of a loop alive until its next turn."""
        if not variables.owners:
            return
        objects = [each for value in values for each in held(self.w, value)]
        for each in objects:  # before any is let go: they may change places
            self.w.act("Py_IncRef", ("ptr", each))
        for each, number in zip(objects, variables.owners, strict=True):
            owner = self.w.at(OWN, 8 * number)
            self.w.act("autograph_own", ("ptr", owner), ("ptr", each))

    def variables(self, types: Sequence[Type], carried: bool) -> Variables:
        """Return local variables, with owners if a loop carries them between turns."""
        first = self.w.owners
        if carried:
            self.w.owners += sum(map(objects_in, types))
        owners = range(first, self.w.owners)
        return Variables(types, self.slots(types), owners, [True] * len(types))

    def loaded(self, variables: Variables, number: int) -> Machine:
        """Return the value of some local variables."""
        of, slots = variables.types[number], variables.slots[number]
        found = unpacked(of, [self.w.load(kind, slot) for kind, slot in slots])
        return owned(found) if variables.own[number] and self.trusts else found

    def _truth(self, argument: Argument) -> str:
        return truth_of(self.w, self.argument(argument))

    def cond(self, node: Node) -> None:
        """Write a choice between two arms."""
        w = self.w
        test = self._truth(node.args[0])
        results = self.variables([result.type for result in node.results], False)
        then, other, end = map(w.label, ("then", "else", "end"))
        w.branch(test, then, other)
        long = not w.freedom and _continue_states(node, self._states)
        for number, label in enumerate((then, other)):
            w.begin(label)
            with w.guard.arm(long):
                found = self.inner(node, number)
                if found is not None:
                    self.store_all(found, results)
                    w.jump(end)
        w.begin(end)
        self.bind_results(node, results)

    def while_(self, node: Node) -> None:
        """Write a ``while`` loop."""
        w = self.w
        test = node.regions[0]
        carried = self.variables([state.type for state in test.parameters], True)
        self.store_all([self.argument(start) for start in node.args], carried)
        stops = WHILE.stops(node)
        ends = self.variables([result.type for result in node.results], False)
        head, inside, done, end = map(w.label, ("while", "do", "done", "end"))
        w.begin(head)
        assumed = [*carried.own]
        begins = len(w.lines)
        with w.guard.body():
            now = self.states_of(node, carried)
            found = self.inner(node, 0)
            if found is not None:
                assert test.yields is not None
                truth = self._truth(test.yields[0])
                at_once = is_first_test(w.lines[begins:])
                w.branch(truth, inside, done)
                w.begin(inside)
                with nullcontext() if at_once else w.guard.arm():
                    following = self.inner(node, 1)
                if following is not None:
                    self.end_turn(following, stops, carried, ends, end)
                    self._check_own(assumed, carried)
                    self._poll("1", node, carried)
                    w.jump(head)
        if found is not None:
            w.begin(done)
            if node.results:
                self.exhausted(now, stops, ends)
            w.jump(end)
        w.begin(end)
        self.bind_results(node, ends)

    def states_of(self, node: Node, carried: Variables) -> list[Machine]:
        """Bind the states of a loop to what its local variables hold."""
        assert isinstance(node.operation, Loop)
        now = []
        for number, state in enumerate(node.operation.states(node)):
            value = self.loaded(carried, number)
            self.values[state.name] = value
            self._states.add(state.name)
            now.append(value)
        return now

    def _check_own(self, assumed: list[bool], carried: Variables) -> None:
        """Raise `NotOwn` if what was assumed at the head of a loop does not hold."""
        if self.trusts and assumed != carried.own:
            raise NotOwn("an array or list that may be the caller's")

    def end_turn(
        self,
        following: list[Machine],
        stops: bool,
        carried: Variables,
        ends: Variables,
        end: str,
    ) -> None:
        """End a turn: leave the loop, or store the states of the next turn."""
        w = self.w
        if stops:
            stop, *following = following
            leaving, on = w.label("stop"), w.label("on")
            w.branch(truth_of(w, stop), leaving, on)
            w.begin(leaving)
            if ends.types:
                self.store_all([_TRUE, *following], ends)
            w.jump(end)
            w.begin(on)
        self.store_all(following, carried)

    def exhausted(self, now: list[Machine], stops: bool, ends: Variables) -> None:
        """Store the results of a loop that has no more turns."""
        self.store_all([*[_FALSE] * stops, *now], ends)

    def bind_results(self, node: Node, ends: Variables) -> None:
        """Bind the results of a node to what local variables hold."""
        for number, result in enumerate(node.results):
            self.values[result.name] = self.loaded(ends, number)

    def for_(self, node: Node) -> None:
        """Write a ``for`` loop.

        It runs in stretches of some thousand turns, between which it looks for signals:
        in a stretch nothing hinders LLVM.
        """
        w = self.w
        (body,) = node.regions
        element, *states = body.parameters
        carried = self.variables([state.type for state in states], True)
        self.store_all([self.argument(start) for start in node.args[1:]], carried)
        items = begun(w, self.argument(node.args[0]))
        at_once = self.turns_at_once(node, items)
        stops = FOR.stops(node)
        ends = self.variables([result.type for result in node.results], False)
        if isinstance(items, Cursor):
            counter = items.position
        else:
            counter = w.slot("i64")
            w.store("i64", "0", counter)
        stretch, head, inside, again, done, end = map(
            w.label, ("stretch", "for", "do", "again", "done", "end")
        )
        w.begin(stretch)
        first = w.load("i64", counter)
        length = length_of(w, items)
        far = w.put(f"add nsw i64 {first}, {self.turns}")
        limit = w.intrinsic("i64", "llvm.smin.i64", ("i64", length), ("i64", far))
        w.begin(head)
        with w.guard.body():
            turn = w.load("i64", counter)
            assumed = [*carried.own]
            now = self.states_of(node, carried)
            if is_live(items):
                limit = w.intrinsic(
                    "i64", "llvm.smin.i64", ("i64", limit), ("i64", length_of(w, items))
                )
            w.branch(w.put(f"icmp slt i64 {turn}, {limit}"), inside, again)
            w.begin(inside)
            following = None
            if has_never(element.type):
                w.fault()  # there is no item
            elif at_once is not None:
                left = w.put(f"sub i64 {limit}, {turn}")
                following, taken = self.take_turns(at_once, left)
                behind = w.put(f"add nuw nsw i64 {turn}, {taken}")
            else:
                bound = item_of(w, items, turn)
                self.values[element.name] = fitting(w, bound, element.type)
                behind = w.put(f"add nuw nsw i64 {turn}, 1")
                self.turning[id(node)] = items, behind
                if isinstance(items, Cursor):  # others may take some in this turn
                    w.store("i64", behind, counter)
                following = None if w.closed else self.inner(node, 0)
            if following is not None:
                if not isinstance(items, Cursor):
                    w.store("i64", behind, counter)
                self.end_turn(following, stops, carried, ends, end)
                self._check_own(assumed, carried)
                w.jump(head)
        w.begin(again)
        self.turning[id(node)] = items, turn
        self._poll(w.put(f"sub i64 {turn}, {first}"), node, carried)
        w.branch(w.put(f"icmp slt i64 {turn}, {length_of(w, items)}"), stretch, done)
        w.begin(done)
        if isinstance(items, Cursor):
            use_up(w, items)
        if node.results:
            self.exhausted(now, stops, ends)
        w.jump(end)
        w.begin(end)
        self.bind_results(node, ends)

    def _poll(self, turns: str, node: Node, carried: Variables) -> None:
        """Look for signals, and for warnings to give, once in many turns of a loop."""
        w = self.w
        left = w.put(f"sub i64 {w.load('i64', self._countdown)}, {turns}")
        w.store("i64", left, self._countdown)
        look, on = w.label("look"), w.label("on")
        w.branch(w.put(f"icmp sle i64 {left}, 0"), look, on)
        w.begin(look)
        w.store("i64", str(self.turns), self._countdown)
        self.look(node, carried)
        w.begin(on)

    def look(self, node: Node, carried: Variables) -> None:
        """Look for signals and warnings at the head of a loop."""
        w = self.w
        w.declared["autograph_poll"] = "declare i32 @autograph_poll() cold"
        self.end_unless_well(w.put("call i32 @autograph_poll()"))

    def end_unless_well(self, status: str) -> None:
        """Write the end of the function if another one came to a fault, or raised."""
        w = self.w
        well, raised = w.label("well"), w.label("raised")
        w.fault_if(w.put(f"icmp eq i32 {status}, {FAULT}"))
        w.branch(w.put(f"icmp eq i32 {status}, 0"), well, raised)
        w.begin(raised)
        w.leave(RAISED)
        w.begin(well)


def _continue_states(node: Node, states: set[str]) -> bool:
    """Whether both arms compute the next of a state of a loop from the one before.

    No turn begins before that is there: computing both arms takes their times together.
    """
    following = [_computed_from(region, states) for region in node.regions]
    return any(set.intersection(*each) for each in zip(*following, strict=False))


def _computed_from(region: Region, states: set[str]) -> list[set[str]]:
    """Return the states that each result of an arm is computed from, at last."""
    makers = {value.name: node for node in region.nodes for value in node.results}
    found = []
    for each in region.yields or ():
        maker = makers.get(each.name) if isinstance(each, Value) else None
        given = () if maker is None else maker.operands()
        found.append({value.name for value in given} & states)
    return found

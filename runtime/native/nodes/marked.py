"""Bodies of kernels with marks: what lives at a place, written into a frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Value
from runtime.ir.unbound import Unbound
from runtime.native.assembly.settings import Settings
from runtime.native.assembly.undo_log import MARKS
from runtime.native.assembly.values import (
    Backwards,
    Buffer,
    Count,
    Handle,
    ListRef,
    Machine,
    NotNative,
    Zipped,
)
from runtime.native.marks.live_values import Live, Reader, alone, live, rest_of
from runtime.native.marks.marks import Frames, Mark
from runtime.native.nodes import control
from runtime.native.nodes.body import Body
from runtime.native.nodes.control import Variables
from runtime.native.objects.objects import fault_unless_unseen
from runtime.native.scalars.unions import held
from runtime.regions.ends import is_unclear, may_show_its_end
from runtime.regions.missing import missing_values
from runtime.regions.residual import Place, Step, residual
from runtime.types import ANY, List

LOOPS = (WHILE, FOR)
FEW_TURNS = 256
"""After how many turns of its loops such a kernel makes a mark, at the latest."""
MOST_NODES = 50_000
"""How many nodes what is left at all marks may have: it takes time to write."""
UNNAMED = "t"
"""The name of what the user has no name for."""
TURNS_OF_A_LOOP = 10.0
"""How often the body of a loop is taken to run, where one weighs operations."""
SHARE_OF_AN_ARM = 0.3
"""How often an arm of a branch is taken to run."""


@dataclass(frozen=True)
class Frame:
    """What was written into the spare frame for a mark.

    Attributes
    ----------
    mark : Mark
        The mark, as far as it is known.
    late : list of tuple
        The inputs that are still to be written: their positions and names.
    words, objects : int
        The places behind what was written.
    spare : str
        Which frame it is.
    """

    mark: Mark
    late: list[tuple[int, str]]
    words: int
    objects: int
    spare: str


class MarkedBody(Body):
    """The values of a graph in registers, with marks.

    Attributes
    ----------
    marks : list of Mark
        The marks, in the order of their numbers, which begin with 1.
    frames : Frames
        Writes what lives at a mark.
    path : tuple of Step
        The way to the region that is being written.
    weight : float
        How often that region is taken to run.
    given : set of str
        The names of the inputs.
    """

    def __init__(self, graph: Graph, settings: Settings, contiguous: bool) -> None:
        super().__init__(graph.region, settings, contiguous, False, False)
        self.w.logs = self.w.marked = True
        self.turns = min(FEW_TURNS, control.TURNS)
        self.marks: list[Mark] = []
        self.frames = Frames(self.w)
        self.path: tuple[Step, ...] = ()
        self.weight = 1.0
        self.given = {value.name for value in graph.inputs}
        self._graph = graph
        self._nested = any(map(_has_loops, graph.nodes()))
        self._size = sum(1 for _ in graph.nodes())
        self._nodes = 0
        self._missing = missing_values(graph)

    def is_object(self, value: Value) -> bool:
        """Whether a value is more than what the kernel goes through."""
        return not isinstance(self.values[value.name], (Backwards, Count, Zipped))

    def check_ends(self, values: Iterable[Value]) -> None:
        """Raise `NotNative` if the ends of new objects may be seen.

        Where a type does not tell, the kernel looks, and comes to a fault. But what a
        name of the user's holds lives longer than the plan of what is left. If there
        are loops inside, they are rather tried by themselves.
        """
        for value in values:
            if may_show_its_end(value.type):
                unclear = value.base == UNNAMED and is_unclear(value.type)
                if self._nested or not unclear:
                    raise NotNative("a value that may be an object with __del__")

    def check_starts(self, starts: Sequence[Argument]) -> None:
        """Write a fault if a loop would let go of an object of the caller's."""
        for start in starts:
            if isinstance(start, Value) and may_show_its_end(start.type):
                for each in held(self.w, self.argument(start)):
                    fault_unless_unseen(self.w, each)

    def claimed(
        self, made: Buffer | ListRef, items: Sequence[Machine], of: List
    ) -> Machine:
        """Return a new list, if nobody sees the ends of its items."""
        if may_show_its_end(of):
            raise NotNative("a list of what may be objects with __del__")
        return super().claimed(made, items, of)

    def inner(self, node: Node, number: int) -> list[Machine] | None:
        """Write a region of a node."""
        outer, weight = self.path, self.weight
        self.path = (*outer, Step(node, number))
        branch = node.operation is COND
        self.weight *= SHARE_OF_AN_ARM if branch else TURNS_OF_A_LOOP
        try:
            return super().inner(node, number)
        finally:
            self.path, self.weight = outer, weight

    def place(self, node: Node, behind: int = 0, head: bool = False) -> Place:
        """Return the place at a node of this region, or some nodes behind."""
        region = self._graph.region
        for step in self.path:
            if not any(each is step.node for each in region.nodes):
                break
            region = step.node.regions[step.region]
        if region is not self.within:
            raise NotNative("a loop in the meaning of an operation")
        nodes = enumerate(region.nodes)
        position = next(number for number, each in nodes if each is node)
        return Place(self.path, position + behind, head)

    def write(self, place: Place, late: Sequence[Value] = ()) -> Frame:
        """Write what lives at a place, but for some values, into the spare frame."""
        self._nodes += self._size
        if self._nodes > MOST_NODES:
            raise NotNative("many calls of Python")
        left = residual(self._graph, place)
        inputs: list[tuple[int, Reader]] = []
        values: list[Live] = []
        names = {value.name for value in late}
        missing = []
        for position, value in enumerate(left.live):
            if value.name in names:
                missing.append((position, value.name))
                continue
            values.append(self._live(value))
            read = values[-1].read
            inputs.append((position, alone(read) if left.boxed[position] else read))
        for position, node in enumerate(left.rests, len(left.live)):
            rest = rest_of(self.w, *self.turning[id(node)])
            values.append(live(self.w, rest, Unbound("")))
            inputs.append((position, alone(values[-1].read)))
        spare = self.frames.spare()
        words = self.frames.write(values, 0, spare)
        held = [each for value in values for each in value.objects]
        objects = self.frames.hold(held, 0, spare)
        return Frame(Mark(left, tuple(inputs)), missing, words, objects, spare)

    def _live(self, value: Value) -> Live:
        found = self.values.get(value.name)
        if found is None:
            raise NotNative(f"{value.base}, which is computed later")
        missing = self._missing.get(value.name, [])
        if len({(each.name, each.way) for each in missing}) > 1:
            raise NotNative(f"{value.base}, which has no value for several reasons")
        return live(self.w, found, missing[0] if missing else Unbound(value.base))

    def mark(self, frame: Frame, results: dict[str, str]) -> None:
        """Make the spare frame the one to go back to.

        Parameters
        ----------
        frame : Frame
            The frame.
        results : dict
            The objects that were not known before, by the names of the values.
        """
        inputs = [*frame.mark.inputs]
        place, object_ = frame.words, frame.objects
        for position, name in frame.late:
            late = live(self.w, Handle(ANY, results[name]), Unbound(""))
            place = self.frames.write([late], place, frame.spare)
            object_ = self.frames.hold(late.objects, object_, frame.spare)
            read = alone(late.read) if frame.mark.left.boxed[position] else late.read
            inputs.append((position, read))
        self.marks.append(Mark(frame.mark.left, tuple(inputs)))
        number = str(len(self.marks))
        self.w.act("autograph_mark", ("ptr", MARKS), ("i64", number))

    def look(self, node: Node, carried: Variables) -> None:
        """Look for signals and warnings at the head of a loop, and mark it."""
        if node.operation is WHILE:
            self.states_of(node, carried)
        frame = self.write(self.place(node, head=True))
        self.end_unless_well(self.w.call("i32", "autograph_poll_at", ("ptr", MARKS)))
        self.mark(frame, {})

    def warns(self) -> str:
        """Return whether a warning is due."""
        found = self.w.call("i32", "autograph_warns_at", ("ptr", MARKS))
        return self.w.put(f"icmp ne i32 {found}, 0")

    def mark_behind(self, node: Node) -> None:
        """Mark the place behind a node, and hold nothing that lives no longer there."""
        frame = self.write(self.place(node, behind=1))
        self.w.fault_if(self.warns())
        self.mark(frame, {})
        self.w.act("autograph_let_go_last", ("ptr", MARKS))


def _has_loops(node: Node) -> bool:
    """Whether a node is a loop with loops inside."""
    inside = (each for region in node.regions for each in region.walk())
    return node.operation in LOOPS and any(each.operation in LOOPS for each in inside)

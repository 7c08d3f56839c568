"""Kernels that do what cannot be undone, and go on from their last mark after a fault.

Whatever has no instructions, a `print`, a call of the user's, an item of a dict, is an
*effect*: the kernel calls the plan of the one operation, and marks the place behind it.
A fault is played back to the last mark, and the plan of what is left of the graph there
does the rest. So nothing is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Value
from runtime.native.assembly import direct_calls
from runtime.native.assembly.direct_calls import Direct
from runtime.native.assembly.emit import RAISED
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.registers import registers, unpacked
from runtime.native.assembly.settings import Settings
from runtime.native.assembly.values import (
    Count,
    Handle,
    Machine,
    NotNative,
    Scalar,
    Static,
    Zipped,
)
from runtime.native.marks.marks import Effect
from runtime.native.nodes.instructions import MARKED_ITERATORS
from runtime.native.nodes.marked import (
    LOOPS,
    SHARE_OF_AN_ARM,
    TURNS_OF_A_LOOP,
    MarkedBody,
)
from runtime.native.nodes.protections import PROTECTIONS
from runtime.native.objects.objects import NARROWING, fitting, make, named, take
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.regions.parts import free_values, graph_of
from runtime.regions.residual import Place, Step
from runtime.types import ANY, BOOL, NONE, Array, Never, NumpyScalar, Type

COST = 1.0
"""How much of what effects cost has to be saved."""
EFFECT, SHORT, STEP = 5.0, 1.0, 3.0
"""What an effect costs more than in the plan, one that is done at once, and the next
item of an object, in units of 10 ns."""
SAVED, SAVED_BY_NUMPY, SAVED_BY_ARRAYS = 1.0, 4.0, 40.0
"""What an operation saves on Python's numbers, on NumPy's, and on each of an array."""


class ResumingBody(MarkedBody):
    """The values of a graph in registers, with a mark behind each effect.

    Attributes
    ----------
    effects : list of Effect
        What it calls.
    """

    def __init__(self, graph: Graph, settings: Settings, contiguous: bool) -> None:
        super().__init__(graph, settings, contiguous)
        self.effects: list[Effect] = []
        self._within_one = False
        self._saved = self._spent = 0.0
        self._makers = {
            result.name: node
            for node in graph.nodes()
            if node.operation.name in (*MARKED_ITERATORS, "range")
            for result in node.results
        }

    def check_that_it_pays(self) -> None:
        """Raise `NotNative` if too little of the work is instructions."""
        if self._saved < COST * self._spent:
            raise NotNative("more calls of Python than instructions")

    # Operations

    def row(self, node: Node) -> None:
        """Write an operation as instructions, or as an effect."""
        if node.operation.name == "let_go":
            self._let_go(node)
            return
        if self._within_one:
            super().row(node)
            return
        self._within_one = True
        iterators = dict(self.iterators)
        try:
            with self.w.attempt():
                super().row(node)
                if node.operation.name not in NARROWING:
                    self.check_ends(filter(self.is_object, node.results))
            self._saved += self.weight * _saved(node)
        except NotNative:
            if any(
                inner.operation in LOOPS for r in node.regions for inner in r.walk()
            ):
                raise  # which may be machine code by themselves
            self.iterators = iterators
            if not node.results or not isinstance(node.results[0].type, Never):
                self._effect(node)
            else:
                self.w.fault()
        finally:
            self._within_one = False

    def note_writes(self, row: Row, operands: Sequence[Machine]) -> None:
        """Do nothing: what is written is logged."""

    def fused(self, group: list[Node], outputs: tuple[Value, ...]) -> None:
        """Write the call of a function that computes elementwise operations."""
        super().fused(group, outputs)
        self._saved += self.weight * SAVED_BY_ARRAYS * len(group)

    def may_call(self, node: Node) -> bool:
        """Whether a kernel may leave an operation to Python as if it were its own."""
        return False

    def drawn(self, node: Node) -> Machine:
        """Refuse to draw: what is drawn is not logged."""
        raise NotNative("draws of random numbers")

    def _effect(self, node: Node) -> None:
        """Write the call of an operation that may do anything."""
        w = self.w
        if node.operation in PROTECTIONS:
            self.as_lists(free_values([node]))
        shortcut = self._shortcut(node)
        if shortcut is None:
            found = self._acted(node)
            for value, each in zip(node.results, found, strict=True):
                self.values[value.name] = each
            self._spent += self.weight * EFFECT
            return
        test, at_once = shortcut
        of = node.results[0].type if node.results else NONE
        slots = [(kind, w.slot(kind)) for kind in registers(of)]
        direct, act, end = map(w.label, ("direct", "act", "acted"))
        w.branch(test, direct, act)
        for label in (direct, act):
            w.begin(label)
            found = [at_once()] if label == direct else self._acted(node)
            for one in found[: len(node.results)]:
                self.store(one, slots)
            w.jump(end)
        w.begin(end)
        for result in node.results:
            codes = [w.load(kind, slot) for kind, slot in slots]
            self.values[result.name] = unpacked(of, codes)
        self._spent += self.weight * SHORT

    def _acted(self, node: Node) -> list[Machine]:
        """Write the call of the plan of an operation, and the mark behind it."""
        self.check_ends(node.results)
        nodes = [*self._needed(node.operands()), node]
        frame = self.write(self.place(node, behind=1), node.results)
        self.w.fault_if(self.warns())
        results = self._called(nodes, node.results)
        names = [value.name for value in node.results]
        self.mark(frame, dict(zip(names, results, strict=True)))
        pairs = zip(results, node.results, strict=True)
        return [take(self.w, each, value.type) for each, value in pairs]

    def _let_go(self, node: Node) -> None:
        """Write nothing: the kernel makes no object whose end may be seen."""
        (value,) = node.args
        if isinstance(value, Value) and value.name in self.given:
            raise NotNative("the end of an object that others hold as well")

    def _shortcut(self, node: Node) -> tuple[str, Callable[[], Machine]] | None:
        """Return when an operation can be done at once, and what writes it then."""
        w = self.w
        plain = all(isinstance(each, (Value, Constant)) for each in node.args)
        if node.kwargs or node.regions or len(node.results) > 1 or not plain:
            return None
        of = node.results[0].type if node.results else NONE
        values = [self.argument(each) for each in node.args]
        if node.operation.name == "truth" and isinstance(values[0], Handle):
            known, true = direct_calls.truth(w, values[0])
            return known, lambda: fitting(w, Scalar(BOOL, true), of)
        direct = direct_calls.direct_call(node.operation.name, node.args)
        if direct is None:
            return None
        values = [self._as_named(each) for each in values]
        if any(isinstance(each, (Count, Zipped)) for each in values):
            return None
        test = direct_calls.are_of(w, values, direct)
        if test == "false":
            return None
        return test, lambda: self._at_once(node, direct, values, of)

    def _as_named(self, value: Machine) -> Machine:
        """Return a value, or the object that the graph names."""
        return named(self.w, value.value) if isinstance(value, Static) else value

    def _at_once(
        self, node: Node, direct: Direct, values: Sequence[Machine], of: Type
    ) -> Machine:
        """Write a call of Python's C interface, and return its result."""
        w = self.w
        owner = w.owner()
        frame = None
        if direct.acts:
            frame = self.write(self.place(node, behind=1), node.results)
            w.fault_if(self.warns())
        given = [make(w, each) for each in values]
        found = direct.call(w, given)
        for each in given:
            w.act("Py_DecRef", ("ptr", each))
        failed, well = w.label("failed"), w.label("well")
        w.branch(w.put(f"icmp eq ptr {found}, null"), failed, well)
        w.begin(failed)
        w.do("call void @PyErr_Clear()")  # which each module declares
        w.fault()
        w.begin(well)
        w.act("autograph_own", ("ptr", owner), ("ptr", found))
        if frame is not None:
            self.mark(frame, {value.name: found for value in node.results})
        return take(w, found, of)

    def _needed(self, operands: Iterable[Value]) -> list[Node]:
        """Return the nodes that make what a loop would go through, as objects."""
        found: list[Node] = []
        for value in operands:
            if isinstance(self.values.get(value.name), (Count, Zipped)):
                if value.name not in self._makers:
                    raise NotNative("an iterator that others go through as well")
                if value.name in self.iterators:
                    self.go_through(value.name)
                node = self._makers[value.name]
                found += [*self._needed(node.operands()), node]
        return found

    def _called(
        self, nodes: Sequence[Node], results: Sequence[Value], owner: str = ""
    ) -> list[str]:
        """Write the call of the plan of some operations; return the results."""
        w = self.w
        part = graph_of(nodes[-1].operation.name, nodes, results)
        effect = Effect(f"autograph_effect_{len(self.effects) + 1}", part)
        self.effects.append(effect)
        given = [make(w, self.values[value.name]) for value in part.inputs]
        slots = w.slot(f"[{max(len(given), 1)} x ptr]")
        for number, each in enumerate(given):
            w.store("ptr", each, w.at(slots, 8 * number))
        owner = owner or w.owner()
        function = w.global_(effect.symbol)
        arguments = (("ptr", function), ("ptr", slots), ("i64", str(len(given))))
        found = w.call("ptr", "autograph_effect", *arguments)
        for each in given:
            w.act("Py_DecRef", ("ptr", each))
        self._leave_if_raised(found)
        w.act("autograph_own", ("ptr", owner), ("ptr", found))
        if len(results) == 1:
            return [found]
        return [self._item(found, number) for number in range(len(results))]

    def _stepped(self, iterator: str) -> str:
        """Write the next item of a region's own iterator.

        The plan that calls the region shows the user's line.
        """
        w = self.w
        owner = w.owner()
        item = w.call("ptr", "PyIter_Next", ("ptr", iterator))
        w.act("autograph_clear_new")
        there, none, got = map(w.label, ("there", "none", "got"))
        found = w.slot("ptr")
        w.branch(w.put(f"icmp eq ptr {item}, null"), none, there)
        w.begin(there)
        w.act("autograph_own", ("ptr", owner), ("ptr", item))
        w.store("ptr", item, found)
        w.jump(got)
        w.begin(none)
        error = w.call("ptr", "PyErr_Occurred")
        stop = w.global_("autograph_stop")
        raised, ended = w.label("raised"), w.label("ended")
        w.branch(w.put(f"icmp eq ptr {error}, null"), ended, raised)
        w.begin(raised)
        w.leave(RAISED)
        w.begin(ended)
        w.store("ptr", stop, found)
        w.jump(got)
        w.begin(got)
        return w.load("ptr", found)

    def _leave_if_raised(self, found: str) -> None:
        """Write the end of the function where an effect has raised."""
        w = self.w
        raised, well = w.label("raised"), w.label("well")
        w.branch(w.put(f"icmp eq ptr {found}, null"), raised, well)
        w.begin(raised)
        w.leave(RAISED)
        w.begin(well)

    def _item(self, whole: str, number: int) -> str:
        """Return an item of a tuple."""
        w = self.w
        return w.load("ptr", w.at(whole, OFFSETS["tuple_items"] + 8 * number))

    # Loops

    def while_(self, node: Node) -> None:
        """Write a ``while`` loop."""
        self.check_starts(node.args)
        super().while_(node)

    def for_(self, node: Node) -> None:
        """Write a ``for`` loop, over any object."""
        self.check_starts(node.args[1:])
        self.check_ends(node.regions[0].parameters[:1])
        iterable = node.args[0]
        name = iterable.name if isinstance(iterable, Value) else ""
        if isinstance(self.values.get(name), Handle):
            self._for_object(node)
        else:
            super().for_(node)

    def _for_object(self, node: Node) -> None:
        """Write a ``for`` loop over an object, which has an iterator make each item."""
        w = self.w
        element, *states = node.regions[0].parameters
        carried = self.variables([state.type for state in states], True)
        self.store_all([self.argument(start) for start in node.args[1:]], carried)
        ends = self.variables([result.type for result in node.results], False)
        self.states_of(node, carried)
        self.write(self.place(node))
        w.fault_if(self.warns())
        iterator, owner = Value("iterator ", ANY), w.owner()
        made = Node(OPS["iter"], node.args[:1], (), (iterator,), span=node.span)
        (object_,) = self._called([made], made.results, owner)
        self.turning[id(node)] = Handle(ANY, object_), "0"
        self.mark(self.write(self.place(node, head=True)), {})
        head, inside, done, end = map(w.label, ("for", "do", "done", "end"))
        w.begin(head)
        now = self.states_of(node, carried)
        frame = self.write(Place((*self.path, Step(node, 0)), 0), [element])
        w.fault_if(self.warns())
        self.values |= {"iterator ": Handle(ANY, object_)}
        self.values |= {"stop ": Handle(ANY, w.global_("autograph_stop"))}
        given = (iterator, Value("stop ", ANY))
        step = Node(OPS["next"], given, (), (element,), span=node.span)
        if self.path:
            (found,) = self._called([step], step.results)
        else:
            found = self._stepped(object_)
        w.branch(w.put(f"icmp eq ptr {found}, @autograph_stop"), done, inside)
        w.begin(inside)
        self.mark(frame, {element.name: found})
        self.values[element.name] = take(w, found, element.type)
        self._spent += TURNS_OF_A_LOOP * self.weight * (EFFECT if self.path else STEP)
        with w.guard.body(), w.guard.arm():
            following = self.inner(node, 0)
        if following is not None:
            self.end_turn(following, FOR.stops(node), carried, ends, end)
            w.jump(head)
        w.begin(done)
        if node.results:
            self.exhausted(now, FOR.stops(node), ends)
        w.jump(end)
        w.begin(end)
        self.bind_results(node, ends)
        if not w.closed:
            self.mark_behind(node)
            w.act("autograph_own", ("ptr", owner), ("ptr", "null"))


def _saved(node: Node) -> float:
    """Return what an operation of a kernel saves."""
    if node.regions:
        share = SHARE_OF_AN_ARM if node.operation is COND else 1.0
        return share * sum(_saved(each) for r in node.regions for each in r.nodes)
    types = [value.type for value in (*node.operands(), *node.results)]
    numpys = any(isinstance(of, (Array, NumpyScalar)) for of in types)
    return SAVED_BY_NUMPY if numpys else SAVED

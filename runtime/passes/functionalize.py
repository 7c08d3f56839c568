"""Writes become values: a graph in functional form has no memory, only what it holds.

Identity: an array that somebody writes is a buffer; each write makes a new value of it
by the *twin* of the row that writes, and each read after it takes that value. A view is
replayed on the value of its base. Branches hand out the buffers that they change as
results, loops carry them as states. At the end what the arguments hold is copied into
them, and the call refuses arguments that overlap. An exception leaves arguments as they
were.

What cannot be told as values is refused by name, with the user's line: which of two
buffers a name means, where that matters; arrays written that a container holds; Python
code, attributes, iterators, `try` and `with`.

Must not touch graphs that write nothing. Graph lists stay references.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np

from runtime.building import Builder, Names, region
from runtime.constructs import COND, Construct
from runtime.constructs.carries import Loop
from runtime.errors import (
    AmbiguousMemory,
    NotFunctional,
    NoTwin,
    OutsideState,
    ProtectedRegion,
    Span,
)
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory, can_hold
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    map_values,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.ops.ufuncs import ufunc_call
from runtime.passes import cse, dead, indexed
from runtime.passes.buffers import (
    Base,
    Buffers,
    Held,
    Ref,
    State,
    View,
    held_and_written,
    known,
    rival,
)
from runtime.types import (
    ANY,
    BOOL,
    AnyType,
    Array,
    Container,
    Iterable,
    List,
    Never,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    Union,
    members,
)

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             y.1: float64[3] = array_copy(x)
             v.1: float64[2] = getitem(y.1, slice(1, None, None))
             t.1: float64[2] = iadd(v.1, 1.0)
             t.2: bool = less(n, 2)
             cond t.2 {
               setitem(y.1, 0, 5.0)
               yield
             } else {
               yield
             }
             return y.1
           }""",
        """graph f(x: float64[3], n: int) -> float64[3] {
             y.1: float64[3] = array_copy(x)
             t.3: float64[2] = getitem(y.1, slice(1, None, None))
             t.4: float64[2] = add(t.3, 1.0)
             t.5: float64[3] = updated(y.1, slice(1, None, None), t.4)
             t.2: bool = less(n, 2)
             y.2: float64[3] = cond t.2 {
               t.6: float64[3] = updated(t.5, 0, 5.0)
               yield t.6
             } else {
               yield t.5
             }
             return y.2
           }""",
    ),
    (
        """graph f(x: float64[?], r: list<float64[3]>) -> np.float64 {
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(1, t.1)
             for i.1: int in t.2 {
               t.3: int = subtract(i.1, 1)
               t.4: np.float64 = getitem(x, t.3)
               t.5: np.float64 = sin(t.4)
               setitem(x, i.1, t.5)
               yield
             }
             t.6: np.float64 = sum(x)
             return t.6
           }""",
        """graph f(x: float64[?], r: list<float64[3]>) -> np.float64 {
             check_apart([x], r)
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(1, t.1)
             x.2: float64[?] = for i.1: int in t.2 (x.1 = x) {
               t.3: int = subtract(i.1, 1)
               t.4: np.float64 = getitem(x.1, t.3)
               t.5: np.float64 = sin(t.4)
               t.8: float64[?] = updated(x.1, i.1, t.5)
               yield t.8
             }
             t.6: np.float64 = sum(x.2)
             copyto(x, x.2)
             return t.6
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             u.1: float64[3] = array_copy(x)
             v.1: float64[3] = array_copy(x)
             t.1: iter<int> = range(n)
             u.2: float64[3], v.2: float64[3] = for k.1: int
               in t.1 (u.3 = u.1, v.3 = v.1) {
               array_sort(v.3)
               t.3: np.float64 = getitem(u.3, 0)
               setitem(v.3, 0, t.3)
               yield v.3, u.3
             }
             return u.2
           }""",
        """graph f(x: float64[3], n: int) -> float64[3] {
             u.1: float64[3] = array_copy(x)
             v.1: float64[3] = array_copy(x)
             t.1: iter<int> = range(n)
             u.2: float64[3], v.2: float64[3] = for k.1: int
               in t.1 (u.3 = u.1, v.3 = v.1) {
               t.12: float64[3] = sort(v.3)
               t.3: np.float64 = getitem(u.3, 0)
               t.13: float64[3] = updated(t.12, 0, t.3)
               yield t.13, u.3
             }
             return u.2
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             y: float64[3] = multiply(x, 2.0)
             z: float64[3] = cond n { yield y } else { yield x }
             return z
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return the functional form of a graph.

    Raises
    ------
    NotFunctional
        If there is none.
    """
    graph = indexed.run(graph)
    made = _Functionalizer(graph).graph(graph)
    return graph if made is graph else dead.run(cse.run(made))


class _Functionalizer:
    def __init__(self, graph: Graph) -> None:
        self._memory = Memory(graph)
        self._written: set[str] = set()
        for node in self._nodes_before(graph):
            if not node.regions and not _never(node):
                self._written |= self._memory.classes(_written_arrays(node))
        self._of = Builder(Names(graph))
        self._buffers = Buffers(self._of)
        self._held: dict[str, Held] = {}
        self._parts: dict[str, dict[int, tuple[Ref, Value]]] = {}
        self._packed: list[Base] = []
        # Results that say whether a loop ends.
        self._flags: set[str] = set()
        self._inputs: dict[Base, Value] = {}

    @staticmethod
    def _nodes_before(graph: Graph) -> Iterator[Node]:
        """Yield the nodes before those that store results in arguments at the end."""
        stored = set()
        for node in reversed(graph.region.nodes):
            if node.operation.name != "copyto" or node.args[0] not in graph.inputs:
                break
            stored.add(id(node))
        return (node for node in graph.nodes() if id(node) not in stored)

    def graph(self, graph: Graph) -> Graph:
        """Return the functional form; the graph itself if it writes no array."""
        if not self._written:
            for node in graph.nodes():
                _refuse(node)
            if not any(map(_binds_anew, graph.nodes())):
                return graph
        for value in graph.inputs:
            if self._is_array(value):
                ref = self._buffers.make(value.name, value, packed=_is_flat(value.type))
                self._inputs[ref.base] = value
                self._held[value.name] = ref
        ended = self._nodes(graph.region.nodes) or graph.region.yields is None
        yields = None
        changed: list[tuple[Value, Argument]] = []
        if not ended:
            yields = self._read_all(graph.region.yields or ())
            for base, value in self._inputs.items():
                now = self._buffers.read(Ref(base))
                if now != value:
                    changed.append((value, now))
        written = set(self._inputs.values()) if ended else {each for each, _ in changed}
        body, self._of.nodes, self._of.span = self._of.nodes, [], None
        self._guard(graph, [each for each in graph.inputs if each in written])
        head, self._of.nodes = self._of.nodes, []
        for value, now in changed:
            self._of.copyto(value, now)
        nodes = (*head, *body, *self._of.nodes)
        return replace(graph, region=Region(graph.inputs, nodes, yields))

    def _guard(self, graph: Graph, written: list[Value]) -> None:
        """Write the checks of what the form takes for granted of the arguments."""
        others: list[Argument] = [
            each
            for each in graph.inputs
            if each not in written and _holds_arrays(each.type)
        ]
        if written:
            others += _constant_arrays(graph)
        if written and (others or len(written) > 1):
            self._of.check_apart(list(written), *others)
        packed = [value for base, value in self._inputs.items() if base in self._packed]
        if packed:
            self._of.check_packed(*packed)

    # What names mean

    def _is_array(self, value: Value) -> bool:
        """Whether a value is an array that may be written."""
        return isinstance(value.type, Array) and self._is_written(value)

    def _is_written(self, value: Value) -> bool:
        return can_hold(value.type) and (
            self._memory.class_of(value.name) in self._written
        )

    def _meaning(self, argument: Argument) -> Held:
        if isinstance(argument, Value):
            return self._held.get(argument.name, argument)
        return argument

    def _read(self, argument: Argument) -> Argument:
        """Return what an argument holds now."""

        def now(value: Value) -> Argument:
            held = self._held.get(value.name, value)
            if isinstance(held, Ref):
                return self._buffers.read(held)
            self._use_whole(value)
            return held

        return map_values(argument, now)

    def _read_all(self, arguments: Sequence[Argument]) -> tuple[Argument, ...]:
        return tuple(map(self._read, arguments))

    def _read_named(self, node: Node) -> tuple[tuple[str, Argument], ...]:
        return tuple((name, self._read(each)) for name, each in node.kwargs)

    def _use_whole(self, value: Value) -> None:
        """Refuse a tuple of new arrays as one value where one of them was written."""
        for part, made in self._parts.get(value.name, {}).values():
            if self._buffers.state.current.get(part.base, made) != made:
                raise held_and_written(part.base, self._of.span)
            self._buffers.freeze(part)

    def _refs(self, arguments: Sequence[Argument]) -> list[Ref]:
        found = [
            self._held.get(value.name)
            for argument in arguments
            for value in values_in(argument)
        ]
        return [each for each in found if isinstance(each, Ref)]

    def _hand_out(self, arguments: Sequence[Argument]) -> None:
        """Record that something that is no array holds arguments from here on."""
        for ref in self._refs(arguments):
            self._buffers.freeze(ref)

    # Calls

    def _nodes(self, nodes: Sequence[Node]) -> bool:
        """Walk nodes; return whether their end is never reached."""
        for node in nodes:
            self._of.span = node.span
            if node.operation is COND:
                ended = self._cond(node)
            elif isinstance(node.operation, Loop):
                ended = self._loop(node, node.operation)
            else:
                _refuse(node)
                self._call(node, cast(Row, node.operation))
                ended = _never(node)
            if ended:
                return True
        return False

    def _emit(self, node: Node) -> None:
        """Write a call as it is, with what its operands hold now."""
        args, kwargs = self._read_all(node.args), self._read_named(node)
        self._of.nodes.append(replace(node, args=args, kwargs=kwargs))

    def _call(self, node: Node, row: Row) -> None:
        written = [] if _never(node) else written_arguments(node)
        if _binds_anew(node):
            assert row.twin is not None
            self._emit(replace(node, operation=OPS[row.twin]))  # a name bound anew
        elif not _never(node) and _written_arrays(node):
            self._write(node, row)
        elif not (self._taken_apart(node, row) or self._view(node, row)):
            self._emit(node)
            self._results(node, row, bool(written))

    def _results(self, node: Node, row: Row, keeps: bool) -> None:
        """Record what the results of a call are, and what holds its operands."""
        everything = (*node.args, *(each for _, each in node.kwargs))
        fresh = row.fresh(node) and not row.holds
        for result in node.results:
            if self._is_array(result):
                self._held[result.name] = self._array(result, node, row)
            elif fresh and isinstance(result.type, Tuple):
                self._parts[result.name] = {}
            elif not isinstance(result.type, Array):
                keeps = keeps or can_hold(result.type)
        if keeps or row.keeps:
            self._hand_out(everything)

    def _array(self, result: Value, node: Node, row: Row) -> Ref:
        """Return what an array is that a call returned."""
        if row.fresh(node):
            packed = _is_flat(result.type) or (row.ordered and _in_order(node))
            return self._buffers.make(result.name, result, packed=packed)
        everything = (*node.args, *(each for _, each in node.kwargs))
        rivals = {one for ref in self._refs(everything) for one in ref.base.all}
        ref = self._buffers.make(result.name, result, rivals)
        if not rivals:
            ref.base.unwritable = "where it comes from is known at run time only"
        elif row.returns == "shares" and not row.packed:
            names = ", ".join(sorted(repr(each.name) for each in rivals))
            ref.base.unwritable = f"it may be a part of {names}"
        return ref

    def _taken_apart(self, node: Node, row: Row) -> bool:
        """Whether a call takes a tuple of new arrays, or an array, into its items."""
        source = node.args[0] if node.args else None
        if node.fails or not isinstance(source, Value):
            return False
        if row.name == "getitem" and source.name in self._parts:
            (result,), index = node.results, node.args[1]
            if not (self._is_array(result) and isinstance(index, Constant)):
                return False
            parts = self._parts[source.name]
            if index.value not in parts:
                self._of.nodes.append(node)
                parts[index.value] = self._buffers.make(result.name, result), result
            self._held[result.name] = parts[index.value][0]
            return True
        ref = self._meaning(source)
        if row.name != "unpack" or not isinstance(ref, Ref) or len(node.results) < 2:
            return False
        for position, result in enumerate(node.results):
            step = View(OPS["getitem"], (Constant(position),), (), result.type)
            part = Ref(ref.base, (*ref.path, step))
            held = part if isinstance(result.type, Array) else self._buffers.read(part)
            self._held[result.name] = held
        return True

    def _view(self, node: Node, row: Row) -> bool:
        """Whether a call is a view of an array that may be written, and known to be."""
        source = self._meaning(node.args[0]) if node.args else None
        if not isinstance(source, Ref) or len(node.results) != 1:
            return False
        (result,) = node.results
        if not isinstance(result.type, Array) or row.fresh(node) or node.fails:
            return False
        if row.returns == "same" and not row.reads:
            self._held[result.name] = source
            return True
        if row.undo is None or _may_copy(node, row):
            return False
        if row.packed and not self._is_packed(node, source):
            return False
        view = View(
            row, self._read_all(node.args[1:]), self._read_named(node), result.type
        )
        packed = row.packed or (row.returns == "same" and source.packed)
        self._held[result.name] = Ref(source.base, (*source.path, view), packed)
        return True

    def _is_packed(self, node: Node, source: Ref) -> bool:
        """Whether a reshape is a view; where an argument decides, that is checked."""
        flat = _is_flat(argument_type(node.args[0]))
        if source.packed or (flat and node.operation.name != "ravel"):
            return True
        if source.base in self._inputs and not source.path:
            self._packed.append(source.base)
            return True
        return False

    # Writes

    def _write(self, node: Node, row: Row) -> None:
        """Let what a call writes hold what its twin returns."""
        arrays = _written_arrays(node)
        target = self._meaning(arrays[0])
        of = argument_type(arrays[0])
        if len(arrays) != 1 or not isinstance(target, Ref) or not isinstance(of, Array):
            raise AmbiguousMemory(
                f"what {row.name} writes may be an array or something else",
                span=node.span,
                hint="make it an array on every path before it is written",
            )
        if not self._sets_itself(node, row, target):
            if isinstance(row.writes[0], str):
                value = self._without_out(node, row, target, of)
            elif row.twin is None:
                raise _no_twin(node, row)
            elif row.returns == "same":
                args = self._read_all(node.args)
                value = self._of.call(OPS[row.twin], args)
                if _rank(argument_type(value)) not in (of.rank, None):
                    raise _no_twin(node, row)
                if not _surely(of, argument_type(value), argument_type(args[1])):
                    value = self._of.call(
                        OPS["cast_like"], (value, self._buffers.read(target)), of=of
                    )
            else:
                args, kwargs = self._read_all(node.args), self._read_named(node)
                value = self._of.call(OPS[row.twin], args, kwargs, of)
            self._buffers.write(target, value)
        for result in node.results:
            self._held[result.name] = target

    def _sets_itself(self, node: Node, row: Row, target: Ref) -> bool:
        """Whether a call is the ``x[i] = x[i]`` behind ``x[i] += v``."""
        if row.name != "setitem":
            return False
        value = self._meaning(node.args[2])
        if not isinstance(value, Ref) or value.base is not target.base:
            return False
        step = View(OPS["getitem"], (self._read(node.args[1]),), (), ANY)
        own = value.path[-1:]
        return (
            value.path[:-1] == target.path
            and len(own) == 1
            and (own[0].row, own[0].rest) == (step.row, step.rest)
        )

    def _without_out(self, node: Node, row: Row, target: Ref, of: Array) -> Argument:
        """Return what a call with ``out=`` computes, as the array it goes to."""
        kwargs = [each for each in self._read_named(node) if each[0] != "out"]
        args = self._read_all(node.args)
        ufunc = args[0] if row.kernel is ufunc_call else Constant(row.kernel)
        elementwise = isinstance(ufunc.value, np.ufunc)  # type: ignore[union-attr]
        if any(name in ("where", "casting") for name, _ in kwargs):
            if not elementwise or len(node.results) != 1:
                raise _no_twin(node, row)
            operands = args[1:] if row.kernel is ufunc_call else args
            filled = (ufunc, self._buffers.read(target), *operands)
            return self._of.call(OPS["ufunc_filled"], filled, kwargs, of)
        value = self._of.call(row, args, kwargs)
        found = argument_type(value)
        dtype = getattr(found, "dtype", None)
        if dtype is None or (dtype != of.dtype and not elementwise):
            raise _no_twin(node, row)
        if not np.can_cast(dtype, of.dtype, "same_kind"):
            raise _no_twin(node, row)
        if _surely(of, found, found):
            return value
        now = self._buffers.read(target)
        if elementwise and getattr(found, "shape", ()) != of.shape:
            value = self._of.spread(value, now)
        return self._of.call(OPS["cast_like"], (value, now), of=of)

    # Branches

    def _cond(self, node: Node) -> bool:
        test = self._read(node.args[0])
        before = self._buffers.state
        arms = []
        flags = [i for i, each in enumerate(node.results) if each.name in self._flags]
        for body in node.regions:
            told = [body.yields[i] for i in flags] if body.yields is not None else []
            self._flags.update(each.name for each in told if isinstance(each, Value))
            arm = _Arm(before.copy(), [], body.yields, leaves=Constant(True) in told)
            with self._buffers.apart(arm.state, arm.nodes):
                if self._nodes(body.nodes):
                    arm.yields = None
            arms.append(arm)
        going = [arm for arm in arms if arm.yields is not None]
        changed = [
            base
            for base, value in before.current.items()
            if any(arm.state.current[base] != value for arm in going)
        ]
        results = []
        for position, result in enumerate(node.results if going else ()):
            if not self._joins(result, position, going, before):
                results.append(result)
        for base in changed:
            now = self._of.value(base.name, argument_type(before.current[base]))
            for arm in going:
                arm.told.append(arm.state.current[base])
            before.current[base] = now
            results.append(now)
        for arm in going:
            before.join(arm.state, arm.leaves)
        regions = tuple(
            region((), arm.nodes, arm.told if arm in going else None) for arm in arms
        )
        self._of.nodes.append(
            replace(node, args=(test,), results=tuple(results), regions=regions)
        )
        return not going

    def _joins(
        self, result: Value, position: int, going: list[_Arm], before: State
    ) -> bool:
        """Whether a result is one and the same array in all arms; else yield it."""
        yields = [(arm.yields or ())[position] for arm in going]
        meanings = [self._meaning(each) for each in yields]
        array = self._is_array(result)
        if array and isinstance(meanings[0], Ref):
            if all(each == meanings[0] for each in meanings):
                if meanings[0].base in before.current:
                    self._held[result.name] = meanings[0]
                    return True
        rivals: set[Base] = set()
        frozen, unwritable = False, ""
        for arm, argument, meaning in zip(going, yields, meanings):
            with self._buffers.apart(arm.state, arm.nodes):
                arm.told.append(self._read(argument))
                if not array:
                    self._hand_out((argument,))
            if isinstance(meaning, Ref):
                rivals |= meaning.base.all
                frozen = frozen or meaning.base in arm.state.frozen
                unwritable = unwritable or meaning.base.unwritable
            else:
                unwritable = _UNKNOWN
        if array:
            ref = self._buffers.make(
                result.name, result, rivals & before.current.keys()
            )
            ref.base.unwritable = unwritable
            self._held[result.name] = ref
            if frozen:
                self._buffers.freeze(ref)
        return False

    # Loops

    def _loop(self, node: Node, construct: Loop) -> bool:
        self._flags.update(
            each.name
            for each in construct.controls(node)[-1:]
            if construct.stops(node) and isinstance(each, Value)
        )
        leading = self._read_all(node.args[: construct.leading])
        self._hand_out(node.args[: construct.leading])
        turn = _Turn(
            [
                _Carried(state, start, self._meaning(start), self._is_array(state))
                for state, start in zip(construct.states(node), construct.starts(node))
            ]
        )
        for each in turn.states:
            if not each.array:
                self._hand_out((each.start,))
            elif not isinstance(each.meaning, Ref):
                self._renew(turn, each)
        while True:
            try:
                done = self._turn(node, construct, turn)
            except NotFunctional:
                unsure = [each for each in turn.states if each.unsure]
                if not unsure:
                    raise
                for each in unsure:
                    self._renew(turn, each)
                continue
            if done is not None:
                break
        self._finish(node, construct, turn, leading, done)
        return construct.endless(node)

    def _renew(self, turn: _Turn, state: _Carried) -> None:
        """Let a state have a base of its own in each turn."""
        state.unsure = False
        state.base = base = Base(state.value.base)
        if not isinstance(state.meaning, Ref):
            base.unwritable = _UNKNOWN
            return
        rival(base, state.meaning.base.all)
        for other in turn.states:
            if other is not state and other.base and isinstance(other.meaning, Ref):
                if other.meaning.base in state.meaning.base.all:
                    rival(base, (other.base,))

    def _turn(self, node: Node, construct: Loop, turn: _Turn) -> _Done | None:
        """Walk the body once; return what it gave, or None if more was learnt."""
        outer = self._buffers.state
        state = outer.copy()
        state.gone.update(turn.gone)
        state.frozen.update(turn.frozen)
        state.current.update(turn.carried)
        for each in turn.states:
            if each.base is not None:
                state.current[each.base] = each.value
                self._held[each.value.name] = Ref(each.base)
            elif each.array:
                self._held[each.value.name] = each.meaning
        first = dict(state.current)
        for element in construct.elements(node):
            if self._is_array(element):
                base = Base(element.base, unwritable=_UNKNOWN)
                state.current[base] = element
                self._held[element.name] = Ref(base)
        parts: list[list[Node]] = []
        test: tuple[Argument, ...] = ()
        ended = False
        for position, body in enumerate(node.regions):
            parts.append([])
            with self._buffers.apart(state, parts[-1]):
                ended = self._nodes(body.nodes) or body.yields is None
                if position < len(node.regions) - 1:
                    test = () if ended else self._read_all(body.yields or ())
                    if any(
                        state.current[base] != value for base, value in first.items()
                    ):
                        raise AmbiguousMemory(
                            "the test of a loop writes an array",
                            span=node.span,
                            hint="write before the test, or at the end of the body",
                        )
                if ended:
                    break
        parts += [[] for _ in node.regions[len(parts) :]]
        following = None if ended else (node.regions[-1].yields or ())
        told: list[Argument] | None = None
        if following is not None:
            stops = construct.stops(node)
            for each, argument in zip(turn.states, following[stops:]):
                meaning = self._meaning(argument)
                if each.array and each.base is None and meaning != each.meaning:
                    self._renew(turn, each)
                    return None
            with self._buffers.apart(state, parts[-1]):
                told = list(self._read_all(following[:stops]))
                for each, argument in zip(turn.states, following[stops:]):
                    if each.base is not None or not each.array:
                        told.append(self._read(argument))
                    if not each.array:
                        self._hand_out((argument,))
            if self._learn(turn, following[stops:], state, outer):
                return None
        changed = {base for base in outer.current if state.current[base] != first[base]}
        for base in changed - turn.carried.keys():
            of = argument_type(outer.current[base])
            turn.carried[base] = self._of.value(base.name, of)
        gone, frozen = known(state.gone, outer), known(state.frozen, outer)
        grown = changed - {
            base for base in changed if first[base] is turn.carried[base]
        }
        if (
            grown
            or gone.keys() - turn.gone.keys()
            or frozen.keys() - turn.frozen.keys()
        ):
            turn.gone.update(gone)
            turn.frozen.update(frozen)
            return None
        if told is not None:
            told += [state.current[base] for base in turn.carried]
        return _Done(test, parts, told, state)

    def _learn(
        self, turn: _Turn, following: Sequence[Argument], state: State, outer: State
    ) -> bool:
        """Record which bases a state may have in its next turn; whether that is new."""
        new = False
        owned = {each.base: each for each in turn.states if each.base is not None}
        sources: list[tuple[_Carried, Base]] = []
        for each, argument in zip(turn.states, following):
            meaning = self._meaning(argument)
            if each.base is None:
                continue
            if not isinstance(meaning, Ref):
                new = new or not each.base.unwritable
                each.base.unwritable = _UNKNOWN
                continue
            base = meaning.base
            if base.unwritable and not each.base.unwritable:
                each.base.unwritable, new = base.unwritable, True
            if base in state.frozen and each.base not in turn.frozen:
                turn.frozen[each.base], new = state.frozen[base], True
            known = {one for one in base.all if one in outer.current}
            new = rival(each.base, known - {each.base}) or new
            for other, taken in sources:
                if base in taken.all and other.base is not None:
                    new = rival(each.base, (other.base,)) or new
            sources.append((each, base))
        del owned
        return new

    def _finish(
        self,
        node: Node,
        construct: Loop,
        turn: _Turn,
        leading: tuple[Argument, ...],
        done: _Done,
    ) -> None:
        """Write the loop, and record what its results are."""
        state = self._buffers.state
        kept = [each for each in turn.states if each.base is not None or not each.array]
        outcomes = construct.outcomes(node)
        results = list(node.results[: construct.stops(node)])
        starts = [self._read(each.start) for each in kept]
        starts += [state.current[base] for base in turn.carried]
        state.gone.update(turn.gone | known(done.state.gone_left, state))
        state.frozen.update(turn.frozen | known(done.state.frozen_left, state))
        made: list[tuple[_Carried, Ref]] = []
        for each, result in zip(turn.states, outcomes):
            if each.base is None and each.array:
                self._held[result.name] = each.meaning
                continue
            results.append(result)
            if each.base is None:
                continue
            rivals = each.base.rivals & state.current.keys()
            ref = self._buffers.make(result.name, result, rivals)
            ref.base.unwritable = each.base.unwritable
            for other, earlier in made:
                if other.base in each.base.rivals:
                    rival(ref.base, (earlier.base,))
            made.append((each, ref))
            self._held[result.name] = ref
            start = each.meaning.base if isinstance(each.meaning, Ref) else None
            if each.base in turn.frozen or start in state.frozen:
                self._buffers.freeze(ref)
        for base, parameter in turn.carried.items():
            now = self._of.value(base.name, parameter.type)
            state.current[base] = now
            results.append(now)
        parameters = [each.value for each in kept] + list(turn.carried.values())
        bodies = [region((), nodes, None) for nodes in done.parts]
        elements = construct.elements(node)
        if len(bodies) > 1 and node.regions[0].yields is not None:
            bodies[0] = replace(bodies[0], yields=done.test)
        bodies[0] = replace(bodies[0], parameters=(*elements, *parameters))
        if done.told is not None:
            bodies[-1] = replace(bodies[-1], yields=tuple(done.told))
        if construct.endless(node):
            results = []
        self._of.nodes.append(
            replace(
                node,
                args=(*leading, *starts),
                results=tuple(results),
                regions=tuple(bodies),
            )
        )


@dataclass
class _Arm:
    """An arm of a branch: what holds at its end, and what it yields there."""

    state: State
    nodes: list[Node]
    yields: tuple[Argument, ...] | None
    leaves: bool
    told: list[Argument] = field(default_factory=list)


@dataclass
class _Carried:
    """A state of a loop: an array is what it was at the start, or a base of its own.

    `unsure` is whether the first is taken for granted, to be seen.
    """

    value: Value
    start: Argument
    meaning: Held
    array: bool
    base: Base | None = None

    def __post_init__(self) -> None:
        self.unsure = self.array and isinstance(self.meaning, Ref)


@dataclass
class _Turn:
    """What is known of a loop's turns so far."""

    states: list[_Carried]
    carried: dict[Base, Value] = field(default_factory=dict)
    gone: dict[Base, Span | None] = field(default_factory=dict)
    frozen: dict[Base, Span | None] = field(default_factory=dict)


@dataclass
class _Done:
    """The body of a loop as walked: its test, its nodes by region, its yields."""

    test: tuple[Argument, ...]
    parts: list[list[Node]]
    told: list[Argument] | None
    state: State


_UNKNOWN = "which array it is, is known at run time only"


def _never(node: Node) -> bool:
    """Whether a call always raises."""
    if node.fails and not node.results and isinstance(node.operation, Row):
        return isinstance(infer(node.operation, node.args, node.kwargs)[0], Never)
    return any(isinstance(result.type, Never) for result in node.results)


def _written_arrays(node: Node) -> list[Value]:
    """Return the values written that are arrays, or may be."""
    return [
        value
        for argument in written_arguments(node)
        for value in values_in(argument)
        if any(isinstance(of, (Array, AnyType)) for of in members(value.type))
    ]


def _binds_anew(node: Node) -> bool:
    """Whether a call would write an array, but binds the name of a number anew."""
    row = node.operation
    if not isinstance(row, Row) or row.twin is None or _never(node):
        return False
    written = written_arguments(node)
    return bool(written) and all(map(_is_number, written))


def _is_number(argument: Argument) -> bool:
    """Whether an argument is surely a number or text, which nothing writes."""
    return all(
        isinstance(of, (PythonScalar, NumpyScalar))
        for of in members(argument_type(argument))
    )


def _is_flat(of: Type) -> bool:
    return isinstance(of, Array) and of.rank is not None and of.rank < 2


def _in_order(node: Node) -> bool:
    """Whether a call that makes an array does not ask for another order."""
    return len(node.args) <= 2 and all(name != "order" for name, _ in node.kwargs)


def _may_copy(node: Node, row: Row) -> bool:
    """Whether the options of a call may make a copy of what else is a view."""
    if row.name == "getitem":
        return _indexes_unclearly(node.args[1])
    if row.returns == "same":
        return len(node.args) > 1 or bool(node.kwargs)
    if row.packed:
        options = {name for name, _ in node.kwargs} & {"order", "copy"}
        most = {"reshape": 2, "ravel": 1}.get(row.name, len(node.args))
        return bool(options) or len(node.args) > most
    return len(node.args) > 1 and row.name.startswith("atleast")


def _indexes_unclearly(index: Argument) -> bool:
    """Whether an index may select by an array, so that it would copy."""
    tuple_of_parts = isinstance(index, Display) and index.kind == "tuple"
    for part in index.items if tuple_of_parts else (index,):  # type: ignore[union-attr]
        if isinstance(part, Display):
            if part.kind != "slice":
                return True
            continue
        for of in members(argument_type(part)):
            if not isinstance(of, (PythonScalar, NumpyScalar, NoneType, Object)):
                return True
            if of == BOOL or (isinstance(of, NumpyScalar) and of.dtype.kind == "b"):
                return True
            if isinstance(of, Object) and not isinstance(part, Constant):
                return True
    return False


def _surely(of: Array, found: Type, other: Type) -> bool:
    """Whether a result surely has the dtype and shape of the array it replaces."""
    if found != of or not of.shape:
        return False
    return None not in of.shape or all(
        isinstance(one, (PythonScalar, NumpyScalar)) for one in members(other)
    )


def _rank(of: Type) -> int | None:
    """Return the number of dimensions of a result; None if it is unknown."""
    if isinstance(of, Array):
        return of.rank
    return 0 if isinstance(of, (PythonScalar, NumpyScalar)) else None


def _holds_arrays(of: Type) -> bool:
    if isinstance(of, Array):
        return True
    if isinstance(of, (List, Iterable)):
        return _holds_arrays(of.element)
    if isinstance(of, Tuple):
        return any(map(_holds_arrays, of.items))
    return any(map(_holds_arrays, of.members)) if isinstance(of, Union) else False


def _constant_arrays(graph: Graph) -> list[Argument]:
    """Return the arrays that a graph holds itself."""
    found: list[Argument] = []
    for node in graph.nodes():
        for argument in (*node.args, *(each for _, each in node.kwargs)):
            if isinstance(argument, Constant) and isinstance(
                argument.value, np.ndarray
            ):
                if argument not in found:
                    found.append(argument)
    return found


def _refuse(node: Node) -> None:
    """Refuse what has no values, whatever it is given."""
    if isinstance(node.operation, Construct):
        if node.operation is not COND and not isinstance(node.operation, Loop):
            raise ProtectedRegion(
                "what a block wrote before an exception is not known as values",
                span=node.span,
                hint="test for the error before it arises, and move the block out",
            )
        return
    row = cast(Row, node.operation)
    if row.effect and row.returns == "shares" and not row.writes:
        raise _outside(node, "Python code is called that the graph does not know")
    if row.reshapes:
        raise _outside(node, "an array changes its shape in place")
    for argument in written_arguments(node):
        of = argument_type(argument)
        for one in members(of):
            if not isinstance(one, (Array, List, Container, Tuple, *_NUMBERS)):
                raise _outside(node, f"{row.name} changes what is no array or list")


def _outside(node: Node, what: str) -> OutsideState:
    return OutsideState(
        what,
        span=node.span,
        hint="pass what it gives as an argument, and return what it should change",
    )


def _no_twin(node: Node, row: Row) -> NoTwin:
    return NoTwin(
        f"no operation returns what {row.name} would write here",
        span=node.span,
        hint="assign its result by an index: x[...] = ...",
    )


_NUMBERS = (PythonScalar, NumpyScalar, Never)

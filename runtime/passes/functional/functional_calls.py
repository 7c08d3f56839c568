"""Calls in functional form: views lead from a base, writes make new values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from runtime.constructs import COND
from runtime.constructs.carries import Loop
from runtime.constructs.protected import Protected
from runtime.errors import (
    AmbiguousMemory,
)
from runtime.ir.behavior import may_be_answered, written_arguments
from runtime.ir.called_graph import CalledGraph
from runtime.ir.graph import Graph
from runtime.ir.memory import can_hold
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.ops.ufuncs import ufunc_call
from runtime.passes.bases import (
    Ref,
    View,
)
from runtime.passes.functional.called_summaries import Summary, summary
from runtime.passes.functional.functional_callees import functional_callee
from runtime.passes.functional.functional_cells import Cells
from runtime.passes.functional.functional_kinds import (
    binds_anew,
    in_order,
    is_flat,
    known_callee,
    may_copy,
    never_returns,
    no_twin,
    rank_of,
    refuse,
    resized,
    surely_like,
    written_arrays,
)
from runtime.types import (
    ANY,
    Array,
    Tuple,
)


class Calls(Cells):
    """Walks nodes; what it does with branches and loops stands in a subclass."""

    @abstractmethod
    def cond(self, node: Node) -> bool:
        """Write a branch; return whether its end is never reached."""

    @abstractmethod
    def loop(self, node: Node, construct: Loop) -> bool:
        """Write a loop; return whether its end is never reached."""

    @abstractmethod
    def protected(self, node: Node) -> bool:
        """Write a `try` or `with`; return whether its end is never reached."""

    def nodes(self, nodes: Sequence[Node]) -> bool:
        """Walk nodes; return whether their end is never reached."""
        for node in nodes:
            self.of.span = node.span
            if self.on_cell(node):
                continue
            if node.operation is COND:
                ended = self.cond(node)
            elif isinstance(node.operation, Loop):
                ended = self.loop(node, node.operation)
            elif isinstance(node.operation, Protected):
                ended = self.protected(node)
            elif (callee := known_callee(node)) is not None:
                self.call_graph(node, callee)
                ended = False
            else:
                refuse(node)
                self.call(node, cast(Row, node.operation))
                ended = never_returns(node)
            if ended:
                return True
        return False

    @abstractmethod
    def form_of(self, graph: Graph) -> Graph:
        """Return the functional form of another graph."""

    def call_graph(self, node: Node, callee: CalledGraph) -> None:
        """Write a call of a graph that makes new values."""
        made, said = functional_callee(callee, self.form_of, node.span), summary(callee)
        targets = self._written_by(node, callee, said)
        given = (Constant(made), *self.read_all(node.args[1:]))
        row = OPS["call_graph"]
        if not targets:
            self.of.nodes.append(replace(node, operation=row, args=given))
        else:
            found = self.of.call(row, given, of=made.gives)
            for result in node.results:
                first = (found, Constant(0))
                self.of.nodes.append(Node(OPS["getitem"], first, results=(result,)))
            for place, target in enumerate(targets, 1):
                self.buffers.write(target, self.of.getitem(found, place))
        shared = [node.args[1 + place] for place in said.returns]
        rivals = {one for ref in self.refs(shared) for one in ref.base.all}
        for result in node.results:
            if self.is_array(result):
                ref = self.buffers.make(result.name, result, rivals)
                if rivals:
                    ref.base.unwritable = f"{callee.name} may return what it is given"
                self.held[result.name] = ref
            elif isinstance(result.type, Tuple) and not (rivals or said.together):
                self.parts[result.name] = {}
            elif can_hold(result.type):
                self.hand_out(shared)

    def _written_by(self, node: Node, callee: CalledGraph, said: Summary) -> list[Ref]:
        """Return the buffers that a called graph writes, each other than the rest."""
        taken = [self.meaning(each) for each in node.args[1:]]
        found: list[Ref] = []
        for place in sorted(said.writes):
            target = taken[place]
            others = [e for k, e in enumerate(taken) if k != place and type(e) is Ref]
            alone = isinstance(target, Ref) and not any(
                target.base.all & other.base.all for other in others
            )
            if not isinstance(target, Ref) or not alone:
                raise AmbiguousMemory(
                    f"what {callee.name} writes may be several of its arguments, or no "
                    "array",
                    span=node.span,
                    hint="pass it arrays of their own",
                )
            found.append(target)
        return found

    def emit(self, node: Node) -> None:
        """Write a call as it is, with what its operands hold now."""
        args, kwargs = self.read_all(node.args), self.read_named(node)
        self.of.nodes.append(replace(node, args=args, kwargs=kwargs))

    def call(self, node: Node, row: Row) -> None:
        written = [] if never_returns(node) else written_arguments(node)
        if binds_anew(node):
            assert row.twin is not None
            self.emit(replace(node, operation=OPS[row.twin]))  # a name bound anew
        elif not never_returns(node) and written_arrays(node):
            self.write(node, row)
        elif not (self.taken_apart(node, row) or self.view(node, row)):
            self.emit(node)
            self.results(node, row, bool(written))

    def results(self, node: Node, row: Row, keeps: bool) -> None:
        """Record what the results of a call are, and what holds its operands."""
        everything = (*node.args, *(each for _, each in node.kwargs))
        fresh = row.fresh(node) and not row.holds
        for result in node.results:
            if self.is_array(result):
                self.held[result.name] = self.array(result, node, row)
            elif fresh and isinstance(result.type, Tuple):
                self.parts[result.name] = {}
            elif not isinstance(result.type, Array):
                keeps = keeps or can_hold(result.type)
        if keeps or row.keeps:
            self.hand_out(everything)

    def array(self, result: Value, node: Node, row: Row) -> Ref:
        """Return what an array is that a call returned."""
        if row.fresh(node):
            packed = is_flat(result.type) or (row.ordered and in_order(node))
            return self.buffers.make(result.name, result, packed=packed)
        everything = (*node.args, *(each for _, each in node.kwargs))
        rivals = {one for ref in self.refs(everything) for one in ref.base.all}
        ref = self.buffers.make(result.name, result, rivals)
        if not rivals:
            ref.base.unwritable = "where it comes from is known at run time only"
        elif row.returns == "shares" and not row.packed:
            names = ", ".join(sorted(repr(each.name) for each in rivals))
            ref.base.unwritable = f"it may be a part of {names}"
        return ref

    def taken_apart(self, node: Node, row: Row) -> bool:
        """Whether a call takes a tuple of new arrays, or an array, into its items."""
        source = node.args[0] if node.args else None
        if node.fails or not isinstance(source, Value):
            return False
        if row.name == "getitem" and source.name in self.parts:
            (result,), index = node.results, node.args[1]
            place = index.value if isinstance(index, Constant) else None
            if not self.is_array(result) or type(place) is not int:
                return False
            parts = self.parts[source.name]
            if place not in parts:
                self.of.nodes.append(node)
                parts[place] = self.buffers.make(result.name, result), result
            self.held[result.name] = parts[place][0]
            return True
        ref = self.meaning(source)
        if row.name != "unpack" or not isinstance(ref, Ref) or len(node.results) < 2:
            return False
        for position, result in enumerate(node.results):
            step = View(OPS["getitem"], (Constant(position),), (), result.type)
            part = self.buffers.step(ref, step)
            held = part if isinstance(result.type, Array) else self.buffers.read(part)
            self.held[result.name] = held
        return True

    def view(self, node: Node, row: Row) -> bool:
        """Whether a call is a view of an array that may be written, and known to be."""
        source = self.meaning(node.args[0]) if node.args else None
        if not isinstance(source, Ref) or len(node.results) != 1:
            return False
        (result,) = node.results
        if not isinstance(result.type, Array) or row.fresh(node) or node.fails:
            return False
        if row.returns == "same" and not row.reads:
            self.held[result.name] = source
            return True
        if row.undo is None or may_copy(node, row):
            return False
        if row.packed and not self.is_packed(node, source):
            return False
        view = View(
            row, self.read_all(node.args[1:]), self.read_named(node), result.type
        )
        packed = row.packed or (row.returns == "same" and source.packed)
        self.held[result.name] = self.buffers.step(source, view, packed)
        return True

    def is_packed(self, node: Node, source: Ref) -> bool:
        """Whether a reshape is a view; where an argument decides, that is checked."""
        flat = is_flat(argument_type(node.args[0]))
        if source.packed or (flat and node.operation.name != "ravel"):
            return True
        if source.base in self.inputs and not source.path:
            self.packed.append(source.base)
            return True
        return False

    # Writes

    def write(self, node: Node, row: Row) -> None:
        """Let what a call writes hold what its twin returns."""
        arrays = written_arrays(node)
        target = self.meaning(arrays[0])
        of = argument_type(arrays[0])
        if len(arrays) != 1 or not isinstance(target, Ref) or not isinstance(of, Array):
            raise AmbiguousMemory(
                f"what {row.name} writes may be an array or something else",
                span=node.span,
                hint="make it an array on every path before it is written",
            )
        if may_be_answered(node):
            what = row.infix or "a function of NumPy"
            raise AmbiguousMemory(
                f"an operand of {what} may answer for it, and give something else than "
                "the array that is written",
                span=node.span,
                hint="make the operand an array: np.asarray(...)",
            )
        if row.reshapes:
            self.reshape(node, target, of)
        elif not self.sets_itself(node, row, target):
            if isinstance(row.writes[0], str):
                value = self.without_out(node, row, target, of)
            elif row.twin is None:
                raise no_twin(node, row)
            elif row.twin == row.name:
                value = self.with_copy(node, row, of)
            elif row.returns == "same":
                args = self.read_all(node.args)
                value = self.of.call(OPS[row.twin], args)
                if rank_of(argument_type(value)) not in (of.rank, None):
                    raise no_twin(node, row)
                if not surely_like(of, argument_type(value), argument_type(args[1])):
                    value = self.of.call(
                        OPS["cast_like"], (value, self.buffers.read(target)), of=of
                    )
            else:
                args, kwargs = self.read_all(node.args), self.read_named(node)
                value = self.of.call(OPS[row.twin], args, kwargs, of)
            self.buffers.write(target, value)
        for result in node.results:
            self.held[result.name] = target

    def reshape(self, node: Node, target: Ref, of: Array) -> None:
        """Let an array that lies in C order have another shape."""
        base = target.base
        if target.path or base not in self.buffers.state.current:
            raise resized(node)
        if not target.packed:
            if base not in self.inputs:
                raise resized(node)
            self.packed.append(base)
        args = self.read_all(node.args)
        self.buffers.shape(target, self.of.call(OPS["reshape"], args, of=of))

    def with_copy(self, node: Node, row: Row, of: Array) -> Argument:
        """Return what a call with ``copy=False`` writes."""
        if len(node.args) != 1 or not of.rank:
            raise no_twin(node, row)  # what it returns of a number is not the array
        options = [each for each in self.read_named(node) if each[0] != "copy"]
        return self.of.call(row, self.read_all(node.args), options, of)

    def sets_itself(self, node: Node, row: Row, target: Ref) -> bool:
        """Whether a call is the ``x[i] = x[i]`` behind ``x[i] += v``."""
        if row.name != "setitem":
            return False
        value = self.meaning(node.args[2])
        if not isinstance(value, Ref) or value.base is not target.base:
            return False
        if not self.buffers.is_shaped(value):
            return False
        step = View(OPS["getitem"], (self.read(node.args[1]),), (), ANY)
        own = value.path[-1:]
        return (
            value.path[:-1] == target.path
            and len(own) == 1
            and (own[0].row, own[0].rest) == (step.row, step.rest)
        )

    def without_out(self, node: Node, row: Row, target: Ref, of: Array) -> Argument:
        """Return what a call with ``out=`` computes, as the array it goes to."""
        kwargs = [each for each in self.read_named(node) if each[0] != "out"]
        args = self.read_all(node.args)
        ufunc = args[0] if row.kernel is ufunc_call else Constant(row.kernel)
        known = ufunc.value if isinstance(ufunc, Constant) else None
        elementwise = isinstance(known, np.ufunc)
        options = any(name in ("where", "casting") for name, _ in kwargs)
        if options or (elementwise and self.never_fits(row, args, kwargs, of)):
            if not elementwise or len(node.results) != 1:
                raise no_twin(node, row)
            operands = args[1:] if row.kernel is ufunc_call else args
            filled = (ufunc, self.buffers.read(target), *operands)
            return self.of.call(OPS["ufunc_filled"], filled, kwargs, of)
        value = self.of.call(row, args, kwargs)
        found = argument_type(value)
        dtype = getattr(found, "dtype", None)
        if dtype is None or (dtype != of.dtype and not elementwise):
            raise no_twin(node, row)
        if not np.can_cast(dtype, of.dtype, "same_kind"):
            raise no_twin(node, row)
        if surely_like(of, found, found):
            return value
        now = self.buffers.read(target)
        if elementwise and getattr(found, "shape", ()) != of.shape:
            value = self.of.spread(value, now)
        return self.of.call(OPS["cast_like"], (value, now), of=of)

    def never_fits(
        self,
        row: Row,
        args: tuple[Argument, ...],
        kwargs: list[tuple[str, Argument]],
        of: Array,
    ) -> bool:
        """Whether a call surely raises since its result is of another kind."""
        dtype = getattr(infer(row, args, tuple(kwargs))[0], "dtype", None)
        return dtype is not None and not np.can_cast(dtype, of.dtype, "same_kind")

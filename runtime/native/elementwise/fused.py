"""Lowers elementwise operations on arrays to one kernel that goes through them once.

Elements are computed in blocks that fit the nearest cache. Between NumPy's inner loops,
which work on blocks, all exact operations of a block are one loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Value
from runtime.native.arrays import fresh
from runtime.native.arrays.elements import are_columns, fault_unless_ordered
from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.registers import of_dtype
from runtime.native.assembly.scratch import BLOCK
from runtime.native.assembly.settings import EXACT, Settings
from runtime.native.assembly.tasks import BEGIN, END, Task
from runtime.native.assembly.values import NotNative, Scalar, View
from runtime.native.elementwise.groups import members_of
from runtime.native.elementwise.per_element import operand_dtypes, operands
from runtime.native.elementwise.spaces import Space, broadcast, one_row
from runtime.native.elementwise.spans import Span
from runtime.native.elementwise.tiles import Turns, taken, through_tiles
from runtime.native.marks.kernels import Kernel
from runtime.native.objects import frame
from runtime.native.scalars.conversions import constant, to_dtype
from runtime.regions.parts import results
from runtime.types import INT, Array, type_of

LOOP_COST = 20
"""How many exact operations take as long as one by an inner loop, about."""


def lower_fused(
    graph: Graph,
    settings: Settings = EXACT,
    name: str = "kernel",
    columns: bool = True,
    steps: Mapping[str, Sequence[str]] | None = None,
    contiguous: bool = False,
    turns: Turns | None = None,
) -> Kernel:
    """Return the kernel of a graph of elementwise operations.

    Parameters
    ----------
    graph : Graph
        The graph.
    settings : Settings
        What the user asked for.
    name : str
        The name of the function.
    columns : bool
        Whether results may be laid out column by column, where NumPy does so.
    steps : mapping, optional
        The strides of arrays that arrive. Those that are numbers are relied on.
    contiguous : bool
        Whether it takes only arrays whose elements lie side by side.
    turns : Turns, optional
        The loop whose turns the graph is.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    known = steps or {}
    return _Fused(graph, settings, name, columns, known, contiguous, turns).kernel()


class _Fused:
    """The parts of a kernel.

    A function of its own computes elements that lie side by side; the kernel finds out
    how many there are, makes the results, and calls it for each row.
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        name: str,
        columns: bool,
        steps: Mapping[str, Sequence[str]],
        contiguous: bool,
        turns: Turns | None,
    ) -> None:
        self._turns = turns
        self._graph = graph
        self._columns = columns
        self._contiguous = contiguous
        self._steps = steps
        self._settings = settings
        self._name = name
        self._members = members_of(graph)
        self._outputs = [
            each.name for each in results(graph) if isinstance(each, Value)
        ]
        self.w = Writer()
        self._arrays: dict[str, View] = {}
        self._scalars: dict[str, Scalar] = {}

    def kernel(self) -> Kernel:
        """Return the kernel."""
        w = self.w
        place = self._take_inputs()
        rank = max(len(view.sizes) for view in self._arrays.values())
        sizes, strides = broadcast(w, self._arrays, rank)
        loops = any(member.loop for member in self._members)
        shape, columns = sizes, "false"
        if self._columns and rank > 1:
            given = [
                strides[name][rank - len(view.sizes) :]
                for name, view in self._arrays.items()
            ]
            columns = are_columns(w, given, rank)
            sizes = self._turned(sizes, columns)
            strides = {name: self._turned(s, columns) for name, s in strides.items()}
        fault_unless_ordered(w, strides.values(), backwards=not loops)
        self._check_outputs(shape)
        collapsed, total = one_row(w, self._arrays, sizes, strides)
        made = self._make_outputs(shape, columns)
        scalars = self._scalar_operands()
        last = w.put(f"select i1 {collapsed}, i64 {total}, i64 {sizes[-1]}")
        inner = {}
        unit = "true"
        for name, view in self._arrays.items():
            step = strides[name][-1]
            width = view.type.dtype.itemsize
            step = w.put(f"select i1 {collapsed}, i64 {width}, i64 {step}")
            inner[name] = step
            same = w.put(f"icmp eq i64 {step}, {width}")
            unit = w.put(f"and i1 {unit}, {same}")
        space = Space(
            rank,
            sizes,
            strides,
            collapsed,
            last,
            inner,
            unit,
            scalars,
            {name: view.data for name, view in self._arrays.items()},
            {name: each.data for name, each in zip(self._outputs, made, strict=True)},
            self._turns_taken(sizes, total),
        )
        part = self._part(space, total)
        for each in made:
            place = frame.write(w, "%frame", place, each)
        if self._turns is not None:
            place = frame.write(w, "%frame", place, Scalar(INT, space.turns))
        w.leave(0)
        head = f"define i32 @{self._name}(ptr noalias %frame, ptr {OWN}) noinline"
        parts = (self._members, self._arrays, self._outputs, scalars, self._settings)
        spans = [Span(self._name, *parts, unit=each) for each in _ways(unit)]
        texts = [span.text() for span in spans]
        declared = dict(w.declared)
        for span in spans:
            declared |= span.w.declared
        text = "\n".join([w.function(head), part, *texts])
        addresses: dict[str, int] = {}
        for span in spans:
            addresses |= span.w.addresses
        count = len(self._outputs)
        return Kernel(
            text,
            declared,
            place,
            frozenset(),
            fresh.PLACES * count,
            addresses,
            contiguous=self._contiguous,
            scopes=count,
            whole=frozenset(range(count)),
            rows=columns == "false",
        )

    def _type(self, name: str) -> Array:
        for member in self._members:
            if member.name == name:
                of = member.node.results[0].type
                assert isinstance(of, Array)
                return of
        raise NotNative("a result that is not computed")

    # What arrives

    def _take_inputs(self) -> int:
        w = self.w
        place = 0
        for value in self._graph.inputs:
            found = frame.read(w, "%frame", place, value.type)
            place += frame.places(value.type)
            if isinstance(found, View):
                self._arrays[value.name] = self._with_known_strides(value.name, found)
            elif isinstance(found, Scalar):
                self._scalars[value.name] = found
            else:
                raise NotNative(f"an operand of type {value.type}")
        return place

    def _with_known_strides(self, name: str, view: View) -> View:
        if self._contiguous:
            return frame.contiguous(self.w, view)
        known = zip(view.strides, self._steps.get(name, view.strides), strict=True)
        strides = [step if step.isdigit() else own for own, step in known]
        return replace(view, strides=tuple(strides))

    def _check_outputs(self, sizes: list[str]) -> None:
        """Fault where a result is smaller than the space of all arrays."""
        w = self.w
        feeds: dict[str, set[str]] = {name: {name} for name in self._arrays}
        for member in self._members:
            feeds[member.name] = set().union(
                *(feeds.get(v.name, set()) for v in member.node.operands())
            )
        for name in self._outputs:
            if feeds[name] == set(self._arrays):
                continue
            for axis, size in enumerate(sizes):
                least = "1"
                for each in feeds[name]:
                    view = self._arrays[each]
                    at = axis - (len(sizes) - len(view.sizes))
                    if at >= 0:
                        one = w.put(f"icmp eq i64 {view.sizes[at]}, 1")
                        least = w.put(
                            f"select i1 {one}, i64 {least}, i64 {view.sizes[at]}"
                        )
                w.fault_if(w.put(f"icmp ne i64 {least}, {size}"))

    def _turned(self, codes: list[str], turns: str) -> list[str]:
        """Return what belongs to axes, in the opposite order if that is so."""
        pairs = zip(codes, reversed(codes), strict=True)
        return [self.w.put(f"select i1 {turns}, i64 {b}, i64 {a}") for a, b in pairs]

    def _make_outputs(self, sizes: list[str], columns: str) -> list[View]:
        """Write the making of the arrays of the results."""
        w = self.w
        found = []
        for number, name in enumerate(self._outputs):
            owner = w.at(OWN, 8 * fresh.PLACES * number)
            made = fresh.array(w, self._type(name), sizes, owner, columns)
            if columns != "false":
                at = w.load("ptr", w.at(made.base, OFFSETS["strides"]))
                own = [w.load("i64", w.at(at, 8 * axis)) for axis in range(len(sizes))]
                made = replace(made, strides=tuple(own))
            found.append(made)
        return found

    def _scalar_operands(self) -> dict[tuple[str, int], tuple[str, str]]:
        """Return scalar operands in the dtypes they are computed in: kind and code."""
        w = self.w
        found = {}
        for member in self._members:
            wanted = operand_dtypes(member.node, member.dtype)
            for position, argument in enumerate(operands(member.node)):
                dtype = wanted[position]
                scalar: Scalar | None = None
                if isinstance(argument, Constant):
                    of = type_of(argument.value)
                    scalar = constant(argument.value, of)
                elif isinstance(argument, Value):
                    scalar = self._scalars.get(argument.name)
                if scalar is not None:
                    code = to_dtype(w, scalar, dtype)
                    found[member.name, position] = (of_dtype(dtype), code)
        return found

    # Rows

    def _part(self, space: Space, total: str) -> str:
        """Write the call of a function that computes a part, and return that one.

        A part is some of the rows, or some of the blocks of a single row.
        """
        w = self.w
        task = Task(w, f"{self._name}_part")
        seen = space.through(task)
        one = "true" if space.rank == 1 else space.collapsed
        blocks = w.put(
            f"udiv i64 {w.put(f'add i64 {space.last}, {BLOCK - 1}')}, {BLOCK}"
        )
        parts = w.put(f"select i1 {one}, i64 {blocks}, i64 {space.sizes[0]}")
        cost = sum(LOOP_COST if member.loop else 1 for member in self._members)
        work = w.put(f"mul i64 {total}, {cost}")
        work = w.put(f"mul i64 {work}, {space.turns}")
        task.run(parts, work, self._settings.threads)
        self._rows(task.w, seen)
        return task.text()

    def _rows(self, w: Writer, space: Space) -> None:
        """Write the loops over all axes but the last, around the call of ``span``."""
        one = "true" if space.rank == 1 else space.collapsed
        begin = w.put(f"mul i64 {BEGIN}, {BLOCK}")
        end = w.put(f"mul i64 {END}, {BLOCK}")
        end = w.intrinsic("i64", "llvm.smin.i64", ("i64", end), ("i64", space.last))
        first = w.put(f"select i1 {one}, i64 {begin}, i64 0")
        count = w.put(f"sub i64 {end}, {begin}")
        count = w.put(f"select i1 {one}, i64 {count}, i64 {space.last}")
        row = w.slot("i64")
        w.store("i64", "0", row)
        pointers = {}
        for name, start in space.data.items():
            far = w.put(f"mul i64 {first}, {space.inner[name]}")
            pointers[name] = w.at(start, far)
        with ExitStack() as loops:
            for axis in range(space.rank - 1):
                turns = w.put(f"select i1 {one}, i64 1, i64 {space.sizes[axis]}")
                before = "0"
                if axis == 0:
                    before = w.put(f"select i1 {one}, i64 0, i64 {BEGIN}")
                    turns = w.put(f"select i1 {one}, i64 1, i64 {END}")
                    self._skip(w, space, before, row)
                turn = loops.enter_context(w.turns(turns, before))
                for name, start in pointers.items():
                    far = w.put(f"mul i64 {turn}, {space.strides[name][axis]}")
                    pointers[name] = w.at(start, far)
            number = w.load("i64", row)
            w.store("i64", w.put(f"add i64 {number}, 1"), row)
            before = w.put(f"mul i64 {number}, {space.last}")
            before = w.put(f"add i64 {before}, {first}")
            targets = {}
            for name, start in space.results.items():
                width = self._type(name).dtype.itemsize
                far = w.put(f"mul i64 {before}, {width}")
                targets[name] = w.at(start, far)
            span = partial(self._span, w, space)
            if self._turns is None:
                span(count, pointers, targets, space.inner)
            else:
                widths = {name: self._type(name).dtype.itemsize for name in targets}
                both = pointers, targets
                through_tiles(w, space, count, self._turns, widths, both, span)

    def _span(
        self,
        w: Writer,
        space: Space,
        count: str,
        pointers: Mapping[str, str],
        targets: Mapping[str, str],
        steps: Mapping[str, str],
    ) -> None:
        """Write the call of the function that computes elements side by side."""
        arguments = [("i64", count)]
        arguments += [("ptr", pointer) for pointer in pointers.values()]
        arguments += [("ptr", target) for target in targets.values()]
        arguments += list(space.scalars.values())
        arguments += [("i64", step) for step in steps.values()]
        given = ", ".join(f"{kind} {code}" for kind, code in arguments)
        fast, slow, done = map(w.label, ("unit", "strided", "done"))
        w.branch(space.unit, fast, slow)
        for unit in _ways(space.unit):
            w.begin(fast if unit else slow)
            suffix = "unit" if unit else "strided"
            w.do(f"call void @{self._name}_{suffix}({given})")
            w.jump(done)
        w.begin(done)

    def _turns_taken(self, sizes: list[str], total: str) -> str:
        """Return how many turns of a loop each element takes."""
        if self._turns is None:
            return "1"
        work = self.w.put(f"mul i64 {total}, {len(self._members)}")
        starts = [self._arrays[name].sizes for name in self._turns.states]
        left = self._scalars[self._turns.number].code
        return taken(self.w, left, work, starts, sizes)

    def _skip(self, w: Writer, space: Space, before: str, row: str) -> None:
        """Write the number of rows before a part."""
        for size in space.sizes[1:-1]:
            before = w.put(f"mul i64 {before}, {size}")
        w.store("i64", before, row)


def _ways(unit: str) -> list[bool]:
    """Return whether elements may lie next to each other, and whether apart."""
    return {"true": [True], "false": [False]}.get(unit, [True, False])

"""Lowers elementwise operations on arrays to one kernel that goes through them once.

Elements are computed in blocks that fit the nearest cache. Between NumPy's inner loops,
which work on blocks, all exact operations of a block are one loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Value
from runtime.native import frame, fresh
from runtime.native.conversions import constant, to_dtype
from runtime.native.elements import fault_unless_ordered
from runtime.native.emit import OWN, Writer
from runtime.native.groups import members_of
from runtime.native.kernels import Kernel
from runtime.native.parts import results
from runtime.native.per_element import operand_dtypes
from runtime.native.registers import of_dtype
from runtime.native.spans import Span
from runtime.native.values import NotNative, Scalar, View
from runtime.types import Array, type_of


def lower_fused(graph: Graph, name: str = "kernel") -> Kernel:
    """Return the kernel of a graph of elementwise operations.

    Parameters
    ----------
    graph : Graph
        The graph.
    name : str
        The name of the function.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    return _Fused(graph, name).kernel()


class _Fused:
    """The parts of a kernel.

    A function of its own computes elements that lie side by side; the kernel finds out
    how many there are, makes the results, and calls it for each row.
    """

    def __init__(self, graph: Graph, name: str) -> None:
        self._graph = graph
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
        sizes, strides = self._space(rank)
        loops = any(member.loop for member in self._members)
        fault_unless_ordered(w, strides.values(), backwards=not loops)
        self._check_outputs(sizes)
        collapsed, total = self._collapsed(sizes)
        made = self._make_outputs(sizes)
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
        starts = [each.data for each in made]
        self._rows(rank, sizes, strides, collapsed, last, inner, unit, starts, scalars)
        for each in made:
            place = frame.write(w, "%frame", place, each)
        w.leave(0)
        head = f"define i32 @{self._name}(ptr noalias %frame, ptr {OWN}) noinline"
        given = (self._members, self._arrays, self._outputs, scalars)
        spans = [Span(self._name, *given, unit=each) for each in (True, False)]
        texts = [span.text() for span in spans]
        declared = dict(w.declared)
        for span in spans:
            declared |= span.w.declared
        text = "\n".join([w.function(head), *texts])
        addresses: dict[str, int] = {}
        for span in spans:
            addresses |= span.w.addresses
        count = len(self._outputs)
        return Kernel(
            text, declared, place, frozenset(), count, addresses, scopes=count
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
                self._arrays[value.name] = found
            elif isinstance(found, Scalar):
                self._scalars[value.name] = found
            else:
                raise NotNative(f"an operand of type {value.type}")
        return place

    def _space(self, rank: int) -> tuple[list[str], dict[str, list[str]]]:
        """Return the sizes that all arrays broadcast to, and their strides in it."""
        w = self.w
        sizes = ["1"] * rank
        strides: dict[str, list[str]] = {}
        for name, view in self._arrays.items():
            missing = rank - len(view.sizes)
            strides[name] = ["0"] * missing
            for axis, (size, stride) in enumerate(
                zip(view.sizes, view.strides, strict=True), missing
            ):
                one = w.put(f"icmp eq i64 {size}, 1")
                if sizes[axis] == "1":
                    sizes[axis] = size
                else:
                    before = sizes[axis]
                    differs = w.put(f"icmp ne i64 {size}, {before}")
                    many = w.put(f"icmp ne i64 {before}, 1")
                    several = w.put(f"icmp ne i64 {size}, 1")
                    both = w.put(f"and i1 {many}, {several}")
                    w.fault_if(w.put(f"and i1 {differs}, {both}"))
                    sizes[axis] = w.put(f"select i1 {one}, i64 {before}, i64 {size}")
                strides[name].append(w.put(f"select i1 {one}, i64 0, i64 {stride}"))
        return sizes, strides

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

    def _collapsed(self, sizes: list[str]) -> tuple[str, str]:
        """Return whether all arrays are one row, and the number of elements."""
        w = self.w
        total = "1"
        for size in sizes:
            total = w.put(f"mul i64 {total}, {size}")
        found = "true"
        for view in self._arrays.values():
            if len(view.sizes) < len(sizes):
                return "false", total
            step = str(view.type.dtype.itemsize)
            for axis in range(len(sizes) - 1, -1, -1):
                full = w.put(f"icmp eq i64 {view.sizes[axis]}, {sizes[axis]}")
                close = w.put(f"icmp eq i64 {view.strides[axis]}, {step}")
                both = w.put(f"and i1 {full}, {close}")
                found = w.put(f"and i1 {found}, {both}")
                step = w.put(f"mul i64 {step}, {view.sizes[axis]}")
        return found, total

    def _make_outputs(self, sizes: list[str]) -> list[View]:
        """Write the making of the arrays of the results."""
        return [
            fresh.array(self.w, self._type(name), sizes, self.w.at(OWN, 8 * number))
            for number, name in enumerate(self._outputs)
        ]

    def _scalar_operands(self) -> dict[tuple[str, int], tuple[str, str]]:
        """Return scalar operands in the dtypes they are computed in: kind and code."""
        w = self.w
        found = {}
        for member in self._members:
            wanted = operand_dtypes(member.node, member.dtype)
            for position, argument in enumerate(member.node.args):
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

    def _rows(
        self,
        rank: int,
        sizes: Sequence[str],
        strides: Mapping[str, Sequence[str]],
        collapsed: str,
        last: str,
        inner: Mapping[str, str],
        unit: str,
        starts: Sequence[str],
        scalars: Mapping[tuple[str, int], tuple[str, str]],
    ) -> None:
        """Write the loops over all axes but the last, around the call of ``span``."""
        w = self.w
        row = w.slot("i64")
        w.store("i64", "0", row)
        pointers = {name: view.data for name, view in self._arrays.items()}
        with ExitStack() as loops:
            for axis in range(rank - 1):
                count = w.put(f"select i1 {collapsed}, i64 1, i64 {sizes[axis]}")
                turn = loops.enter_context(w.turns(count))
                for name, start in pointers.items():
                    far = w.put(f"mul i64 {turn}, {strides[name][axis]}")
                    pointers[name] = w.at(start, far)
            number = w.load("i64", row)
            w.store("i64", w.put(f"add i64 {number}, 1"), row)
            before = w.put(f"mul i64 {number}, {last}")
            arguments = [("i64", last)]
            arguments += [("ptr", pointer) for pointer in pointers.values()]
            for name, start in zip(self._outputs, starts, strict=True):
                width = self._type(name).dtype.itemsize
                far = w.put(f"mul i64 {before}, {width}")
                arguments.append(("ptr", w.at(start, far)))
            arguments += list(scalars.values())
            arguments += [("i64", step) for step in inner.values()]
            given = ", ".join(f"{kind} {code}" for kind, code in arguments)
            fast, slow, done = map(w.label, ("unit", "strided", "done"))
            w.branch(unit, fast, slow)
            for label, suffix in ((fast, "unit"), (slow, "strided")):
                w.begin(label)
                w.do(f"call void @{self._name}_{suffix}({given})")
                w.jump(done)
            w.begin(done)

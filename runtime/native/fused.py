"""Lowers elementwise operations on arrays to one kernel that goes through them once.

Elements are computed in blocks that fit the nearest cache. Between NumPy's inner loops,
which work on blocks, all exact operations of a block are one loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Value
from runtime.native import frame
from runtime.native.conversions import constant, to_dtype
from runtime.native.emit import Writer
from runtime.native.groups import loop_symbols, members_of
from runtime.native.layout import OFFSETS
from runtime.native.lowering import Kernel, results
from runtime.native.per_element import operand_dtypes
from runtime.native.spans import Span, scopes
from runtime.native.values import (
    NotNative,
    Scalar,
    View,
    of_dtype,
)
from runtime.types import Array, type_of

_POOL = "%pool"


def lower_fused(graph: Graph) -> Kernel:
    """Return the kernel of a graph of elementwise operations.

    Raises
    ------
    NotNative
        If something in it stays with the Python plan.
    """
    return _Fused(graph).kernel()


class _Fused:
    """The parts of a kernel.

    The function ``span`` computes elements that lie side by side; the kernel finds out
    how many there are, makes the results, and calls it for each row.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
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
        self._check_order(sizes, strides)
        self._check_outputs(sizes)
        collapsed, total = self._collapsed(sizes)
        objects, starts = self._make_outputs(sizes)
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
        self._rows(rank, sizes, strides, collapsed, last, inner, unit, starts, scalars)
        for object_ in objects:
            w.store("ptr", object_, w.at("%frame", 8 * place))
            place += frame.places(self._type(self._outputs[objects.index(object_)]))
        w.leave(0)
        head = f"define i32 @kernel(ptr noalias %frame, ptr {_POOL}) noinline"
        given = (self._members, self._arrays, self._outputs, scalars)
        spans = [Span(*given, unit=each) for each in (True, False)]
        texts = [span.text() for span in spans]
        declared = dict(w.declared)
        for span in spans:
            declared |= span.w.declared
        text = "\n".join([w.function(head), *texts, scopes(len(self._outputs))])
        addresses = loop_symbols(self._graph)
        return Kernel(text, declared, place, frozenset(), True, addresses)

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

    def _check_order(self, sizes: list[str], strides: dict[str, list[str]]) -> None:
        """Fault where NumPy would not lay out the results row by row."""
        w = self.w
        for steps in strides.values():
            for axis, step in enumerate(steps):
                w.fault_if(w.put(f"icmp slt i64 {step}, 0"))
                for later in steps[axis + 1 :]:
                    some = w.put(f"icmp ne i64 {step}, 0")
                    less = w.put(f"icmp slt i64 {step}, {later}")
                    w.fault_if(w.put(f"and i1 {some}, {less}"))

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

    def _make_outputs(self, sizes: list[str]) -> tuple[list[str], list[str]]:
        """Make the arrays of the results; return the objects and their addresses."""
        w = self.w
        dims = w.slot(f"[{len(sizes)} x i64]")
        for axis, size in enumerate(sizes):
            w.store("i64", size, w.at(dims, 8 * axis))
        objects, starts = [], []
        for name in self._outputs:
            made = w.call(
                "ptr",
                "autograph_array_new",
                ("ptr", w.global_("autograph_ndarray")),
                ("i32", str(len(sizes))),
                ("ptr", dims),
                ("i32", str(self._type(name).dtype.num)),
                ("ptr", "null"),
                ("ptr", "null"),
                ("i32", "0"),
                ("i32", "0"),
                ("ptr", "null"),
            )
            w.fault_if(w.put(f"icmp eq ptr {made}, null"))
            status = w.call("i32", "PyList_Append", ("ptr", _POOL), ("ptr", made))
            w.fault_if(w.put(f"icmp ne i32 {status}, 0"))
            w.act("Py_DecRef", ("ptr", made))
            objects.append(made)
            starts.append(w.load("ptr", w.at(made, OFFSETS["data"])))
        return objects, starts

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
        counters = [w.slot("i64") for _ in range(rank - 1)]
        row = w.slot("i64")
        w.store("i64", "0", row)
        ends = []
        pointers = {name: view.data for name, view in self._arrays.items()}
        for axis, counter in enumerate(counters):
            count = w.put(f"select i1 {collapsed}, i64 1, i64 {sizes[axis]}")
            w.store("i64", "0", counter)
            head, body, end = map(w.label, ("axis", "row", "end"))
            w.begin(head)
            now = w.load("i64", counter)
            w.branch(w.put(f"icmp slt i64 {now}, {count}"), body, end)
            w.begin(body)
            ends.append((head, counter, now, end))
            for name, start in pointers.items():
                far = w.put(f"mul i64 {now}, {strides[name][axis]}")
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
            w.do(f"call void @span_{suffix}({given})")
            w.jump(done)
        w.begin(done)
        for head, counter, now, end in reversed(ends):
            w.store("i64", w.put(f"add i64 {now}, 1"), counter)
            w.jump(head)
            w.begin(end)

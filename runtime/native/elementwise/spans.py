"""Writes the function that computes elements side by side, block by block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from runtime.ir.nodes import Value
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import in_memory, of_dtype
from runtime.native.assembly.scratch import BLOCK, Scratch, Step
from runtime.native.assembly.settings import Settings
from runtime.native.assembly.ufunc_loops import call_loop, loop_of
from runtime.native.assembly.values import Scalar, View
from runtime.native.elementwise.groups import Member
from runtime.native.elementwise.per_element import (
    converted,
    exact,
    operand_dtypes,
    operands,
)
from runtime.native.elementwise.relaxed_functions import relaxed_loop
from runtime.types import NumpyScalar

_EXACT = -1
"""The place of the exact operations in a segment: before all inner loops."""


class Span:
    """The function that computes elements side by side.

    Parameters
    ----------
    name : str
        What the name of the function begins with.
    members : sequence of Member
        The operations, in order.
    arrays : mapping
        The arrays that arrive, by name.
    outputs : sequence of str
        The names of the results.
    scalars : mapping
        The kind and register of each operand that is a number.
    settings : Settings
        What the user asked for.
    unit : bool
        Whether the elements of each array lie next to each other.
    """

    def __init__(
        self,
        name: str,
        members: Sequence[Member],
        arrays: Mapping[str, View],
        outputs: Sequence[str],
        scalars: Mapping[tuple[str, int], tuple[str, str]],
        settings: Settings,
        unit: bool,
    ) -> None:
        self._relaxed = settings.relaxed
        self._name = name
        self._members = members
        self._arrays = arrays
        self._outputs = outputs
        self._unit = unit
        self._scalars = scalars
        self.w = Writer(settings.freedom)
        self._pointers: dict[str, str] = {}
        self._steps: dict[str, str] = {}
        self._targets: dict[str, str] = {}
        self._scratch = Scratch(self.w, _last_uses(members))
        self._codes: dict[tuple[str, int], str] = {}
        self._of = {member.name: member for member in members}

    def text(self) -> str:
        """Return the function."""
        parameters = ["i64 %n"]
        for number, (name, view) in enumerate(self._arrays.items()):
            parameters.append(f"ptr %in{number}")
            self._pointers[name] = f"%in{number}"
            self._steps[name] = (
                str(view.type.dtype.itemsize) if self._unit else f"%step{number}"
            )
        for number, name in enumerate(self._outputs):
            parameters.append(f"ptr %out{number}")
            self._targets[name] = f"%out{number}"
        for number, (key, (kind, _)) in enumerate(self._scalars.items()):
            parameters.append(f"{kind} %scalar{number}")
            self._codes[key] = f"%scalar{number}"
        parameters += [f"i64 %step{n}" for n in range(len(self._arrays))]
        self._blocks()
        suffix = "unit" if self._unit else "strided"
        head = f"define void @{self._name}_{suffix}({', '.join(parameters)}) noinline"
        return self.w.function(head, "ret void")

    def _blocks(self) -> None:
        w = self.w
        segments = 1 + max(member.segment for member in self._members)
        plain = segments == 1 and not any(m.loop for m in self._members)
        if plain:
            self._elements(0, "0", "%n")
            w.end("ret void")
            return
        blocks = w.put(f"udiv i64 {w.put(f'add i64 %n, {BLOCK - 1}')}, {BLOCK}")
        with w.turns(blocks) as block:
            first = w.put(f"mul nuw nsw i64 {block}, {BLOCK}")
            left = w.put(f"sub i64 %n, {first}")
            count = w.intrinsic(
                "i64", "llvm.smin.i64", ("i64", left), ("i64", str(BLOCK))
            )
            for segment in range(segments):
                self._elements(segment, first, count)
                self._scratch.free((segment, _EXACT))
                for number, member in enumerate(self._members):
                    if member.loop is not None and member.segment == segment:
                        self._call(member, first, count)
                        self._scratch.free((segment, number))
        w.end("ret void")

    # Elements

    def _is_read_later(self, member: Member) -> bool:
        return any(
            member.name in {v.name for v in other.node.operands()}
            and (other.segment > member.segment or other.loop is not None)
            for other in self._members
        )

    def _elements(self, segment: int, first: str, count: str) -> None:
        """Write the loop of the exact operations of a segment."""
        w = self.w
        members = [
            each
            for each in self._members
            if each.loop is None and each.segment == segment
        ]
        if not members and not self._converts(segment):
            return
        with w.turns(count) as turn:
            codes: dict[str, Scalar] = {}
            whole = w.put(f"add i64 {first}, {turn}") if first != "0" else turn
            for member in members:
                given = [
                    self._operand(member, position, codes, turn, whole)
                    for position in range(len(operands(member.node)))
                ]
                code = exact(w, member.node, given, member.dtype)
                one = codes[member.name] = Scalar(NumpyScalar(member.result), code)
                if self._is_read_later(member):
                    self._put(one, self._scratch_of(member), turn, "")
                if member.name in self._targets:
                    number = list(self._targets).index(member.name)
                    self._put(one, self._targets[member.name], whole, _own(number))
            for member, position, place in self._converts(segment):
                value = self._operand(member, position, codes, turn, whole)
                one = Scalar(NumpyScalar(member.dtype), value)
                self._put(one, self._scratch.place(place), turn, "")

    def _converts(self, segment: int) -> list[tuple[Member, int, str]]:
        """Return the operands of inner loops that need a conversion first."""
        found = []
        for member in self._members:
            if member.loop is None or member.segment != segment:
                continue
            for position, argument in enumerate(operands(member.node)):
                if (member.name, position) in self._codes:
                    continue
                assert isinstance(argument, Value)
                if self._dtype(argument.name) != member.dtype:
                    found.append((member, position, f"{member.name}.{position}"))
        return found

    def _dtype(self, name: str) -> np.dtype:
        """Return the dtype of an array that arrives or is computed."""
        if name in self._of:
            return self._of[name].result
        return self._arrays[name].type.dtype

    def _operand(
        self,
        member: Member,
        position: int,
        codes: Mapping[str, Scalar],
        turn: str,
        whole: str,
    ) -> str:
        """Return an operand of an element, in the dtype that the member computes in."""
        scalar = self._codes.get((member.name, position))
        if scalar is not None:
            return scalar
        argument = member.node.args[position]
        assert isinstance(argument, Value)
        name = argument.name
        if name in codes:
            value = codes[name]
        elif name in self._of:
            before = self._of[name]
            value = self._got(before.result, self._scratch_of(before), turn, "")
        else:
            value = self._from_input(name, whole)
        dtype = operand_dtypes(member.node, member.dtype)[position]
        return converted(self.w, value, dtype)

    def _from_input(self, name: str, whole: str) -> Scalar:
        w = self.w
        dtype = self._arrays[name].type.dtype
        far = w.put(f"mul nsw i64 {whole}, {self._steps[name]}")
        at = w.at(self._pointers[name], far)
        return self._loaded(dtype, at, ", !noalias !1")

    def _loaded(self, dtype: np.dtype, at: str, mark: str) -> Scalar:
        w = self.w
        code = w.put(f"load {in_memory(dtype)}, ptr {at}{mark}")
        if dtype.kind == "b":
            code = w.put(f"icmp ne i8 {code}, 0")
        return Scalar(NumpyScalar(dtype), code)

    def _got(self, dtype: np.dtype, start: str, turn: str, mark: str) -> Scalar:
        w = self.w
        kind = in_memory(dtype)
        at = w.put(f"getelementptr {kind}, ptr {start}, i64 {turn}")
        return self._loaded(dtype, at, mark)

    def _put(self, value: Scalar, start: str, turn: str, mark: str) -> None:
        w = self.w
        assert isinstance(value.type, NumpyScalar)
        kind = in_memory(value.type.dtype)
        code = value.code
        if value.type.dtype.kind == "b":
            code = w.put(f"zext i1 {code} to i8")
        at = w.put(f"getelementptr {kind}, ptr {start}, i64 {turn}")
        w.do(f"store {kind} {code}, ptr {at}{mark}")

    # Blocks

    def _scratch_of(self, member: Member) -> str:
        return self._scratch.place(member.name)

    def _call(self, member: Member, first: str, count: str) -> None:
        """Write the call of NumPy's inner loop for a block."""
        w = self.w
        converts = {
            position for m, position, _ in self._converts(member.segment) if m is member
        }
        pairs: list[tuple[str, str]] = []
        width = str(member.dtype.itemsize)
        for position, argument in enumerate(operands(member.node)):
            scalar = self._codes.get((member.name, position))
            if scalar is not None:
                slot = w.slot(of_dtype(member.dtype))
                w.store(of_dtype(member.dtype), scalar, slot)
                pairs.append((slot, "0"))
                continue
            assert isinstance(argument, Value)
            if position in converts:
                place = self._scratch.place(f"{member.name}.{position}")
                pairs.append((place, width))
            elif argument.name in self._of:
                pairs.append((self._scratch_of(self._of[argument.name]), width))
            else:
                step = self._steps[argument.name]
                far = w.put(f"mul i64 {first}, {step}")
                pairs.append((w.at(self._pointers[argument.name], far), step))
        target = self._targets.get(member.name)
        read = self._is_read_later(member) or any(
            member.name in {v.name for v in other.node.operands()}
            for other in self._members
        )
        far = w.put(f"mul i64 {first}, {width}")
        if target is not None and not read:
            pairs.append((w.at(target, far), width))
        else:
            pairs.append((self._scratch_of(member), width))
        assert member.loop is not None
        found = relaxed_loop if self._relaxed else loop_of
        call_loop(w, found(member.loop, member.dtype), pairs, [count])
        if target is not None and read:
            bytes_ = w.put(f"mul i64 {count}, {width}")
            w.declared["llvm.memcpy.p0.p0.i64"] = (
                "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
            )
            w.do(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {w.at(target, far)}, "
                f"ptr {self._scratch_of(member)}, i64 {bytes_}, i1 false)"
            )


def _last_uses(members: Sequence[Member]) -> dict[str, Step]:
    """Return the step behind which nobody reads each block of elements."""
    last: dict[str, Step] = {}
    for number, member in enumerate(members):
        step = member.segment, _EXACT if member.loop is None else number
        last[member.name] = step
        for position, value in enumerate(operands(member.node)):
            last[f"{member.name}.{position}"] = step
            if isinstance(value, Value) and value.name in last:
                last[value.name] = max(last[value.name], step)
    return last


def _own(number: int) -> str:
    """Return the mark of a store into a result: no other memory is meant."""
    return f", !alias.scope !{10 + 2 * number}, !noalias !{11 + 2 * number}"


def scopes(count: int) -> str:
    """Return the declarations of `_own`: a scope for each result."""
    declared = [f"!{100 + n} = distinct !{{!{100 + n}, !0}}" for n in range(count)]
    every = ", ".join(f"!{100 + n}" for n in range(count))
    lines = ["!0 = distinct !{!0}", f"!1 = !{{{every}}}", *declared]
    for number in range(count):
        others = ", ".join(f"!{100 + n}" for n in range(count) if n != number)
        lines.append(f"!{10 + 2 * number} = !{{!{100 + number}}}")
        lines.append(f"!{11 + 2 * number} = !{{{others}}}")
    return "\n".join(lines)

"""The way into a kernel: a function that Python calls without a tuple of arguments.

It takes the arguments apart, runs the kernel, and makes the results. If an argument
does not fit, or the kernel comes to a fault, it calls the Python plan with the same
arguments, after what the kernel wrote is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.native.emit import Writer
from runtime.native.layout import ALIGNED, CONTIGUOUS, WRITEABLE
from runtime.native.lowering import Kernel
from runtime.native.values import (
    NotNative,
    in_memory,
    is_nothing,
    machine,
    registers,
    union_fields,
)
from runtime.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    UNBOUND,
    Array,
    NumpyScalar,
    Type,
    Union,
)

_DECLARED = """
@calls = global i64 0
@autograph_np_true = external global i8
@autograph_np_false = external global i8
@autograph_true = external global i8
@autograph_false = external global i8
@_Py_NoneStruct = external global i8
declare void @autograph_clear()
declare i32 @autograph_warns()
declare i32 @autograph_take_int(ptr, ptr)
declare i32 @autograph_take_float(ptr, ptr)
declare i32 @autograph_take_bool(ptr, ptr)
declare i32 @autograph_take_scalar(ptr, ptr, ptr)
declare i32 @autograph_take_array(ptr, ptr, i32, i32, ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @autograph_give_float(i64)
declare ptr @autograph_give_scalar(ptr, i64, i32)
declare ptr @autograph_give_truth(i64, ptr, ptr)
declare ptr @autograph_save(ptr, i64)
declare void @autograph_restore(ptr, ptr, i64)
declare void @free(ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
"""


_TAKEN: dict[Type, str] = {INT: "int", FLOAT: "float", BOOL: "bool"}


@dataclass(frozen=True)
class Input:
    """What an entry does with an argument.

    Parameters
    ----------
    type : Type
        Its type.
    written : bool
        Whether the kernel may write into it: then it is an array that is saved first.
    """

    type: Type
    written: bool = False


def type_symbol(of: NumpyScalar) -> str:
    """Return the symbol of the class of a NumPy scalar."""
    return f"autograph_class_{of.dtype.name}"


def dtype_symbol(dtype: np.dtype) -> str:
    """Return the symbol of the dtype of an array."""
    return f"autograph_dtype_{dtype.name}"


def entry_text(
    kernel: Kernel, inputs: Sequence[Input], results: Sequence[Type]
) -> tuple[str, set[str]]:
    """Return the function ``entry``, and the symbols that stand for objects."""
    writer = _Entry(kernel, inputs, results)
    text = writer.text()
    declared = "".join(f"@{name} = external global i8\n" for name in writer.objects)
    return _DECLARED + declared + text, writer.objects


class _Entry:
    def __init__(
        self, kernel: Kernel, inputs: Sequence[Input], results: Sequence[Type]
    ) -> None:
        self._kernel = kernel
        self._inputs = inputs
        self._results = results
        self.objects: set[str] = set()
        self.w = Writer()
        self._saved: list[tuple[str, str, str]] = []

    def text(self) -> str:
        """Return the function."""
        w = self.w
        calls = w.put("load i64, ptr @calls")
        w.store("i64", w.put(f"add i64 {calls}, 1"), "@calls")
        frame = w.slot(f"[{max(self._kernel.places, 1)} x i64]")
        w.fault_if(w.put(f"icmp ne i64 %count, {len(self._inputs)}"))
        place = 0
        arrays = []
        for number, each in enumerate(self._inputs):
            object_ = w.load("ptr", w.at("%arguments", str(8 * number)))
            self._take(each, object_, frame, place)
            if each.written:
                arrays.append((each, place))
            place += len(registers(each.type))
        for each, at in arrays:
            self._save(each, frame, at)
        w.do("call void @autograph_clear()")
        status = w.put(f"call i32 @kernel(ptr {frame})")
        ran, raised, warned, fine = map(w.label, ("ran", "raised", "warned", "fine"))
        w.end(
            f"switch i32 {status}, label %undo "
            f"[i32 0, label %{ran} i32 2, label %{raised}]"
        )
        w.begin(raised)
        self._drop()
        w.end("ret ptr null")
        w.begin(ran)
        warns = w.put("call i32 @autograph_warns()")
        w.branch(w.put(f"icmp eq i32 {warns}, 0"), fine, warned)
        w.begin(warned)
        w.jump("undo")
        w.begin(fine)
        self._drop()
        self._return(frame, place)
        w.begin("undo")
        for data, copy, size in reversed(self._saved):
            w.do(f"call void @autograph_restore(ptr {data}, ptr {copy}, i64 {size})")
        self._drop()
        w.jump("fault")
        return w.function(
            "define ptr @entry(ptr %self, ptr %arguments, i64 %count)",
            "%again = call ptr @PyObject_Vectorcall("
            "ptr %self, ptr %arguments, i64 %count, ptr null)\n  ret ptr %again",
        )

    # Arguments

    def _take(self, each: Input, object_: str, frame: str, place: int) -> None:
        w = self.w
        of = each.type
        if isinstance(of, Union):
            self._take_union(of, object_, frame, place)
        else:
            w.fault_unless(self._taken(each, of, object_, frame, place))

    def _taken(
        self, each: Input, of: Type, object_: str, frame: str, place: int
    ) -> str:
        """Write the test that takes an object, if it fits a type; return its truth."""
        w = self.w
        at = w.at(frame, str(8 * place))
        if of == NONE:
            return w.put(f"icmp eq ptr {object_}, @_Py_NoneStruct")
        simple = _TAKEN.get(of)
        if simple is not None:
            call = f"call i32 @autograph_take_{simple}(ptr {object_}, ptr {at})"
        elif isinstance(of, NumpyScalar):
            symbol = type_symbol(of)
            self.objects.add(symbol)
            call = (
                f"call i32 @autograph_take_scalar(ptr {object_}, ptr @{symbol}, "
                f"ptr {at})"
            )
        elif isinstance(of, Array):
            symbol = dtype_symbol(of.dtype)
            self.objects.add(symbol)
            flags = ALIGNED | ((WRITEABLE | CONTIGUOUS) if each.written else 0)
            rank = len(of.shape or ())
            call = (
                f"call i32 @autograph_take_array(ptr {object_}, ptr @{symbol}, "
                f"i32 {rank}, i32 {flags}, ptr {at})"
            )
        else:
            raise NotNative(f"an argument of type {of}")
        return w.put(f"icmp ne i32 {w.put(call)}, 0")

    def _take_union(self, of: Union, object_: str, frame: str, place: int) -> None:
        w = self.w
        end = w.label("taken")
        fields = union_fields(of)
        for number, member in enumerate(of.members):
            if member == UNBOUND:
                continue  # a missing name never arrives as itself
            at = place
            if not is_nothing(member):
                at += 1 + fields.index(machine(member))
            yes, no = w.label("member"), w.label("other")
            test = self._taken(Input(member), member, object_, frame, at)
            w.branch(test, yes, no)
            w.begin(yes)
            w.store("i8", str(number), w.at(frame, str(8 * place)))
            w.jump(end)
            w.begin(no)
        w.fault()
        w.begin(end)

    def _save(self, each: Input, frame: str, place: int) -> None:
        """Write the saving of an array that the kernel may write."""
        w = self.w
        assert isinstance(each.type, Array)
        data = w.load("ptr", w.at(frame, str(8 * place)))
        size = str(each.type.dtype.itemsize)
        for axis in range(len(each.type.shape or ())):
            length = w.load("i64", w.at(frame, str(8 * (place + 1 + axis))))
            size = w.put(f"mul i64 {size}, {length}")
        copy = w.put(f"call ptr @autograph_save(ptr {data}, i64 {size})")
        lost = w.put(f"icmp eq ptr {copy}, null")
        some = w.put(f"icmp ne i64 {size}, 0")
        w.fault_if(w.put(f"and i1 {lost}, {some}"))
        self._saved.append((data, copy, size))

    def _drop(self) -> None:
        for _, copy, _ in self._saved:
            self.w.do(f"call void @free(ptr {copy})")

    # Results

    def _return(self, frame: str, place: int) -> None:
        w = self.w
        objects = []
        for of in self._results:
            objects.append(self._given(of, frame, place))
            place += len(registers(of))
        if len(objects) == 1:
            w.end(f"ret ptr {objects[0]}")
        else:
            whole = w.put(f"call ptr @PyTuple_New(i64 {len(objects)})")
            for number, each in enumerate(objects):
                w.put(
                    f"call i32 @PyTuple_SetItem(ptr {whole}, i64 {number}, ptr {each})"
                )
            w.end(f"ret ptr {whole}")

    def _given(self, of: Type, frame: str, place: int) -> str:
        """Write what makes the object of a result, and return it."""
        w = self.w
        if isinstance(of, Union):
            return self._given_union(of, frame, place)
        if of == NONE:
            w.do("call void @Py_IncRef(ptr @_Py_NoneStruct)")
            return "@_Py_NoneStruct"
        if isinstance(of, Array):
            raise NotNative("a result that is an array")
        value = w.load("i64", w.at(frame, str(8 * place)))
        if of == INT:
            return w.put(f"call ptr @PyLong_FromLongLong(i64 {value})")
        if of == FLOAT:
            return w.put(f"call ptr @autograph_give_float(i64 {value})")
        if of == BOOL:
            pair = "ptr @autograph_true, ptr @autograph_false"
            return w.put(f"call ptr @autograph_give_truth(i64 {value}, {pair})")
        if not isinstance(of, NumpyScalar):
            raise NotNative(f"a result of type {of}")
        if of.dtype.kind == "b":
            pair = "ptr @autograph_np_true, ptr @autograph_np_false"
            return w.put(f"call ptr @autograph_give_truth(i64 {value}, {pair})")
        symbol = type_symbol(of)
        self.objects.add(symbol)
        in_memory(of.dtype)
        return w.put(
            f"call ptr @autograph_give_scalar(ptr @{symbol}, i64 {value}, "
            f"i32 {of.dtype.itemsize})"
        )

    def _given_union(self, of: Union, frame: str, place: int) -> str:
        w = self.w
        found = w.slot("ptr")
        fields = union_fields(of)
        tag = w.load("i8", w.at(frame, str(8 * place)))
        labels = [w.label("member") for _ in of.members]
        end = w.label("given")
        w.switch(tag, labels, "fault")
        for label, member in zip(labels, of.members, strict=True):
            w.begin(label)
            if member == UNBOUND:  # the kernel comes to a fault instead
                w.end("unreachable")
                continue
            at = place
            if not is_nothing(member):
                at += 1 + fields.index(machine(member))
            w.store("ptr", self._given(member, frame, at), found)
            w.jump(end)
        w.begin(end)
        return w.load("ptr", found)

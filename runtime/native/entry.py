"""The way into a kernel: a function that Python calls without a tuple of arguments.

It takes the arguments apart, runs the kernel, and makes the results. If an argument
does not fit, or the kernel comes to a fault, it calls the Python plan with the same
arguments, after what the kernel wrote is undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from runtime.ir.graph import Graph
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.layout import ALIGNED, CONTIGUOUS, WRITEABLE
from runtime.native.assembly.registers import is_opaque, is_stream
from runtime.native.assembly.values import ListRef, NotNative, View
from runtime.native.elementwise.spans import scopes
from runtime.native.marks.kernels import Kernel
from runtime.native.marks.marks import HEAD, HELD, Effect, Mark
from runtime.native.objects import frame, random_streams
from runtime.native.objects.objects import fits_array, make, take
from runtime.native.objects.sequences import ALL, checked
from runtime.regions.parts import gives_items, result_types
from runtime.types import Array, List, Type

_HEAD = "define ptr @entry(ptr %self, ptr %arguments, i64 %count)"
_INSTEAD = (
    "call void @PyErr_Clear()\n  %again = call ptr @PyObject_Vectorcall("
    "ptr %self, ptr %arguments, i64 %count, ptr null)\n  ret ptr %again"
)
_GLOBALS = """
@calls = global i64 0
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare void @PyErr_Clear()
"""
MOST_LINES = 30_000
"""The most lines of a kernel. LLVM takes four seconds for these, nobody can interrupt
it, and a program that ends waits for it."""


@dataclass(frozen=True)
class _Input:
    """What an entry does with an argument.

    Parameters
    ----------
    type : Type
        Its type.
    written : bool
        Whether the kernel may write into it: it is saved first.
    """

    type: Type
    written: bool = False


@dataclass(frozen=True)
class Module:
    """A kernel and the function ``entry`` that runs it.

    Parameters
    ----------
    text : str
        The module in LLVM's assembly language.
    addresses : mapping
        The addresses that it names, by name.
    writes : bool
        Whether it may write into its inputs.
    keeps : tuple
        What has to live as long as its machine code.
    marks : tuple of Mark
        From where the plan goes on after a fault.
    effects : tuple of Effect
        What it calls, and cannot be undone.
    """

    text: str
    addresses: Mapping[str, int]
    writes: bool
    keeps: tuple[object, ...] = ()
    marks: tuple[Mark, ...] = ()
    effects: tuple[Effect, ...] = ()


def module(graph: Graph, kernel: Kernel) -> Module:
    """Return the module of a graph and its kernel.

    Raises
    ------
    NotNative
        If it is so long that compiling it takes more than some seconds.
    """
    if kernel.text.count("\n") > MOST_LINES:
        raise NotNative("more code than compiles in some seconds")
    inputs = [_Input(v.type, v.name in kernel.written) for v in graph.inputs]
    entry = _Entry(kernel, inputs, result_types(graph), gives_items(graph))
    function = entry.text()
    declared = "\n".join((kernel.declared | entry.w.declared).values())
    marks = scopes(kernel.scopes)
    text = f"{_GLOBALS}{declared}\n{kernel.text}\n{function}\n{marks}"
    writes = kernel.words is not None or any(each.written for each in inputs)
    made = kernel.addresses, writes, kernel.keeps, kernel.marks, kernel.effects
    return Module(text, *made)


class _Entry:
    def __init__(
        self,
        kernel: Kernel,
        inputs: Sequence[_Input],
        results: Sequence[Type],
        gives_items: bool,
    ) -> None:
        self._kernel = kernel
        self._gives_items = gives_items
        self._inputs = inputs
        self._results = results
        self.w = Writer()
        self._frame = self.w.slot(f"[{max(kernel.places, 1)} x i64]")
        self._saved: list[_Saved | _SavedStream] = []
        self._owners = "null"
        self._marks = ""

    def text(self) -> str:
        """Return the function."""
        w = self.w
        calls = w.put("load i64, ptr @calls")
        w.store("i64", w.put(f"add i64 {calls}, 1"), "@calls")
        w.fault_if(w.put(f"icmp ne i64 %count, {len(self._inputs)}"))
        place = self._take_all()
        self._save_all()
        if self._kernel.owners:
            self._owners = w.slot(f"[{self._kernel.owners} x ptr]")
            w.store(f"[{self._kernel.owners} x ptr]", "zeroinitializer", self._owners)
        given = f"ptr {self._frame}, ptr {self._owners}"
        if self._kernel.words is not None:
            room = f"[{HEAD + 2 * self._kernel.words} x i64]"
            self._marks = w.slot(room)
            w.store(f"[{HEAD} x i64]", "zeroinitializer", self._marks)
            objects = f"[{max(2 * self._kernel.objects, 1)} x ptr]"
            held = w.slot(objects)
            w.store(objects, "zeroinitializer", held)
            w.store("ptr", held, w.at(self._marks, 8 * HELD))
            count = str(self._kernel.objects)
            w.store("i64", count, w.at(self._marks, 8 * HELD + 8))
            given += f", ptr {self._marks}"
        w.target = "undo"
        w.act("autograph_clear")
        status = w.put(f"call i32 @kernel({given})")
        ran, raised = w.label("ran"), w.label("raised")
        w.end(
            f"switch i32 {status}, label %undo "
            f"[i32 0, label %{ran} i32 2, label %{raised}]"
        )
        w.begin(raised)
        self._drop()
        w.end("ret ptr null")
        w.begin(ran)
        warns = w.call("i32", "autograph_warns")
        w.fault_if(w.put(f"icmp ne i32 {warns}, 0"))
        result = self._result(place)
        self._drop()
        w.end(f"ret ptr {result}")
        w.begin("undo")
        for each in reversed(self._saved):
            each.restore(w)
        if self._marks:
            self._go_on()
        self._drop()
        w.jump("fault")
        return w.function(_HEAD, _INSTEAD)

    # Arguments

    def _take_all(self) -> int:
        """Write the taking of all arguments, and return the place behind them."""
        w = self.w
        place = 0
        for number, each in enumerate(self._inputs):
            object_ = w.load("ptr", w.at("%arguments", 8 * number))
            if isinstance(each.type, Array) and not is_opaque(each.type):
                self._take_array(each, object_, place)
            else:
                value = take(w, object_, each.type)
                if isinstance(value, ListRef):
                    checked(value)
                frame.write(w, self._frame, place, value)
            place += frame.places(each.type)
        return place

    def _take_array(self, each: _Input, object_: str, place: int) -> None:
        w = self.w
        of = each.type
        assert isinstance(of, Array)
        flags = ALIGNED
        if each.written or self._kernel.contiguous:
            flags |= CONTIGUOUS
        if each.written:
            flags |= WRITEABLE
        at = w.at(self._frame, 8 * place)
        w.fault_unless(fits_array(w, object_, of, flags, at))

    def _save_all(self) -> None:
        """Write the saving of what the kernel may write into."""
        place = 0
        for number, each in enumerate(self._inputs):
            if each.written and isinstance(each.type, Array):
                self._saved.append(self._saved_array(each.type, place))
            elif each.written and isinstance(each.type, List):
                object_ = self.w.load("ptr", self.w.at("%arguments", 8 * number))
                self._saved.append(self._saved_list(object_))
            elif each.written and is_stream(each.type):
                object_ = self.w.load("ptr", self.w.at("%arguments", 8 * number))
                self._saved.append(_SavedStream(random_streams.saved(self.w, object_)))
            elif each.written:
                raise NotNative(f"a change of a value of type {each.type}")
            place += frame.places(each.type)

    def _saved_array(self, of: Array, place: int) -> _Saved:
        w = self.w
        data = w.load("ptr", w.at(self._frame, 8 * place))
        size = str(of.dtype.itemsize)
        for axis in range(len(of.shape or ())):
            length = w.load("i64", w.at(self._frame, 8 * (place + 3 + axis)))
            size = w.put(f"mul i64 {size}, {length}")
        copy = w.call("ptr", "autograph_save", ("ptr", data), ("i64", size))
        lost = w.put(f"icmp eq ptr {copy}, null")
        some = w.put(f"icmp ne i64 {size}, 0")
        w.fault_if(w.put(f"and i1 {lost}, {some}"))
        return _Saved(data, copy, size)

    def _saved_list(self, object_: str) -> _Saved:
        w = self.w
        given = (("ptr", object_), ("i64", "0"), ("i64", ALL))
        copy = w.call("ptr", "PyList_GetSlice", *given)
        w.fault_if(w.put(f"icmp eq ptr {copy}, null"))
        return _Saved(object_, copy, "")

    def _go_on(self) -> None:
        """Write the call of what is left of the graph at the last mark, if any.

        What is called instead gets the address of the marks behind the arguments. It
        returns what is to be called when the kernel holds nothing any longer.
        """
        w = self.w
        w.act("autograph_end_log", ("ptr", self._marks), ("i1", "true"))
        marked, unmarked = w.label("marked"), w.label("unmarked")
        number = w.load("i64", self._marks)
        w.branch(w.put(f"icmp ne i64 {number}, 0"), marked, unmarked)
        w.begin(marked)
        w.do("call void @PyErr_Clear()")
        count = len(self._inputs)
        given = w.slot(f"[{count + 1} x ptr]")
        for place in range(count):
            object_ = w.load("ptr", w.at("%arguments", 8 * place))
            w.store("ptr", object_, w.at(given, 8 * place))
        code = w.put(f"ptrtoint ptr {self._marks} to i64")
        address = w.call("ptr", "PyLong_FromLongLong", ("i64", code))
        w.store("ptr", address, w.at(given, 8 * count))
        call = f"ptr %self, ptr {given}, i64 {count + 1}, ptr null"
        rest = w.put(f"call ptr @PyObject_Vectorcall({call})")
        w.act("Py_DecRef", ("ptr", address))
        self._drop()
        lost, found = w.label("lost"), w.label("found")
        w.branch(w.put(f"icmp eq ptr {rest}, null"), lost, found)
        w.begin(lost)
        w.end("ret ptr null")
        w.begin(found)
        again = w.call("ptr", "PyObject_CallNoArgs", ("ptr", rest))
        w.act("Py_DecRef", ("ptr", rest))
        w.end(f"ret ptr {again}")
        w.begin(unmarked)

    def _drop(self) -> None:
        """Write the freeing of what was saved, and of objects that nobody holds."""
        if self._marks:
            self.w.act("autograph_end_marks", ("ptr", self._marks))
        for each in self._saved:
            each.drop(self.w)
        if self._kernel.owners:
            count = str(self._kernel.owners)
            self.w.act("autograph_release", ("ptr", self._owners), ("i64", count))

    # Results

    def _result(self, place: int) -> str:
        """Write the making of what the entry returns."""
        w = self.w
        found = []
        for number, of in enumerate(self._results):
            value = frame.read(w, self._frame, place, of)
            if isinstance(value, View) and number in self._kernel.whole:
                value = replace(value, whole="true")
            found.append(value)
            place += frame.places(of)
        made = [make(w, value) for value in found]
        if not self._gives_items:
            return made[0]
        whole = w.call("ptr", "PyTuple_New", ("i64", str(len(made))))
        w.fault_if(w.put(f"icmp eq ptr {whole}, null"))
        for number, each in enumerate(made):
            status = w.call(
                "i32",
                "PyTuple_SetItem",
                ("ptr", whole),
                ("i64", str(number)),
                ("ptr", each),
            )
            w.fault_if(w.put(f"icmp ne i32 {status}, 0"))
        return whole


@dataclass(frozen=True)
class _Saved:
    """An array or list as it was before the kernel ran; a list has no size."""

    what: str
    copy: str
    size: str

    def restore(self, w: Writer) -> None:
        """Write the putting back."""
        if self.size:
            given = (("ptr", self.what), ("ptr", self.copy), ("i64", self.size))
            w.act("autograph_restore", *given)
        else:
            ends = (("i64", "0"), ("i64", ALL))
            w.call(
                "i32", "PyList_SetSlice", ("ptr", self.what), *ends, ("ptr", self.copy)
            )

    def drop(self, w: Writer) -> None:
        """Write the freeing of the copy."""
        w.act("free" if self.size else "Py_DecRef", ("ptr", self.copy))


@dataclass(frozen=True)
class _SavedStream:
    """A generator as it was before the kernel ran: what takes its draws back."""

    back: str

    def restore(self, w: Writer) -> None:
        """Write the putting back."""
        random_streams.restore(w, self.back)

    def drop(self, w: Writer) -> None:
        """Write the freeing of the state."""
        w.act("Py_DecRef", ("ptr", self.back))
